import type { lineFields as en } from '../../en/plant/lineFields.ts';

export const lineFields: typeof en = {
  fields: {
    name: 'नाम',
    enabled: 'पढ़ी जाती है',
    settings: '',
    kind: 'लाइन का प्रकार',
    host: 'गेटवे या मीटर का पता',
    port: 'पोर्ट',
    connectTimeoutMs: 'जुड़ने की प्रतीक्षा',
    timeoutMs: 'उत्तर की प्रतीक्षा',
    pauseBetweenRequestsMs: 'अनुरोधों के बीच विराम',
    pauseAfterConnectMs: 'जुड़ने के बाद विराम',
    echo: 'भेजे हुए की प्रतिध्वनि',
    quietMs: 'कितनी चुप्पी से उत्तर पूरा माना जाए',
    path: 'सीरियल पोर्ट',
    baudRate: 'बॉड दर',
    parity: 'समता',
    dataBits: 'डेटा बिट',
    stopBits: 'स्टॉप बिट',
  },
  hints: {
    host: 'IP पता या नाम, जैसे 192.168.10.20। सहेजने पर लाइन फिर से खुलती है।',
    path: 'जैसा यह PC कहता है।',
    echo: 'कुछ अडैप्टर वही लौटा देते हैं जो उन्हें भेजा गया।',
  },
  options: {
    tcp: 'Modbus TCP',
    rtuTcp: 'TCP पर RTU',
    serial: 'सीरियल पोर्ट',
    'echo.off': 'नहीं',
    'echo.strip': 'काट दी जाती है',
    'parity.none': 'कोई नहीं',
    'parity.even': 'सम',
    'parity.odd': 'विषम',
  },
};

import type { deviceFields as en } from '../../en/plant/deviceFields.ts';

export const deviceFields: typeof en = {
  fields: {
    connectionId: 'लाइन',
    name: 'नाम',
    slaveId: 'यूनिट संख्या',
    templateId: 'मॉडल',
    enabled: 'पढ़ा जाता है',
    timeoutMs: 'उत्तर की प्रतीक्षा',
    acceptAnyUnit: 'दूसरी यूनिट संख्या का उत्तर भी लें',
    limits: 'उपकरण की सीमाएँ',
    maxRegisters: 'एक अनुरोध में अधिकतम रजिस्टर',
    maxBits: 'एक अनुरोध में अधिकतम बिट',
    maxGapRegisters: 'व्यर्थ पढ़े जाने वाले अधिकतम रजिस्टर',
    forbidden: 'कभी न पढ़ें',
    atomic: 'पूरा एक साथ पढ़ें',
    space: 'रजिस्टर का प्रकार',
    from: 'पहला पता',
    to: 'अंतिम पता',
  },
  hints: {
    slaveId: '1 से 247, नेटवर्क पर 0 और 255 भी।',
    timeoutMs: 'खाली: जैसा लाइन में है।',
    acceptAnyUnit: 'उन गेटवे के लिए जो अपनी ही संख्या से उत्तर देते हैं।',
    maxGapRegisters: 'खाली: लाइन से निकाला जाता है।',
    forbidden: 'इसे पढ़ने से उपकरण में बाधा आती है।',
    atomic: 'जो मान साथ के हैं वे दो अनुरोधों में नहीं पढ़े जाते।',
  },
  options: {
    coil: 'कॉइल',
    discrete: 'डिस्क्रीट इनपुट',
    holding: 'होल्डिंग रजिस्टर',
    input: 'इनपुट रजिस्टर',
  },
};

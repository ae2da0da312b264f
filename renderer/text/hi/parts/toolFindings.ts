import type { StressResult } from '../../../../server/contract/plant/tools/line.ts';
import type { ScanWarning } from '../../../../server/contract/plant/tools/scan.ts';

/** What a search of a line warns of. */
export const scanWarnings: Record<ScanWarning['code'], (params: ScanWarning['params']) => string> = {
  garbage: ({ format }) =>
    `${format === '' ? '' : `${format} पर `}कुछ मिला जो उत्तर नहीं है: दूसरी बॉड दर या पैरिटी वाला उपकरण, शोर, या A और B उलटे जुड़े हैं।`,
  sharedUnits: ({ unit, count }) =>
    `${count} यूनिट संख्याओं से एक ही उत्तर मिला: एक ही उपकरण हर संख्या पर उत्तर देता है। केवल यूनिट ${unit} को पास से देखा गया।`,
  twins: ({ unit }) =>
    `यूनिट ${unit} बारी-बारी से सही और बिगड़े उत्तर देती है: शायद दो उपकरणों की यूनिट संख्या एक ही है। एक को लाइन से हटाएँ और फिर खोजें।`,
  unsure: ({ units }) =>
    `यूनिट ${units} पक्की नहीं: उसके नाम का संदेश मिला, पर दुबारा पूछने पर उत्तर नहीं आया। उससे अकेले, लंबी समय-सीमा के साथ पूछें।`,
};

/** Why a stress test ended with its verdict; as `server/field/doctor/stress.ts` says it in English. */
export const stressReason = ({ sent, ok, timeouts, crcErrors, badAnswers, answerMsP95, verdict }: StressResult): string => {
  if (verdict === null || sent === 0) return '';
  if (ok === 0) return `${sent} में से किसी पठन का उत्तर नहीं आया। यूनिट संख्या, तार और सेटिंग जाँचें; लाइन खोजें।`;
  if (verdict === 'good')
    return answerMsP95 === null
      ? `${sent} में से ${ok} पठनों का उत्तर आया, सब मनाही के साथ: जो पता मौजूद है, उससे अधिक पता चलता है।`
      : `${sent} में से ${ok} पठनों का उत्तर आया, 95 % ${answerMsP95} ms के भीतर।`;
  const percent = Math.round((1000 * (timeouts + crcErrors + badAnswers)) / sent) / 10;
  const cause =
    crcErrors >= timeouts
      ? 'अधिकतर बिगड़े आए: टर्मिनेशन, बायस, शील्ड और इन्वर्टरों से दूरी जाँचें।'
      : 'अधिकतर बहुत देर से आए या आए ही नहीं: समय-सीमा बढ़ाएँ, फिर उपकरण की बिजली और टर्मिनल जाँचें।';
  return `${sent} में से ${percent} % पठन विफल रहे। ${cause}`;
};

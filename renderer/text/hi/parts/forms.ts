import type { forms as en } from '../../en/parts/forms.ts';

export const forms: typeof en = {
  needed: 'यह ज़रूरी है।',
  leastCharacters: (n) => `कम से कम ${n} अक्षर।`,
  mostCharacters: (n) => `अधिक से अधिक ${n} अक्षर।`,
  number: 'यहाँ संख्या चाहिए।',
  whole: 'यहाँ पूर्ण संख्या चाहिए।',
  least: (n) => `कम से कम ${n}।`,
  most: (n) => `अधिक से अधिक ${n}।`,
  above: (n) => `${n} से अधिक।`,
  email: 'यह ई-मेल पता नहीं है।',
  wrong: 'यह यहाँ नहीं चलेगा।',
  taken: 'इस बीच किसी और ने इसे बदल दिया। आपका लिखा सुरक्षित है; तुलना के लिए नया रूप खोलें।',
  leave: 'आपका लिखा अभी सहेजा नहीं गया। क्या यह पृष्ठ छोड़ें?',
  problems: (n) => `${n} जगह ध्यान चाहिए।`,
  save: 'सहेजें',
  cancel: 'रद्द करें',
  saved: 'सहेजा गया।',
  optional: 'वैकल्पिक',
  yes: 'हाँ',
  no: 'नहीं',
  typeName: (name) => `आगे बढ़ने के लिए “${name}” लिखें`,
};

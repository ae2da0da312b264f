import type { executive as en } from '../en/executive.ts';

export const executive: typeof en = {
  verdict: ({ good, watch, bad, unknown }) =>
    bad > 0
      ? `${bad} ${bad === 1 ? 'आँकड़ा लक्ष्य से चूका' : 'आँकड़े लक्ष्य से चूके'}`
      : watch > 0
        ? `${watch} ${watch === 1 ? 'आँकड़ा' : 'आँकड़े'} लक्ष्य की सीमा पर`
        : good > 0
          ? unknown > 0
            ? `लक्ष्य वाले ${good + unknown} में से ${good} आँकड़े पूरे; बाकी ज्ञात नहीं`
            : 'लक्ष्य वाला हर आँकड़ा पूरा'
          : unknown > 0
            ? 'लक्ष्य वाला कोई आँकड़ा पर्याप्त ज्ञात नहीं'
            : 'किसी आँकड़े का लक्ष्य नहीं',
  kpis: {
    withdrawalKL: 'निकासी',
    freshKL: 'ताज़ा पानी',
    recycledPct: 'पुनर्चक्रित',
    groundwaterKL: 'भूजल',
    intensity: 'जल तीव्रता',
    waterRatio: 'जल अनुपात',
    neutralityIndex: 'तटस्थता सूचकांक',
    lossPct: 'बेहिसाब',
    roRecoveryPct: 'आरओ प्राप्ति',
    secKWhPerKL: 'प्रति KL ऊर्जा',
    qualityCompliancePct: 'सीमा में गुणवत्ता',
    completenessPct: 'आँकड़ों की पूर्णता',
    savingKL: 'बचा पानी',
    savingCost: 'बची लागत',
  },
  figures: 'मुख्य आँकड़े',
  points: (difference) => `${difference} अंक`,
  previous: (value, change) => `पहले ${value} (${change})`,
  beforeIncomplete: (percent) => `पहले केवल ${percent} पूर्ण`,
  noPrevious: 'तुलना के लिए कुछ नहीं',
  notComparable: 'तुलना योग्य नहीं',
  target: (value) => `लक्ष्य ${value}`,
  status: { good: 'लक्ष्य पूरा', watch: 'सीमा के पास', bad: 'लक्ष्य से चूका', unknown: '' },
  alarms: (open, critical, day) => `अलार्म: ${open} खुले, ${critical} गंभीर, 24 घंटे में ${day}`,
  plants: 'संयंत्र',
  plant: 'संयंत्र',
  total: 'सब संयंत्र',
  complete: 'पूर्णता',
  notRanked: '90 % से कम पूरा: क्रम में नहीं',
  pin: (name) => `${name} को ऊपर रखें`,
  unpin: (name) => `${name} को ऊपर से हटाएँ`,
  pinned: 'ऊपर रखा',
  trends: 'क्रम',
  trendLabel: (kpi, plant) => `${kpi}, ${plant}`,
  units: 'सबसे बड़ी इकाइयाँ',
  link: 'बिना लॉगिन वाले के लिए लिंक',
  linkBody: 'यह पृष्ठ एक बार खुलता है, 60 सेकंड के भीतर, 30 मिनट पढ़ने के लिए। आपके सत्र के साथ समाप्त।',
  make: 'लिंक बनाएँ',
  copy: 'कॉपी',
  copied: 'कॉपी हुआ',
  again: 'नया बनाएँ',
  failed: 'लिंक नहीं बन सका।',
  shared: 'पढ़ने के लिए साझा',
  sharedUsed: 'यह लिंक उपयोग हो चुका या 60 सेकंड से पुराना है। नया माँगें।',
  none: 'कोई संयंत्र नहीं',
  noneBody: 'आपका खाता यहाँ कोई संयंत्र नहीं देखता।',
  table: {
    name: (when) => `कार्यकारी सार ${when}`,
    figure: 'आँकड़ा',
    value: 'मान',
    unit: 'मात्रक',
    previous: 'पहले',
    change: 'बदलाव',
    target: 'लक्ष्य',
    complete: 'पूर्णता',
  },
  help: 'हर आँकड़ा एक ही अवधि के योग से बना है, अनुपातों के औसत से नहीं; चल रही अवधि की तुलना उतने ही समय से। 90 % से कम पूरा संयंत्र क्रम में नहीं। लक्ष्य संयंत्र के तथ्यों से। लागत बीते दिनों की भी अभी तय दरों से।',
};

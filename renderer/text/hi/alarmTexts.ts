import { type AlarmTemplate, type AlarmTextCode, said } from '../../../server/contract/model/alarmTexts.ts';

const walk = 'लाइन पर चलकर देखें; शाखाएँ एक-एक कर बंद करें और प्रवाह देखें।';
const dosing = 'डोज़िंग और प्रक्रिया जाँचें; निकास रोकें।';

/** The sentences of alarms in Hindi, by code; the same parameters as in English. */
export const alarmTexts: Readonly<Record<AlarmTextCode, AlarmTemplate>> = {
  silent: said(
    '{unit} से आँकड़े नहीं',
    '{at} से कोई आँकड़ा नहीं ({min} मिनट)।[ अंतिम मान {v} {u}।]',
    'बिजली जाँचें[, गेटवे {gateway}][, मॉडबस स्लेव {slave}]।',
  ),
  gatewaySilent: said(
    '{unit}: {n} इकाइयाँ चुप',
    '{at} से {n} इकाइयों का कोई आँकड़ा नहीं ({min} मिनट)।',
    'पहले गेटवे की बिजली और नेटवर्क जाँचें।',
  ),
  stuck: said('{unit} अटका हुआ', '{param} {h} घंटे से ठीक {v} {u} पर है, जबकि दूसरे बदल रहे हैं।', 'सेंसर और उसकी वायरिंग जाँचें।'),
  rejected: said('{unit} के आँकड़े सीमा से बाहर', '{min} मिनट के सभी आँकड़े जाँच में अस्वीकार हुए।', 'सेंसर, उसकी सीमा और डिकोडिंग जाँचें।'),
  clockWrong: said('{unit}: उपकरण की घड़ी ग़लत', 'आँकड़े भविष्य के समय के साथ आए; उन्हें अभी का माना गया।', 'उपकरण या गेटवे की घड़ी ठीक करें।'),
  counterReset: said(
    '{unit}: काउंटर फिर से शुरू',
    'टोटलाइज़र दोबारा शुरू हुआ: इस अंतर का कोई पानी नहीं गिना गया।',
    'यदि मीटर बदला गया है तो पुराने मीटर का अंतिम और नए का पहला पाठ दर्ज करें (मीटर बदलना); नहीं तो दोनों वैसे ही दर्ज करें जैसे पढ़े गए।',
  ),
  rolloverDoubt: said(
    '{unit}: काउंटर कितनी बार घूमा, निश्चित नहीं',
    'टोटलाइज़र के घूमने के समय से अधिक तक कोई आँकड़ा नहीं आया; सामान्य मात्रा के सबसे पास की संख्या ली गई।',
    'इकाई की मीटर घटनाएँ देखें; बेहतर पता हो तो मात्रा ठीक करें।',
  ),
  reverseFlow: said(
    '{unit}: पानी उल्टा बह रहा है',
    'पिछले एक घंटे में आधे घंटे या अधिक टोटलाइज़र पीछे चला; यह मात्रा घटाई गई।',
    'नॉन-रिटर्न वाल्व और मीटर की दिशा जाँचें।',
  ),
  counterDisagrees: said(
    '{unit}: काउंटर और प्रवाह मेल नहीं खाते',
    '{min} मिनट में काउंटर {v} m³ चला, प्रवाह रजिस्टर {q} m³/h बताता रहा।',
    'पल्स आउटपुट, डिकोडिंग और न्यूनतम प्रवाह कट-ऑफ जाँचें।',
  ),
  dayLimit: said(
    '{unit} दैनिक सीमा से ऊपर',
    '[{asOf} तक: ]{since} से {v} {u} उपयोग, सीमा {thr} {u} ({pct} %)।',
    'पता करें क्या सामान्य से अधिक चल रहा है; अनावश्यक बंद करें।',
  ),
  dayLimitNear: said(
    '{unit} दैनिक सीमा के पास',
    '[{asOf} तक: ]{since} से {v} {u} उपयोग, {thr} {u} का {pct} %।[ लगभग {at} बजे पार।]',
    '',
  ),
  dayLimitExpected: said(
    '{unit} दैनिक सीमा पार करेगा',
    '[{asOf} तक: ]{since} से {v} {u} उपयोग; ऐसा दिन {thr} {u} लगभग {at} बजे पार करता है।',
    '',
  ),
  energyDay: said(
    '{unit}: ऊर्जा दैनिक सीमा से ऊपर',
    '[{asOf} तक: ]{since} से {v} {u}, सीमा {thr} {u} ({pct} %)।',
    'जो चलना ज़रूरी नहीं, बंद करें।',
  ),
  energyDayNear: said(
    '{unit}: ऊर्जा दैनिक सीमा के पास',
    '[{asOf} तक: ]{since} से {v} {u}, {thr} {u} का {pct} %।[ लगभग {at} बजे पार।]',
    '',
  ),
  energyDayExpected: said(
    '{unit}: ऊर्जा दैनिक सीमा पार करेगी',
    '[{asOf} तक: ]{since} से {v} {u}; ऐसा दिन {thr} लगभग {at} बजे पार करता है।',
    '',
  ),
  monthLimit: said(
    '{unit} मासिक सीमा से ऊपर',
    '[{asOf} तक: ]{since} से {v} {u}, सीमा {thr} {u}; इस दर से माह के अंत तक {proj} {u}।',
    'शेष माह की योजना बनाएँ, या नई सीमा माँगें।',
  ),
  monthNear: said(
    '{unit} मासिक सीमा के पास',
    '[{asOf} तक: ]{since} से {v} {u}, {thr} {u} का {pct} %; इस दर से माह के अंत तक {proj} {u}।',
    '',
  ),
  monthStep: said('{unit} मासिक सीमा से बहुत ऊपर', '[{asOf} तक: ]{since} से {v} {u}, {thr} {u} का {pct} %।', ''),
  flowHigh: said('{unit} प्रवाह अधिक', '{min} मिनट से {v} m³/h, सीमा {thr} m³/h।', 'आगे खुला वाल्व या फटी लाइन खोजें।'),
  flowLow: said('{unit} प्रवाह कम', '{min} मिनट से {v} m³/h, सीमा {thr} m³/h।', 'पंप, छलनी और वाल्व जाँचें।'),
  steadyFlow: said('{unit} पर संभावित रिसाव', 'शांत समय में {h} घंटे से स्थिर {v} m³/h (सामान्य {b})। लगभग {lossKLD} KL प्रतिदिन।', walk),
  steadyFlowUnconfirmed: said(
    '{unit} पर संभावित रिसाव, अपुष्ट',
    'शांत समय में अंतिम बार {leakM3h} m³/h दिखा; अब दूसरा प्रवाह इसे छिपाता है। लगभग {lossKLD} KL प्रतिदिन।',
    walk,
  ),
  nodeLoss: said(
    '{unit} पर पानी की हानि',
    '{date} से {lossKLD} KL प्रतिदिन (±{bandKLD}) कम[, z {z}][, सामान्य बिखराव का {baselineZ} गुना]।',
    'आसपास के मीटर मिलाएँ; पाइप देखें और शाखाएँ एक-एक कर बंद करें।',
  ),
  nightFlow: said(
    '{unit} पर संभावित रिसाव',
    'न्यूनतम रात्रि प्रवाह {v} m³/h, सामान्यतः {b}। लगभग {lossKLD} KL प्रतिदिन।',
    'रात में लाइन पर चलें; शाखाएँ एक-एक कर बंद करें और प्रवाह देखें।',
  ),
  levelHigh: said(
    '{unit} स्तर ऊँचा',
    '{v} {u}[ ({pct} %)], सीमा {thr} {measure}।[ लगभग {min} मिनट में भर जाएगा[, {q} m³/h पर]।]',
    'आवक रोकें या घटाएँ।',
  ),
  levelHighSoon: said('{unit} भर रहा है', '{v} {u}[ ({pct} %)]।[ लगभग {min} मिनट में भर जाएगा[, {q} m³/h पर]।]', ''),
  levelLow: said(
    '{unit} स्तर नीचा',
    '{v} {u}[ ({pct} %)], सीमा {thr} {measure}।[ लगभग {min} मिनट में खाली[, {q} m³/h पर]।]',
    'आवक शुरू करें, या आगे पानी बचाएँ।',
  ),
  qualityHigh: said('{unit}: {param} अधिक', '15 मिनट का औसत {v} {u}, सीमा {thr} ({source})।[ प्रवाह {q} m³/h।]', dosing),
  qualityLow: said('{unit}: {param} कम', '15 मिनट का औसत {v} {u}, सीमा {thr} ({source})।[ प्रवाह {q} m³/h।]', dosing),
  demandHigh: said('{unit}: माँग अधिक', 'पिछले आधे घंटे में {v} {u}, अनुबंध {thr} {u}।', 'अगले आधे घंटे तक भार घटाएँ।'),
  demandNear: said('{unit}: माँग बढ़ रही है', 'इस आधे घंटे में अब तक {v} {u}, अनुबंध {thr} {u}।', ''),
  powerFactorLow: said('{unit}: पावर फ़ैक्टर कम', 'पिछले आधे घंटे में {v}, सीमा {thr}।', 'कैपेसिटर बैंक जाँचें।'),
  secHigh: said('{unit}: kWh/KL अधिक', 'पिछले दिन {v} {u}, सामान्यतः {b} {u}।', 'घिसे पंप, दबे वाल्व या गंदी झिल्ली खोजें।'),
  wellPumping: said('{unit} जल स्तर नीचा', 'पंपिंग स्तर भूमि से {v} m नीचे, सीमा {thr} m[ (पंप {i} m पर)]।', 'बंद करें या घटाएँ।'),
  wellStatic: said('{unit} स्थिर स्तर नीचा', 'स्थिर स्तर भूमि से {v} m नीचे, सीमा {thr} m।', 'इस कुएँ से कम निकालें।'),
  wellPermit: said('{unit} अनुमत निकासी से ऊपर', '[{asOf} तक: ]आज {v} KL, अनुमति {thr} KL ({pct} %)।', 'अगले दिन तक पंप बंद करें।'),
  wellPermitEnded: said('{unit}: अनुमति समाप्त', '[{asOf} तक: ]आज {v} KL; अनुमति {until} तक मान्य थी।', 'पंप बंद करें; नई अनुमति माँगें।'),
  wellYearPermit: said(
    '{unit} वार्षिक अनुमति से ऊपर',
    '[{asOf} तक: ]{since} से {v} KL, अनुमति {thr} KL प्रति वर्ष ({pct} %)।',
    'पंप बंद करें; नई अनुमति माँगें।',
  ),
  wellYearNear: said('{unit} वार्षिक अनुमति के पास', '[{asOf} तक: ]{since} से {v} KL, {thr} KL प्रति वर्ष का {pct} %।', ''),
  wellCapacity: said('{unit} कम देता है', 'विशिष्ट क्षमता {v} {u}, सामान्यतः {b} {u}।', ''),
  wellDry: said('{unit} सूखा चल रहा है', 'पंप चल रहा है और {v} m³/h देता है, सीमा {thr} m³/h।', 'पंप तुरंत बंद करें।'),
  fault: said('{unit}: ख़राबी', 'उपकरण अपेक्षित स्थिति में नहीं है।', 'कुछ भी चलाने से पहले मौके पर देखें।'),
};

/** What an alarm says whose sentence has no code: one that another program reported, or of an older server. */
export const alarmOfCategory: Readonly<Record<string, string>> = {
  device_status: 'उपकरण की स्थिति',
  unit_threshold: 'दैनिक सीमा',
  monthly_threshold: 'मासिक सीमा',
  flow_rate: 'प्रवाह',
  stable_flow: 'संभावित रिसाव',
  level_exceed: 'स्तर',
  quality_threshold: 'पानी की गुणवत्ता',
  energy_threshold: 'ऊर्जा',
  borewell_threshold: 'बोरवेल',
};
/** What another program reported: its numbers, and what to do by the kind. */
export const reportedNumbers = { value: 'मान', threshold: 'सीमा' } as const;
export const reportedActions: Readonly<Record<string, string>> = {
  device_status: 'उपकरण, उसकी बिजली और लाइन जाँचें।',
  unit_threshold: 'पता करें क्या सामान्य से अधिक चल रहा है; अनावश्यक बंद करें।',
  monthly_threshold: 'शेष माह की योजना बनाएँ, या नई सीमा माँगें।',
  flow_rate: 'लाइन के पंप और वाल्व देखें।',
  stable_flow: walk,
  level_exceed: 'मौके पर स्तर, आवक और निकास देखें।',
  quality_threshold: dosing,
  energy_threshold: 'जो चलना ज़रूरी नहीं, बंद करें।',
  borewell_threshold: 'पंप रोकें या घटाएँ और कुआँ जाँचें।',
};
export const setForThisUnit = 'इस इकाई के लिए तय';
export const alarmParams: Readonly<Record<string, string>> = {
  volume: 'आयतन',
  flow: 'प्रवाह',
  level: 'स्तर',
  power: 'शक्ति',
  energy: 'ऊर्जा',
};

/** Why the hub refused something, in Hindi, by its code; in English its own message is shown. */
export const refusals = {
  credentials: 'उपयोगकर्ता नाम या पासवर्ड गलत है।',
  badRequest: 'हब इसे इस रूप में नहीं ले सकता।',
  conflict: 'अभी यह नहीं हो सकता।',
  notFound: 'यह हब के पास नहीं है।',
  quota: 'बहुत सारे प्रस्ताव पहले से प्रतीक्षा में हैं।',
  rateLimit: 'बहुत अधिक अनुरोध: थोड़ी देर बाद फिर प्रयास करें।',
  busy: 'हब का भंडार उत्तर नहीं दे रहा: थोड़ी देर बाद फिर प्रयास करें।',
  unavailable: 'हब का भंडार उत्तर नहीं दे रहा: थोड़ी देर बाद फिर प्रयास करें।',
  hubReadOnly: 'हब का भंडार अभी केवल पढ़ा जा सकता है।',
  noRoom: 'हब की डिस्क भर गई है।',
  server: 'हब विफल रहा।',
};

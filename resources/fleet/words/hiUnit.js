/** Words of the page of a unit in Hindi. */
export const unit = {
  back: (plant) => `${plant} पर वापस`,
  asOf: (date) => `हब से, ${date} तक प्रमाणित: इकाई अभी क्या माप रही है, वह यहाँ नहीं है।`,
  notProved: 'इसका अभी कुछ भी प्रमाणित नहीं है।',
  nothing: 'संयंत्र में ऐसी कोई इकाई नहीं है।',
  period: 'दिखाया गया',
  course: (date) => `${date} का क्रम`,
  when: 'कब',
  total: 'योग',
  mean: 'औसत',
  least: 'सबसे कम',
  most: 'सबसे अधिक',
  measured: 'मापा गया',
};

import type { labels as en } from '../../en/parts/labels.ts';

export const labels: typeof en = {
  size: 'लेबल का आकार',
  millimetres: (width, height) => `${width} × ${height} मिमी`,
  printer: 'प्रिंटर',
  pdf: 'कोई नहीं: PDF',
  print: 'लेबल छापें',
  printed: 'लेबल प्रिंटर को भेजा गया।',
  savedAt: (path) => `${path} में सहेजा गया।`,
  notPrinted: (reason) => `नहीं छपा: ${reason}`,
  failed: 'इस पीसी के प्रोग्राम ने इसे नहीं छापा।',
};

import type { notFound as en } from '../../en/parts/notFound.ts';

export const notFound: typeof en = {
  title: 'ऐसा कोई पृष्ठ नहीं',
  body: 'इस पते पर कुछ नहीं है। हो सकता है पता बदल गया हो या कोई अक्षर छूट गया हो।',
  asked: 'माँगा गया पता',
  near: 'मिलते-जुलते पते',
  main: 'जहाँ अधिकतर लोग जाते हैं',
  search: 'इकाई, पृष्ठ और अलार्म खोजें',
};

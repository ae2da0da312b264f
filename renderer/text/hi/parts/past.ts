import type { past as en } from '../../en/parts/past.ts';

export const past: typeof en = {
  slider: 'दिन का समय',
  live: 'अभी',
  whole: 'पूरा दिन',
  back: '5 मिनट पीछे',
  on: '5 मिनट आगे',
  goTo: 'समय पर जाएँ',
  shown: (when) => `${when}, बीता समय`,
  past: 'बीता समय',
  noCommands: 'यह बीता समय है: यहाँ से कुछ चालू या बंद नहीं किया जा सकता।',
  alarm: (title, time) => `${title}, ${time}`,
};

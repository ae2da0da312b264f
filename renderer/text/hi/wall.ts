import type { wall as en } from '../en/wall.ts';

export const wall: typeof en = {
  title: 'दीवार प्रदर्शन',
  pages: { overview: 'सार', water: 'पानी अभी', hours: 'पिछले 24 घंटे' },
  place: (n, all) => `${all} में से ${n}`,
  next: (page, seconds) => `अगला: ${page}, ${seconds} से में`,
  held: 'अलार्म के कारण रुका',
  readOnly: 'दीवार, केवल देखने के लिए',
  waiting: (n) => `${n} स्वीकार नहीं`,
  more: (n) => `+ ${n} और`,
  notAcknowledged: (age) => `${age}, स्वीकार नहीं`,
  shift: (day, time) => `${day}, शिफ्ट ${time} से`,
};

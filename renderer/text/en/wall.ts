/** The wall display. */
export const wall = {
  title: 'Wall display',
  pages: { overview: 'Overview', water: 'Water now', hours: 'The last 24 hours' },
  place: (n: number, all: number) => `${n} of ${all}`,
  next: (page: string, seconds: number) => `next: ${page}, in ${seconds} s`,
  held: 'Held by an alarm',
  readOnly: 'Wall, read-only',
  waiting: (n: number) => `${n} not acknowledged`,
  more: (n: number) => `+ ${n} more`,
  notAcknowledged: (age: string) => `${age}, not acknowledged`,
  shift: (day: string, time: string) => `${day}, shift since ${time}`,
};

/** Looking at a moment of the past. */
export const past = {
  slider: 'Time of the day',
  live: 'Live',
  whole: 'Whole day',
  back: '5 minutes back',
  on: '5 minutes on',
  goTo: 'Go to time',
  shown: (when: string) => `${when}, past`,
  past: 'past',
  noCommands: 'This is the past: nothing can be switched from here.',
  alarm: (title: string, time: string) => `${title}, ${time}`,
};

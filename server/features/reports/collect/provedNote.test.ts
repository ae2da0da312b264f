import { expect, it } from 'vitest';
import { dayNumber } from '../../../core/shift.ts';
import { provedNote } from './provedNote.ts';

const window = { toDay: dayNumber('2026-11-20') };
const root = '9f3c'.repeat(16);

it.each([
  ['without a hub', null, []],
  [
    'before the first proof',
    { hub: 'Head office', to: null, root: null },
    ['The hub Head office has proved no day of this plant yet.'],
  ],
  [
    'of a window that is proved whole',
    { hub: 'Head office', to: '2026-11-20', root },
    [
      'Complete up to 20/11/2026 at the hub Head office, proved: plant and hub work out the same hash of all closed days, 9f3c9f3c9f3c9f3c.',
    ],
  ],
  [
    'of a window that goes on after it',
    { hub: 'Head office', to: '2026-11-19', root },
    [
      'Complete up to 19/11/2026 at the hub Head office, proved: plant and hub work out the same hash of all closed days, 9f3c9f3c9f3c9f3c. The days after it are not proved yet.',
    ],
  ],
] as const)('a report says how far its days are proved at a hub, %s', (_, proved, note) => {
  expect(provedNote(proved, window)).toEqual(note);
});

import { dayNumber } from '../../../core/shift.ts';
import { dmyOfDay, type Window } from '../../../historian/index.ts';

/** What a hub of many plants has proved of the industry's closed days; null where none is there. */
export type Proved = { hub: string; to: string | null; root: string | null } | null;

/** So many digits of a root are compared by eye. */
const SHOWN_DIGITS = 16;

/** What a report says of the proof that its days are complete at the hub. */
export const provedNote = (proved: Proved, { toDay }: Pick<Window, 'toDay'>): string[] => {
  if (proved === null) return [];
  const { hub, to, root } = proved;
  if (to === null || root === null) return [`The hub ${hub} has proved no day of this plant yet.`];
  const later = toDay > dayNumber(to) ? ' The days after it are not proved yet.' : '';
  return [
    `Complete up to ${dmyOfDay(dayNumber(to))} at the hub ${hub}, proved: plant and hub work out the same hash of all closed days, ${root.slice(0, SHOWN_DIGITS)}.${later}`,
  ];
};

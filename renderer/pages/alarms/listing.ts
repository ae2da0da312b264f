import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import { isWaiting } from '../../state/alarms.ts';
import type { Tab } from './entry.ts';

const tenMinutesMs = 600_000;
const floodFrom = 10;

/** Alarms of a tab: those that wait first, then by priority, the oldest first; history as it comes, the newest first. */
export const listed = (alarms: readonly AlarmView[], tab: Tab): AlarmView[] => {
  if (tab === 'history') return [...alarms];
  const own = alarms.filter(({ state }) =>
    tab === 'shelved' ? state === 'shelved' : state === 'unack' || state === 'rtn_unack' || state === 'ack',
  );
  return own.sort(
    (a, b) =>
      Number(isWaiting(b)) - Number(isWaiting(a)) || a.priority - b.priority || Date.parse(a.raisedAt) - Date.parse(b.raisedAt),
  );
};

/** More than ten alarms of the last ten minutes: how many, and the first of them; null where there is no flood. */
export const floodOf = (alarms: readonly AlarmView[], nowMs: number): { count: number; first: AlarmView } | null => {
  const recent = alarms.filter(({ raisedAt, insight }) => !insight && nowMs - Date.parse(raisedAt) <= tenMinutesMs);
  const [first] = recent.toSorted((a, b) => Date.parse(a.raisedAt) - Date.parse(b.raisedAt));
  return first === undefined || recent.length <= floodFrom ? null : { count: recent.length, first };
};

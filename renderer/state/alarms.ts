import type { AlarmView } from '../../server/contract/plant/alarms.ts';

const priorities = [1, 2, 3, 4] as const;

/** One priority as the bar counts it. */
export type PriorityCount = { priority: number; active: number; unacknowledged: number };

/** What the bar says of the alarms that are not held back. */
export type Attention = {
  counts: PriorityCount[];
  /** Those that wait for a person, the most urgent first, the oldest of them first. */
  waiting: AlarmView[];
  /** Active ones that somebody has seen. */
  seen: AlarmView[];
};

/** Whether nobody has acknowledged it yet. */
export const isWaiting = ({ state }: Pick<AlarmView, 'state'>): boolean => state === 'unack' || state === 'rtn_unack';
const isCounted = (alarm: AlarmView): boolean => isWaiting(alarm) || alarm.state === 'ack';

const byUrgency = (a: AlarmView, b: AlarmView): number =>
  a.priority - b.priority || Date.parse(a.raisedAt) - Date.parse(b.raisedAt) || (a.id < b.id ? -1 : 1);

/** `queued`: acknowledged here, whether or not the server knows it yet. */
export const attentionOf = (alarms: readonly AlarmView[], queued: ReadonlySet<string>): Attention => {
  const waits = (alarm: AlarmView) => isWaiting(alarm) && !queued.has(alarm.id);
  const counted = alarms.filter(isCounted);
  return {
    counts: priorities.map((priority) => {
      const own = counted.filter((alarm) => alarm.priority === priority);
      return { priority, active: own.length, unacknowledged: own.filter(waits).length };
    }),
    waiting: counted.filter(waits).sort(byUrgency),
    seen: counted.filter((alarm) => !waits(alarm)).sort(byUrgency),
  };
};

/** Before the name of the page in the tab: how many wait, with "!" where one is critical or high. */
export const titleMark = ({ waiting }: Pick<Attention, 'waiting'>): string =>
  waiting.length === 0 ? '' : `(${waiting.length}${waiting.some(({ priority }) => priority <= 2) ? '!' : ''}) `;

import { MINUTE_MS } from '../../../core/time.ts';
import { type AlarmRecord, isShelved } from '../model.ts';
import type { Alarms } from './alarms.ts';

/** What an alarm is about that the plant itself reported, such as a valve. */
export const FAULT = 'fault';

/** Faults that came back while they were shelved and last, now that this is over. */
export const returnedFaults = (alarms: Pick<Alarms, 'open' | 'steps'>, industryId: string, nowMs: number): AlarmRecord[] =>
  alarms.open(industryId).filter(({ id, param, clearedAtMs, shelvedUntilMs }) => {
    if (param !== FAULT || clearedAtMs !== null || shelvedUntilMs === null || shelvedUntilMs > nowMs) return false;
    const kinds = alarms.steps(id).map(({ kind }) => kind);
    return kinds.lastIndexOf('rejoined') > kinds.lastIndexOf('shelved');
  });

/** Clocks are set back by a little all the time: what was shelved so late is put aside that little longer. */
const AHEAD_MS = 5 * MINUTE_MS;

/** Ids of alarms that were shelved in a time to come. */
export const shelvedAhead = (alarms: Pick<Alarms, 'open' | 'steps'>, industryId: string, nowMs: number): string[] =>
  alarms.open(industryId).flatMap((alarm) => {
    if (!isShelved(alarm, nowMs)) return [];
    const shelved = alarms.steps(alarm.id).findLast(({ kind }) => kind === 'shelved');
    return shelved && shelved.at > nowMs + AHEAD_MS ? [alarm.id] : [];
  });

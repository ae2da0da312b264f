import type { AlarmRecord } from '../model.ts';
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

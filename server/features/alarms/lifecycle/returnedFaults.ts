import { type AlarmRecord, LONGEST_SHELF_MS } from '../model.ts';
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

/** Ids of alarms that are shelved for longer than a person can shelve them. */
export const shelvedAhead = (open: readonly AlarmRecord[], nowMs: number): string[] =>
  open.flatMap(({ id, shelvedUntilMs }) => ((shelvedUntilMs ?? 0) > nowMs + LONGEST_SHELF_MS ? [id] : []));

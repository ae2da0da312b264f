import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS } from '../../core/time.ts';
import { ofUnits } from './answers.ts';
import type { AlarmBrief, AlarmHistory } from './model.ts';
import type { DaySpan } from './rules/windows.ts';

/** So much time is read at once, so that others get their turn. */
const STEP_MS = 3 * DAY_MS;
/** Reads a span of time piece by piece; others get their turn between. */
export const inSteps = async <T>(
  { fromMs, toMs }: DaySpan,
  read: (fromMs: number, toMs: number) => readonly T[],
): Promise<T[]> => {
  const found: T[] = [];
  for (let atMs = fromMs; atMs < toMs; atMs += STEP_MS) {
    found.push(...read(atMs, Math.min(atMs + STEP_MS, toMs)));
    await nextTurn();
  }
  return found;
};

/** Alarms of units that were raised in a span. */
export type RaisedWithin = (industryId: string, span: DaySpan, unitIds?: readonly string[]) => Promise<AlarmBrief[]>;

export const raisedWithin =
  (alarms: Pick<AlarmHistory, 'briefs'>): RaisedWithin =>
  (industryId, span, unitIds) =>
    inSteps(span, (fromMs, toMs) => ofUnits(alarms.briefs(industryId, fromMs, toMs, unitIds)));

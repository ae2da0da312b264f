import { useMemo } from 'react';
import { SLOT_MS } from '../../../../server/contract/model/common.ts';
import { readTrend, type Trend } from '../../../../server/contract/plant/readings/trend.ts';
import { type Answer, type Asked, useEndpoint } from '../../../api/useEndpoint.ts';
import type { StepKey } from '../search.ts';
import { moved, type Step, stepsOf } from './lines.ts';
import type { Range } from './range.ts';

const fewest = 20;

export type LineAsked = {
  unitId: string;
  param: string;
  form: 'value' | 'counter';
  range: Range;
  step: StepKey;
  points: number;
  elapsedMinutes?: number | undefined;
  everyMs: number;
  enabled: boolean;
};

export type Line = { answer: Answer<Trend>; steps: Step[] };

const none: Step[] = [];

const byClock = ['points', 'elapsedMinutes', 'from', 'to'] as const;

/** The same line a little later, or of another width: a range that runs moves with the clock. */
const isSameLine = (before: Asked, now: Readonly<Record<string, unknown>>): boolean => {
  const { query: was = {} } = before;
  const fixed = new Set([...Object.keys(was), ...Object.keys(now)].filter((key) => !byClock.some((one) => one === key)));
  const near = (a: unknown, b: unknown, unitMs: number): boolean =>
    a === b || (a !== undefined && b !== undefined && Math.abs(Number(a) - Number(b)) * unitMs <= 2 * SLOT_MS);
  const time = (at: unknown) => (typeof at === 'string' ? Date.parse(at) : undefined);
  return (
    [...fixed].every((key) => was[key] === now[key]) &&
    near(was.elapsedMinutes, now.elapsedMinutes, 60_000) &&
    near(time(was.from), time(now.from), 1) &&
    near(time(was.to), time(now.to), 1)
  );
};

/** A line beside the main one: gone while that of what was chosen comes, as its name says already what was chosen. */
export const unlessPrevious = (line: Line): Line =>
  line.answer.previous === true ? { answer: { ...line.answer, data: undefined }, steps: none } : line;

/** One line of a trend; where it is thinned and a stretch of it is looked at, that stretch as finely as it was measured. */
export const useLine = (asked: LineAsked, zoom: readonly [number, number] | null, movedToMs?: number): Line => {
  const { unitId, param, form, range, step, points, elapsedMinutes, everyMs, enabled } = asked;
  const common = { unitId, param, form, step, points: Math.max(fewest, points) };
  const whole = { ...common, ...range.query, ...(elapsedMinutes === undefined ? {} : { elapsedMinutes }) };
  const answer = useEndpoint(
    readTrend,
    { query: whole },
    { everyMs: range.open ? everyMs : false, enabled, keepPrevious: (before) => isSameLine(before, whole) },
  );
  const trend = answer.data;
  const shiftMs = trend === undefined || movedToMs === undefined ? 0 : movedToMs - Date.parse(trend.from);
  const fine = trend !== undefined && zoom !== null && step === 'slot' && trend.stepMinutes > 5 && form === 'value';
  const [fromMs, toMs] = fine
    ? [Math.max(Date.parse(trend.from), zoom[0] - shiftMs), Math.min(Date.parse(trend.to), zoom[1] - shiftMs)]
    : [0, SLOT_MS];
  const iso = (ms: number): string => new Date(ms).toISOString();
  const query = {
    from: iso(Math.floor(fromMs / SLOT_MS) * SLOT_MS),
    to: iso(Math.ceil(Math.max(toMs, fromMs + SLOT_MS) / SLOT_MS) * SLOT_MS),
  };
  const detail = useEndpoint(readTrend, { query: { ...common, ...query } }, { enabled: fine && enabled, keepPrevious: true });
  const shown = fine && detail.data !== undefined && !detail.previous ? detail.data : undefined;
  const steps = useMemo(() => {
    if (trend === undefined) return none;
    const all = stepsOf(trend);
    if (shown === undefined) return moved(all, shiftMs);
    const inside = stepsOf(shown);
    const [first, last] = [inside[0]?.fromMs ?? 0, inside.at(-1)?.toMs ?? 0];
    const merged = [
      ...all.filter(({ toMs: end }) => end <= first),
      ...inside,
      ...all.filter(({ fromMs: start }) => start >= last),
    ];
    return moved(merged, shiftMs);
  }, [trend, shown, shiftMs]);
  return { answer, steps: enabled ? steps : none };
};

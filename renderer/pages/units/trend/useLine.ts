import { useMemo } from 'react';
import { SLOT_MS } from '../../../../server/contract/model/common.ts';
import { readTrend, type Trend } from '../../../../server/contract/plant/readings/trend.ts';
import { type Answer, useEndpoint } from '../../../api/useEndpoint.ts';
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

/** One line of a trend; where it is thinned and a stretch of it is looked at, that stretch as finely as it was measured. */
export const useLine = (asked: LineAsked, zoom: readonly [number, number] | null, movedToMs?: number): Line => {
  const { unitId, param, form, range, step, points, elapsedMinutes, everyMs, enabled } = asked;
  const common = { unitId, param, form, step, points: Math.max(fewest, points) };
  const answer = useEndpoint(
    readTrend,
    { query: { ...common, ...range.query, ...(elapsedMinutes === undefined ? {} : { elapsedMinutes }) } },
    { everyMs: range.open ? everyMs : false, enabled, keepPrevious: true },
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

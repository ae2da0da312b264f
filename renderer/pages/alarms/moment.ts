import { HOUR_MS, SLOT_MS } from '../../../server/contract/model/common.ts';
import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import type { Trend } from '../../../server/contract/plant/readings/trend.ts';
import { type LinePaths, linePaths } from '../../parts/charts/linePaths.ts';
import { hasValue } from '../../state/slotQuality.ts';
import { stepsOf } from '../units/trend/lines.ts';

type Drawn = LinePaths & { low: number; high: number; fromMs: number; toMs: number; markX: number };

const BEFORE_MS = 3 * HOUR_MS;
const AFTER_MS = HOUR_MS;

const isoOf = (slot: number): string => new Date(slot * SLOT_MS).toISOString();

/** What is asked of an alarm: its own parameter where a unit of quality has several, from 3 hours before it to 1 hour after it. */
export const askedAround = ({ unitId, raisedAt, category, param }: AlarmView) => {
  const raisedMs = Date.parse(raisedAt);
  return {
    unitId,
    ...(category === 'quality_threshold' ? { param } : {}),
    from: isoOf(Math.floor((raisedMs - BEFORE_MS) / SLOT_MS)),
    to: isoOf(Math.ceil((raisedMs + AFTER_MS) / SLOT_MS)),
  };
};

/** The line of a trend with the moment marked, broken where a slot is missing; null where nothing is known of the time. */
export const lineAround = (trend: Trend, atMs: number, width: number, height: number): Drawn | null => {
  const steps = stepsOf(trend).filter(({ running }) => !running);
  const values = steps.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length === 0) return null;
  const [fromMs, toMs] = [Date.parse(trend.from), Date.parse(trend.to)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (ms: number) => ((ms - fromMs) / (toMs - fromMs)) * width;
  const part = (value: number) => (high > low ? (value - low) / (high - low) : 0);
  const y = (value: number) => 6 + (trend.depth ? part(value) : 1 - part(value)) * (height - 12);
  const paths = linePaths(
    steps.map(({ fromMs: ms, value, letter }) => ({
      x: x(ms),
      y: y(value ?? low),
      letter: value === null && hasValue(letter) ? 'M' : letter,
    })),
  );
  return { ...paths, low, high, fromMs, toMs, markX: x(atMs) };
};

import type { QualityDay } from '../../contract/user/deviceDataV1.ts';
import { round } from '../../core/round.ts';
import { mean } from '../../core/statistics.ts';
import {
  dmyOfDay,
  flowing,
  linkedFlow,
  percentOf,
  qualitySeries,
  type Selection,
  type ServingContext,
} from '../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../plantModel/index.ts';

type ParamDay = QualityDay['params'][string];

const DAYS = 7;
const BLOCK_SLOTS = 3;
const BLOCK_MINUTES = 15;
/** A mean of a quarter hour needs two valid slots of three. */
const VALID_SLOTS = 2;
const PERCENTILE = 0.95;
const PLACES = 2;

/** Means of the quarter hours on the clock, of those with enough valid slots. */
const quarterMeans = (valid: readonly (number | null)[], fromSlot: number): number[] => {
  const means: number[] = [];
  const first = (BLOCK_SLOTS - (fromSlot % BLOCK_SLOTS)) % BLOCK_SLOTS;
  for (let at = first; at + BLOCK_SLOTS <= valid.length; at += BLOCK_SLOTS) {
    const known = valid.slice(at, at + BLOCK_SLOTS).filter((value) => value !== null);
    if (known.length >= VALID_SLOTS) means.push(mean(known) ?? 0);
  }
  return means;
};

const isOut = (mean: number, lt: number | null, ht: number | null): boolean =>
  (lt !== null && mean < lt) || (ht !== null && mean > ht);

/** The quarter hours of [fromSlot, toSlot) that were measured while water flowed, and how many of them lay outside the limits. */
export const quartersOut = (
  unit: Unit,
  series: SeriesInfo,
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
  { reader, unitOf }: Pick<ServingContext, 'reader' | 'unitOf'>,
): { judged: number; out: number } => {
  const { values, quality } = reader.slots(series.id, fromSlot, toSlot);
  const isWet = flowing(linkedFlow(unit, unitOf), reader, fromSlot, toSlot);
  const means = quarterMeans(
    Array.from(values, (value, at) => (/[GRB]/.test(quality[at] ?? 'M') && isWet(at) ? value : null)),
    fromSlot,
  );
  const { lt = null, ht = null } = unit.meta.params?.[series.param] ?? {};
  return { judged: means.length, out: means.filter((one) => isOut(one, lt, ht)).length };
};

/** What a parameter kept and how long it was out of its limits in [fromSlot, toSlot); only while water flows. */
export const paramStretch = (
  unit: Unit,
  series: SeriesInfo,
  fromSlot: number,
  toSlot: number,
  { reader, unitOf }: ServingContext,
): ParamDay => {
  const { values, quality } = reader.slots(series.id, fromSlot, toSlot);
  const isWet = flowing(linkedFlow(unit, unitOf), reader, fromSlot, toSlot);
  const valid = Array.from(values, (value, at) => (/[GRB]/.test(quality[at] ?? 'M') && isWet(at) ? value : null));
  const known = valid.filter((value) => value !== null).sort((a, b) => a - b);
  const { lt = null, ht = null } = unit.meta.params?.[series.param] ?? {};
  return {
    min: round(known[0] ?? null, PLACES),
    max: round(known.at(-1) ?? null, PLACES),
    avg: round(mean(known), PLACES),
    p95: round(known[Math.ceil(PERCENTILE * known.length) - 1] ?? null, PLACES),
    minutesOut: BLOCK_MINUTES * quarterMeans(valid, fromSlot).filter((one) => isOut(one, lt, ht)).length,
    validPct: percentOf(known.length, toSlot - fromSlot),
  };
};

/** The seven shift days before a day, oldest first, of every quality unit of a selection. */
export const qualityHistory = async (selection: Selection, day: number, source: ServingContext): Promise<QualityDay[]> => {
  const units = selection.categories
    .flatMap(({ subs }) => subs.flatMap((sub) => sub.units))
    .filter(({ type }) => type === 'quality');
  const days: QualityDay[] = [];
  for (let ago = DAYS; ago >= 1; ago -= 1) {
    const { firstSlot, slots } = source.calendar.windowOfDay(day - ago);
    for (const unit of units) {
      const params: QualityDay['params'] = {};
      for (const series of qualitySeries(unit)) {
        await source.pace.turn();
        params[series.param] = paramStretch(unit, series, firstSlot, firstSlot + slots, source);
      }
      days.push({ date: dmyOfDay(day - ago), unitId: unit.id, params });
    }
  }
  return days;
};

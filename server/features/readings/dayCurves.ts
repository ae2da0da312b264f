import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isCountedAt } from '../../core/slots.ts';
import { gatherTotals, type ReadContext } from '../../historian/index.ts';
import type { SeriesInfo } from '../../plantModel/index.ts';
import { addTotals } from './categoryTotals.ts';

const MOST_KEPT = 400;
/** A curve takes 5 KB to keep: fewer series are read about as quickly, and a small plant's file stays small. */
const KEPT_FROM_SERIES = 30;

/** Series that are added up, and the name by which their sum is kept. */
export type Summed = { name: string; series: readonly SeriesInfo[] };

/** Of a day up to each slot: what counters counted, what tanks held; NaN in slots of which nothing is known. */
type Curve = Float64Array;

/** The newest value of slots [from, to) of a curve; null where nothing is known of them. */
const newestOf = (curve: Curve, from: number, to: number): number | null => {
  for (let at = Math.min(to, curve.length) - 1; at >= from; at -= 1) {
    const value = curve[at] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
  }
  return null;
};

/**
 * The total of many series up to any slot of a past day. A page that compares a part of today with the same part of other
 * days asks for another part every five minutes; the days themselves stay as they are, so each is read once.
 */
export class DayCurves {
  readonly #kept = new LRUCache<string, { revision: string; curve: Curve }>({ max: MOST_KEPT });
  readonly #sums = new LRUCache<string, { revision: string; sum: number | null }>({ max: MOST_KEPT });

  /**
   * Stored units; null where nothing is known.
   * @param part `slots`: how many slots of the day, from its start.
   */
  async upTo(summed: Summed, { day, slots }: { day: number; slots: number }, source: ReadContext): Promise<number | null> {
    if (slots <= 0 || summed.series.length === 0) return null;
    return newestOf(await this.#curve(summed, day, source), 0, slots);
  }

  /** Of slots [from, to) of a day: what counters counted in them, what tanks held at their end; null where nothing is known of them. */
  async within(summed: Summed, { day, from, to }: { day: number; from: number; to: number }, source: ReadContext) {
    const [first] = summed.series;
    if (!first) return null;
    const curve = await this.#curve(summed, day, source);
    const end = newestOf(curve, from, to);
    return end === null || first.kind !== 'counter' ? end : end - (newestOf(curve, 0, from) ?? 0);
  }

  /** The total of counters over whole days up to a slot at which a day ends; stored units, null where nothing is known. */
  async wholeDays(
    { name, series }: Summed,
    stretch: { fromDay: number; fromSlot: number },
    endSlot: number,
    source: ReadContext,
  ): Promise<number | null> {
    const ids = series.map(({ id }) => id);
    const toDay = source.calendar.dayOfSlot(endSlot - 1);
    const key = `${name} ${stretch.fromDay} ${toDay}`;
    const revision = `${source.reader.revision(ids, stretch.fromDay, toDay)} ${ids.join()}`;
    const kept = this.#sums.get(key);
    if (kept?.revision === revision) return kept.sum;
    const found = await gatherTotals(source, ids, stretch, endSlot);
    const sum = addTotals(series, ({ id }) => found.get(id));
    this.#sums.set(key, { revision, sum });
    return sum;
  }

  async #curve({ name, series }: Summed, day: number, source: ReadContext): Promise<Curve> {
    const ids = series.map(({ id }) => id);
    const key = `${name} ${day}`;
    // which units there are is part of it: a meter that was added adds to the past too
    const revision = `${source.reader.revision(ids, day, day)} ${ids.join()}`;
    const kept = this.#kept.get(key);
    if (kept?.revision === revision) return kept.curve;
    const curve = await curveOf({ name, series }, day, source);
    this.#kept.set(key, { revision, curve });
    return curve;
  }
}

/** From what was kept of a closed day, else of its series. */
const curveOf = async ({ name, series }: Summed, day: number, source: ReadContext): Promise<Curve> => {
  const industryId = series[0]?.industryId;
  if (industryId === undefined || series.length < KEPT_FROM_SERIES) return readCurve(series, day, source);
  const { firstSlot, slots } = source.calendar.windowOfDay(day);
  const members = series.map(({ id, kind }) => `${id} ${kind}`).join();
  const basis = `${firstSlot} ${slots} ${createHash('sha256').update(members).digest('base64url')}`;
  const remembered = source.reader.figures?.of({ kind: 'curve 2', subject: name, industryId }, day, day)(day, basis);
  if (remembered?.known) return Float64Array.from(remembered.known, (value) => value ?? Number.NaN);
  const curve = await readCurve(series, day, source);
  remembered?.keep(Array.from(curve, (value) => (Number.isNaN(value) ? null : value)));
  return curve;
};

const readCurve = async (series: readonly SeriesInfo[], day: number, { reader, calendar, pace }: ReadContext): Promise<Curve> => {
  const { firstSlot, slots } = calendar.windowOfDay(day);
  const curve = new Float64Array(slots).fill(Number.NaN);
  const isKnown = new Uint8Array(slots);
  for (const { id, kind } of series) {
    await pace.turn();
    const { values, quality } = reader.slots(id, firstSlot, firstSlot + slots);
    let amount = Number.NaN;
    for (let at = 0; at < slots; at += 1) {
      if (isCountedAt(quality, at)) {
        const value = values[at] ?? 0;
        amount = kind === 'counter' && !Number.isNaN(amount) ? amount + value : value;
        isKnown[at] = 1;
      }
      if (Number.isNaN(amount)) continue;
      const before = curve[at] ?? Number.NaN;
      curve[at] = Number.isNaN(before) ? amount : before + amount;
    }
  }
  // a stretch of which nothing is known has no amount; it is not one without water
  for (let at = 0; at < slots; at += 1) if (isKnown[at] === 0) curve[at] = Number.NaN;
  return curve;
};

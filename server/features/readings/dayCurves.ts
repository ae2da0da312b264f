import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { gatherTotals, isEnteredByHand, type ServingContext } from '../../historian/index.ts';
import type { SeriesInfo } from '../../plantModel/index.ts';
import { addTotals } from './categoryTotals.ts';
import { curveOfFigures, type DayCurve, figuresOf, type PartOfDay, partOfCurve, readCurve } from './dayCurve.ts';

const MOST_KEPT = 400;
/** A curve takes 5 KB to keep: fewer series are read about as quickly, and a small plant's file stays small. */
const KEPT_FROM_SERIES = 30;

/** Series that are added up, and the name by which their sum is kept. */
export type Summed = { name: string; series: readonly SeriesInfo[] };

/** What a curve depends on beside readings: which series there are, and which of them are filled by hand. */
type Members = { ids: readonly number[]; name: string };

/** Lists of series are made anew with the units. */
const knownMembers = new WeakMap<readonly SeriesInfo[], Members>();

const membersOf = (series: readonly SeriesInfo[], { unitOf }: ServingContext): Members => {
  const known = knownMembers.get(series);
  if (known) return known;
  const nameOf = ({ id, kind, unitId }: SeriesInfo): string =>
    `${id} ${kind}${isEnteredByHand(unitOf(unitId), unitOf) ? ' by hand' : ''}`;
  const members = { ids: series.map(({ id }) => id), name: series.map(nameOf).join() };
  knownMembers.set(series, members);
  return members;
};

/**
 * The total of many series up to any slot of a past day. A page that compares a part of today with the same part of other
 * days asks for another part every five minutes; the days themselves stay as they are, so each is read once.
 */
export class DayCurves {
  readonly #kept = new LRUCache<string, { revision: string; curve: DayCurve }>({ max: MOST_KEPT });
  readonly #sums = new LRUCache<string, { revision: string; sum: number | null }>({ max: MOST_KEPT });

  /**
   * Stored units; null where nothing is known.
   * @param part `slots`: how many slots of the day, from its start.
   */
  async upTo(summed: Summed, { day, slots }: { day: number; slots: number }, source: ServingContext): Promise<number | null> {
    return (await this.within(summed, { day, from: 0, to: slots }, source))?.amount ?? null;
  }

  /** Of slots [from, to) of a day; null where nothing is known of them. */
  async within(
    summed: Summed,
    { day, from, to }: { day: number; from: number; to: number },
    source: ServingContext,
  ): Promise<PartOfDay | null> {
    const [first] = summed.series;
    if (!first || to <= from) return null;
    return partOfCurve(await this.#curve(summed, day, source), { kind: first.kind, from, to });
  }

  /** The total of counters over whole days up to a slot at which a day ends; stored units, null where nothing is known. */
  async wholeDays(
    { name, series }: Summed,
    stretch: { fromDay: number; fromSlot: number },
    endSlot: number,
    source: ServingContext,
  ): Promise<number | null> {
    const { ids } = membersOf(series, source);
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

  async #curve({ name, series }: Summed, day: number, source: ServingContext): Promise<DayCurve> {
    const { ids, name: members } = membersOf(series, source);
    const key = `${name} ${day}`;
    // which units there are is part of it: a meter that was added adds to the past too
    const revision = `${source.reader.revision(ids, day, day)} ${members}`;
    const kept = this.#kept.get(key);
    if (kept?.revision === revision) return kept.curve;
    const curve = await curveOf({ name, series }, day, source);
    this.#kept.set(key, { revision, curve });
    return curve;
  }
}

/** From what was kept of a closed day, else of its series. */
const curveOf = async ({ name, series }: Summed, day: number, source: ServingContext): Promise<DayCurve> => {
  const industryId = series[0]?.industryId;
  if (industryId === undefined || series.length < KEPT_FROM_SERIES) return readCurve(series, day, source);
  const { firstSlot, slots } = source.calendar.windowOfDay(day);
  const { name: members } = membersOf(series, source);
  const basis = `${firstSlot} ${slots} ${createHash('sha256').update(members).digest('base64url')}`;
  const remembered = source.reader.figures?.of({ kind: 'curve 3', subject: name, industryId }, day, day)(day, basis);
  if (remembered?.known) return curveOfFigures(remembered.known, slots);
  const curve = await readCurve(series, day, source);
  remembered?.keep(figuresOf(curve));
  return curve;
};

import { tankVolume } from '../../../contract/model/tankVolume.ts';
import type { TankShape } from '../../../contract/model/units.ts';
import { lastUsed } from '../../../core/lastUsed.ts';
import { code, isComplete } from '../../../core/slots.ts';
import { type ReadContext, type ReadingReader, seriesOf, type UnitLookup } from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';

const LITRES_PER_M3 = 1000;
/** Part of a volume, which is kept as a float32. */
const NOISE = 1e-6;
/** Part of a volume by which lines between levels may differ from a shape that is round. */
const BETWEEN_LEVELS = 0.005;
/** Part of the range of a day's levels beyond which its shape is not said to go on. */
const BEYOND = 0.1;

/** Fewer days are read in less time than it takes to look whether they changed. */
const LEAST_DAYS_KEPT = 3;

/** What a tank held in a slot, litres. */
export type StockIn = { slot: number; litres: number };

/** The last measured one of [fromSlot, toSlot). */
export const lastIn = (reader: ReadingReader, seriesId: number, fromSlot: number, toSlot: number): StockIn | null => {
  if (toSlot <= fromSlot) return null;
  const { values, quality } = reader.slots(seriesId, fromSlot, toSlot);
  for (let at = values.length - 1; at >= 0; at -= 1)
    if (isComplete(quality.charCodeAt(at))) return { slot: fromSlot + at, litres: values[at] ?? 0 };
  return null;
};

const litresOf = (shape: TankShape, levelM: number): number => Math.fround(tankVolume(shape, levelM).volumeM3 * LITRES_PER_M3);

/** What the level of a slot comes to in a shape; null where it is not known. */
const litresInShape = (reader: ReadingReader, levelId: number, shape: TankShape, slot: number): number | null => {
  const { values, quality } = reader.slots(levelId, slot, slot + 1);
  return isComplete(quality.charCodeAt(0)) ? litresOf(shape, values[0] ?? 0) : null;
};

const isSame = (one: number, other: number): boolean => Math.abs(one - other) <= NOISE * Math.max(Math.abs(one), Math.abs(other));

/** The pairs of level and volume that were measured in a day up to a slot, by the level. */
const measuredPairs = (
  [levelId, volumeId]: readonly [number, number],
  endSlot: number,
  { reader, calendar }: Pick<ReadContext, 'reader' | 'calendar'>,
): [levelM: number, litres: number][] => {
  const { firstSlot } = calendar.windowOfDay(calendar.dayOfSlot(endSlot - 1));
  const [levels, volumes] = [reader.slots(levelId, firstSlot, endSlot), reader.slots(volumeId, firstSlot, endSlot)];
  const pairs: [number, number][] = [];
  for (const [at, levelM] of levels.values.entries())
    if (levels.quality.charCodeAt(at) === code.G && volumes.quality.charCodeAt(at) === code.G)
      pairs.push([levelM, volumes.values[at] ?? 0]);
  return pairs.sort(([one], [other]) => one - other);
};

/** What a level comes to by measured pairs, on lines between them and a little beyond; null where they do not say it. */
const litresByPairs = (pairs: readonly (readonly [levelM: number, litres: number])[], levelM: number): number | null => {
  const [lowest, highest] = [pairs[0], pairs.at(-1)];
  if (!lowest || !highest) return null;
  const beyond = BEYOND * (highest[0] - lowest[0]);
  if (levelM < lowest[0] - beyond || levelM > highest[0] + beyond) return null;
  // beyond the levels of the day it goes on as it does at their end
  const upper = levelM < lowest[0] ? lowest[0] + beyond : Math.min(levelM, highest[0]);
  const lower = levelM > highest[0] ? highest[0] - beyond : Math.max(levelM, lowest[0]);
  const to = pairs.find(([one]) => one >= upper) ?? highest;
  const from = pairs.findLast(([one]) => one <= lower) ?? lowest;
  if (to[0] === from[0]) return to[1];
  return from[1] + ((to[1] - from[1]) * (levelM - from[0])) / (to[0] - from[0]);
};

type Days = { fromDay: number; toDay: number };
/** Whether what a tank held at the end of a day is by the shape that it has now; undefined where that is not known. */
type IsByShape = (day: number) => boolean | undefined;

const readShapes = (
  { tank, ids }: { tank: TankShape; ids: readonly [levelId: number, volumeId: number] },
  { fromDay, toDay }: Days,
  reader: ReadingReader,
): IsByShape => {
  const [levelId, volumeId] = ids;
  const found = new Map<number, boolean>();
  const totals = toDay < fromDay ? [] : reader.dayTotals([volumeId, levelId], fromDay, toDay);
  const levels = new Map(
    totals.flatMap(({ seriesId, day, last }) => (seriesId === levelId && last !== null ? [[day, last]] : [])),
  );
  for (const { seriesId, day, last } of totals) {
    const levelM = levels.get(day);
    if (seriesId === volumeId && last !== null && levelM !== undefined) found.set(day, isSame(litresOf(tank, levelM), last));
  }
  // as nearly always, and then there is nothing to keep
  if (found.size === toDay - fromDay + 1 && [...found.values()].every((isByShape) => isByShape)) return () => true;
  return (day) => found.get(day);
};

/** Stretches of closed days whose shapes are remembered of a tank. */
const MOST_STRETCHES = 8;
/** By reader, and by the tank as it is set up: another shape makes another one. */
const knownShapes = new WeakMap<
  ReadingReader,
  WeakMap<TankShape, ReturnType<typeof lastUsed<string, { state: string; isByShape: IsByShape }>>>
>();

/** Those of closed days stay as they are until one of the days is stored anew. */
const shapesOfClosed = (
  tank: { tank: TankShape; ids: readonly [levelId: number, volumeId: number] },
  days: Days,
  reader: ReadingReader,
): IsByShape => {
  const stateOf = reader.closedState?.(tank.ids, days.fromDay, days.toDay);
  const states = tank.ids.map((id) => stateOf?.(id));
  if (states.includes(undefined)) return readShapes(tank, days, reader);
  const ofReader = knownShapes.get(reader) ?? new WeakMap();
  knownShapes.set(reader, ofReader);
  const kept = ofReader.get(tank.tank) ?? lastUsed(MOST_STRETCHES);
  ofReader.set(tank.tank, kept);
  const [key, state] = [`${tank.ids} ${days.fromDay} ${days.toDay}`, states.join()];
  const known = kept.get(key);
  if (known?.state === state) return known.isByShape;
  const isByShape = readShapes(tank, days, reader);
  // what was found damaged just now was left out, and will not always be
  if (tank.ids.every((id) => stateOf?.(id) !== undefined)) kept.set(key, { state, isByShape });
  return isByShape;
};

/**
 * Of days by their last stock and level, whether that is by the shape that the tank has now. It is not known of days without either, nor of
 * a tank that is by no shape.
 */
export const daysByShape = (
  { unit, volume }: { unit: Unit; volume: SeriesInfo },
  { fromDay, toDay }: Days,
  { reader, calendar, nowSlot }: Pick<ReadContext, 'reader' | 'calendar' | 'nowSlot'>,
): IsByShape => {
  const { tank: shape } = unit.meta;
  const level = seriesOf(unit, 'level');
  if (!shape || !level) return () => undefined;
  const tank = { tank: shape, ids: [level.id, volume.id] as const };
  const closedTo = Math.min(toDay, calendar.dayOfSlot(nowSlot) - 2);
  if (closedTo - fromDay < LEAST_DAYS_KEPT) return readShapes(tank, { fromDay, toDay }, reader);
  const ofClosed = shapesOfClosed(tank, { fromDay, toDay: closedTo }, reader);
  const ofOpen = readShapes(tank, { fromDay: closedTo + 1, toDay }, reader);
  return (day) => (day <= closedTo ? ofClosed(day) : ofOpen(day));
};

/**
 * What opens a stretch, by the shape that its tank has: days before another shape keep their volumes, and the change of stock would be that
 * of the shape (docs/domain.md 1.2). What a person entered, and what is by no level, is left as it is; where the end of the stretch is not by the
 * shape of now either, the levels and volumes of its last day say what its shape was.
 */
export const openingInShape = (
  unit: Unit,
  volumeId: number,
  { opening, closing }: { opening: StockIn | null; closing: StockIn | null },
  source: Pick<ReadContext, 'reader' | 'calendar'>,
): number | null => {
  const { reader } = source;
  const { tank } = unit.meta;
  const level = seriesOf(unit, 'level');
  if (!opening || !closing || !tank || !level) return opening?.litres ?? null;
  const byShape = litresInShape(reader, level.id, tank, opening.slot);
  const isEntered = ({ slot }: StockIn): boolean => reader.slots(volumeId, slot, slot + 1).quality.charCodeAt(0) === code.R;
  if (byShape === null || isEntered(opening)) return opening.litres;
  const closingByShape = litresInShape(reader, level.id, tank, closing.slot);
  if (closingByShape === null || isEntered(closing)) return opening.litres;
  if (isSame(closingByShape, closing.litres)) return isSame(byShape, opening.litres) ? opening.litres : byShape;
  const { values } = reader.slots(level.id, opening.slot, opening.slot + 1);
  const byLastDay = litresByPairs(measuredPairs([level.id, volumeId], closing.slot + 1, source), values[0] ?? 0);
  const isOfLastDay = byLastDay === null || Math.abs(byLastDay - opening.litres) <= BETWEEN_LEVELS * opening.litres;
  return isOfLastDay ? opening.litres : byLastDay;
};

/** From a day on up to a slot. */
type UpTo = { fromDay: number; endSlot: number };

/** The last stock of a stretch, of whatever age: where its last day has none, that of the last of its days that has one. */
const lastOf = ({ reader, calendar }: ReadContext, seriesId: number, { fromDay, endSlot }: UpTo): StockIn | null => {
  const lastDay = calendar.dayOfSlot(endSlot - 1);
  const found = lastIn(reader, seriesId, calendar.windowOfDay(lastDay).firstSlot, endSlot);
  if (found || lastDay <= fromDay) return found;
  const day = reader.dayTotals([seriesId], fromDay, lastDay - 1).findLast(({ last }) => last !== null)?.day;
  if (day === undefined) return null;
  const { firstSlot, slots } = calendar.windowOfDay(day);
  return lastIn(reader, seriesId, firstSlot, firstSlot + slots);
};

/**
 * By how much what a series held at the end of a stretch is more by the shape that its tank has at the end of a later one, litres: what is
 * compared with the stock of now is held against it by one shape (docs/domain.md 1.2).
 */
export const restatedBy = (
  { id, unitId, kind, param }: SeriesInfo,
  { before, now }: { before: UpTo; now: UpTo },
  source: ReadContext & { unitOf: UnitLookup },
): number => {
  const unit = kind === 'stock' && param === 'volume' ? source.unitOf(unitId) : undefined;
  if (!unit?.meta.tank) return 0;
  const opening = lastOf(source, id, before);
  const closing = opening && lastOf(source, id, now);
  return opening ? (openingInShape(unit, id, { opening, closing }, source) ?? opening.litres) - opening.litres : 0;
};

/** Volumes of tanks with the levels that they are by. */
const volumesByLevel = (
  series: readonly SeriesInfo[],
  unitOf: UnitLookup,
): { volume: SeriesInfo; levelId: number; tank: TankShape }[] =>
  series.flatMap((volume) => {
    const unit = volume.kind === 'stock' && volume.param === 'volume' ? unitOf(volume.unitId) : undefined;
    const level = unit && seriesOf(unit, 'level');
    return level && unit.meta.tank ? [{ volume, levelId: level.id, tank: unit.meta.tank }] : [];
  });

/**
 * Those whose last stock of a day is not what their last level comes to by the shape of now; most days have none. Where the day has no
 * stock, that of a day before may be another.
 */
const byOtherShapes = (
  tanks: ReturnType<typeof volumesByLevel>,
  { fromDay, day }: { fromDay: number; day: number },
  { reader }: Pick<ReadContext, 'reader'>,
): ReadonlySet<number> => {
  const ids = tanks.flatMap(({ volume, levelId }) => [volume.id, levelId]);
  const last = new Map(reader.dayTotals(ids, day, day).map((total) => [total.seriesId, total.last]));
  return new Set(
    tanks.flatMap(({ volume, levelId, tank }) => {
      const [litres = null, levelM = null] = [last.get(volume.id), last.get(levelId)];
      if (litres === null) return fromDay < day ? [volume.id] : [];
      return levelM === null || isSame(litresOf(tank, levelM), litres) ? [] : [volume.id];
    }),
  );
};

/** With those that were by other shapes, by stretch. */
type Tanks = { tanks: ReturnType<typeof volumesByLevel>; others: Map<string, ReadonlySet<number>> };

/**
 * The same of several series together, for all that is compared with the stock at the end of one stretch. Slots are read only of those that were by
 * another shape on one of the days.
 */
export class RestatedStock {
  readonly #now: UpTo;
  readonly #source: ReadContext & { unitOf: UnitLookup };
  readonly #tanks = new Map<readonly SeriesInfo[], Tanks>();

  constructor(now: UpTo, source: ReadContext & { unitOf: UnitLookup }) {
    this.#now = now;
    this.#source = source;
  }

  /** @returns litres. */
  async by(series: readonly SeriesInfo[], before: UpTo): Promise<number> {
    const known = this.#tanksOf(series);
    if (known.tanks.length === 0) return 0;
    const others = await this.#othersAt(known, this.#now);
    const othersBefore = await this.#othersAt(known, before);
    let litres = 0;
    for (const { volume } of known.tanks) {
      if (!others.has(volume.id) && !othersBefore.has(volume.id)) continue;
      await this.#source.pace.turn();
      litres += restatedBy(volume, { before, now: this.#now }, this.#source);
    }
    return litres;
  }

  #tanksOf(series: readonly SeriesInfo[]): Tanks {
    const known = this.#tanks.get(series) ?? { tanks: volumesByLevel(series, this.#source.unitOf), others: new Map() };
    this.#tanks.set(series, known);
    return known;
  }

  async #othersAt({ tanks, others }: Tanks, { fromDay, endSlot }: UpTo): Promise<ReadonlySet<number>> {
    const day = this.#source.calendar.dayOfSlot(endSlot - 1);
    const key = `${fromDay} ${day}`;
    const known = others.get(key);
    if (known) return known;
    await this.#source.pace.turn();
    const found = byOtherShapes(tanks, { fromDay, day }, this.#source);
    others.set(key, found);
    return found;
  }
}

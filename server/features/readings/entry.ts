import { mostOfUnit } from '../../contract/rules/mostOfUnit.ts';
import { Failure } from '../../core/fail.ts';
import { round } from '../../core/round.ts';
import type { ShiftCalendar } from '../../core/shift.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { iso } from '../../core/time.ts';
import { type DayTotal, mainSeries, percentOf, type ReadingReader, type SlotRun, seriesOf } from '../../historian/index.ts';
import type { SeriesInfo, Unit, UnitDirectory } from '../../plantModel/index.ts';

export type EntryParts = {
  /**
   * Puts values in place of what slots hold; null takes an earlier one back. Stored when it resolves.
   * @throws Failure `unavailable` when it cannot be stored.
   */
  enter(seriesId: number, fromSlot: number, values: readonly (number | null)[], note: string): Promise<void>;
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: { of(industryId: string): ShiftCalendar };
};

export type Entry = {
  unitId: string;
  param?: string | undefined;
  fromSlot: number;
  values: readonly (number | null)[];
  note: string;
  /** A person was asked about what is unlikely, and says that it is right. */
  confirmed?: boolean | undefined;
};

/** The values before, and the new total of each day. */
export type Entered = { series: SeriesInfo; before: SlotRun; days: (DayTotal & { percent: number })[] };

const wrong = (path: string, message: string): Failure => new Failure('parameter', message, { errors: [{ path, message }] });

const seriesFor = (unit: Unit, param: string | undefined): SeriesInfo => {
  const series = param === undefined ? mainSeries(unit) : seriesOf(unit, param);
  if (!series) throw wrong('param', param === undefined ? 'the unit has no parameter' : `the unit has no parameter ${param}`);
  if (unit.meta.expression) throw wrong('unitId', 'the unit is a sum of others; values are entered at its parts');
  return series;
};

/** Why a value of a series cannot be less than nothing; undefined of a level or a quality, which may be. */
const neverNegative = ({ kind, measure }: SeriesInfo): string | undefined => {
  if (kind === 'counter') return 'a meter counts up';
  return kind === 'stock' && measure === 'L' ? 'a tank holds no less than nothing' : undefined;
};

const refuseNegative = (series: SeriesInfo, values: readonly (number | null)[]): void => {
  const reason = neverNegative(series);
  const negative = reason === undefined ? -1 : values.findIndex((value) => value !== null && value < 0);
  if (negative >= 0) throw wrong(`values.${negative}`, `values.${negative} must not be below 0: ${reason}`);
};

/** What may be right and seldom is, as a typed 1999 or litres in place of KL; undefined where nothing is. */
const unlikelyIn = (
  { fromSlot, values }: Entry,
  { measure, kind }: SeriesInfo,
  { most, joinedAtMs }: { most: number | undefined; joinedAtMs: number },
): string | undefined => {
  const first = values.findIndex((value) => value !== null);
  const firstMs = (fromSlot + first) * SLOT_MS;
  if (first >= 0 && firstMs + SLOT_MS <= joinedAtMs)
    return `values.${first} is of ${iso(firstMs)}, and the plant joined at ${iso(joinedAtMs)}`;
  const above = most === undefined ? -1 : values.findIndex((value) => value !== null && Math.abs(value) > most);
  if (above < 0) return undefined;
  const holder = kind === 'stock' ? 'the tank holds' : 'the meter has';
  return `values.${above} is ${values[above]} ${measure}, and ${holder} at most ${round(most ?? 0, 3)} ${measure}${kind === 'counter' ? ' in 5 minutes' : ''}`;
};

/** Readings that a person enters or corrects. */
export class ReadingEntry {
  readonly #parts: EntryParts;

  constructor(parts: EntryParts) {
    this.#parts = parts;
  }

  /**
   * @param nowSlot the first slot that is not over.
   * @throws Failure `noData` for an unknown unit; `parameter` for a parameter it does not have, a sum, slots to come, less than
   * nothing counted or held, or what is unlikely and not confirmed.
   */
  async enter(industryId: string, entry: Entry, nowSlot: number): Promise<Entered> {
    const { unitId, param, fromSlot, values, note } = entry;
    const { directory, reader, calendars } = this.#parts;
    const unit = directory.unit(industryId, unitId);
    if (!unit) throw new Failure('noData', 'unit not found');
    const series = seriesFor(unit, param);
    const toSlot = fromSlot + values.length;
    if (fromSlot < 0) throw wrong('from', 'from is before 1970');
    if (toSlot > nowSlot) throw wrong('values', 'values reach into slots that are not over yet');
    refuseNegative(series, values);
    const joinedAtMs = directory.industry(industryId)?.joinedAtMs ?? 0;
    const unlikely = unlikelyIn(entry, series, { most: mostOfUnit(unit, series), joinedAtMs });
    if (unlikely !== undefined && entry.confirmed !== true) throw wrong('confirmed', `confirmed must be true where ${unlikely}`);
    const before = reader.slots(series.id, fromSlot, toSlot);
    await this.#parts.enter(series.id, fromSlot, values, note);
    const calendar = calendars.of(industryId);
    const days = reader.dayTotals([series.id], calendar.dayOfSlot(fromSlot), calendar.dayOfSlot(toSlot - 1));
    return { series, before, days: days.map((day) => ({ ...day, percent: percentOf(day.complete, day.expected) })) };
  }
}

import { Readable } from 'node:stream';
import { Failure } from '../../core/fail.ts';
import { dayNumber, type ShiftWindow } from '../../core/shift.ts';
import { BYTE_ORDER_MARK, csvLines } from '../../core/text/csv.ts';
import { isoOfSlot, type ReadContext } from '../../historian/index.ts';
import type { SeriesInfo, Unit, UnitDirectory } from '../../plantModel/index.ts';

const MOST_DAYS = 1830;
const HEADER = `${BYTE_ORDER_MARK}time,unitId,unitName,param,unit,value,quality\r\n`;

/** Few enough that their text is gone before it grows old, and no write is made for each. */
const LINES_AT_ONCE = 24;
const MOST_BYTES_A_LETTER = 3;
/** One day waits for its client, not two or three. */
const WAITING_BYTES = 16_384;

/**
 * Where the lines of a day are put together: a text of all of them outlived the young heap while fifty clients were served in turn, and
 * so did all that it had been made of.
 */
let day = Buffer.allocUnsafe(65_536);

const putText = (text: string, at: number): number => {
  const most = at + MOST_BYTES_A_LETTER * text.length;
  if (most > day.length) day = Buffer.concat([day.subarray(0, at)], 2 * most);
  return at + day.write(text, at);
};

/** Slots of one series of one day as lines; those to come are left out. */
const dayLines = (
  middle: string,
  { id }: SeriesInfo,
  { firstSlot, slots }: ShiftWindow,
  { reader, nowSlot }: ReadContext,
): Buffer => {
  const { values, quality } = reader.slots(id, firstSlot, Math.max(firstSlot, Math.min(firstSlot + slots, nowSlot)));
  let length = 0;
  let lines = '';
  for (let at = 0; at < values.length; at += 1) {
    const letter = quality[at] ?? 'M';
    lines += `${isoOfSlot(firstSlot + at)}${middle}${letter === 'M' || letter === 'X' ? '' : values[at]},${letter}\r\n`;
    if (at % LINES_AT_ONCE !== LINES_AT_ONCE - 1 && at < values.length - 1) continue;
    length = putText(lines, length);
    lines = '';
  }
  return Buffer.from(day.subarray(0, length));
};

/** What stands in every line of a series between time and value. */
const middleOf = (unit: Unit, series: SeriesInfo): string =>
  `,${csvLines([[unit.id, unit.name, series.param, series.measure]]).trimEnd()},`;

async function* csvBytes(units: readonly Unit[], fromDay: number, toDay: number, source: ReadContext): AsyncGenerator<Buffer> {
  yield Buffer.from(HEADER);
  const { calendar, nowSlot, pace } = source;
  const all = units.flatMap((unit) => unit.series.map((series) => ({ series, middle: middleOf(unit, series) })));
  for (let at = fromDay; at <= toDay && calendar.windowOfDay(at).firstSlot < nowSlot; at += 1)
    for (const { series, middle } of all) {
      await pace.turn();
      const lines = dayLines(middle, series, calendar.windowOfDay(at), source);
      if (lines.length > 0) yield lines;
    }
}

/**
 * The units of an export and its days.
 * @throws Failure `parameter` when the dates run backwards or too far, `noData` for a unit that does not exist.
 */
export const exportRange = (
  directory: UnitDirectory,
  industryId: string,
  { unitIds, startDate, endDate }: { unitIds?: readonly string[] | undefined; startDate: string; endDate: string },
): { units: Unit[]; fromDay: number; toDay: number } => {
  const [fromDay, toDay] = daysBetween(startDate, endDate);
  const units = unitIds
    ? [...new Set(unitIds)].map((id) => {
        const unit = directory.unit(industryId, id);
        if (!unit) throw new Failure('noData', `unit ${id} not found`);
        return unit;
      })
    : directory.units(industryId);
  return { units, fromDay, toDay };
};

/** @throws Failure `parameter` for dates before 1970, in the wrong order, or more than five years apart. */
export const daysBetween = (startDate: string, endDate: string): [fromDay: number, toDay: number] => {
  const [fromDay, toDay] = [dayNumber(startDate), dayNumber(endDate)];
  if (fromDay < 0) throw new Failure('parameter', 'startDate is before 1970');
  if (toDay < fromDay) throw new Failure('parameter', 'endDate is before startDate');
  if (toDay - fromDay >= MOST_DAYS)
    throw new Failure(
      'parameter',
      `startDate to endDate is ${toDay - fromDay + 1} days; at most ${MOST_DAYS} (5 years) can be asked for at once`,
    );
  return [fromDay, toDay];
};

/** Readings as CSV, made day by day as fast as the client reads; it ends when the client goes. */
export const csvOf = (units: readonly Unit[], fromDay: number, toDay: number, source: ReadContext): Readable =>
  Readable.from(csvBytes(units, fromDay, toDay, source), { objectMode: false, highWaterMark: WAITING_BYTES });

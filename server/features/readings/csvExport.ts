import { Readable } from 'node:stream';
import { Failure } from '../../core/fail.ts';
import { dayNumber } from '../../core/shift.ts';
import { BYTE_ORDER_MARK, csvLines } from '../../core/text/csv.ts';
import { isoOfSlot, type ReadContext, refuseDayOutside } from '../../historian/index.ts';
import type { SeriesInfo, Unit, UnitDirectory } from '../../plantModel/index.ts';

const MOST_DAYS = 1830;
const HEADER = `${BYTE_ORDER_MARK}time,unitId,unitName,param,unit,value,quality\r\n`;

/** Written at once: each piece is a step of the stream and of what compresses it. */
const PIECE_CHARS = 65_536;

type Day = {
  firstSlot: number;
  /** When each of its slots begins; those to come are left out. */
  times: readonly string[];
};

const dayOf = (day: number, { calendar, nowSlot }: ReadContext): Day => {
  const { firstSlot, slots } = calendar.windowOfDay(day);
  const length = Math.max(0, Math.min(slots, nowSlot - firstSlot));
  return { firstSlot, times: Array.from({ length }, (_, at) => isoOfSlot(firstSlot + at)) };
};

/** Slots of one series of one day as lines. */
const dayLines = (unit: Unit, series: SeriesInfo, { firstSlot, times }: Day, { reader }: ReadContext): string => {
  const { values, quality } = reader.slots(series.id, firstSlot, firstSlot + times.length);
  const middle = `,${csvLines([[unit.id, unit.name, series.param, series.measure]]).trimEnd()},`;
  let lines = '';
  for (let at = 0; at < values.length; at += 1) {
    const letter = quality[at] ?? 'M';
    lines += `${times[at]}${middle}${letter === 'M' || letter === 'X' ? '' : values[at]},${letter}\r\n`;
  }
  return lines;
};

async function* csvText(units: readonly Unit[], fromDay: number, toDay: number, source: ReadContext): AsyncGenerator<string> {
  let text = HEADER;
  for (let day = fromDay; day <= toDay && source.calendar.windowOfDay(day).firstSlot < source.nowSlot; day += 1) {
    const asked = dayOf(day, source);
    for (const unit of units)
      for (const series of unit.series) {
        await source.pace.turn();
        text += dayLines(unit, series, asked, source);
        if (text.length < PIECE_CHARS) continue;
        yield text;
        text = '';
      }
  }
  if (text) yield text;
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

/** @throws Failure `parameter` for dates before 1970 or after 30/12/9999, in the wrong order, or more than five years apart. */
export const daysBetween = (startDate: string, endDate: string): [fromDay: number, toDay: number] => {
  const [fromDay, toDay] = [dayNumber(startDate), dayNumber(endDate)];
  refuseDayOutside(fromDay, 'startDate');
  refuseDayOutside(toDay, 'endDate');
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
  Readable.from(csvText(units, fromDay, toDay, source), { objectMode: false });

import { Readable } from 'node:stream';
import { Failure } from '../../core/fail.ts';
import { dayNumber } from '../../core/shift.ts';
import { BYTE_ORDER_MARK, csvLines } from '../../core/text/csv.ts';
import { isoOfSlot, type ReadContext, refuseDayOutside } from '../../historian/index.ts';
import type { SeriesInfo, Unit, UnitDirectory } from '../../plantModel/index.ts';

const MOST_DAYS = 1830;
const HEADER = `${BYTE_ORDER_MARK}time,unitId,unitName,param,unit,value,quality\r\n`;

/** Slots of one series of one day as lines; those to come are left out. */
const dayLines = (unit: Unit, series: SeriesInfo, day: number, { reader, calendar, nowSlot }: ReadContext): string => {
  const { firstSlot, slots } = calendar.windowOfDay(day);
  const { values, quality } = reader.slots(series.id, firstSlot, Math.max(firstSlot, Math.min(firstSlot + slots, nowSlot)));
  const middle = `,${csvLines([[unit.id, unit.name, series.param, series.measure]]).trimEnd()},`;
  let lines = '';
  for (let at = 0; at < values.length; at += 1) {
    const letter = quality[at] ?? 'M';
    lines += `${isoOfSlot(firstSlot + at)}${middle}${letter === 'M' || letter === 'X' ? '' : values[at]},${letter}\r\n`;
  }
  return lines;
};

async function* csvText(units: readonly Unit[], fromDay: number, toDay: number, source: ReadContext): AsyncGenerator<string> {
  yield HEADER;
  for (let day = fromDay; day <= toDay && source.calendar.windowOfDay(day).firstSlot < source.nowSlot; day += 1)
    for (const unit of units)
      for (const series of unit.series) {
        await source.pace.turn();
        const lines = dayLines(unit, series, day, source);
        if (lines) yield lines;
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

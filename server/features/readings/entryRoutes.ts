import { enterReadings, exportReadings } from '../../contract/plant/readings/readingsEntry.ts';
import { batchProcess, batchProcessRange, readJob } from '../../contract/user/batchProcess.ts';
import { Failure } from '../../core/fail.ts';
import { requireFound } from '../../core/refusal.ts';
import { dayNumber } from '../../core/shift.ts';
import { SLOT_MS } from '../../core/slots.ts';
import {
  displayUnitOf,
  dmyOfDay,
  isoOfSlot,
  nowSlotOf,
  type PacedReadServices,
  sourceFor,
  toDisplay,
} from '../../historian/index.ts';
import { file, type Route, route } from '../../http/route.ts';
import type { BatchRuns } from './batch.ts';
import { csvOf, daysBetween, exportRange } from './csvExport.ts';
import type { ReadingEntry } from './entry.ts';
import type { JobList } from './jobList.ts';

export type EntryRoutesParts = PacedReadServices & {
  entry: ReadingEntry;
  batch: BatchRuns;
  jobs: JobList;
};

/** Entering, exporting and working out again. */
export const entryRoutes = ({ entry, batch, jobs, ...parts }: EntryRoutesParts): Route[] => {
  const { directory, calendars, clock } = parts;
  /** @throws Failure `parameter` for a day before 1970 or one that has not begun. */
  const refuseUnbegun = (industryId: string, day: number, name: string): void => {
    if (day < 0) throw new Failure('parameter', `${name} is before 1970`);
    if (day > calendars.of(industryId).dayOf(clock.now())) throw new Failure('parameter', `${name} has not begun yet`);
  };

  const joinedDayOf = (industryId: string): number =>
    calendars.of(industryId).dayOf(directory.industry(industryId)?.joinedAtMs ?? 0);
  /** @throws Failure `parameter` for a day on which the industry had not joined yet: there is nothing to work out again. */
  const refuseUnjoined = (industryId: string, day: number, name: string): void => {
    refuseUnbegun(industryId, day, name);
    const joinedDay = joinedDayOf(industryId);
    if (day < joinedDay) throw new Failure('parameter', `${name} is before the industry joined on ${dmyOfDay(joinedDay)}`);
  };

  return [
    route(enterReadings)(async ({ body }, { caller, audited }) => {
      const { unitId, values, note, confirmed } = body;
      const fromSlot = Date.parse(body.from) / SLOT_MS;
      const { series, before, days } = await entry.enter(
        caller.industryId,
        { unitId, param: body.param, fromSlot, values, note, confirmed },
        nowSlotOf(clock.now()),
      );
      const from = isoOfSlot(fromSlot);
      const measure = displayUnitOf(series.measure, 1);
      audited({
        subject: `${unitId}.${series.param}`,
        before: { from, values: [...before.values], quality: before.quality },
        after: { from, values, note, ...(confirmed === true && { confirmed }) },
      });
      return {
        unitId,
        param: series.param,
        measure: series.measure,
        from,
        to: isoOfSlot(fromSlot + values.length),
        slots: values.length,
        days: days.map(({ day, revision, sum, percent }) => ({
          date: dmyOfDay(day),
          revision,
          total: series.kind === 'counter' ? toDisplay(sum, measure) : null,
          completeness: percent,
        })),
      };
    }),
    route(exportReadings)(({ query }, { caller, signal }) => {
      const { units, fromDay, toDay } = exportRange(directory, caller.industryId, query);
      const source = sourceFor(parts, parts.scheduler, caller.industryId, signal);
      return file({
        body: csvOf(units, fromDay, toDay, source),
        contentType: 'text/csv; charset=utf-8',
        fileName: `readings ${query.startDate} to ${query.endDate}.csv`,
      });
    }),
    route(batchProcess)(async ({ query }, { caller, audited }) => {
      const { industryId } = caller;
      const days = [query.date1, ...(query.date2 === undefined ? [] : [query.date2])].map(dayNumber);
      for (const [at, day] of days.entries()) refuseUnjoined(industryId, day, `date${at + 1}`);
      const result = await batch.run({ industryId, days: [...new Set(days)].sort((a, b) => a - b) });
      audited({ subject: result.jobId, after: { from: result.from, to: result.to, changedDays: result.changedDays } });
      return result;
    }),
    route(batchProcessRange)(async ({ query }, { caller, audited }) => {
      const { industryId } = caller;
      const [askedFrom, toDay] = daysBetween(query.startDate, query.endDate);
      refuseUnjoined(industryId, toDay, 'endDate');
      const fromDay = Math.max(askedFrom, joinedDayOf(industryId));
      const days = Array.from({ length: toDay - fromDay + 1 }, (_, at) => fromDay + at);
      const { unitIds } = query;
      const result = await batch.run({ industryId, days, unitIds });
      audited({ subject: result.jobId, after: { from: result.from, to: result.to, ...(unitIds && { unitIds }) } });
      return result;
    }),
    route(readJob)(({ params: { id } }, { caller }) => requireFound(jobs.find(caller.industryId, id), 'job')),
  ];
};

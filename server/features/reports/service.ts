import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { ReportSettings } from '../../contract/model/reportSettings.ts';
import { reasonOf } from '../../contract/reasonOf.ts';
import { type DailySummary, reportChoice, reportQuestion } from '../../contract/user/reportRows.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import type { Jobs } from '../../core/jobs.ts';
import { dayNumber, type ShiftCalendar } from '../../core/shift.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import type { UserDirectory } from '../auth/index.ts';
import { coveredUnits } from './collect/readUnits.ts';
import { midnightCalendar } from './collect/window.ts';
import { madeReport, type ReportFormat, type ReportOrder, type ReportTask } from './order.ts';
import { reportDays } from './period.ts';

export type ReportParts = {
  jobs: Jobs;
  /** Files are kept here until they are sent. */
  folder: string;
  directory: UnitDirectory;
  calendars: { of(industryId: string): ShiftCalendar };
  users: Pick<UserDirectory, 'usersOf'>;
  settings: { reports(industryId: string): Promise<Pick<ReportSettings, 'includeEstimates' | 'fiscalYearStartMonth'>> };
  /** Stores what is in memory, so that the job process reads the same numbers. */
  flush(): Promise<void> | void;
  clock: Clock;
};

/** A file that was made; whoever takes it calls `remove`. */
export type ReportFile = { path: string; fileName: string; bytes: number; format: ReportFormat; remove(): Promise<void> };
type Asker = { industryId: string; username: string };

const TIME_LIMIT_MS = 120_000;
/** Of a report whose process was ended by the system or for the database's sake. */
const REPEATS = 1;
const MOST_PDF_DAYS = 7;
/** A table of 5-minute slots per series and day: more are for a spreadsheet. */
const MOST_SLOT_TABLES = { html: 1500, pdf: 250 };

/** Reports: what is asked for, and having it made apart. */
export class ReportService {
  readonly #parts: ReportParts;

  constructor(parts: ReportParts) {
    this.#parts = parts;
  }

  /** Files that a server left behind when it was killed go. */
  start(): void {
    rmSync(this.#parts.folder, { recursive: true, force: true });
    mkdirSync(this.#parts.folder, { recursive: true, mode: 0o700 });
  }

  /**
   * Reads a request's query.
   * @throws Failure `badRequest` for an enumeration that does not exist, before anything else; `parameter` for what else is wrong;
   * `noData` for a unit or a period that is not there.
   */
  async order(asker: Asker, query: Record<string, unknown>): Promise<{ order: ReportOrder; format: ReportFormat }> {
    const choice = parsed(reportChoice, query, 'badRequest');
    const asked = parsed(reportQuestion, query, 'parameter');
    const order = await this.#order(asker, choice, asked);
    this.#refuseTooLong(order, choice.reportFormat);
    return { order, format: choice.reportFormat };
  }

  /** The file of a report. @throws Failure of the job, `rateLimit` when too many wait, `unavailable` when it takes too long. */
  async make(order: ReportOrder, format: ReportFormat, signal: AbortSignal): Promise<ReportFile> {
    const path = join(this.#parts.folder, `${randomUUID()}.${format}`);
    const remove = (): Promise<void> => rm(path, { force: true });
    try {
      const { fileName, bytes } = madeReport.parse(await this.#run({ order, file: { path, format } }, signal));
      return { path, fileName, bytes, format, remove };
    } catch (error) {
      await remove();
      throw error;
    }
  }

  /** What a report says, as JSON; its shape is checked where it is sent. */
  async summary(order: ReportOrder, signal: AbortSignal): Promise<DailySummary> {
    return (await this.#run({ order, file: null }, signal)) as DailySummary;
  }

  /** An order of the server's own, such as a schedule's, that ends with `endDate` (YYYY-MM-DD). @throws as `order`. */
  async orderOf(
    asker: Asker,
    fields: Pick<ReportOrder, 'type' | 'service' | 'unitIds'> & { startDate: string; endDate: string },
  ): Promise<ReportOrder> {
    const { type, service, unitIds, startDate, endDate } = fields;
    const asked = { ...reportQuestion.parse({}), startDate, endDate, ...(unitIds && { unitIds }) };
    const order = await this.#order(asker, { reportType: type, service, format: 'v2' }, asked);
    // a month that is asked for runs up to today; what is made by itself ends with the day that is over
    return { ...order, toDay: Math.min(order.toDay, dayNumber(endDate)) };
  }

  async #run(task: ReportTask, signal: AbortSignal): Promise<unknown> {
    await this.#parts.flush();
    return this.#parts.jobs.run('report', task, { signal, timeLimitMs: TIME_LIMIT_MS, repeats: REPEATS });
  }

  async #order(
    { industryId, username }: Asker,
    choice: Pick<Choice, 'reportType' | 'service' | 'format'>,
    asked: Question,
  ): Promise<ReportOrder> {
    const { directory, calendars, clock, users } = this.#parts;
    const nowMs = clock.now();
    const industry = directory.industry(industryId);
    if (!industry) throw new Failure('noData', `No data: there is no industry ${industryId}`);
    const calendar = asked.useShift ? calendars.of(industryId) : midnightCalendar(industry.shifts);
    const type = choice.reportType;
    const { fromDay, toDay } = reportDays({ type, startDate: asked.startDate, endDate: asked.endDate }, calendar.dayOf(nowMs));
    const units = [...(asked.unitIds ?? []), ...(asked.unitId === undefined || asked.unitId === 'null' ? [] : [asked.unitId])];
    for (const id of units) if (!directory.unit(industryId, id)) throw new Failure('noData', `No data: there is no unit ${id}`);
    const { includeEstimates } = await this.#parts.settings.reports(industryId);
    const hours =
      type === 'hourly' && (asked.startTime !== undefined || asked.endTime !== undefined)
        ? { from: asked.startTime ?? 0, to: asked.endTime ?? 24 }
        : null;
    return {
      industryId,
      type,
      service: choice.service,
      template: choice.format,
      fromDay,
      toDay,
      hours,
      unitIds: units.length > 0 ? [...new Set(units)] : null,
      subCategories: asked.subCategories?.length ? asked.subCategories : null,
      useShift: asked.useShift,
      divisionFactor: asked.divisionFactor,
      includeEstimates,
      generatedBy: username,
      userNames: Object.fromEntries(users.usersOf(industryId).map(({ id, username: name }) => [id, name])),
      nowMs,
    };
  }

  #refuseTooLong(order: ReportOrder, format: ReportFormat): void {
    const { type, fromDay, toDay } = order;
    if (type !== 'granular' || format === 'xlsx') return;
    const days = toDay - fromDay + 1;
    if (format === 'pdf' && days > MOST_PDF_DAYS)
      throw new Failure('parameter', `A PDF of 5-minute data has at most ${MOST_PDF_DAYS} days; ask for xlsx`);
    const units = coveredUnits({ directory: this.#parts.directory, order }).map(({ unit }) => unit);
    // of a unit one series is shown, of an analyser every parameter
    const series = units.reduce((sum, { type: kind, series: own }) => sum + (kind === 'quality' ? own.length : 1), 0);
    if (series * days > MOST_SLOT_TABLES[format])
      throw new Failure(
        'parameter',
        `${series} series of ${days} days are too many pages for ${format}; ask for xlsx, or for fewer units or days`,
      );
  }
}

type Choice = ReturnType<(typeof reportChoice)['parse']>;
type Question = ReturnType<(typeof reportQuestion)['parse']>;

type Parser<T> = {
  safeParse(
    sent: unknown,
    how: { error: z.core.$ZodErrorMap },
  ): { success: true; data: T } | { success: false; error: { issues: readonly Issue[] } };
};
type Issue = { path: PropertyKey[]; message: string };

const parsed = <T>(schema: Parser<T>, query: Record<string, unknown>, code: 'badRequest' | 'parameter'): T => {
  const read = schema.safeParse(query, { error: reasonOf });
  if (read.success) return read.data;
  const errors = read.error.issues.map((issue) => {
    const name = issue.path.map(String).join('.');
    return { path: name, message: `${name} ${issue.message}` };
  });
  throw new Failure(code, errors[0]?.message ?? 'query is invalid', { errors });
};

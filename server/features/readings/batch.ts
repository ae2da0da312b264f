import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchResult } from '../../contract/user/batchProcess.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { dateOfDay } from '../../core/shift.ts';
import { dmyOfDay, mainSeries, percentOf, type ReadingReader } from '../../historian/index.ts';
import type { SeriesInfo, Unit, UnitDirectory } from '../../plantModel/index.ts';
import type { JobList, RunningJob } from './jobList.ts';

/** Longer runs are answered before they end. */
const DAYS_WAITED_FOR = 7;
const MOST_WARNINGS = 1000;
/** A day is provisional below this completeness. */
const WHOLE_PERCENT = 95;

type Warning = BatchResult['warnings'][number];

export type BatchParts = {
  /** Recalculates a day of some series; resolves to those whose values changed. @throws Failure `unavailable` when it cannot be stored. */
  recompute(industryId: string, date: string, seriesIds: ReadonlySet<number>): Promise<number[]>;
  directory: UnitDirectory;
  reader: ReadingReader;
  jobs: JobList;
  clock: Clock;
};

export type BatchRequest = {
  industryId: string;
  /** Days since the epoch, in order. */
  days: readonly number[];
  /** All units where absent. */
  unitIds?: readonly string[] | undefined;
};

/** Batch runs that recalculate days, one at a time in each industry. */
export class BatchRuns {
  readonly #parts: BatchParts;
  readonly #running = new Map<string, Promise<unknown>>();
  #isStopped = false;

  constructor(parts: BatchParts) {
    this.#parts = parts;
  }

  /**
   * Starts a run; resolves at its end where it has at most seven days, else at once.
   * @throws Failure `conflict` while another one of the industry is under way, `noData` for a unit that does not exist.
   */
  async run(request: BatchRequest): Promise<BatchResult> {
    const { industryId, days } = request;
    if (this.#running.has(industryId)) throw new Failure('conflict', 'a batch run is under way; ask again when it has ended');
    const units = this.#unitsOf(request);
    const job = this.#parts.jobs.start(industryId, 'batchProcess', days.length, 'days');
    const ended = this.#work(request, units, job).finally(() => this.#running.delete(industryId));
    this.#running.set(industryId, ended);
    if (days.length <= DAYS_WAITED_FOR) return ended;
    // the job reports its end
    ended.catch(() => undefined);
    return this.#result(job, days, units, { state: 'running', message: 'running', changedDays: 0, warnings: [], durationMs: 0 });
  }

  /** Stops each run after its current day. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled(this.#running.values());
  }

  #unitsOf({ industryId, unitIds }: BatchRequest): Unit[] {
    const { directory } = this.#parts;
    if (!unitIds) return directory.units(industryId);
    return [...new Set(unitIds)].map((id) => {
      const unit = directory.unit(industryId, id);
      if (!unit) throw new Failure('noData', `unit ${id} not found`);
      return unit;
    });
  }

  async #work({ industryId, days }: BatchRequest, units: readonly Unit[], job: RunningJob): Promise<BatchResult> {
    const { clock, recompute } = this.#parts;
    const startedMs = clock.monotonicMs();
    const seriesIds = new Set(units.flatMap(({ series }) => series.map(({ id }) => id)));
    const warnings: Warning[] = [];
    let changedDays = 0;
    try {
      for (const day of days) {
        if (this.#isStopped) throw new Failure('unavailable', `the server stopped before ${dmyOfDay(day)}`);
        const changed = await recompute(industryId, dateOfDay(day), seriesIds);
        if (changed.length > 0) changedDays += 1;
        if (warnings.length < MOST_WARNINGS) warnings.push(...this.#warningsOf(units, day));
        job.advance();
        // recalculating a day of few units does not yield to the event loop by itself
        await nextTurn();
      }
    } catch (error) {
      job.failed(error);
      throw error;
    }
    const result = this.#result(job, days, units, {
      state: 'done',
      message: changedDays === 0 ? 'nothing came out differently' : `${changedDays} of ${days.length} days came out differently`,
      changedDays,
      warnings: warnings.slice(0, MOST_WARNINGS),
      durationMs: Math.round(clock.monotonicMs() - startedMs),
    });
    job.done(result);
    return result;
  }

  #warningsOf(units: readonly Unit[], day: number): Warning[] {
    const mains = units.flatMap((unit): { unit: Unit; main: SeriesInfo }[] => {
      const main = unit.deployed ? mainSeries(unit) : undefined;
      return main ? [{ unit, main }] : [];
    });
    const totals = new Map(
      this.#parts.reader
        .dayTotals(
          mains.map(({ main }) => main.id),
          day,
          day,
        )
        .map((total) => [total.seriesId, total]),
    );
    return mains.flatMap(({ unit, main }) => {
      const total = totals.get(main.id);
      const warn = (message: string): Warning[] => [{ unitId: unit.id, date: dmyOfDay(day), message }];
      if (!total || (total.sum === null && total.last === null)) return warn('there are no readings of this day');
      const percent = percentOf(total.complete, total.expected);
      return percent < WHOLE_PERCENT ? warn(`provisional: ${percent} % of the day was measured`) : [];
    });
  }

  #result(
    { id }: RunningJob,
    days: readonly number[],
    units: readonly Unit[],
    outcome: Pick<BatchResult, 'state' | 'message' | 'changedDays' | 'warnings' | 'durationMs'>,
  ): BatchResult {
    const [from = 0, to = from] = [days[0], days.at(-1)];
    return {
      status: 'success',
      jobId: id,
      from: dmyOfDay(from),
      to: dmyOfDay(to),
      days: days.length,
      units: units.length,
      ...outcome,
    };
  }
}

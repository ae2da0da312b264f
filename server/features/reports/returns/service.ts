import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../core/fail.ts';
import { madeReport, type ReportOrder } from '../order.ts';
import type { ReportParts } from '../service.ts';
import { fiscalYearOf } from './fiscal.ts';
import type { ReturnFormat, ReturnKind, ReturnOrder } from './order.ts';
import { type AskedReturn, returnDays } from './period.ts';

export type ReturnParts = Omit<ReportParts, 'users'>;

/** A file that was made; whoever takes it calls `remove`. */
export type ReturnFile = { path: string; fileName: string; remove(): Promise<void> };

const TIME_LIMIT_MS = 120_000;

const services: Record<ReturnKind, ReportOrder['service']> = {
  groundwater: 'borewell',
  effluent: 'quality',
  brsr: 'water',
  gri303: 'water',
  audit: 'water_balance',
};

/** Returns to regulators and disclosures: what is asked for, and having it made apart. */
export class ReturnService {
  readonly #parts: ReturnParts;

  constructor(parts: ReturnParts) {
    this.#parts = parts;
  }

  /** @throws Failure `parameter` for days or units that do not fit; `noData` for units or days that are not there. */
  async order(
    asker: { industryId: string; username: string },
    asked: AskedReturn & { unitIds?: string[] | undefined },
  ): Promise<ReturnOrder> {
    const { directory, calendars, clock, settings } = this.#parts;
    const { industryId, username } = asker;
    const { kind, unitIds = [] } = asked;
    const nowMs = clock.now();
    const { fiscalYearStartMonth: startMonth } = await settings.reports(industryId);
    const { fromDay, toDay } = returnDays(asked, startMonth, calendars.of(industryId).dayOf(nowMs));
    if (unitIds.length > 0 && kind !== 'groundwater' && kind !== 'effluent')
      throw new Failure('parameter', `unitIds: ${kind} is of the whole plant`);
    for (const id of unitIds) if (!directory.unit(industryId, id)) throw new Failure('noData', `No data: there is no unit ${id}`);
    const report: ReportOrder = {
      industryId,
      type: 'daily_range',
      service: services[kind],
      template: 'v2',
      fromDay,
      toDay,
      hours: null,
      unitIds: unitIds.length > 0 ? [...new Set(unitIds)] : null,
      subCategories: null,
      useShift: true,
      divisionFactor: 1000,
      // a return to an authority has every litre, and which of them were estimated
      includeEstimates: true,
      generatedBy: username,
      userNames: {},
      nowMs,
    };
    return { kind, report, fiscalYear: fiscalYearOf(toDay, startMonth), fiscalStartMonth: startMonth };
  }

  /** The file of a return. @throws Failure of the job, `rateLimit` when too many wait, `unavailable` when it takes too long. */
  async make(order: ReturnOrder, format: ReturnFormat, signal: AbortSignal): Promise<ReturnFile> {
    const { folder, jobs, flush } = this.#parts;
    const path = join(folder, `${randomUUID()}.${format}`);
    const remove = (): Promise<void> => rm(path, { force: true });
    try {
      await flush();
      const answer = await jobs.run(
        'return',
        { order, file: { path, format } },
        { signal, timeLimitMs: TIME_LIMIT_MS, repeats: 1 },
      );
      return { path, fileName: madeReport.parse(answer).fileName, remove };
    } catch (error) {
      await remove();
      throw error;
    }
  }
}

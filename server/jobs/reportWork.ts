import { readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { JobSetting } from '../contract/process/jobs.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { AlarmStore } from '../features/alarms/index.ts';
import { BalanceGraphs, BalanceService } from '../features/dashboards/balance/index.ts';
import { DocumentStore, StoredDocuments } from '../features/diagrams/index.ts';
import {
  type CollectedReport,
  type CollectParts,
  collect,
  isOffShift,
  MeasuredReader,
  MidnightReader,
  madeReport,
  midnightCalendar,
  type ReportFormat,
  type ReportModel,
  type ReportOrder,
  reportTask,
  summaryOf,
} from '../features/reports/index.ts';
import { readProved } from '../features/sync/index.ts';
import { meterOf, nowSlotOf, type ReadingReader, ReadingStore, SlotReader, sourceFor } from '../historian/index.ts';
import type { OpenReading } from './openReading.ts';
import { renderFile } from './renderFile.ts';
import type { Work } from './work.ts';

/** The plant's picture, as a logo was uploaded; a report without one is a report. */
const logoOf = async (dataFolder: string, address: unknown): Promise<ReportModel['logo']> => {
  if (typeof address !== 'string' || address === '') return null;
  const name = basename(address);
  const mediaType = { '.png': 'image/png', '.jpg': 'image/jpeg', '.webp': 'image/webp' }[extname(name)];
  if (mediaType === undefined) return null;
  const bytes = await readFile(join(dataFolder, 'industry-logo', name)).catch(() => undefined);
  return bytes ? { bytes, mediaType } : null;
};

/** The plant as one report reads it: at the server's time, by shift days or by calendar days. */
const sourceParts = (open: OpenReading, order: ReportOrder) => {
  const { directory, sqlite, figures } = open;
  const clock: Clock = { now: () => order.nowMs, monotonicMs: () => systemClock.monotonicMs() };
  const whole: ReadingReader = new SlotReader({ store: new ReadingStore(sqlite), units: directory, clock, ...figures });
  const nowSlot = nowSlotOf(order.nowMs);
  const seriesOf = (id: number) => directory.seriesById(id);
  const stored = order.includeEstimates
    ? whole
    : new MeasuredReader({ reader: whole, calendars: open.calendars, seriesOf, nowSlot });
  const shifts = directory.industry(order.industryId)?.shifts ?? [];
  if (order.useShift || !isOffShift(shifts)) return { directory, reader: stored, calendars: open.calendars, clock };
  const calendar = midnightCalendar(shifts);
  const reader = new MidnightReader({
    reader: stored,
    calendar,
    seriesOf,
    nowSlot,
  });
  return { directory, reader, calendars: { of: () => calendar }, clock };
};

/** What reports and returns are collected from, in a database that is open for reading. */
export const storedParts = async (
  open: OpenReading,
  order: ReportOrder,
  { dataFolder, signal }: { dataFolder: string; signal: AbortSignal },
): Promise<Omit<CollectParts, 'order' | 'withSlots' | 'signal'>> => {
  await open.directory.load();
  const { industryId } = order;
  const industry = open.directory.industry(industryId);
  if (!industry) throw new Error(`there is no industry ${industryId}`);
  const parts = sourceParts(open, order);
  const turns = new CooperativeScheduler();
  const documents = new StoredDocuments(new DocumentStore(open.writer, open.kysely), parts.clock);
  const serving = { ...parts, turns };
  const balance = new BalanceService({ ...serving, graphs: new BalanceGraphs(documents, open.directory) });
  return {
    industry,
    directory: open.directory,
    source: sourceFor(parts, turns, industryId, signal),
    withEstimates: order.includeEstimates
      ? null
      : sourceFor(sourceParts(open, { ...order, includeEstimates: true }), turns, industryId, signal),
    basePerCount: basePerCountOf(open),
    alarms: alarmsOf(open),
    balance: (window) => balance.over({ industryId, signal }, window, order.divisionFactor),
    // loaded by the first monthly report: others need less memory without them
    neutrality: async (window) =>
      (await import('./monthParts.ts')).neutralityOver(serving, { industryId, signal }, order.divisionFactor)(window),
    ro: async (window) => (await import('./monthParts.ts')).roOver(serving, open, { industryId, signal })(window),
    logo: await logoOf(dataFolder, industry.meta.logo),
    proved: readProved(open.sqlite, industryId),
  };
};

/** Collects a report from a database that is open for reading. */
export const collectStored = async (
  open: OpenReading,
  order: ReportOrder,
  { dataFolder, withSlots, signal }: { dataFolder: string; withSlots: boolean; signal: AbortSignal },
): Promise<CollectedReport> => collect({ ...(await storedParts(open, order, { dataFolder, signal })), order, withSlots, signal });

/** Of every meter that a counter ever had. */
const basePerCountOf = ({ sqlite, directory }: OpenReading): CollectParts['basePerCount'] => {
  const meters = new ReadingStore(sqlite).meters();
  return (series, slot) => {
    const unit = directory.unit(series.industryId, series.unitId);
    if (!unit) throw new Error(`there is no unit ${series.unitId}`);
    return meterOf(unit, series, meters.get(series.id) ?? [])(slot).basePerCount;
  };
};

const alarmsOf = ({ sqlite, writer }: OpenReading): AlarmStore => new AlarmStore(writer, sqlite);

/** Work of kind `report`: a file, or the summary. */
export const reportWork = ({ dataFolder, resources }: JobSetting, open: () => OpenReading): Work => {
  const makeFile = async (order: ReportOrder, path: string, format: ReportFormat, signal: AbortSignal): Promise<unknown> => {
    const collected = await collectStored(open(), order, { dataFolder, withSlots: format !== 'xlsx', signal });
    signal.throwIfAborted();
    await renderFile({ model: collected.model, format, path, resources, dataRows: collected.dataRows, signal });
    const { size } = await stat(path);
    return madeReport.parse({ fileName: collected.model.fileName, bytes: size });
  };
  return async (input, signal) => {
    const { order, file } = reportTask.parse(input);
    if (file) return makeFile(order, file.path, file.format, signal);
    return summaryOf(await collectStored(open(), order, { dataFolder, withSlots: false, signal }), order);
  };
};

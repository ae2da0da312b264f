import { Failure } from '../../../core/fail.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { dmyOfDay, type ServingContext } from '../../../historian/index.ts';
import { TariffRates } from '../../readings/index.ts';
import type { Column, ReportModel, Section } from '../model.ts';
import type { ReportOrder } from '../order.ts';
import type { CollectedReport, PartKpi, ReportPart } from '../parts.ts';
import { completeOf } from './columns.ts';
import { type Collecting, isOfWholePlant } from './context.ts';
import { firstPageOf } from './firstPage.ts';
import { leftOutNotes } from './leftOut.ts';
import { type Proved, provedNote } from './provedNote.ts';
import { alarmFigures, alarmKpis, alarmsIn, alarmTable } from './sections/alarms.ts';
import { complianceOf } from './sections/compliance.ts';
import { dataQualityTable } from './sections/dataQuality.ts';
import { dataRowsOf, dataSheet } from './sections/dataSheet.ts';
import { eventsOf, eventTable } from './sections/events.ts';
import { slotTables } from './sections/slotTables.ts';
import { subjects } from './services.ts';
import type { UnitReading } from './unitReading.ts';
import { beforeOf, reportWindow } from './window.ts';

export type CollectParts = Pick<
  Collecting,
  | 'order'
  | 'industry'
  | 'directory'
  | 'source'
  | 'withEstimates'
  | 'basePerCount'
  | 'alarms'
  | 'balance'
  | 'neutrality'
  | 'ro'
  | 'signal'
> & {
  logo: ReportModel['logo'];
  proved: Proved;
  /** The 5-minute slots as tables: of files whose data sheet nobody reads. */
  withSlots: boolean;
};

const typeNames: Record<ReportOrder['type'], string> = {
  daily: 'Daily',
  monthly: 'Monthly',
  hourly: 'Hourly',
  granular: '5-minute',
  daily_range: 'Day by day',
  monthly_range: 'Month by month',
};

/** What the stars mean. */
export const star =
  '* A part of the value is estimated or missing: E is a gap whose volume is exact and whose shape is not, F a volume that was estimated. Estimated volumes are given apart.';
const sources =
  'Complete is the part of the elapsed 5-minute slots that were measured (G, B) or entered by a person (R); a number that cannot be computed is a dash, never 0.';

/**
 * Everything that a report says, from the same functions as the dashboards.
 * @throws Failure `noData` when nothing is known of the units in the window.
 */
export const collect = async ({ logo, proved, withSlots, ...given }: CollectParts): Promise<CollectedReport> => {
  const { order, industry, source } = given;
  const { calendar, nowSlot } = source;
  const window = reportWindow(calendar, order);
  const context: Collecting = {
    ...given,
    calendar,
    window,
    before: beforeOf(calendar, window, order, nowSlot),
    rates: new TariffRates(source.tariffs),
  };
  const subject = subjects[order.service];
  const parts: ReportPart[] = [];
  for (const part of subject.parts) parts.push(await part(context));
  refuseNothing(order, parts);
  const readings = withoutTwins(parts.flatMap((part) => part.readings));
  const alarms = alarmsIn(context);
  const events = eventsOf(context, readings);
  const subjectSections = parts.flatMap(({ sections }) => sections);
  const isAlert = order.service === 'alert';
  const sections: Section[] = [
    ...subjectSections.map((section) => withEstimatesNote(section, order)),
    ...complianceOf(subjectSections),
    ...(order.type === 'granular' && withSlots ? await slotTables(readings, context) : []),
    ...(isAlert || order.type === 'monthly' || order.type === 'monthly_range' ? [alarmFigures(alarms, context)] : []),
    alarmTable(alarms, context),
    ...(isAlert ? [] : [eventTable(events)]),
    ...(order.type === 'monthly' && !isAlert ? await dataQualityTable(readings, context) : []),
  ];
  const kpis: PartKpi[] = [
    ...parts.flatMap((part) => part.kpis),
    ...(isAlert || order.service === 'summary' ? alarmKpis(alarms) : []),
  ];
  const completenessPct = completeOf(readings);
  const head = headOf(context);
  const balance = parts.find((part) => part.balance)?.balance?.totals ?? null;
  const model: ReportModel = {
    title: `${typeNames[order.type]} ${subject.title} report`,
    fileName: fileNameOf(order, window.fromDay, window.toDay),
    type: order.type,
    service: order.service,
    template: order.template,
    industryName: industry.name,
    logo,
    ...head,
    revision: revisionOf(context, readings),
    completenessPct,
    firstPage: await firstPageOf({ kpis, sections, alarms, balance, model: { completenessPct, period: head.period } }, context),
    kpis: kpis.map(({ of: _, ...kpi }) => kpi),
    sections,
    data: isAlert ? dataOf(sections.find(({ key }) => key === 'alarms')) : dataSheet(readings, context),
    footnotes: [star, sources, ...(await leftOutOf(context)), ...notesOf(order, window), ...provedNote(proved, window)],
    signatures: ['Shift in charge', 'Utilities manager', 'Environment officer'],
  };
  return {
    model,
    startAt: window.startAt,
    dataRows: isAlert ? alarms.length : dataRowsOf(readings, context),
    balance,
    alarms: { total: alarms.length, byType: countBy(alarms.map(({ alertType }) => alertType)) },
    events,
  };
};

const leftOut =
  'Estimated volumes are left out of these figures, as the settings of reports ask; they are listed under Estimated.';

/** A table with estimates beside it says where they are not part of its figures. */
const withEstimatesNote = (section: Section, { includeEstimates }: ReportOrder): Section =>
  section.kind === 'table' && !includeEstimates && section.columns.some(({ key }) => key === 'estimated')
    ? { ...section, notes: [...(section.notes ?? []), leftOut] }
    : section;

const refuseNothing = (order: ReportOrder, parts: readonly ReportPart[]): void => {
  if (order.service === 'alert') return;
  const isRead = parts.some(({ readings }) =>
    readings.some(({ total }) => total.sum !== null || total.avg !== null || total.last !== null),
  );
  const isBalanced = parts.some(({ balance }) => balance !== undefined && balance.totals.inKL !== null);
  // the balance is of the whole plant: it says nothing of the units asked for
  const isKnown = order.service === 'water_balance' ? isBalanced : isRead || (isBalanced && isOfWholePlant(order));
  if (!isKnown) throw new Failure('noData', 'No data for this period and these units');
};

/** A series that two subjects read is one row of data. */
const withoutTwins = (readings: readonly UnitReading[]): UnitReading[] => [
  ...new Map(readings.map((reading) => [reading.series.id, reading])).values(),
];

/** By the digits before the stamp of a running process: how often a closed day of the window was revised. */
export const revisionOf = ({ source, window }: Collecting, readings: readonly UnitReading[]): string => {
  const ids = readings.map(({ series }) => series.id);
  return source.reader.revision(ids, window.fromDay, window.toDay).split('.', 1)[0] ?? '0';
};

const countBy = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, own]) => [name, own.length]));

/** A name that any file system takes. */
export const safeName = (name: string): string => name.replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, ' ').trim();

const fileNameOf = (order: ReportOrder, fromDay: number, toDay: number): string => {
  const date = (day: number): string => dmyOfDay(day).replaceAll('/', '-');
  const days = fromDay === toDay ? date(fromDay) : `${date(fromDay)} to ${date(toDay)}`;
  return safeName(`${order.industryId} ${order.service} ${order.type} ${days}`);
};

/** Period, zone, shift, when and for whom. */
export const headOf = ({
  source,
  window,
  industry,
  order,
}: Collecting): Pick<ReportModel, 'period' | 'generatedAtMs' | 'generatedAt' | 'generatedBy'> => {
  const { nowMs } = source as ServingContext;
  const { timezone } = window;
  const rule = industry.shifts.at(-1);
  const start = window.startAt.slice(0, 5);
  const label =
    window.fromDay === window.toDay ? dmyOfDay(window.fromDay) : `${dmyOfDay(window.fromDay)} - ${dmyOfDay(window.toDay)}`;
  const hours = order.hours ? `, ${clockHour(order.hours.from)} to ${clockHour(order.hours.to)} of each day` : '';
  return {
    period: {
      fromMs: window.fromSlot * SLOT_MS,
      toMs: window.toSlot * SLOT_MS,
      label: `${label}${hours}`,
      timezone,
      shift: order.useShift ? `${rule?.shiftName || 'Shift day'}, ${start} to ${start}` : 'Calendar days, 00:00 to 00:00',
      isOpen: nowMs < window.toSlot * SLOT_MS,
    },
    generatedAtMs: nowMs,
    generatedAt: localTime(nowMs, timezone),
    generatedBy: order.generatedBy,
  };
};

const clockHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** DD/MM/YYYY HH:MM AM/PM of a zone. */
const localTime = (ms: number, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h12',
    hour12: true,
  }).formatToParts(ms);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('day')}/${part('month')}/${part('year')} ${part('hour').padStart(2, '0')}:${part('minute')} ${part('dayPeriod').toUpperCase()}`;
};

const energyOfDays = 'Highest demands';
const qualityOfDays = 'Least, mean and largest values of quality, and how long it was out of its limits,';
const wellsOfDays = 'Levels and pump hours of wells';
const rainOfDays = 'Rainy days, the wettest hour and the wettest day';

/** What a report of some hours says of whole days all the same. */
const wholeDays: Partial<Record<ReportOrder['service'], readonly string[]>> = {
  energy: [energyOfDays],
  quality: [qualityOfDays],
  borewell: [wellsOfDays],
  rain_water: [rainOfDays],
  summary: [energyOfDays, qualityOfDays, wellsOfDays, rainOfDays],
};

const ofWater: ReadonlySet<ReportOrder['service']> = new Set(['water', 'smart_city', 'summary', 'borewell']);

const ofMeters: ReadonlySet<ReportOrder['service']> = new Set([...ofWater, 'energy', 'water_balance']);
const ofWells: ReadonlySet<ReportOrder['service']> = new Set(['summary', 'borewell']);

const leftOutOf = async (context: Collecting): Promise<string[]> => {
  const { order, window } = context;
  return ofWater.has(order.service) && order.hours === null ? leftOutNotes(context, window.fromDay) : [];
};

const notesOf = (order: ReportOrder, window: Collecting['window']): string[] => [
  order.includeEstimates
    ? 'Estimated volumes are part of every figure; the settings of reports can leave them out.'
    : 'Estimated volumes are left out of every figure, as the settings of reports ask: consumption may be less than the counters show.',
  ...(order.divisionFactor === 1000 ? [] : [`Volumes and energies are divided by ${order.divisionFactor}.`]),
  ...(order.useShift ? [] : ['Counters are kept at the starts of shift days: a report by calendar days has none.']),
  ...(order.hours
    ? [
        `Only the hours from ${clockHour(order.hours.from)} to ${clockHour(order.hours.to)} of each day are counted; tanks and balance are of whole days.`,
        ...(ofMeters.has(order.service)
          ? ['Counters are kept at the starts of shift days: a report of some hours has none.']
          : []),
        ...(ofWells.has(order.service) ? ['Permits are for days: no abstraction of some hours is compared with one.'] : []),
        ...(wholeDays[order.service] ?? []).map((what) => `${what} are of whole days.`),
      ]
    : []),
  ...(!isOfWholePlant(order) ? ['Only the units that were asked for are listed; the balance is of the whole plant.'] : []),
  `Meters of a plant count from ${window.startAt.slice(0, 5)}: a day is named by the date on which it begins.`,
];

/** A table as a data sheet. */
const dataOf = (section: Section | undefined): ReportModel['data'] => {
  const table = section?.kind === 'table' ? section : undefined;
  const columns: readonly Column[] = table?.columns ?? [];
  return {
    columns,
    async *rows() {
      for (const { cells } of table?.rows ?? []) yield columns.map(({ key }) => cells[key] ?? null);
    },
  };
};

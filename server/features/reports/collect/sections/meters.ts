import { consumptionIdOf, isWaterMeter, limitIn, seriesOf, shownUnits } from '../../../../historian/index.ts';
import { countsAs, totalParts, type Unit } from '../../../../plantModel/index.ts';
import { type NightOfDay, nightFlowsM3h, nightOf } from '../../../readings/index.ts';
import type { Row, Section, TableSection } from '../../model.ts';
import type { PartKpi, ReportPart } from '../../parts.ts';
import { bucketChart, bucketTables, peakOf } from '../buckets.ts';
import {
  amountCell,
  amountRow,
  beside,
  cell,
  comparedChangeOf,
  isEstimated,
  kpiOf,
  number,
  percent,
  pricesOfNow,
  share,
  sumOf,
  text,
  totalLine,
  trustColumns,
  underHeadings,
  withChange,
} from '../columns.ts';
import type { Collecting } from '../context.ts';
import { amountOf, readFamily, type UnitFamily } from '../readUnits.ts';
import { pairsOfReadings, type UnitReading } from '../unitReading.ts';
import { type Counters, countersOf, displayColumns } from './counters.ts';

const isMeter = (unit: Unit): boolean =>
  unit.type !== 'energy' && unit.type !== 'stock' && unit.type !== 'rain' && seriesOf(unit, 'volume')?.kind === 'counter';

const family: UnitFamily = { standardCategoryId: 'SOURCE_CATEGORY', wants: isMeter };

/** Of what a report covers the water meters that count as a standard category, each water once. */
export const metersCountedAs = (readings: readonly UnitReading[], standardId: string): UnitReading[] =>
  totalParts(readings.filter(({ unit }) => countsAs(unit, standardId) && isWaterMeter(unit))).counted;

/** What is taken in and used of what a report covers; all that is shown of the plant says what counts as use. */
export const waterUse = (readings: readonly UnitReading[], shown: readonly Unit[]) => ({
  intake: metersCountedAs(readings, 'ID_SOURCE'),
  use: metersCountedAs(readings, consumptionIdOf(shown)),
});

/** By the price of a kilolitre; null where none is set. */
const costOf = (readings: readonly UnitReading[], ratePerKL: number | undefined): number | null => {
  const litres = sumOf(readings.map(({ total }) => total.sum));
  return litres === null || ratePerKL === undefined ? null : (litres / 1000) * ratePerKL;
};

/** Intake by where the water comes from. */
const bySource = (intake: readonly UnitReading[], { order, industry, source: { tariffs } }: Collecting): TableSection[] => {
  const [first] = intake;
  if (!first) return [];
  const sources = [...Map.groupBy(intake, ({ unit }) => unit.meta.waterSource ?? 'other')];
  const hasCost = order.type === 'monthly' && Object.keys(tariffs.waterPerKL).length > 0;
  const rows = sources.map(([source, own]): Row => {
    const value = sumOf(own.map((reading) => amountOf(reading.total, reading)));
    const previous = sumOf(own.map((reading) => amountOf(reading.previous, reading)));
    return {
      cells: {
        source: sourceNames[source] ?? source,
        meters: own.length,
        volume: amountCell(value, first),
        previous: amountCell(previous, first),
        change: comparedChangeOf(value, previous, pairsOfReadings(own)),
        ...(hasCost && { cost: cell(costOf(own, tariffs.waterPerKL[source as keyof typeof tariffs.waterPerKL])) }),
      },
      ...(own.some(isEstimated) && { starred: ['volume'] }),
    };
  });
  const { unit, places } = first.measure;
  return [
    {
      kind: 'table',
      key: 'sources',
      title: 'Withdrawal by source',
      columns: [
        text('source', 'Source'),
        number('meters', 'Meters', '', 0),
        number('volume', 'Volume', unit, places),
        number('previous', 'Period before', unit, places),
        percent('change', 'Change'),
        ...(hasCost ? [number('cost', 'Cost', industry.currency, 2)] : []),
      ],
      rows,
      total: withChange(totalLine(rows, ['volume', 'previous', ...(hasCost ? ['cost'] : [])]), intake),
      ...(hasCost && { notes: [pricesOfNow] }),
    },
  ];
};

const sourceNames: Record<string, string> = {
  surface: 'Surface water',
  ground: 'Ground water',
  third_party: 'Third party, such as a town supply',
  sea: 'Sea water',
  rain: 'Rain water',
  recycled: 'Recycled water',
  other: 'Other or not said',
};

/** Mean of the whole days of a report by days; null where none of them has passed. */
const dayMeanOf = (reading: UnitReading, { window, source }: Collecting): number | null => {
  const known = reading.buckets.flatMap((tally, at) => {
    const value = amountOf(tally, reading);
    return value === null || (window.buckets[at]?.toSlot ?? 0) > source.nowSlot ? [] : [value];
  });
  const sum = sumOf(known);
  return sum === null ? null : sum / known.length;
};

/** The limit that fits the window, in the unit's own volumes. */
const limitOf = ({ unit, series, measure }: UnitReading, { window, order }: Collecting): number | null => {
  const limit =
    order.type === 'monthly' ? unit.meta.monthlyThreshold : window.type === 'DAY' ? unit.meta.unitThreshold : undefined;
  return limit === 0 ? null : limitIn(limit, series, measure);
};

const hasDayMean = ({ order }: Collecting): boolean => order.type === 'monthly' || order.type === 'daily_range';

const meterRow = (reading: UnitReading, context: Collecting, counters: Counters, night: NightOfDay | null): Row => {
  const { window } = context;
  const peak = peakOf(reading, window);
  const limit = limitOf(reading, context);
  return amountRow(reading, 'volume', counters.of(reading.series.id), (value) => ({
    limit: cell(limit),
    ofLimit: value === null || limit === null ? null : cell((100 * value) / limit),
    ...(hasDayMean(context) && { mean: cell(dayMeanOf(reading, context)) }),
    peak: cell(peak.value),
    peakAt: peak.label,
    ...(night && { night: cell(nightFlowsM3h(reading.series, [night], context.source)[0] ?? null) }),
  }));
};

type ListedMeters = {
  key: string;
  title: string;
  readings: readonly UnitReading[];
  kind: 'added' | 'listed' | 'sub-meters';
};

const meterTable = ({ key, title, readings, kind }: ListedMeters, context: Collecting, counters: Counters): TableSection => {
  const { unit, places } = readings[0]?.measure ?? { unit: '', places: 2 };
  const isDaily = context.window.type === 'DAY';
  const night = isDaily ? nightOf(context.calendar, context.window.fromDay) : null;
  const step = { hour: 'hour', day: 'day', month: 'month', year: 'year' }[context.window.step];
  const rows = underHeadings(
    readings,
    ({ sub }) => sub.displayName,
    (reading) => meterRow(reading, context, counters, night),
  );
  return {
    kind: 'table',
    key,
    title,
    columns: [
      text('unit', 'Meter'),
      ...displayColumns(
        readings.map(({ series }) => counters.of(series.id)),
        'counter',
      ),
      beside(number('volume', 'Volume', unit, places), 'limit'),
      number('previous', isDaily ? 'Day before' : 'Period before', unit, places),
      percent('change', 'Change'),
      beside(number('limit', 'Limit', unit, places), 'volume'),
      share('ofLimit', 'Of limit'),
      ...(hasDayMean(context) ? [number('mean', 'Mean day', unit, places)] : []),
      number('peak', `Largest ${step}`, unit, places),
      text('peakAt', 'At'),
      ...(isDaily ? [number('night', 'Night minimum', 'm³/h', 2)] : []),
      ...trustColumns(unit, places),
    ],
    rows,
    ...(kind === 'added' && { total: withChange(totalLine(rows, ['volume', 'previous', 'estimated']), readings) }),
    ...(kind === 'sub-meters' && { notes: ['Counted already above, or entered as an offset: not part of the total above.'] }),
  };
};

type Grouping = { groupOf(reading: UnitReading): string; addsUp(readings: readonly UnitReading[]): boolean };

/** Meters by group, each with a total of its own; sub-meters are listed apart, so that nothing is added twice. */
const meterTables = (
  readings: readonly UnitReading[],
  { groupOf, addsUp }: Grouping,
  context: Collecting,
  counters: Counters,
): TableSection[] =>
  [...Map.groupBy(readings, groupOf)].flatMap(([group, own], at) => {
    const { counted, reason } = totalParts(own);
    const main = reason === null ? counted : own;
    const behind = own.filter((reading) => !main.includes(reading));
    const kind = reason === null && addsUp(main) ? 'added' : 'listed';
    const tables: ListedMeters[] = [{ key: `meters${at + 1}`, title: group, readings: main, kind }];
    if (behind.length > 0)
      tables.push({ key: `sub${at + 1}`, title: `${group}: sub-meters`, readings: behind, kind: 'sub-meters' });
    return tables.map((table) => meterTable(table, context, counters));
  });

const waterKpis = ({ intake, use }: { intake: UnitReading[]; use: UnitReading[] }): PartKpi[] => [
  ...(intake.length > 0 ? [kpiOf('intake', 'Withdrawal', intake)] : []),
  ...(use.length > 0 ? [kpiOf('consumption', 'Consumption', use)] : []),
];

/** Feed and reject, or inlet and outlet, are the same water twice: only what is all withdrawal or all use has a total. */
const isOneUse = (readings: readonly UnitReading[]): boolean =>
  ['ID_SOURCE', 'ID_CONSUMPTION'].some((id) => readings.every(({ unit }) => unit.type !== 'virtual' && countsAs(unit, id)));

const meters =
  (grouping: Grouping) =>
  async (context: Collecting): Promise<ReportPart> => {
    const readings = await readFamily(context, family);
    const counters = countersOf(context, readings);
    const { window, order, source, directory } = context;
    const use = waterUse(readings, shownUnits(directory, order.industryId));
    const lines = [
      { name: 'Withdrawal', readings: use.intake },
      { name: 'Consumption', readings: use.use },
    ];
    const sections: Section[] = [
      ...bySource(use.intake, context),
      ...bucketChart({ key: 'water', title: 'Withdrawal and consumption' }, window, lines),
      ...meterTables(readings, grouping, context, counters),
      ...(order.type === 'daily' || order.type === 'granular' ? [] : bucketTables(readings, window, source.nowSlot)),
    ];
    return { kpis: waterKpis(use), sections, readings };
  };

const kindOf = ({ sub, category }: UnitReading): string => sub.group || category.displayName;

const byKind: Grouping = { groupOf: kindOf, addsUp: isOneUse };

/** Water meters: withdrawal by source, counters, consumption and limits. */
export const waterMeters = meters(byKind);

/** The meters alone, for a report that is of something made from them. */
export const metersBehind = async (context: Collecting): Promise<ReportPart> => {
  const readings = await readFamily(context, family);
  return { kpis: [], sections: meterTables(readings, byKind, context, countersOf(context, readings)), readings };
};

/** The same by sub-category, as smart cities report. */
export const metersBySubCategory = meters({ groupOf: ({ sub }) => sub.displayName, addsUp: () => true });

import type { ComparedPair } from '../../../historian/index.ts';
import { factsOf } from '../../../plantModel/index.ts';
import { isKnownMonth, producedMonths } from '../../dashboards/executive/index.ts';
import { cell, comparedChangeOf, isEstimated, number, percent, text } from '../collect/columns.ts';
import { pairsOfReadings, type UnitReading } from '../collect/unitReading.ts';
import type { Row, TableSection } from '../model.ts';
import type { ReturnContext, ReturnPart, ReturnSubject } from './part.ts';
import { tableSheet } from './tableSheet.ts';
import { consumedPairs, readWaterYears, stillRuns, type VolumeUnit, volumeKpis, type Years } from './twoYears.ts';
import {
  consumedKL,
  type Destination,
  destinationOf,
  isTreated,
  klOfMonths,
  metersTable,
  sourceOf,
  totalKL,
  type WaterSource,
  type Year,
} from './year.ts';

/** One figure of both years, and the meters it is based on. */
type Line = {
  what: string;
  of(year: Year): number | null;
  meters(year: Year): UnitReading[];
  /** Where it is not the sum of the meters. */
  pairs?(years: Years): ComparedPair[];
};

const sources: readonly [string, readonly WaterSource[]][] = [
  ['(i) Surface water', ['surface']],
  ['(ii) Groundwater', ['ground']],
  ['(iii) Third-party water', ['third_party']],
  ['(iv) Seawater, desalinated water', ['sea']],
  ['(v) Others, such as rain water', ['rain', 'other']],
];

const destinations: readonly [string, Destination][] = [
  ['(i) To surface water', 'surface'],
  ['(ii) To groundwater', 'ground'],
  ['(iii) To seawater', 'sea'],
  ['(iv) Sent to third parties', 'third_party'],
  ['(v) Others', 'other'],
];

const rowOf = ({ what, of, meters, pairs: own }: Line, years: Years): Row => {
  const [now, before] = years;
  const [value, past] = [cell(of(now)), cell(of(before))];
  const pairs = own?.(years) ?? pairsOfReadings(meters(now), meters(before));
  const isPart = (year: Year): boolean => meters(year).some(isEstimated);
  return {
    cells: { what, now: value, before: past, change: now.isOver ? comparedChangeOf(value, past, pairs) : null },
    starred: [...(isPart(now) && value !== null ? ['now'] : []), ...(isPart(before) && past !== null ? ['before'] : [])],
  };
};

const volumes = (key: string, title: string, lines: readonly Line[], years: Years): TableSection => ({
  kind: 'table',
  key,
  title,
  columns: [
    text('what', 'Parameter'),
    number('now', years[0].name, 'KL', 2),
    number('before', years[1].name, 'KL', 2),
    percent('change', 'Change'),
  ],
  rows: lines.map((line) => rowOf(line, years)),
});

const metered = (what: string, meters: (year: Year) => UnitReading[]): Line => ({
  what,
  meters,
  of: (year) => totalKL(meters(year)),
});

const withdrawalTable = (years: Years): TableSection => ({
  ...volumes(
    'withdrawal',
    'Water withdrawal and consumption',
    [
      ...sources.map(([what, own]) =>
        metered(what, ({ withdrawal }) => withdrawal.filter(({ unit }) => own.includes(sourceOf(unit)))),
      ),
      metered('Total volume of water withdrawal', ({ withdrawal }) => withdrawal),
      {
        what: 'Total volume of water consumption',
        of: consumedKL,
        meters: ({ withdrawal, discharge }) => [...withdrawal, ...discharge],
        pairs: consumedPairs,
      },
    ],
    years,
  ),
  notes: [
    'A dash is a source that no meter of the plant counts, or a figure that cannot be computed. Consumption is withdrawal less discharge.',
    'Recycled water is not withdrawn and is left out.',
  ],
});

const dischargeTable = (years: Years): TableSection => ({
  ...volumes(
    'discharge',
    'Water discharge by destination and treatment',
    [
      ...destinations.flatMap(([what, to]) =>
        [false, true].map((treated) =>
          metered(`${what}, ${treated ? 'with' : 'without'} treatment`, ({ discharge }) =>
            discharge.filter(({ unit }) => destinationOf(unit) === to && isTreated(unit) === treated),
          ),
        ),
      ),
      metered('Total water discharged', ({ discharge }) => discharge),
    ],
    years,
  ),
  notes: [
    'The kind of a destination is read from the words that were entered for the meter; see the list of meters. Levels of treatment are as entered.',
  ],
});

type Produced = ReturnType<typeof producedMonths>[number];

/** Whether nearly all is known of a month that each list of meters should have counted; a list without meters has nothing to count. */
const areKnown = async (
  lists: readonly UnitReading[][],
  { window }: Year,
  month: Produced,
  { source }: ReturnContext,
): Promise<boolean> => {
  const at = window.buckets.findIndex(({ fromDay }) => fromDay === month.fromDay);
  for (const readings of lists.filter(({ length }) => length > 0)) {
    const totals = new Map(readings.flatMap(({ series, buckets }) => (buckets[at] ? [[series.id, buckets[at]]] : [])));
    const series = readings.map((reading) => reading.series);
    if (!(await isKnownMonth(series, month, totals, source))) return false;
  }
  return true;
};

/** Per unit of money or of output; sums over the same months in numerator and denominator. */
const intensityTable = async (years: Years, context: ReturnContext): Promise<TableSection> => {
  const { industry, asked } = context;
  const facts = factsOf(industry);
  const turnoverOf = (year: Year): number | null => {
    const first = year === years[0] ? asked.fiscalYear : asked.fiscalYear - 1;
    const found = facts.turnover.find(({ fiscalYear }) => fiscalYear === first);
    return asked.fiscalStartMonth === 4 && year.isOver && found ? found.amount : null;
  };
  const perTurnover = (volume: (year: Year) => number | null) => (year: Year) => {
    const [kl, amount] = [volume(year), turnoverOf(year)];
    return kl === null || amount === null ? null : kl / amount;
  };
  const months = (year: Year) => producedMonths(facts.production, year.window.fromDay, lastWholeDay(year, context));
  const kind = months(years[0])[0]?.made.kind ?? months(years[1])[0]?.made.kind;
  const perOutput = (meters: (year: Year) => readonly UnitReading[][]) => async (year: Year) => {
    const parts = meters(year);
    const made: Produced[] = [];
    // what was made in the other year may be counted otherwise
    for (const month of months(year).filter((one) => one.made.kind === kind))
      if (await areKnown(parts, year, month, context)) made.push(month);
    const fromDays = new Set(made.map(({ fromDay }) => fromDay));
    const [taken = null, given = 0] = parts.map((readings) => klOfMonths(readings, year, fromDays));
    const quantity = made.reduce((sum, { made: one }) => sum + one.quantity, 0);
    return taken === null || given === null || quantity === 0 ? null : (taken - given) / quantity;
  };
  const { currency } = industry;
  type Figure = (year: Year) => number | null | Promise<number | null>;
  const line = async (what: string, unit: string, of: Figure): Promise<Row> => ({
    cells: { what, unit, now: await of(years[0]), before: await of(years[1]) },
  });
  return {
    kind: 'table',
    key: 'intensity',
    title: 'Water intensity',
    columns: [
      text('what', 'Parameter'),
      text('unit', 'Unit'),
      number('now', years[0].name, '', 9),
      number('before', years[1].name, '', 9),
    ],
    rows: [
      await line(
        'Withdrawal per turnover',
        `KL per ${currency}`,
        perTurnover(({ withdrawal }) => totalKL(withdrawal)),
      ),
      await line('Consumption per turnover', `KL per ${currency}`, perTurnover(consumedKL)),
      await line(
        'Withdrawal per physical output',
        `KL per ${kind ?? 'unit of output'}`,
        perOutput(({ withdrawal }) => [withdrawal]),
      ),
      await line(
        'Consumption per physical output',
        `KL per ${kind ?? 'unit of output'}`,
        perOutput(({ withdrawal, discharge }) => [withdrawal, discharge]),
      ),
    ],
    notes: [
      'Sources differ on whether the intensity is of withdrawal or of consumption: both are given. Per turnover it is known once the year is over and its turnover (April to March) is entered; the part that is adjusted for purchasing power needs a published factor and is left to whoever files.',
      'Per physical output it is of the whole months of which the production is entered in one kind of unit and nearly all of the water is known.',
    ],
  };
};

const lastWholeDay = (year: Year, { calendar, source }: ReturnContext): number =>
  Math.min(year.window.toDay, calendar.dayOfSlot(source.nowSlot) - 1);

const kilolitres: VolumeUnit = { unit: 'KL', klPerUnit: 1, decimals: 2 };

/** The water table of a business responsibility report: the year and the year before. */
const collect = async (context: ReturnContext): Promise<ReturnPart> => {
  const years = await readWaterYears(context);
  const [now] = years;
  const tables = [withdrawalTable(years), dischargeTable(years), await intensityTable(years, context)];
  const [withdrawal, discharge] = tables;
  const rows = [...(withdrawal?.rows ?? []), ...(discharge?.rows ?? [])];
  const kpis = volumeKpis(years, kilolitres, true);
  const isStressed = factsOf(context.industry).waterStressed;
  return {
    kpis: [kpis.withdrawal, kpis.consumption, kpis.discharge],
    sections: [...tables, metersTable(years)],
    readings: [...now.withdrawal, ...now.discharge],
    ...tableSheet({ columns: withdrawal?.columns ?? [], rows }),
    notes: [
      ...stillRuns(years),
      `This site is ${isStressed ? '' : 'not '}marked as lying in an area of water stress${isStressed ? ': its figures are also reported apart.' : '.'}`,
      'Whether a mechanism for zero liquid discharge is in place is not kept here.',
    ],
  };
};

export const brsr: ReturnSubject = {
  title: 'BRSR water table',
  step: 'month',
  signatures: ['Prepared by', 'Reviewed by'],
  collect,
};

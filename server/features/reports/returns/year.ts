import { rangeWindow, seriesOf, type Window } from '../../../historian/index.ts';
import { countedOnce, type Unit } from '../../../plantModel/index.ts';
import { cell, isEstimated, sumOf, text, trustCells, trustColumns } from '../collect/columns.ts';
import { amountOf, readFamily } from '../collect/readUnits.ts';
import { metersCountedAs } from '../collect/sections/meters.ts';
import type { UnitReading } from '../collect/unitReading.ts';
import type { TableSection } from '../model.ts';
import { fiscalDays, fiscalName } from './fiscal.ts';
import type { ReturnContext } from './part.ts';

export type WaterSource = 'surface' | 'ground' | 'third_party' | 'sea' | 'rain' | 'other';
export type Destination = 'surface' | 'ground' | 'sea' | 'third_party' | 'other';

/** What a fiscal year took in and gave away, kilolitres by its meters. */
export type Year = {
  name: string;
  window: Window;
  /** The last day of it has passed. */
  isOver: boolean;
  withdrawal: UnitReading[];
  discharge: UnitReading[];
};

const isMeter = (unit: Unit): boolean => unit.type !== 'stock' && seriesOf(unit, 'volume')?.kind === 'counter';
const family = { standardCategoryId: 'SOURCE_CATEGORY', wants: isMeter, siUnit: 'KL' };

/** Where a unit's water comes from; a borewell's is ground water unless it is said. */
export const sourceOf = ({ type, meta }: Unit): WaterSource => {
  const said = meta.waterSource ?? (type === 'borewell' ? 'ground' : 'other');
  return said === 'recycled' ? 'other' : said;
};

const notFresh: ReadonlySet<WaterSource> = new Set(['sea', 'other']);
/** Fresh water holds at most 1,000 mg/L of dissolved solids; where nobody said, all is but the sea's and what is not named. */
export const isFresh = (unit: Unit): boolean => unit.meta.freshwater ?? !notFresh.has(sourceOf(unit));

/** Words of a destination that say which kind it is, the first that fits. */
const destinations: readonly [RegExp, Destination][] = [
  [/\b(sea|ocean|coast|marine|estuary)\b/i, 'sea'],
  [/\b(sewer|municipal|common|cetp|third|tanker|treatment plant|supplier)\b/i, 'third_party'],
  [/\b(ground|groundwater|aquifer|recharge|percolation|injection|soak)\b/i, 'ground'],
  [/\b(river|stream|lake|canal|nala|nallah|drain|pond|surface|creek)\b/i, 'surface'],
];

/** The kind of a destination as it was entered; `other` where its words do not say. */
export const destinationOf = ({ meta }: Unit): Destination =>
  destinations.find(([words]) => words.test(meta.dischargeTo ?? ''))?.[1] ?? 'other';

/** Whether discharged water was treated: by the treatment that is entered, unless it says none. */
export const isTreated = ({ meta }: Unit): boolean =>
  meta.treatment !== undefined && !/^(none|no|nil|untreated|without.*|-)?$/is.test(meta.treatment.trim());

const readYear = async (context: ReturnContext, first: number): Promise<Year> => {
  const { asked, calendar, source } = context;
  const { fromDay, toDay } = fiscalDays(first, asked.fiscalStartMonth);
  const today = calendar.dayOfSlot(source.nowSlot);
  const window = rangeWindow(calendar, fromDay, Math.min(toDay, today), 'month');
  const readings = await readFamily({ ...context, window, before: null }, family);
  return {
    name: fiscalName(first, asked.fiscalStartMonth),
    window,
    isOver: today > toDay,
    withdrawal: metersCountedAs(readings, 'ID_SOURCE').filter(({ unit }) => unit.meta.waterSource !== 'recycled'),
    discharge: countedOnce(readings.filter(({ unit }) => unit.meta.dischargeTo !== undefined)),
  };
};

/** The year that was asked for, and the one before. */
export const readYears = async (context: ReturnContext): Promise<[now: Year, before: Year]> => [
  await readYear(context, context.asked.fiscalYear),
  await readYear(context, context.asked.fiscalYear - 1),
];

/** Kilolitres of several meters together; null when none is known. */
export const totalKL = (readings: readonly UnitReading[]): number | null =>
  sumOf(readings.map((reading) => amountOf(reading.total, reading)));

/** Withdrawal - discharge, kilolitres (GRI 303-5); null where one of them is not known. */
export const consumedKL = ({ withdrawal, discharge }: Pick<Year, 'withdrawal' | 'discharge'>): number | null => {
  const [taken, given] = [totalKL(withdrawal), totalKL(discharge)];
  return taken === null || given === null ? null : taken - given;
};

/** Every meter that the figures are based on, so that whoever signs can follow them. */
export const metersTable = ([now, before]: readonly [Year, Year]): TableSection => {
  const rows = [
    ...now.withdrawal.map((reading) => ({ reading, use: `withdrawal, ${sourceOf(reading.unit)}`, past: before.withdrawal })),
    ...now.discharge.map((reading) => ({ reading, use: `discharge, ${destinationOf(reading.unit)}`, past: before.discharge })),
  ];
  return {
    kind: 'table',
    key: 'meters',
    title: 'Meters behind the figures',
    columns: [
      text('unit', 'Meter'),
      text('use', 'Counts as'),
      text('said', 'Entered as'),
      { key: 'now', name: now.name, unit: 'KL', kind: 'number', decimals: 2 },
      { key: 'before', name: before.name, unit: 'KL', kind: 'number', decimals: 2 },
      ...trustColumns('KL', 2),
    ],
    rows: rows.map(({ reading, use, past }) => {
      const old = past.find(({ unit }) => unit.id === reading.unit.id);
      const value = amountOf(reading.total, reading);
      return {
        cells: {
          unit: reading.unit.name,
          use: use.replace('_', ' '),
          said: reading.unit.meta.dischargeTo ?? reading.unit.meta.waterSource ?? '',
          now: cell(value),
          before: old ? cell(amountOf(old.total, old)) : null,
          ...trustCells(reading),
        },
        ...(isEstimated(reading) && value !== null && { starred: ['now'] }),
      };
    }),
  };
};

/** Months of a year by its buckets: what the given meters counted in each, kilolitres. */
export const klOfMonths = (readings: readonly UnitReading[], { window }: Year, fromDays: ReadonlySet<number>): number | null =>
  sumOf(
    window.buckets.flatMap(({ fromDay }, at) =>
      fromDays.has(fromDay) ? [sumOf(readings.map((reading) => amountOf(reading.buckets[at], reading)))] : [],
    ),
  );

import { factsOf } from '../../../plantModel/index.ts';
import { restatedBy } from '../../readings/index.ts';
import { isEstimated, number, text } from '../collect/columns.ts';
import { readParams } from '../collect/readUnits.ts';
import type { UnitReading } from '../collect/unitReading.ts';
import type { Row, TableSection } from '../model.ts';
import type { ReturnContext, ReturnPart, ReturnSubject } from './part.ts';
import { tableSheet } from './tableSheet.ts';
import { readWaterYears, stillRuns, type VolumeUnit, volumeIn, volumeKpis, type Years } from './twoYears.ts';
import {
  consumedKL,
  type Destination,
  destinationOf,
  isFresh,
  metersTable,
  sourceOf,
  totalKL,
  type WaterSource,
  type Year,
} from './year.ts';

const PLACES = 3;
const megalitres: VolumeUnit = { unit: 'ML', klPerUnit: 1000, decimals: PLACES };

const sources: readonly [string, readonly WaterSource[]][] = [
  ['Surface water, with rain that was caught', ['surface', 'rain']],
  ['Groundwater', ['ground']],
  ['Seawater', ['sea']],
  ['Third-party water', ['third_party']],
  ['Not said', ['other']],
];
const destinations: readonly [string, Destination][] = [
  ['Surface water', 'surface'],
  ['Groundwater', 'ground'],
  ['Seawater', 'sea'],
  ['Third-party water', 'third_party'],
  ['Not said', 'other'],
];

const toML = (kl: number | null): number | null => volumeIn(megalitres, kl);

/** Change of what tanks hold from start to end, by their shapes at the end, kilolitres; null where one of them is not known at an end. */
const storageKL = async (context: ReturnContext, { window }: Year): Promise<{ kl: number | null; tanks: number }> => {
  const tanks = await readParams(
    { ...context, window },
    { standardCategoryId: 'STOCK_CATEGORY', wants: ({ type }) => type === 'stock' },
    ({ param }) => param === 'volume',
  );
  const ids = tanks.map(({ series }) => series.id);
  const before = new Map(
    context.source.reader.dayTotals(ids, window.fromDay - 1, window.fromDay - 1).map(({ seriesId, last }) => [seriesId, last]),
  );
  const { source } = context;
  const ends = {
    before: { fromDay: window.fromDay - 1, endSlot: window.fromSlot },
    now: { fromDay: window.fromDay, endSlot: Math.min(window.toSlot, source.nowSlot) },
  };
  let kl: number | null = tanks.length > 0 ? 0 : null;
  for (const { series, total, measure } of tanks) {
    const start = before.get(series.id) ?? null;
    if (kl === null || start === null || total.last === null) return { kl: null, tanks: tanks.length };
    kl += (total.last - start - restatedBy(series, ends, source)) / measure.divisor;
  }
  return { kl, tanks: tanks.length };
};

type Figure = { what: string; now: number | null; before: number | null; isStarred?: boolean };

const rowOf = ({ what, now, before, isStarred = false }: Figure, isStressed: boolean): Row => ({
  cells: { what, now: toML(now), stressed: now === null ? null : isStressed ? toML(now) : 0, before: toML(before) },
  starred: isStarred && now !== null ? ['now', ...(isStressed ? ['stressed'] : [])] : [],
});

const metered = (what: string, pick: (year: Year) => UnitReading[], [now, before]: Years): Figure => ({
  what,
  now: totalKL(pick(now)),
  before: totalKL(pick(before)),
  isStarred: pick(now).some(isEstimated),
});

/** One figure per kind, divided into fresh and other water, and the total. */
const byKind = <K extends string>(
  kinds: readonly [string, readonly K[] | K][],
  pick: (year: Year) => UnitReading[],
  kindOf: (reading: UnitReading) => K,
  years: Years,
): Figure[] => [
  ...kinds.flatMap(([what, own]) =>
    [true, false].map((fresh) =>
      metered(
        `${what}: ${fresh ? 'freshwater' : 'other water'}`,
        (year) =>
          pick(year).filter(
            (reading) => (Array.isArray(own) ? own : [own]).includes(kindOf(reading)) && isFresh(reading.unit) === fresh,
          ),
        years,
      ),
    ),
  ),
  metered('Total', pick, years),
];

/** GRI 303-3, 303-4 and 303-5 of a fiscal year, megalitres. */
const collect = async (context: ReturnContext): Promise<ReturnPart> => {
  const years = await readWaterYears(context);
  const [now, before] = years;
  const isStressed = factsOf(context.industry).waterStressed;
  const table = (key: string, title: string, figures: readonly Figure[]): TableSection => ({
    kind: 'table',
    key,
    title,
    columns: [
      text('what', 'What'),
      number('now', `${now.name}, all areas`, 'ML', PLACES),
      number('stressed', 'Of it in areas with water stress', 'ML', PLACES),
      number('before', `${before.name}, all areas`, 'ML', PLACES),
    ],
    rows: figures.map((figure) => rowOf(figure, isStressed)),
  });
  const stored = [await storageKL(context, now), await storageKL(context, before)] as const;
  const tables = [
    table(
      'withdrawal',
      '303-3 Water withdrawal',
      byKind<WaterSource>(
        sources,
        ({ withdrawal }) => withdrawal,
        ({ unit }) => sourceOf(unit),
        years,
      ),
    ),
    table(
      'discharge',
      '303-4 Water discharge',
      byKind<Destination>(
        destinations,
        ({ discharge }) => discharge,
        ({ unit }) => destinationOf(unit),
        years,
      ),
    ),
    table('consumption', '303-5 Water consumption', [
      {
        what: 'Total water consumption (withdrawal less discharge)',
        now: consumedKL(now),
        before: consumedKL(before),
        isStarred: [...now.withdrawal, ...now.discharge].some(isEstimated),
      },
      { what: `Change in storage, ${stored[0].tanks} tanks`, now: stored[0].kl, before: stored[1].kl },
    ]),
  ];
  const [first] = tables;
  const kpis = volumeKpis(years, megalitres, false);
  return {
    kpis: [kpis.withdrawal, kpis.discharge, kpis.consumption],
    sections: [...tables, metersTable(years)],
    readings: [...now.withdrawal, ...now.discharge],
    ...tableSheet({
      columns: [text('disclosure', 'Disclosure'), ...(first?.columns ?? [])],
      rows: tables.flatMap(({ title, rows }) => rows.map(({ cells }) => ({ cells: { disclosure: title, ...cells } }))),
    }),
    notes: [
      ...stillRuns(years),
      'Freshwater has at most 1,000 mg/L of dissolved solids: as entered for each meter, else all but sea water and water whose source is not said. A dash is what no meter counts.',
      `This site is ${isStressed ? '' : 'not '}marked as lying in an area of water stress.`,
      'Discharge is metered where a meter has a destination; recycled water is no withdrawal.',
    ],
  };
};

export const gri303: ReturnSubject = {
  title: 'GRI 303 water table',
  step: 'month',
  signatures: ['Prepared by', 'Reviewed by'],
  collect,
};

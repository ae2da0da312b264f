import { dateOfDay, daysOfMonth } from '../../core/shift.ts';
import { producedMonths } from '../../features/dashboards/executive/index.ts';
import { industryDocuments, totalsOfWindows, volumeCounters, type WindowTotal } from './comparisonStore.ts';
import { type CountedUnit, countedMeters } from './countedMeters.ts';

/** A sum of meters over the days that have a total, so that a plant with few days is not taken for one that uses little. */
export type WaterDays = { kl: number; days: number };

/** What an industry took in and used over days that are proved, from the totals of its days; null where nothing is known. */
export type WaterFigures = {
  /** Of meters that count as sources. */
  intake: WaterDays | null;
  /** Of as many days before. */
  before: WaterDays | null;
  used: WaterDays | null;
  /** Slots measured of those expected, %. */
  completeness: number | null;
  /** Water taken in for what was made, over the whole months of the last twelve that have both. */
  product: { klPer: number; kind: 't' | 'KL' | 'piece'; months: number; lastMonth: string } | null;
};

type Client = Parameters<typeof totalsOfWindows>[0];

const LITRES_A_KL = 1000;
const MONTHS = 12;

const sumOf = (units: readonly CountedUnit[], totals: ReadonlyMap<string, WindowTotal>): WaterDays | null => {
  const days = new Set<number>();
  const known = units.flatMap((terms) => {
    const own = terms.map(({ unitId, factor }) => ({ total: totals.get(unitId), factor }));
    if (own.some(({ total }) => total === undefined)) return [];
    for (const { total } of own) for (const day of total?.days ?? []) days.add(day);
    return own.reduce((sum, { total, factor }) => sum + factor * (total?.sum ?? 0), 0);
  });
  return known.length === 0 ? null : { kl: known.reduce((sum, litres) => sum + litres, 0) / LITRES_A_KL, days: days.size };
};

/** First day of the month that is so many months before the one that the day after this one is in. */
const firstDayOf = (toDay: number, months: number): number => {
  const [year = 0, month = 1] = dateOfDay(toDay + 1)
    .split('-')
    .map(Number);
  return daysOfMonth(new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7)).fromDay;
};

/**
 * Water of an industry, added up from the totals of days in PostgreSQL by the plant's own rule of which meters count.
 * @param window its last day, a day number, and its length; days left out because a row is not what was taken in are added to `damaged`.
 */
export const waterFigures = async (
  client: Client,
  plantId: number,
  industryId: string,
  { toDay, days, damaged }: { toDay: number; days: number; damaged?: Set<number> },
): Promise<WaterFigures | null> => {
  const series = await volumeCounters(client, plantId, industryId);
  const counted = countedMeters(await industryDocuments(client, plantId, industryId), (unitId) => series.has(unitId));
  if (!counted) return null;
  const { sources, used, production } = counted;
  const months = producedMonths(production, firstDayOf(toDay, MONTHS), toDay);
  const windows = [{ fromDay: toDay - days + 1, toDay }, { fromDay: toDay - 2 * days + 1, toDay: toDay - days }, ...months];
  const unitIds = [...new Set([...sources, ...used].flat().map(({ unitId }) => unitId))].filter((id) => series.has(id));
  const unitOf = new Map(unitIds.map((id) => [series.get(id), id]));
  const read = await totalsOfWindows(client, plantId, [...unitOf.keys()].map(Number), windows);
  for (const day of read.damaged) damaged?.add(day);
  const totals = read.totals.map((own) => new Map(own.map((total) => [unitOf.get(total.seriesNo) ?? '', total])));
  const [now = new Map<string, WindowTotal>(), before = new Map<string, WindowTotal>(), ...ofMonths] = totals;
  const expected = [...now.values()].reduce((all, total) => all + total.expected, 0);
  const complete = [...now.values()].reduce((all, total) => all + total.complete, 0);
  const made = months.flatMap((month, place) => {
    const water = sumOf(sources, ofMonths[place] ?? new Map());
    // of a month that began before the plant did, or of which a day is missing, the water is not known
    return water && water.days === month.toDay - month.fromDay + 1 ? [{ ...month, kl: water.kl }] : [];
  });
  const quantity = made.reduce((all, month) => all + month.made.quantity, 0);
  const last = made.at(-1);
  return {
    intake: sumOf(sources, now),
    before: sumOf(sources, before),
    used: sumOf(used, now),
    completeness: expected === 0 ? null : (100 * complete) / expected,
    product:
      last === undefined || quantity <= 0
        ? null
        : {
            klPer: made.reduce((all, { kl }) => all + kl, 0) / quantity,
            kind: last.made.kind,
            months: made.length,
            lastMonth: dateOfDay(last.fromDay).slice(0, 7),
          },
  };
};

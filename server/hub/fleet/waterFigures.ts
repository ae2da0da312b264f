import { dateOfDay, daysOfMonth } from '../../core/shift.ts';
import { producedMonths } from '../../features/dashboards/executive/index.ts';
import { hasEveryDay, measuredPercent, type WaterDays, waterOf } from './addDays.ts';
import { daysOfWindows, industryDocuments, volumeCounters } from './comparisonStore.ts';
import { countedMeters } from './countedMeters.ts';

/** What an industry took in and used over days that are proved, from the totals of its days; null where nothing is known. */
export type WaterFigures = {
  /** Of meters that count as sources. */
  intake: WaterDays | null;
  /** Of as many days before. */
  before: WaterDays | null;
  used: WaterDays | null;
  /** Slots measured of those expected since the first day that is known, %. */
  completeness: number | null;
  /** Water taken in for what was made, over those months of the last twelve that have both on every day. */
  product: { klPer: number; kind: 't' | 'KL' | 'piece'; months: number; lastMonth: string } | null;
};

type Client = Parameters<typeof daysOfWindows>[0];

const MONTHS = 12;

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
  const window = { fromDay: toDay - days + 1, toDay };
  const before = { fromDay: window.fromDay - days, toDay: window.fromDay - 1 };
  const units = [...new Map([...sources, ...used].map((unit) => [unit.unitId, unit])).values()];
  const unitOf = new Map(units.flatMap(({ unitId }) => (series.has(unitId) ? [[Number(series.get(unitId)), unitId]] : [])));
  const read = await daysOfWindows(client, plantId, unitOf, [window, before, ...months]);
  for (const day of read.damaged) damaged?.add(day);
  const made = months.flatMap((month) => {
    // of a month that began before the plant did, or of which a meter lacks a day, the water is not known
    const water = hasEveryDay(read.days, sources, month) ? waterOf(read.days, sources, month) : null;
    return water ? [{ ...month, kl: water.kl }] : [];
  });
  const quantity = made.reduce((all, month) => all + month.made.quantity, 0);
  const last = made.at(-1);
  return {
    intake: waterOf(read.days, sources, window),
    before: waterOf(read.days, sources, before),
    used: waterOf(read.days, used, window),
    completeness: measuredPercent(read.days, units, { window, leftOut: read.damaged }),
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

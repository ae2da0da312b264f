import type { RainAnalytics } from '../../../contract/user/rainfall.ts';
import type { TimeSlice } from '../../../core/cooperativeScheduler.ts';
import { round } from '../../../core/round.ts';
import { mean } from '../../../core/statistics.ts';
import { dmyOfDay, percentOf, roundShare } from '../../../historian/index.ts';
import { dayHarvestKL, type HarvestDesign, storeDays } from './design.ts';
import { harvestKL } from './potential.ts';
import { type RainRecord, sourceCounts, wholeMonths, wholeYears, yearsOf } from './record.ts';
import { recommendedStorageKL, runStore } from './storageSizing.ts';

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
/** Means of fewer years are not called normals. */
const YEARS_OF_NORMAL = 10;
const YEARS_OF_CV = 3;
/** Days of the calendar months over four years, so that the demand of a year adds up. */
const MONTH_DAYS = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const NOTE =
  'Days are shift days of the gauge, or days as the source of the history counts them; the India Meteorological Department’s end at 08:30 IST.';

/** Sample standard deviation over the mean, percent. */
export const variationPct = (values: readonly number[]): number | null => {
  const middle = mean(values);
  if (middle === null || middle <= 0 || values.length < YEARS_OF_CV) return null;
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  return (100 * Math.sqrt(variance)) / middle;
};

export type MonthlyPotential = { potentialKL: (number | null)[]; from: RainAnalytics['potentialFrom'] };

/** Mean potential of each calendar month, January first; from normals, without first flush, where no month was known by days. */
export const monthlyPotential = ({ days, normals }: RainRecord, { catchments }: HarvestDesign): MonthlyPotential => {
  if (catchments.length === 0) return { potentialKL: MONTHS.map(() => null), from: null };
  const whole = wholeMonths(days);
  const sources = new Set<'days' | 'normals'>();
  const potentialKL = MONTHS.map((month) => {
    const known = whole.filter((one) => one.month === month);
    if (known.length > 0) {
      sources.add('days');
      return mean(known.map((one) => one.days.reduce((sum, { mm }) => sum + dayHarvestKL(catchments, mm), 0)));
    }
    const normal = normals.find((one) => one.month === month);
    if (!normal) return null;
    sources.add('normals');
    return catchments.reduce((sum, catchment) => sum + harvestKL(catchment, normal.mm), 0);
  });
  const [only = null] = sources;
  return { potentialKL, from: sources.size > 1 ? 'mixed' : only };
};

const normalsOf = ({ days, normals }: RainRecord): Pick<RainAnalytics, 'monthlyNormalMm' | 'normalSource'> => {
  const key = (month: number): string => String(month).padStart(2, '0');
  if (normals.length > 0)
    return {
      monthlyNormalMm: Object.fromEntries(
        MONTHS.map((month) => [key(month), round(normals.find((one) => one.month === month)?.mm ?? null, 1)]),
      ),
      normalSource: normals[0]?.source ?? null,
    };
  const whole = wholeMonths(days);
  const means = MONTHS.map((month) => {
    const known = whole.filter((one) => one.month === month);
    return known.length < YEARS_OF_NORMAL ? null : mean(known.map(({ mm }) => mm));
  });
  return {
    monthlyNormalMm: Object.fromEntries(MONTHS.map((month, at) => [key(month), round(means[at] ?? null, 1)])),
    normalSource: means.every((mean) => mean === null) ? null : 'means of this record',
  };
};

/** Everything that the rain of a gauge says of harvesting at its site. */
export const rainAnalytics = async (
  unitId: string,
  record: RainRecord,
  design: HarvestDesign,
  { today, pace }: { today: number; pace: TimeSlice },
): Promise<RainAnalytics> => {
  const { days } = record;
  await pace.turn();
  const annual = yearsOf(days, today);
  const whole = wholeYears(days, today);
  const wettest = days.reduce<(typeof days)[number] | null>((most, one) => (one.mm > (most?.mm ?? 0) ? one : most), null);
  await pace.turn();
  const potential = monthlyPotential(record, design);
  await pace.turn();
  const { catchments, demandKLPerDay, storageKL } = design;
  const canRun = catchments.length > 0 && demandKLPerDay !== null && demandKLPerDay > 0 && days.length > 0;
  const run = canRun ? storeDays(days, design) : [];
  await pace.turn();
  return {
    unitId,
    source: sourceCounts(record) || 'nothing',
    years: whole.length,
    ...normalsOf(record),
    annualMm: annual.map(({ year, mm, known, expected }) => ({
      year,
      mm: round(mm, 1),
      completeness: percentOf(Math.min(known, expected), expected),
    })),
    cvPct: round(variationPct(whole.map(({ mm }) => mm)), 1),
    wettestDay: wettest ? { date: dmyOfDay(wettest.day), mm: round(wettest.mm, 1) } : null,
    potentialKLByMonth: potential.potentialKL.map((value) => round(value, 2)),
    potentialFrom: potential.from,
    demandKLByMonth: MONTH_DAYS.map((length) => (demandKLPerDay === null ? null : round(demandKLPerDay * length, 2))),
    demandFrom: design.demandFrom,
    storageKL: round(storageKL, 2),
    reliabilityPct: storageKL === null || !canRun ? null : roundShare(runStore(run, storageKL).reliabilityPct),
    recommendedStorageKL: canRun ? await recommendedStorageKL(run, pace) : null,
    note: NOTE,
  };
};

import type { FeatureData } from '../../../contract/model/featureData.ts';
import type { IndustryFacts } from '../../../contract/model/industryFacts.ts';
import { type ServingContext, seriesOf, type Window } from '../../../historian/index.ts';
import { type SeriesInfo, totalParts, type UnitDirectory } from '../../../plantModel/index.ts';
import { areSidesKnown, isKnownMonth, totalsOfMonth } from './knownMonths.ts';
import { type KpiPart, nothing } from './parts.ts';
import { type Made, producedMonths } from './production.ts';
import { type CountedMeter, KILO, kilo, litresOf, type MetersByUse, type Totals } from './water.ts';

export type RatioChoice = FeatureData<'water_ratio'>;
type Work = {
  industryId: string;
  directory: UnitDirectory;
  facts: Pick<IndustryFacts, 'production'>;
  water: MetersByUse;
  source: ServingContext;
  ratio: RatioChoice | undefined;
};

/** Of the months in which the first meters are known; `both`: of those in which the others are too. */
type MonthSums = { kind: Made['kind']; made: number; firstL: number; both: { made: number; litres: number } };

/** What was made in whole months of a window up to a slot, and the sums of meters in those of them in which they are known. */
const overMonths = async (
  { facts, source }: Pick<Work, 'facts' | 'source'>,
  product: string,
  [firsts, others]: [readonly CountedMeter[], readonly CountedMeter[]],
  { window, endSlot }: { window: Window; endSlot: number },
): Promise<MonthSums | null> => {
  const production = facts.production.filter((entry) => product === '' || entry.product === product);
  const lastDay = source.calendar.dayOfSlot(endSlot) - 1;
  const months = producedMonths(production, window.fromDay, Math.min(window.toDay, lastDay));
  const [first] = months;
  if (!first) return null;
  const ids = [...new Set([...firsts, ...others].map(({ series }) => series.id))];
  const sums: MonthSums = { kind: first.made.kind, made: 0, firstL: 0, both: { made: 0, litres: 0 } };
  const seriesIn = (meters: readonly CountedMeter[]): SeriesInfo[] => meters.map(({ series }) => series);
  for (const month of months) {
    const totals = await totalsOfMonth(ids, month, source);
    if (!(await isKnownMonth(seriesIn(firsts), month, totals, source))) continue;
    const litres = litresOf(firsts, totals) ?? 0;
    sums.firstL += litres;
    sums.made += month.made.quantity;
    if (others.length > 0 && !(await isKnownMonth(seriesIn(others), month, totals, source))) continue;
    sums.both.litres += litres + (litresOf(others, totals) ?? 0);
    sums.both.made += month.made.quantity;
  }
  return sums.made > 0 ? sums : null;
};

/** Water and production of the whole months in the window that have both. */
export const perProduct = async (
  work: Work,
  window: Window,
  endSlot: number,
): Promise<{ intensity: KpiPart; ratio: KpiPart; unit?: string }> => {
  const { withdrawal, recycled } = work.water;
  // recycled water that counts as intake is in that already
  const again = recycled.filter(({ series }) => !withdrawal.some((one) => one.series.id === series.id));
  const sums = await overMonths(work, '', [withdrawal, again], { window, endSlot });
  if (!sums) return { intensity: nothing, ratio: nothing };
  const { kind, made, firstL, both } = sums;
  return {
    intensity: { top: firstL / KILO, bottom: made },
    // litres per kg or per litre are KL per tonne or per KL
    ratio: kind === 'piece' || both.made === 0 ? nothing : { top: both.litres / KILO, bottom: both.made },
    unit: `KL/${kind}`,
  };
};

/** The meters of units in service that count a volume, each litre once; none where no total is without doubt. */
const metersOf = (
  { industryId, directory }: Pick<Work, 'industryId' | 'directory'>,
  unitIds: readonly string[],
): readonly CountedMeter[] => {
  const meters = unitIds.flatMap((id): CountedMeter[] => {
    const unit = directory.unit(industryId, id);
    const series = unit?.deployed ? seriesOf(unit, 'volume') : undefined;
    return unit && series?.kind === 'counter' ? [{ unit, series }] : [];
  });
  return totalParts(meters).counted;
};

/** The meters of either side of the water ratio that a plant has chosen. */
export const sidesOf = (
  work: Pick<Work, 'industryId' | 'directory' | 'ratio'>,
): Record<'above' | 'below', readonly CountedMeter[]> => ({
  above: metersOf(work, work.ratio?.numerator ?? []),
  below: metersOf(work, work.ratio?.denominator ?? []),
});

/** Litres of meters by those of others; nothing where much of either is not known. */
export const ratioOfMeters = async (
  [above, below]: readonly [readonly CountedMeter[], readonly CountedMeter[]],
  { window, endSlot, totals }: { window: Window; endSlot: number; totals: Totals },
  source: ServingContext,
): Promise<KpiPart> => {
  const [top, bottom] = [litresOf(above, totals), litresOf(below, totals)];
  const sides = [above, below].map((meters) => meters.map(({ series }) => series));
  if (top === null || bottom === null || !(await areSidesKnown(sides, { stretch: { ...window, endSlot }, totals }, source)))
    return nothing;
  return { top: kilo(top), bottom: kilo(bottom) };
};

/**
 * The water ratio as the plant's document of the feature water_ratio has it: volumes of units by those of others, else by the
 * production of a product over whole months.
 * @returns the ratio and what it is one of; undefined where there is no such document.
 */
export const chosenRatioOf = async (
  work: Work,
  window: Window,
  endSlot: number,
  totals: Totals,
): Promise<{ part: KpiPart; per: string } | undefined> => {
  if (!work.ratio) return undefined;
  const { above, below } = sidesOf(work);
  if (work.ratio.denominator.length > 0)
    return { part: await ratioOfMeters([above, below], { window, endSlot, totals }, work.source), per: 'KL/KL' };
  const sums = await overMonths(work, work.ratio.product, [above, []], { window, endSlot });
  if (!sums || sums.kind === 'piece') return { part: nothing, per: '' };
  return { part: { top: sums.firstL / KILO, bottom: sums.made }, per: `KL/${sums.kind}` };
};

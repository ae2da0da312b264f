import type { IndustryFacts } from '../../../contract/model/industryFacts.ts';
import {
  asOf,
  gatherTotals,
  mainSeries,
  percentOf,
  type ServingContext,
  shownUnits,
  type Window,
} from '../../../historian/index.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import type { QualityInLimit } from '../landing/index.ts';
import type { CrossDashboardKpis } from './crossDashboardKpis.ts';
import { type Complete, type KpiPart, type KpiParts, nothing } from './parts.ts';
import { chosenRatioOf, perProduct, type RatioChoice, ratioOfMeters, sidesOf } from './perProduct.ts';
import { savedCost } from './savedCost.ts';
import { completeOf, KILO, kilo, litresOf, type MetersByUse, type Totals } from './water.ts';

export type PlantWork = {
  industryId: string;
  directory: UnitDirectory;
  facts: IndustryFacts;
  water: MetersByUse;
  source: ServingContext;
  quality: QualityInLimit;
  others: CrossDashboardKpis;
  /** How the plant wants its water ratio; undefined as the domain has it. */
  ratio: RatioChoice | undefined;
};

const sumPart = (value: number | null): KpiPart => ({ top: value, bottom: null });

/** Where counting ends in a window: at now where it is running. */
export const asFarAs = ({ fromSlot, toSlot }: Window, { nowSlot }: ServingContext): number =>
  Math.min(toSlot, Math.max(fromSlot, nowSlot));

/** Of what is used the part that is recycled: all of it only where nothing else is metered. */
const recycledPart = ({ fresh }: MetersByUse, { top, bottom }: KpiPart, recycledL: number | null): KpiPart => {
  if (fresh.length === 0) return { top: kilo(recycledL), bottom: kilo(recycledL) };
  return top === null || bottom === null ? nothing : { top: bottom, bottom: top + bottom };
};

/** The figures of a plant in a window up to a slot. */
export const plantParts = async (
  work: PlantWork,
  window: Window,
  endSlot: number,
): Promise<{
  parts: KpiParts;
  complete: Complete;
  intensityUnit: string | undefined;
  /** What the water ratio is a ratio of: of some plants water by what was made, of others fresh water by recycled. */
  ratioPer: string;
  roTargetPct: number | null;
  totals: Totals;
  /** Percent of the whole stretch that was measured, also where meters joined within it. */
  ofStretchPct: number;
}> => {
  const { industryId, directory, water, source, quality, others } = work;
  const mains = shownUnits(directory, industryId)
    .flatMap((unit) => mainSeries(unit) ?? [])
    .map(({ id }) => id);
  const counted = [...Object.values(water), ...Object.values(sidesOf(work))].flat().map(({ series }) => series.id);
  const totals = await gatherTotals(source, [...new Set([...mains, ...counted])], window, endSlot);
  const freshL = litresOf(water.fresh, totals);
  const recycledL = litresOf(water.recycled, totals);
  const rainL = litresOf(water.rain, totals);
  const product = await perProduct(work, window, endSlot);
  const chosenRatio = await chosenRatioOf(work, window, endSlot, totals);
  const { evaluated, out } = await quality.over(industryId, window.fromDay, window.toDay, asOf(source, endSlot));
  const ro = await others.ro(industryId, window, endSlot);
  const freshByRecycled = await ratioOfMeters([water.fresh, water.recycled], { window, endSlot, totals }, source);
  const expected = mains.reduce((sum, id) => sum + (totals.get(id)?.expected ?? 0), 0);
  const complete = mains.reduce((sum, id) => sum + Math.min(totals.get(id)?.complete ?? 0, totals.get(id)?.expected ?? 0), 0);
  const stretch = Math.max(0, Math.min(endSlot, source.nowSlot) - window.fromSlot) * mains.length;
  return {
    totals,
    ofStretchPct: percentOf(Math.min(complete, stretch), stretch),
    complete: {
      withdrawalKL: completeOf(water.withdrawal, totals),
      freshKL: completeOf(water.fresh, totals),
      groundwaterKL: completeOf(water.ground, totals),
    },
    intensityUnit: product.unit,
    ratioPer: chosenRatio?.per ?? (work.facts.production.length > 0 ? (product.unit ?? '') : 'fresh:recycled'),
    roTargetPct: ro.targetPct,
    parts: {
      withdrawalKL: sumPart(kilo(litresOf(water.withdrawal, totals))),
      freshKL: sumPart(kilo(freshL)),
      recycledPct: recycledPart(water, freshByRecycled, recycledL),
      groundwaterKL: sumPart(kilo(litresOf(water.ground, totals))),
      intensity: product.intensity,
      // without production the shares of fresh and recycled water
      waterRatio: chosenRatio?.part ?? (work.facts.production.length > 0 ? product.ratio : freshByRecycled),
      neutralityIndex: await others.neutrality(industryId, window, endSlot),
      lossPct: await others.loss(industryId, window, endSlot),
      roRecoveryPct: ro.recovery,
      secKWhPerKL: ro.sec,
      qualityCompliancePct: { top: evaluated > 0 ? evaluated - out : null, bottom: evaluated },
      completenessPct: { top: expected > 0 ? complete : null, bottom: expected },
      savingKL: sumPart(recycledL === null && rainL === null ? null : ((recycledL ?? 0) + (rainL ?? 0)) / KILO),
      savingCost: sumPart(savedCost(work, totals)),
    },
  };
};

type OfThings = Pick<Awaited<ReturnType<typeof plantParts>>, 'parts' | 'intensityUnit' | 'ratioPer'>;

/** The figures of the window before, as far as they are of the same things as those of now: what was made may be counted otherwise since. */
export const comparedWith = (now: OfThings, before: OfThings): KpiParts => {
  const areAlike = (one: string | undefined, other: string | undefined): boolean => !one || !other || one === other;
  const { parts } = before;
  return {
    ...parts,
    intensity: areAlike(now.intensityUnit, before.intensityUnit) ? parts.intensity : nothing,
    waterRatio: areAlike(now.ratioPer, before.ratioPer) ? parts.waterRatio : nothing,
  };
};

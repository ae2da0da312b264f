import {
  type ComparedPair,
  type ComparedSide,
  gatherTotals,
  likeEnd,
  type Measured,
  pairsOf,
  type Tally,
  type Window,
} from '../../../historian/index.ts';
import type { SeriesInfo } from '../../../plantModel/index.ts';
import type { Pairs } from './parts.ts';
import { sidesOf } from './perProduct.ts';
import { asFarAs, type PlantWork } from './plantParts.ts';
import type { CountedMeter, Totals } from './water.ts';

/** What a window came to, meter by meter. */
type InWindow = { window: Window; totals: Totals };
/** What no device feeds and is known in fewer of its slots a person enters now and then. */
const SELDOM = 0.1;
type Sides = { now: ComparedSide; before: ComparedSide };

/** Of a share of quarter hours not the values but the slots are compared, each as much as any other. */
const measuredSlots = (tally: Tally | undefined, { fromSlot, endSlot }: ComparedSide): Measured => {
  const complete = tally?.complete ?? 0;
  return { sum: complete > 0 ? complete : null, last: null, slots: Math.max(0, endSlot - fromSlot), known: complete };
};

const qualityPairs = async ({ industryId, source, quality }: PlantWork, { now, before }: Sides): Promise<ComparedPair[]> => {
  const limited = quality.limited(industryId);
  const ids = limited.map(({ series }) => series.id);
  const late = await gatherTotals(source, ids, now, now.endSlot);
  const early = await gatherTotals(source, ids, before, before.endSlot);
  return limited.map(({ unit, series: { id, param } }) => {
    const both = { now: measuredSlots(late.get(id), now), before: measuredSlots(early.get(id), before) };
    const isSeldom = Object.values(both).every(({ known, slots }) => known < SELDOM * slots);
    return { ...both, kind: 'counter', isEntered: isSeldom && !unit.feeds.some((feed) => feed.param === param) };
  });
};

/** What is behind figures, as it was measured on both sides; of a ratio each of its sides by itself. */
export const pairsByKpi = async (work: PlantWork, now: InWindow, before: InWindow): Promise<Pairs> => {
  const { industryId, water, source, ratio, others } = work;
  const behind = others.behind(industryId, now.window.fromDay);
  const all = [...behind.neutrality, ...behind.recovery, ...behind.specific].flat().map(({ id }) => id);
  const endSlot = likeEnd(source.calendar, now.window, before.window, source.nowSlot);
  const nowEnd = asFarAs(now.window, source);
  const [late, early] = [
    await gatherTotals(source, [...new Set(all)], now.window, nowEnd),
    await gatherTotals(source, [...new Set(all)], before.window, endSlot),
  ];
  const sides: Sides = {
    now: { ...now.window, endSlot: nowEnd, of: (id) => now.totals.get(id) ?? late.get(id) },
    before: { ...before.window, endSlot, of: (id) => before.totals.get(id) ?? early.get(id) },
  };
  const of = async (...meters: readonly (readonly CountedMeter[])[]) => [
    await pairsOf([...new Set(meters.flat().map(({ series }) => series))], sides, source),
  ];
  const each = (groups: readonly (readonly SeriesInfo[])[]) =>
    Promise.all(groups.map((series) => pairsOf(series, sides, source)));
  const { withdrawal, fresh, ground, recycled, rain } = water;
  const [used, saved] = [await of(fresh, recycled), await of(recycled, rain)];
  return {
    withdrawalKL: await of(withdrawal),
    freshKL: await of(fresh),
    groundwaterKL: await of(ground),
    intensity: await of(withdrawal),
    recycledPct: used,
    waterRatio: ratio ? await of(...Object.values(sidesOf(work))) : used,
    savingKL: saved,
    savingCost: saved,
    neutralityIndex: await each(behind.neutrality),
    roRecoveryPct: await each(behind.recovery),
    secKWhPerKL: await each(behind.specific),
    qualityCompliancePct: [await qualityPairs(work, sides)],
  };
};

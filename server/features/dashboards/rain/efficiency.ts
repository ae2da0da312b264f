import type { IndustryFacts } from '../../../contract/model/industryFacts.ts';
import type { RainSide } from '../../../contract/user/rainfall.ts';
import { round } from '../../../core/round.ts';
import {
  consumersOf,
  gather,
  percentOf,
  type ServingContext,
  seriesOf,
  toKilo,
  toTimeWindow,
  type Window,
} from '../../../historian/index.ts';
import { countedOnce, type Unit } from '../../../plantModel/index.ts';
import { afterFirstFlush } from './events.ts';
import type { RainGauge } from './gauges.ts';
import { harvestedByDifference, harvestedByMeters, type MeteredUnit } from './harvested.ts';
import { coefficientOf, harvestKL } from './potential.ts';
import { RAINY_DAY_MM } from './rainClass.ts';
import { readSiteRain } from './siteRain.ts';

export type RainSite = {
  gauges: readonly RainGauge[];
  catchments: IndustryFacts['catchments'];
  harvested: readonly Unit[];
  used: readonly Unit[];
  recharged: readonly Unit[];
  spilled: readonly Unit[];
  tanks: readonly Unit[];
  consumers: readonly Unit[];
  /** What a kilolitre of the replaced source costs; null where nobody said which it is. */
  costPerKL: number | null;
};

/** Part of a window whose rain must be known before what was harvested is held against it. */
const KNOWN_PART = 0.9;
const FRESH = ['surface', 'ground', 'third_party', 'sea', 'other'] as const;

/** The tariff of the source that rain is in for: the one that was named, else the only fresh one. */
const avoidedCostPerKL = ({ rainWater, tariffs }: IndustryFacts): number | null => {
  const { waterPerKL } = tariffs;
  if (rainWater.replaces !== undefined) return waterPerKL[rainWater.replaces] ?? null;
  const fresh = FRESH.flatMap((source) => waterPerKL[source] ?? []);
  return fresh.length === 1 ? (fresh[0] ?? null) : null;
};

/** The meters and tanks of a site's rain water. */
export const siteOf = (shown: readonly Unit[], gauges: readonly RainGauge[], facts: IndustryFacts): RainSite => {
  const named = (ids: readonly string[]): Unit[] => shown.filter(({ id }) => ids.includes(id));
  const meters = (ids: readonly string[]): Unit[] => countedOnce(named(ids).map((unit) => ({ unit }))).map(({ unit }) => unit);
  const { rainWater } = facts;
  return {
    gauges,
    catchments: facts.catchments,
    harvested: meters(rainWater.harvestedUnitIds),
    used: meters(rainWater.usedUnitIds),
    recharged: meters(rainWater.rechargedUnitIds),
    spilled: meters(rainWater.spilledUnitIds),
    tanks: named(rainWater.tankUnitIds),
    consumers: consumersOf(shown),
    costPerKL: avoidedCostPerKL(facts),
  };
};

const volumes = (units: readonly Unit[]): number[] =>
  units.flatMap((unit) => {
    const series = seriesOf(unit, 'volume');
    return series?.kind === 'counter' ? [series.id] : [];
  });

/** Everything that an efficiency is worked out from. */
export const seriesOfSite = ({ gauges, tanks, ...site }: RainSite): number[] => [
  ...gauges.map(({ seriesId }) => seriesId),
  ...volumes([...site.harvested, ...site.used, ...site.recharged, ...site.spilled, ...site.consumers]),
  ...tanks.flatMap((unit) => seriesOf(unit, 'volume')?.id ?? []),
];

const add = (parts: readonly (number | null)[]): number | null =>
  parts.includes(null) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);

/** Rain, potential, what was harvested of it and what it saved, in one window. */
export const efficiencySide = async (site: RainSite, source: ServingContext, window: Window): Promise<RainSide> => {
  const rain = await readSiteRain(site.gauges, source, window);
  const metered = [site.harvested, site.used, site.recharged, site.spilled, site.consumers].map(volumes);
  const gathered = await gather(source, [...new Set(metered.flat())], window);
  const sum = (ids: readonly number[] | undefined): number | null => {
    const known = (ids ?? []).map((id) => gathered.get(id)?.total.sum ?? null).filter((one) => one !== null);
    return known.length > 0 ? known.reduce((all, one) => all + one, 0) : null;
  };
  const [, used, recharged, spilled, demand] = metered.map(sum);
  const meteredUnits = (units: readonly Unit[]): MeteredUnit[] =>
    units.flatMap((unit) => volumes([unit]).map((id) => ({ unit, total: gathered.get(id)?.total })));
  const ways = [site.used, site.recharged, site.spilled].filter(({ length }) => length > 0).map(meteredUnits);
  const byDifference = ways.length > 0 ? await harvestedByDifference(ways, site.tanks, source, window) : null;
  const harvested = site.harvested.length > 0 ? harvestedByMeters(meteredUnits(site.harvested)) : byDifference;

  const catchments = site.catchments.map((catchment) => {
    const { id, name, surface, areaM2, firstFlushMm } = catchment;
    const left = rain.mm === null ? null : afterFirstFlush(rain.wet, { ...window, firstFlushMm });
    return {
      id,
      name,
      surface,
      areaM2,
      coefficient: coefficientOf(catchment),
      potentialL: left === null ? null : harvestKL(catchment, left) * 1000,
    };
  });
  const potential = catchments.length > 0 ? add(catchments.map(({ potentialL }) => potentialL)) : null;
  // what was harvested of rain that nobody measured is no part of what could be
  const isRainKnown = rain.known >= KNOWN_PART * rain.passed;
  const canEvaluate = potential !== null && potential > 0 && isRainKnown && rain.wettestDayMm >= RAINY_DAY_MM;
  const passed = Math.max(0, Math.min(window.toSlot, source.nowSlot) - window.fromSlot);
  const meters = [...new Set(metered.slice(0, 4).flat())].map((id) => gathered.get(id)?.total);
  const expected = site.gauges.length * passed + meters.reduce((all, total) => all + (total?.expected ?? 0), 0);
  const complete = rain.complete + meters.reduce((all, total) => all + Math.min(total?.complete ?? 0, total?.expected ?? 0), 0);
  // of meters that were silent the other side would be held against too little
  const isSavingKnown = [...new Set([...volumes(site.used), ...volumes(site.consumers)])].every((id) => {
    const total = gathered.get(id)?.total;
    return total !== undefined && total.complete >= KNOWN_PART * passed;
  });
  // fields whose names say KL are kilolitres, whatever the divisionFactor
  const roundedKL = (litres: number | null | undefined): number | null => toKilo(litres ?? null, 2);
  return {
    window: toTimeWindow(window, source.nowMs),
    rainMm: round(rain.mm, 1),
    catchments: catchments.map(({ potentialL, ...row }) => ({ ...row, potentialKL: roundedKL(potentialL) })),
    potentialKL: roundedKL(potential),
    harvestedKL: roundedKL(harvested),
    usedKL: roundedKL(used),
    rechargedKL: roundedKL(recharged),
    spillKL: roundedKL(spilled),
    efficiencyPct: canEvaluate && harvested !== null ? round((100 * harvested) / potential, 1) : null,
    savingPctOfDemand: used != null && demand && isSavingKnown ? round((100 * used) / demand, 1) : null,
    savingCost: used == null || site.costPerKL === null ? null : round((used / 1000) * site.costPerKL, 2),
    completeness: percentOf(complete, expected),
  };
};

import { targetStatus } from '../../../contract/rules/targetStatus.ts';
import type { LandingKpis } from '../../../contract/user/landing.ts';
import { round } from '../../../core/round.ts';
import { dateOfDay, daysOfMonth } from '../../../core/shift.ts';
import { HOURS_PER_DAY, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import {
  type DisplayUnit,
  displayUnitOf,
  isoOfSlot,
  limitIn,
  percentOf,
  roundShare,
  type ServingContext,
  toDisplay,
} from '../../../historian/index.ts';
import { limitOfTotal } from '../../../plantModel/index.ts';
import { completenessOf } from '../../readings/index.ts';
import { changeBetween, changeFromMean } from './compared.ts';
import { consumptionOf, type LandingFamily } from './families.ts';
import { amountUpTo, type Compared, dayUpToNow, lastMonths, monthUpToNow, passedOf, sameWeekdays } from './likeForLike.ts';
import { passedTotals } from './pastTotals.ts';
import { inLimitPct, type QualityInLimit } from './qualityInLimit.ts';

const KILO = 1000;

type Work = Compared & {
  source: ServingContext;
  families: readonly LandingFamily[];
  day: number;
  quality: QualityInLimit;
  glance: Glance;
};

/** Volumes of a family in its own unit of measure, KL where it has none. */
export const volumeMeasure = (family: LandingFamily | undefined): DisplayUnit => displayUnitOf('L', KILO, family?.siUnit);

const limitOf = (family: LandingFamily, name: 'unitThreshold' | 'monthlyThreshold'): number | null => {
  const limit = limitOfTotal(family.counted.map(({ meta }) => meta[name]));
  return limitIn(limit, family.added[0], volumeMeasure(family));
};

const dayOf = async (family: LandingFamily | undefined, work: Work): Promise<LandingKpis['day']> => {
  const { source, day } = work;
  const { calendar } = source;
  const measure = volumeMeasure(family);
  const { firstSlot, slots } = calendar.windowOfDay(day);
  const passed = passedOf(day, source);
  const to = isoOfSlot(firstSlot + passed);
  if (!family) {
    const nothing = { value: null, unit: measure.unit, completeness: 0, previous: null, changePct: null };
    return { consumption: nothing, unit: measure.unit, sameWeekdays: null, sameWeekdaysChangePct: null, to };
  }
  const now = await passedTotals(family, day, day, source);
  const before = calendar.windowOfDay(day - 1);
  const beforeEnd = before.firstSlot + (passed === slots ? before.slots : Math.min(passed, before.slots));
  const yesterday = { fromDay: day - 1, toDay: day - 1, fromSlot: before.firstSlot, toSlot: before.firstSlot + before.slots };
  const previous = await amountUpTo(family, yesterday, beforeEnd, work);
  const upToNow = await dayUpToNow(family, day, source);
  const usual = await sameWeekdays(family, day, upToNow, work);
  const target = limitOf(family, 'unitThreshold');
  const sides = { now: upToNow, before: { ...yesterday, endSlot: beforeEnd, dayEnd: yesterday.toSlot } };
  const completeness = completenessOf(now);
  return {
    consumption: {
      value: toDisplay(now.sum, measure),
      unit: measure.unit,
      completeness,
      estimated: toDisplay(now.estimated, measure) ?? 0,
      previous: toDisplay(previous, measure),
      changePct: await changeBetween(family, [now.sum, previous], sides, source),
      ...(target !== null && { target, status: targetStatus(toDisplay(now.sum, measure), target, completeness) }),
    },
    unit: measure.unit,
    sameWeekdays: toDisplay(usual.value, measure),
    sameWeekdaysChangePct: changeFromMean(now.sum, usual),
    to,
  };
};

const monthOf = async (family: LandingFamily | undefined, work: Work): Promise<LandingKpis['month']> => {
  const measure = volumeMeasure(family);
  const { unit } = measure;
  if (!family) return { unit, toDate: null, threshold: null, usedPct: null, lastThreeMonths: null, changePct: null };
  const { source, day } = work;
  const { sum } = await passedTotals(family, daysOfMonth(dateOfDay(day).slice(0, 7)).fromDay, day, source);
  const threshold = limitOf(family, 'monthlyThreshold');
  const usual = await lastMonths(family, day, await monthUpToNow(family, day, source), work);
  return {
    unit,
    toDate: toDisplay(sum, measure),
    threshold,
    usedPct: sum === null || !threshold ? null : percentOf(sum / measure.divisor, threshold),
    lastThreeMonths: toDisplay(usual.value, measure),
    changePct: changeFromMean(sum, usual),
  };
};

/** Litres that were consumed in the last 24 hours up to the end of the day or now. */
const lastDayL = async (family: LandingFamily, { source, day, ...work }: Work): Promise<number | null> => {
  const passed = passedOf(day, source);
  const { sum: today } = await passedTotals(family, day, day, source);
  const before = source.calendar.windowOfDay(day - 1);
  if (passed >= HOURS_PER_DAY * SLOTS_PER_HOUR || day === 0) return today;
  const stretch = { fromDay: day - 1, toDay: day - 1, fromSlot: before.firstSlot, toSlot: before.firstSlot + before.slots };
  const compared = { ...work, source };
  const whole = await amountUpTo(family, stretch, stretch.toSlot, compared);
  const early = (await amountUpTo(family, stretch, before.firstSlot + Math.min(passed, before.slots), compared)) ?? 0;
  // where nothing of today is known, the use of yesterday's evening is not that of a day
  return whole === null || (today === null && passed > 0) ? null : (today ?? 0) + whole - early;
};

const stockOf = async (
  family: LandingFamily | undefined,
  used: LandingFamily | undefined,
  work: Work,
): Promise<LandingKpis['stock']> => {
  const tanks = family?.added.filter(({ kind }) => kind === 'stock') ?? [];
  const measure = volumeMeasure(family);
  if (!family || tanks.length === 0) return { value: null, unit: measure.unit, percent: null, autonomyHours: null };
  const { source, day, curves, industryId } = work;
  const passed = passedOf(day, source);
  const held = await curves.upTo({ name: `${industryId} ${family.id}`, series: family.added }, { day, slots: passed }, source);
  const units = family.counted;
  // a tank of unknown size would make the others look fuller
  const capacityKL = units.every(({ maxCapacity }) => maxCapacity !== null)
    ? units.reduce((sum, { maxCapacity }) => sum + (maxCapacity ?? 0), 0)
    : null;
  const drawn = used ? await lastDayL(used, work) : null;
  return {
    value: toDisplay(held, measure),
    unit: measure.unit,
    percent: held === null || !capacityKL ? null : percentOf(held / 1000, capacityKL),
    autonomyHours: held === null || drawn === null || drawn <= 0 ? null : round((held / drawn) * HOURS_PER_DAY, 1),
  };
};

/** What is above the categories. */
export const landingKpis = async (work: Work): Promise<LandingKpis> => {
  const { families, day, source, industryId, quality, glance } = work;
  const used = consumptionOf(families);
  const date = dateOfDay(day);
  const worst = await glance.worstNode(industryId, date);
  const pct = inLimitPct(await quality.over(industryId, day, day, source));
  return {
    day: await dayOf(used, work),
    month: await monthOf(used, work),
    stock: await stockOf(
      families.find(({ id }) => id === 'STOCK_CATEGORY'),
      used,
      work,
    ),
    worstNode: worst,
    roRecoveryPct: await glance.roRecoveryPct(industryId, date),
    qualityInLimitPct: roundShare(pct),
  };
};

/** What other dashboards say of a shift day (YYYY-MM-DD); null where there is nothing to say. */
export type Glance = {
  /** Changes with whatever they are made from besides readings and configuration. */
  version(industryId: string): Promise<string>;
  worstNode(industryId: string, date: string): Promise<LandingKpis['worstNode']>;
  /** Nodes of the water balance that could be evaluated, of those that have to close. */
  evaluatedNodes(industryId: string, date: string): Promise<{ evaluated: number; all: number }>;
  roRecoveryPct(industryId: string, date: string): Promise<number | null>;
};

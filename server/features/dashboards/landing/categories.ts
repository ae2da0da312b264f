import type { Series } from '../../../contract/model/common.ts';
import { targetStatus } from '../../../contract/rules/targetStatus.ts';
import type { LandingCategory } from '../../../contract/user/landing.ts';
import {
  allMeasured,
  emptyTally,
  type Gathered,
  isoOfSlot,
  likeEnd,
  limitIn,
  type ServingContext,
  type Tally,
  toDisplay,
  type Window,
  windowBefore,
} from '../../../historian/index.ts';
import { limitOfTotal, type SeriesInfo, type Unit } from '../../../plantModel/index.ts';
import {
  addGathered,
  commonUnit,
  completenessOf,
  type FormatContext,
  gatheredOf,
  graphOf,
  latestOf,
  measureFor,
  TariffRates,
  totalReasonOf,
} from '../../readings/index.ts';
import { changeBetween } from './compared.ts';
import type { LandingFamily } from './families.ts';
import { type Compared, likeForLike, previousOf } from './likeForLike.ts';

const KILO = 1000;
export type LandingContext = {
  window: Window;
  gathered: ReadonlyMap<number, Gathered>;
  source: ServingContext;
  alerting: ReadonlySet<string>;
};

const thresholdOf = ({ meta }: Unit, { type }: Window): number | null =>
  (type === 'MONTH' ? meta.monthlyThreshold : type === 'DAY' ? meta.unitThreshold : null) ?? null;

const together = (tallies: readonly Tally[]): Pick<Tally, 'complete' | 'expected'> => ({
  complete: tallies.reduce((sum, { complete, expected }) => sum + Math.min(complete, expected), 0),
  expected: tallies.reduce((sum, { expected }) => sum + expected, 0),
});

const contextOf = ({ window, gathered, source }: LandingContext, siUnit: string): FormatContext => ({
  source,
  window,
  gathered,
  divisionFactor: KILO,
  siUnit,
  nowMs: source.nowMs,
  unitOf: source.unitOf,
  rates: new TariffRates(source.tariffs),
});

const noGraph = (window: Window): Series => ({
  key: 'total',
  name: 'Total',
  unit: '',
  start: isoOfSlot(window.fromSlot),
  stepMinutes: null,
  values: [],
  quality: '',
  completeness: 0,
});

const unitOf = (
  { unit, main, counted }: { unit: Unit; main: SeriesInfo | undefined; counted: boolean },
  shown: LandingContext,
  context: FormatContext,
): LandingCategory['units'][number] => {
  const { source, window, alerting } = shown;
  const { total } = gatheredOf(main, context);
  const latest = latestOf(unit, main, total, context);
  return {
    unitId: unit.id,
    unitName: unit.name,
    value: main?.kind === 'counter' ? toDisplay(total.sum, measureFor(main, context)) : latest.value,
    latest: latest.value,
    latestUnit: latest.unit,
    latestAt: latest.atMs === null ? null : new Date(latest.atMs).toISOString(),
    online: source.isOnline(unit),
    threshold: limitIn(thresholdOf(unit, window), main, measureFor(main, context)),
    alerting: alerting.has(unit.id),
    counted,
  };
};

/** The window as far as it has come, and the one before as far. */
const sidesOf = async (added: readonly SeriesInfo[], { window, gathered, source }: LandingContext) => {
  const { fromDay, fromSlot } = windowBefore(source.calendar, window);
  const endSlot = likeEnd(source.calendar, window, windowBefore(source.calendar, window), source.nowSlot);
  const last = source.calendar.windowOfDay(source.calendar.dayOfSlot(endSlot - 1));
  const now = {
    ...window,
    endSlot: Math.min(window.toSlot, Math.max(window.fromSlot, source.nowSlot)),
    of: (id: number) => gathered.get(id)?.total,
  };
  return {
    now: await allMeasured(added, now, source),
    before: { fromDay, fromSlot, endSlot, dayEnd: last.firstSlot + last.slots },
  };
};

/** One family as the landing page shows it. */
export const categoryOf = async (family: LandingFamily, shown: LandingContext, compared: Compared): Promise<LandingCategory> => {
  const { window, gathered } = shown;
  const { added } = family;
  const context = contextOf(shown, family.siUnit);
  const measure = measureFor(added[0] ?? family.shown[0]?.main, context);
  const named = (main: SeriesInfo): string => measureFor(main, context).unit;
  const unit = added.length > 0 ? measure.unit : commonUnit(family.shown, named, family.siUnit);
  const sums = addGathered(added, gathered, window.buckets.length);
  const isCounter = added[0]?.kind === 'counter';
  const value = isCounter ? sums.total.sum : sums.total.last;
  const previous = await previousOf(family, window, compared);
  const sides = await sidesOf(added, shown);
  const like = await likeForLike(family, { window, previous, now: sides.now }, compared);
  const countedIds = new Set(family.counted.map(({ id }) => id));
  const threshold = limitIn(limitOfTotal(family.counted.map((unit) => thresholdOf(unit, window))), added[0], measure);
  // a total is as complete as what is in it
  const evaluated = added.length > 0 ? added : family.shown.flatMap(({ main }) => main ?? []);
  const mains = evaluated.map(({ id }) => gathered.get(id)?.total ?? emptyTally);
  const completeness = completenessOf(together(mains));
  await shown.source.pace.turn();
  return {
    standardCategoryId: family.id,
    name: family.name,
    siUnit: unit,
    total: {
      value: toDisplay(value, measure),
      ...totalReasonOf(value, family),
      unit,
      completeness,
      estimated: toDisplay(sums.total.estimated, measure) ?? 0,
      previous: toDisplay(previous, measure),
      changePct: await changeBetween(family, [value, previous], sides, shown.source),
      ...(isCounter &&
        threshold !== null && { target: threshold, status: targetStatus(toDisplay(value, measure), threshold, completeness) }),
    },
    likeForLike: { label: like.label, value: toDisplay(like.value, measure) },
    threshold,
    units: family.shown.map(({ unit, main }) => unitOf({ unit, main, counted: countedIds.has(unit.id) }, shown, context)),
    graph: added.length > 0 ? graphOf({ key: 'total', name: 'Total' }, added[0], sums, context) : noGraph(window),
  };
};

import type { DeviceDataV2, UnitV2 } from '../../contract/user/deviceData.ts';
import {
  type ComparedSide,
  comparedChange,
  gather,
  gatherTotals,
  isoOfSlot,
  likeEnd,
  pairsOf,
  type ReadContext,
  type Selection,
  type ServingContext,
  toDisplay,
  toTimeWindow,
  type UnitLookup,
  type Window,
  windowBefore,
} from '../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../plantModel/index.ts';
import {
  addGathered,
  addTotals,
  type CategoryTotal,
  categoryTotal,
  commonUnit,
  nothingAdds,
  type ShownUnit,
  totalOfUnits,
  totalReasonOf,
} from './categoryTotals.ts';
import { energyGraphs } from './format/energyGraphs.ts';
import { formatterFor } from './format/list.ts';
import { RestatedStock } from './format/stockInShape.ts';
import { TariffRates } from './format/tariffRates.ts';
import { completenessOf, type FormatContext, graphOf, measureFor } from './format/unitBase.ts';

export type DeviceDataRequest = { selection: Selection; window: Window; divisionFactor: number; v2: boolean; nowMs: number };

type ShownUnits = {
  readonly shown: readonly ShownUnit[];
  readonly intake?: readonly ShownUnit[];
  readonly series: readonly SeriesInfo[];
  /** What of the whole selection adds up, and of each of its sub-categories by their ids. */
  readonly whole: CategoryTotal;
  readonly ofSub: ReadonlyMap<string, CategoryTotal>;
};

/** A selection is made anew when any unit changes. */
const known = new WeakMap<Selection, ShownUnits>();

/** The main series of every unit and those that its formatter needs besides; of the source category also the intake. */
export const unitsToShow = (selection: Selection, unitOf: UnitLookup): ShownUnits => {
  const found = known.get(selection) ?? listUnits(selection, unitOf);
  known.set(selection, found);
  return found;
};

const listUnits = (selection: Selection, unitOf: UnitLookup): ShownUnits => {
  const show = (unit: Unit): ShownUnit => {
    const formatter = formatterFor(selection.standardCategoryId, unit);
    return { unit, formatter, main: formatter.main(unit) };
  };
  const shown = selection.categories.flatMap(({ subs }) => subs.flatMap(({ units }) => units)).map(show);
  const intake = selection.intake?.map(show);
  const series = new Set([
    ...shown.flatMap(({ unit, formatter, main }) => [...(main ? [main] : []), ...formatter.others(unit, unitOf)]),
    ...(intake ?? []).flatMap(({ main }) => main ?? []),
  ]);
  const ofSub = selection.categories.flatMap(({ subs }) =>
    subs.map(({ sub, units }) => {
      const ids = new Set(units.map(({ id }) => id));
      return [sub.id, totalOfUnits(shown.filter(({ unit }) => ids.has(unit.id)))] as const;
    }),
  );
  return {
    shown,
    ...(intake && { intake }),
    series: [...series],
    whole: categoryTotal(shown, intake),
    ofSub: new Map(ofSub),
  };
};

/** The formatted answer: units by category and sub-category, the category's total and graph, and the like window before. */
export const deviceData = async (request: DeviceDataRequest, source: ServingContext): Promise<DeviceDataV2> =>
  (await readDeviceData(request, source)).data;

/**
 * The same, and by how much the total changed: of the amounts as they are, not as they are rounded to be shown; null where too
 * little of one of them was measured.
 */
export const deviceDataAndChange = async (
  request: DeviceDataRequest,
  source: ServingContext,
): Promise<{ data: DeviceDataV2; changePct: number | null }> => {
  const { data, added, amount, before, sides } = await readDeviceData(request, source);
  return { data, changePct: comparedChange(amount, before, await pairsOf(added, sides, source)) };
};

const readDeviceData = async (request: DeviceDataRequest, source: ServingContext) => {
  const { selection, window, divisionFactor, nowMs } = request;
  const { shown, series, whole, ofSub } = unitsToShow(selection, source.unitOf);
  const gathered = await gather(
    source,
    series.map(({ id }) => id),
    window,
  );
  const siUnit = selection.categories[0]?.siUnit ?? '';
  const rates = new TariffRates(source.tariffs);
  const context: FormatContext = { source, window, gathered, divisionFactor, siUnit, nowMs, unitOf: source.unitOf, rates };
  const added = whole.series;
  const measure = measureFor(added[0] ?? shown[0]?.main, context);
  const amountOf = (mains: readonly SeriesInfo[]): number | null => addTotals(mains, ({ id }) => gathered.get(id)?.total);
  // a group may count something else than the whole list does
  const sumOf = (mains: readonly SeriesInfo[]): number | null => toDisplay(amountOf(mains), measureFor(mains[0], context));
  const total = sumOf(added);

  const units = new Map<string, UnitV2>();
  for (const { unit, formatter } of shown) {
    await source.pace.turn();
    units.set(unit.id, await formatter.format(unit, { ...context, siUnit: unit.siUnit || siUnit }));
  }
  // a total is as complete as what is in it
  const counted = added.length > 0 ? added : shown.flatMap(({ main }) => main ?? []);
  const mains = counted.flatMap(({ id }) => gathered.get(id)?.total ?? []);
  const graph =
    added.length > 0
      ? [graphOf({ key: 'total', name: 'Total' }, added[0], addGathered(added, gathered, window.buckets.length), context)]
      : [];
  const { amount: before, side, ...previous } = await previousOf(source, added, context);
  await source.pace.rest();
  const data: DeviceDataV2 = {
    standardCategoryId: selection.standardCategoryId,
    type: window.type,
    siUnit: added.length > 0 ? measure.unit : commonUnit(shown, (main) => measureFor(main, context).unit, siUnit),
    window: toTimeWindow(window, nowMs),
    total,
    ...totalReasonOf(total, whole),
    completeness: completenessOf({
      complete: mains.reduce((sum, tally) => sum + Math.min(tally.complete, tally.expected), 0),
      expected: mains.reduce((sum, tally) => sum + tally.expected, 0),
    }),
    previous,
    graph: request.v2 ? [...graph, ...shown.flatMap(({ unit }) => energyGraphs(unit, context))] : graph,
    categories: selection.categories.map(({ id, displayName, subs }) => ({
      id,
      displayName,
      subCategories: subs.map(({ sub, units: members }) => {
        const own = ofSub.get(sub.id) ?? nothingAdds;
        const subTotal = sumOf(own.series);
        return {
          id: sub.id,
          displayName: sub.displayName,
          total: subTotal,
          ...totalReasonOf(subTotal, own),
          units: members.flatMap(({ id }) => {
            const unit = units.get(id);
            return unit ? [{ ...unit, counted: whole.unitIds.has(id), countedInSub: own.unitIds.has(id) }] : [];
          }),
        };
      }),
    })),
  };
  const endSlot = Math.min(window.toSlot, Math.max(window.fromSlot, source.nowSlot));
  const now: ComparedSide = { ...window, endSlot, of: (id) => gathered.get(id)?.total };
  return { data, added, amount: amountOf(added), before, sides: { now, before: side } };
};

/** The like window before. @returns its amount too, in stored units, and what it is made of. */
const previousOf = async (
  source: ReadContext,
  added: readonly SeriesInfo[],
  context: FormatContext,
): Promise<NonNullable<DeviceDataV2['previous']> & { amount: number | null; side: ComparedSide }> => {
  const before = windowBefore(source.calendar, context.window);
  const endSlot = likeEnd(source.calendar, context.window, before, source.nowSlot);
  const totals = await gatherTotals(
    source,
    added.map(({ id }) => id),
    before,
    endSlot,
  );
  const held = added.filter(({ id, kind }) => kind === 'stock' && (totals.get(id)?.last ?? null) !== null);
  const now = { fromDay: context.window.fromDay, endSlot: Math.min(context.window.toSlot, source.nowSlot) };
  const restated = await new RestatedStock(now, { ...source, unitOf: context.unitOf }).by(held, {
    fromDay: before.fromDay,
    endSlot,
  });
  const known = addTotals(added, ({ id }) => totals.get(id));
  const amount = known === null ? null : known + restated;
  return {
    window: { ...toTimeWindow(before, context.nowMs), to: isoOfSlot(endSlot) },
    total: toDisplay(amount, measureFor(added[0], context)),
    amount,
    side: { ...before, endSlot, of: (id) => totals.get(id) },
  };
};

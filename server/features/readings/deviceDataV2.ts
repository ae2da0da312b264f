import type { DeviceDataV2, UnitV2 } from '../../contract/user/deviceData.ts';
import {
  gather,
  gatherTotals,
  isoOfSlot,
  likeEnd,
  type ReadContext,
  type Selection,
  type ServingContext,
  toDisplay,
  toTimeWindow,
  type UnitLookup,
  type Window,
  windowBefore,
} from '../../historian/index.ts';
import type { SeriesInfo } from '../../plantModel/index.ts';
import { addable, addGathered, addTotals, type Shown } from './categoryTotals.ts';
import { TariffRates } from './format/energyCost.ts';
import { energyGraphs } from './format/energyGraphs.ts';
import { formatterFor } from './format/list.ts';
import { completenessOf, type FormatContext, graphOf, measureFor } from './format/unitBase.ts';

export type DeviceDataRequest = { selection: Selection; window: Window; divisionFactor: number; v2: boolean; nowMs: number };

/** The main series of every unit and those that its formatter needs besides. */
export const shownUnits = (selection: Selection, unitOf: UnitLookup): { shown: Shown[]; series: SeriesInfo[] } => {
  const shown = selection.categories
    .flatMap(({ subs }) => subs.flatMap(({ units }) => units))
    .map((unit): Shown => {
      const formatter = formatterFor(selection.standardCategoryId, unit);
      return { unit, formatter, main: formatter.main(unit) };
    });
  const series = new Set(
    shown.flatMap(({ unit, formatter, main }) => [...(main ? [main] : []), ...formatter.others(unit, unitOf)]),
  );
  return { shown, series: [...series] };
};

/** The formatted answer: units by category and sub-category, the category's total and graph, and the like window before. */
export const deviceData = async (request: DeviceDataRequest, source: ServingContext): Promise<DeviceDataV2> => {
  const { selection, window, divisionFactor, nowMs } = request;
  const { shown, series } = shownUnits(selection, source.unitOf);
  const gathered = await gather(
    source,
    series.map(({ id }) => id),
    window,
  );
  const siUnit = selection.categories[0]?.siUnit ?? '';
  const rates = new TariffRates(source.tariffs);
  const context: FormatContext = { source, window, gathered, divisionFactor, siUnit, nowMs, unitOf: source.unitOf, rates };
  const added = addable(shown);
  const measure = measureFor(added[0] ?? shown[0]?.main, context);
  const totalOf = (ids: ReadonlySet<string>): number | null =>
    toDisplay(
      addTotals(addable(shown.filter(({ unit }) => ids.has(unit.id))), ({ id }) => gathered.get(id)?.total),
      measure,
    );

  const units = new Map<string, UnitV2>();
  for (const { unit, formatter } of shown) {
    await source.pace.turn();
    units.set(unit.id, await formatter.format(unit, context));
  }
  const mains = shown.flatMap(({ main }) => (main ? [gathered.get(main.id)?.total] : [])).filter((tally) => tally !== undefined);
  const graph =
    added.length > 0 ? [graphOf('total', 'Total', added[0], addGathered(added, gathered, window.buckets.length), context)] : [];
  const previous = await previousOf(source, added, context);
  await source.pace.rest();
  return {
    standardCategoryId: selection.standardCategoryId,
    type: window.type,
    siUnit: added.length > 0 || !siUnit ? measure.unit : siUnit,
    window: toTimeWindow(window, nowMs),
    total: totalOf(new Set(units.keys())),
    completeness: completenessOf({
      complete: mains.reduce((sum, tally) => sum + Math.min(tally.complete, tally.expected), 0),
      expected: mains.reduce((sum, tally) => sum + tally.expected, 0),
    }),
    previous,
    graph: request.v2 ? [...graph, ...shown.flatMap(({ unit }) => energyGraphs(unit, context))] : graph,
    categories: selection.categories.map(({ id, displayName, subs }) => ({
      id,
      displayName,
      subCategories: subs.map(({ sub, units: members }) => ({
        id: sub.id,
        displayName: sub.displayName,
        total: totalOf(new Set(members.map((unit) => unit.id))),
        units: members.flatMap((unit) => units.get(unit.id) ?? []),
      })),
    })),
  };
};

const previousOf = async (
  source: ReadContext,
  added: readonly SeriesInfo[],
  context: FormatContext,
): Promise<NonNullable<DeviceDataV2['previous']>> => {
  const before = windowBefore(source.calendar, context.window);
  const endSlot = likeEnd(context.window, before, source.nowSlot);
  const totals = await gatherTotals(
    source,
    added.map(({ id }) => id),
    before,
    endSlot,
  );
  return {
    window: { ...toTimeWindow(before, context.nowMs), to: isoOfSlot(endSlot) },
    total: toDisplay(
      addTotals(added, ({ id }) => totals.get(id)),
      measureFor(added[0], context),
    ),
  };
};

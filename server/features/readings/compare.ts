import type { CompareSide } from '../../contract/user/deviceDataCompare.ts';
import { Failure } from '../../core/fail.ts';
import {
  emptyTally,
  type Gathered,
  gather,
  type Selection,
  type ServingContext,
  toDisplay,
  toTimeWindow,
  type Window,
} from '../../historian/index.ts';
import { addGathered, addTotals, type ShownUnit, totalOfUnits, totalReasonOf } from './categoryTotals.ts';
import { unitsToShow } from './deviceDataV2.ts';
import { TariffRates } from './format/tariffRates.ts';
import { completenessOf, type FormatContext, gatheredOf, graphOf, measureFor } from './format/unitBase.ts';

type Item = { id: string; name: string; shown: readonly ShownUnit[] };

export type ComparedUnits = {
  selection: Selection;
  ids: readonly string[];
  by: CompareSide['by'];
  window: Window;
  divisionFactor: number;
};

/**
 * What is asked for by id, with its units.
 * @throws Failure `noData` for an id that the category does not hold.
 */
export const compareItems = (
  { selection, ids, by }: Pick<ComparedUnits, 'selection' | 'ids' | 'by'>,
  source: ServingContext,
): Item[] => {
  const { shown } = unitsToShow(selection, source.unitOf);
  const subs = selection.categories.flatMap((category) => category.subs.map(({ sub }) => sub));
  return [...new Set(ids)].map((id) => {
    if (by === 'UNIT') {
      const unit = shown.filter((one) => one.unit.id === id);
      if (!unit[0]) throw new Failure('noData', `unit ${id} not found`);
      return { id, name: unit[0].unit.name, shown: unit };
    }
    const sub = subs.find((one) => one.id === id);
    if (!sub) throw new Failure('noData', `sub-category ${id} not found`);
    return { id, name: sub.displayName, shown: shown.filter(({ unit }) => unit.subCategoryId === id) };
  });
};

/** The main series of all of the items' units, each once. */
export const compareSeries = (items: readonly Item[]): number[] => [
  ...new Set(items.flatMap(({ shown }) => shown.flatMap(({ main }) => main?.id ?? []))),
];

const itemOf = ({ id, name, shown }: Item, context: FormatContext): CompareSide['items'][number] => {
  const { gathered, window } = context;
  const own = totalOfUnits(shown);
  const added = own.series;
  const only = shown.length === 1 ? shown[0]?.main : undefined;
  const nothing: Gathered = { total: emptyTally, buckets: [] };
  const together =
    added.length > 0 ? addGathered(added, gathered, window.buckets.length) : only ? gatheredOf(only, context) : nothing;
  const total = toDisplay(
    addTotals(added, (series) => gathered.get(series.id)?.total),
    measureFor(added[0], context),
  );
  return {
    id,
    name,
    total,
    ...totalReasonOf(total, own),
    completeness: completenessOf(together.total),
    graph: graphOf({ key: id, name }, added[0] ?? only, together, context),
  };
};

/** One side of a comparison: its items over its window, and their total. */
export const compareSide = async (request: ComparedUnits, source: ServingContext): Promise<CompareSide> => {
  const { selection, by, window, divisionFactor } = request;
  const items = compareItems(request, source);
  const context: FormatContext = {
    source,
    window,
    gathered: await gather(source, compareSeries(items), window),
    divisionFactor,
    siUnit: selection.categories[0]?.siUnit ?? '',
    nowMs: source.nowMs,
    unitOf: source.unitOf,
    rates: new TariffRates(source.tariffs),
  };
  const whole = totalOfUnits(items.flatMap(({ shown }) => shown));
  const all = whole.series;
  const total = toDisplay(
    addTotals(all, ({ id }) => context.gathered.get(id)?.total),
    measureFor(all[0], context),
  );
  return {
    window: toTimeWindow(window, source.nowMs),
    siUnit: all[0] ? measureFor(all[0], context).unit : '',
    by,
    items: items.map((item) => itemOf(item, context)),
    total,
    ...totalReasonOf(total, whole),
  };
};

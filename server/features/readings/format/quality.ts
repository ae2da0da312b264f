import type { QualityUnit } from '../../../contract/user/deviceData.ts';
import { SLOT_MS, SLOTS_PER_QUARTER } from '../../../core/slots.ts';
import { mainSeries, qualitySeries, readWhileFlowing, toDisplay } from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { loadsOf } from './load.ts';
import { endSlotOf, type FormatContext, type Formatter, gatheredOf, graphOf, isOpen, measureFor, unitBase } from './unitBase.ts';

type Param = QualityUnit['params'][string];

/** Quarter hours looked back for the newest that has a mean. */
const QUARTERS_BACK = 2;

type NewestMean = { mean: number | null; isDry: boolean };

/** Mean of the newest whole quarter hour before `endSlot` that has one; dry where a sensor measured while no water flowed past it. */
const newestMean = (unit: Unit, series: SeriesInfo, endSlot: number, { source, unitOf }: FormatContext): NewestMean => {
  const toSlot = Math.floor(endSlot / SLOTS_PER_QUARTER) * SLOTS_PER_QUARTER;
  const span = { fromSlot: toSlot - SLOTS_PER_QUARTER * QUARTERS_BACK, toSlot };
  const { quarters } = readWhileFlowing(unit, series, span, { reader: source.reader, unitOf });
  const newest = quarters.findLast(({ mean }) => mean !== null);
  return newest ?? { mean: null, isDry: quarters.some(({ isDry }) => isDry) };
};

const statusOf = ({ mean, isDry }: NewestMean, lt: number | null, ht: number | null): Param['status'] => {
  if (mean === null) return isDry ? 'noFlow' : 'invalid';
  if (lt !== null && mean < lt) return 'low';
  return ht !== null && mean > ht ? 'high' : 'ok';
};

const paramOf = (unit: Unit, series: SeriesInfo, context: FormatContext): Param => {
  const spec = unit.meta.params?.[series.param];
  const found = gatheredOf(series, context);
  const measure = measureFor(series, context);
  const live = isOpen(context) ? context.source.reader.latest(series.id) : undefined;
  const atMs = live?.atMs ?? (found.total.lastSlot === null ? null : (found.total.lastSlot + 1) * SLOT_MS);
  const { lt = null, ht = null } = spec ?? {};
  return {
    latest: toDisplay(live?.value ?? found.total.last, measure),
    at: atMs === null ? null : new Date(atMs).toISOString(),
    unit: spec?.unit ?? series.measure,
    lt,
    ht,
    status: statusOf(newestMean(unit, series, endSlotOf(context), context), lt, ht),
    series: graphOf({ key: series.param, name: spec?.name ?? series.param }, series, found, context),
  };
};

/** Analysers: every parameter with its limits, its newest value and whether it keeps them. */
export const quality: Formatter = {
  main: mainSeries,
  others: qualitySeries,
  format: async (unit, context) => {
    const loadKgPerDay = await loadsOf(unit, context);
    return {
      ...unitBase(unit, quality.main(unit), context),
      quality: {
        params: Object.fromEntries(qualitySeries(unit).map((series) => [series.param, paramOf(unit, series, context)])),
        ...(loadKgPerDay && { loadKgPerDay }),
      },
    };
  },
};

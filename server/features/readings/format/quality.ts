import type { QualityUnit } from '../../../contract/user/deviceData.ts';
import { isCompleteAt, SLOT_MS } from '../../../core/slots.ts';
import { flowing, linkedFlow, mainSeries, qualitySeries, toDisplay } from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { loadsOf } from './load.ts';
import { endSlotOf, type FormatContext, type Formatter, gatheredOf, graphOf, isOpen, measureFor, unitBase } from './unitBase.ts';

type Param = QualityUnit['params'][string];

const BLOCK_SLOTS = 3;
/** A mean of a quarter hour needs two valid slots of three. */
const VALID_SLOTS = 2;
/** Quarter hours looked back for the newest complete one. */
const BLOCKS_BACK = 2;

type QuarterMean = { mean: number | null; isDry: boolean };

/**
 * Mean of the newest whole quarter hour on the clock before `endSlot` that has enough valid slots;
 * regulators compare these means with the limit, not single readings. Dry: the sensor measured, while no water flowed past it.
 */
const quarterMean = (unit: Unit, series: SeriesInfo, endSlot: number, { source, unitOf }: FormatContext): QuarterMean => {
  const lastEnd = Math.floor(endSlot / BLOCK_SLOTS) * BLOCK_SLOTS;
  const fromSlot = lastEnd - BLOCK_SLOTS * BLOCKS_BACK;
  const { values, quality } = source.reader.slots(series.id, fromSlot, lastEnd);
  const isWet = flowing(linkedFlow(unit, unitOf), source.reader, fromSlot, lastEnd);
  let isDry = false;
  for (let start = BLOCK_SLOTS * (BLOCKS_BACK - 1); start >= 0; start -= BLOCK_SLOTS) {
    const measured = [start, start + 1, start + 2].filter((at) => isCompleteAt(quality, at));
    const valid = measured.filter((at) => isWet(at)).map((at) => values[at] ?? 0);
    if (valid.length >= VALID_SLOTS) return { mean: valid.reduce((sum, value) => sum + value, 0) / valid.length, isDry: false };
    isDry ||= measured.length >= VALID_SLOTS;
  }
  return { mean: null, isDry };
};

const statusOf = ({ mean, isDry }: QuarterMean, lt: number | null, ht: number | null): Param['status'] => {
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
    status: statusOf(quarterMean(unit, series, endSlotOf(context), context), lt, ht),
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

import { mainSeries, seriesOf } from '../../../historian/index.ts';
import { type Formatter, unitBase } from './unitBase.ts';

/** Meters of water, rain gauges and whatever has no family of its own: total, graph, latest rate. */
export const source: Formatter = {
  main: (unit) => seriesOf(unit, 'volume') ?? mainSeries(unit),
  others: () => [],
  format: (unit, context) => unitBase(unit, source.main(unit), context),
};

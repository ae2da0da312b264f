import { SLOTS_PER_HOUR } from '../../../core/slots.ts';
import { seriesOf } from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import type { SlotView } from './model.ts';

/** The flow of a line, m3/h: its own flow register, else the slot's volume as a mean. */
export type FlowOf = {
  at(view: SlotView, slot: number): number;
  isMeasured(view: SlotView, slot: number): boolean;
};

const M3H_PER_LITRE = SLOTS_PER_HOUR / 1000;

/** By volume alone where `byVolume`: the flow of a quiet line must not depend on a flow register's cut-off. */
export const flowOf = (unit: Unit, byVolume = false): FlowOf | undefined => {
  const flow = byVolume ? undefined : seriesOf(unit, 'flow');
  const volume = seriesOf(unit, 'volume');
  if (flow) return { at: (view, slot) => view.value(flow.id, slot), isMeasured: (view, slot) => view.isMeasured(flow.id, slot) };
  if (!volume) return undefined;
  return {
    at: (view, slot) => view.value(volume.id, slot) * M3H_PER_LITRE,
    isMeasured: (view, slot) => view.isMeasured(volume.id, slot),
  };
};

/**
 * Outflow of a line with a tank on it: inflow less what the tank gains (docs/domain.md 8.2).
 * @param stock series of the tank's volume, litres
 */
export const lessTankFill = (inflow: FlowOf, stock: SeriesInfo): FlowOf => ({
  at: (view, slot) => inflow.at(view, slot) - (view.value(stock.id, slot) - view.value(stock.id, slot - 1)) * M3H_PER_LITRE,
  isMeasured: (view, slot) =>
    inflow.isMeasured(view, slot) && view.isMeasured(stock.id, slot) && view.isMeasured(stock.id, slot - 1),
});

import type { TariffBlocks } from '../../../contract/plant/readings/watch.ts';
import { round } from '../../../core/round.ts';
import { isCompleteAt, isCountedAt } from '../../../core/slots.ts';
import { mainSeries, percentOf, type ServingContext, toTimeWindow, type Window } from '../../../historian/index.ts';
import type { Industry, Unit } from '../../../plantModel/index.ts';
import { slabsOf } from '../format/tariffRates.ts';

type Row = TariffBlocks['units'][number];

const WH_PER_KWH = 1000;

type Slabs = { fromSlot: number; toSlot: number; slabs: Int8Array }[];

/** Slabs of every day of the window as far as it is over, once for all meters. */
const slabsOfDays = ({ fromDay, toDay }: Window, { calendar, tariffs, nowSlot }: ServingContext): Slabs =>
  Array.from({ length: toDay - fromDay + 1 }, (_, at) => {
    const { firstSlot, slots, timezone } = calendar.windowOfDay(fromDay + at);
    const toSlot = Math.max(firstSlot, Math.min(firstSlot + slots, nowSlot));
    return { fromSlot: firstSlot, toSlot, slabs: slabsOf(tariffs, firstSlot, toSlot - firstSlot, timezone) };
  });

const unitRow = async (unit: Unit, seriesId: number, days: Slabs, source: ServingContext): Promise<Row> => {
  const { tariffs } = source;
  const bySlab = tariffs.energy.map(() => 0);
  let [outside, complete, expected, known] = [0, 0, 0, 0];
  for (const { fromSlot, toSlot, slabs } of days) {
    await source.pace.turn();
    const { values, quality } = source.reader.slots(seriesId, fromSlot, toSlot);
    expected += values.length;
    for (let at = 0; at < values.length; at += 1) {
      if (isCompleteAt(quality, at)) complete += 1;
      if (!isCountedAt(quality, at)) continue;
      known += 1;
      const [slab, energyWh] = [slabs[at] ?? -1, values[at] ?? 0];
      if (slab < 0) outside += energyWh;
      else bySlab[slab] = (bySlab[slab] ?? 0) + energyWh;
    }
  }
  const all = bySlab.reduce((sum, one) => sum + one, outside);
  const { ratePerKWh } = tariffs;
  return {
    unitId: unit.id,
    unitName: unit.name,
    kWh: known === 0 ? null : round(all / WH_PER_KWH, 1),
    blocks: bySlab.map((energyWh, at) => ({
      kWh: round(energyWh / WH_PER_KWH, 1),
      cost: round((energyWh / WH_PER_KWH) * (tariffs.energy[at]?.ratePerKWh ?? 0), 2),
    })),
    outside: {
      kWh: round(outside / WH_PER_KWH, 1),
      cost: ratePerKWh === null ? null : round((outside / WH_PER_KWH) * ratePerKWh, 2),
    },
    completeness: percentOf(complete, expected),
  };
};

/** Every electricity meter of an industry by the blocks of its tariff. */
export const tariffBlocksOf = async (
  { currency }: Pick<Industry, 'currency'>,
  units: readonly Unit[],
  window: Window,
  source: ServingContext,
): Promise<TariffBlocks> => {
  const { energy, ratePerKWh, demandRatePerKVA } = source.tariffs;
  const days = slabsOfDays(window, source);
  const rows: Row[] = [];
  for (const unit of units) {
    const series = mainSeries(unit);
    if (series) rows.push(await unitRow(unit, series.id, days, source));
  }
  return {
    window: toTimeWindow(window, source.nowMs),
    currency,
    demandRatePerKVA,
    ratePerKWh,
    blocks: energy,
    units: rows,
  };
};

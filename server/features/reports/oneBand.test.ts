import { expect, it } from 'vitest';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { dateOfDay, dayNumber } from '../../core/shift.ts';
import { NormalBands } from '../../historian/index.ts';
import { sourceFor } from '../../historian/read/readContext.ts';
import { reportOrder } from '../../test/reportOrders.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { DayCurves } from '../readings/dayCurves.ts';
import { plantOverview } from '../readings/overview/overview.ts';
import { collect } from './collect/collect.ts';

const today = dayNumber('2026-06-10');
const { signal } = new AbortController();
/** Litres of a slot: every day unlike the others. */
const litresOf = (day: number, unit: number): number => 100 + ((day * 37 + unit * 11) % 29);

/** Eleven weeks and the first six hours of a day; one like day without readings, one with a large hole, one with a small one and one on which a meter was silent. */
const plantOf = (): TestPlant => {
  const plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['intake', 'use'])
    .addCategory('STOCK_CATEGORY', ['tanks'])
    .addUnit({ id: 'in1', type: 'flow', subCategoryId: 'intake', standardCategoryIds: ['ID_SOURCE'] })
    .addUnit({ id: 'in2', type: 'flow', subCategoryId: 'intake', standardCategoryIds: ['ID_SOURCE'] })
    .addUnit({ id: 'use1', type: 'flow', subCategoryId: 'use', standardCategoryIds: ['ID_CONSUMPTION'] })
    .addUnit({ id: 't1', type: 'stock', subCategoryId: 'tanks', maxCapacity: 20 });
  for (let ago = 0; ago <= 77; ago += 1)
    for (const [at, id] of ['in1', 'in2', 'use1', 't1'].entries()) {
      if (ago === 21 || (ago === 49 && id === 'in2')) continue;
      const slots = ago === 0 ? 72 : 288;
      const values = Array.from(
        { length: slots },
        (_, slot) => (litresOf(today - ago, at) + (slot % 5)) * (id === 't1' ? 90 : 1),
      );
      const letters = Array.from({ length: slots }, (_, slot) =>
        (ago === 35 && slot > 30 && slot < 50) || (ago === 42 && slot > 30 && slot < 36) ? 'M' : 'G',
      ).join('');
      plant.write(id, 'volume', dateOfDay(today - ago), 0, values, letters);
    }
  return plant;
};

it('the usual band of a figure on this weekday is the same on the overview and on the first page of a report', async () => {
  const plant = plantOf();
  const nowMs = Date.parse('2026-06-10T12:00:20+05:30');
  const [industry] = plant.industries();
  if (!industry) throw new Error('no industry');
  const clock = { now: () => nowMs, monotonicMs: () => 0 };
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const source = sourceFor(parts, new CooperativeScheduler(), industry.id, signal);
  const { kpis } = await plantOverview({
    ...{ industry, directory: plant, source, nowMs, withAddress: false, troubles: () => null },
    ...{ bands: new NormalBands(plant.reader), curves: new DayCurves(), dischargeIds: new Set() },
  });
  const { model } = await collect({
    order: reportOrder({
      ...{ industryId: industry.id, type: 'daily', service: 'summary', nowMs },
      fromDay: today,
      toDay: today,
    }),
    ...{
      industry,
      directory: plant,
      source,
      withEstimates: null,
      basePerCount: () => 1000,
      logo: null,
      proved: null,
      withSlots: false,
      signal,
    },
    alarms: { openWithin: () => [], steps: () => [] },
    ...{ balance: async () => null, neutrality: async () => null, ro: async () => null },
  });
  // as it is printed: two decimals
  const cut = (number: number | null): number | null => (number === null ? null : Math.round(number * 100) / 100);
  const printed = (model.firstPage?.figures ?? []).map(({ name, usual, value }) => ({
    name,
    value: cut(value),
    ...(usual && {
      ...{ n: usual.days, median: cut(usual.middle), low: cut(usual.low), high: cut(usual.high) },
    }),
  }));
  // a tank holds what it held before its hole; a silent meter is one of two of the intake
  for (const [kpi, name, n] of [
    ['intake', 'Withdrawal', 5],
    ['consumption', 'Consumption', 6],
    ['stock', 'Stock', 7],
  ] as const) {
    const { value, sameWeekday } = kpis[kpi];
    const { changePct: _, ...band } = sameWeekday;
    expect(band.n).toBe(n);
    expect(printed.find((figure) => figure.name.startsWith(name))).toMatchObject({ value, ...band });
  }
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../core/shift.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { sourceFor } from '../../historian/read/readContext.ts';
import { chooseWindow } from '../../historian/read/window.ts';
import { selectUnits } from '../../historian/units/selection.ts';
import { Calendars } from '../../plantModel/calendars.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';
import { readPlantRows } from '../../test/recordings.ts';
import { expectBuckets, expectMeter, rowsByUnit, tablesOf, unitsOf } from '../../test/reportGolden.ts';
import { reportOrder } from '../../test/reportOrders.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { deviceData } from '../readings/deviceDataV2.ts';
import { collect } from './collect/collect.ts';
import type { ReportOrder } from './order.ts';

const DAYS = 14;
const { signal } = new AbortController();

/** Two weeks of the recorded plant's meters, with the rollover of one of them. */
const replay = async (): Promise<ReadingsRig> => {
  const meter = { modulus: 10_000_000, basePerCount: 1000, maxPerHour: 1500, backDeadband: 0.3 };
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'intake', type: 'flow', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'], meta: { meter } })
    .addUnit({ id: 'use', type: 'flow', subCategoryId: 's', standardCategoryIds: ['ID_CONSUMPTION'], meta: { meter } });
  const rows = readPlantRows().slice(0, DAYS * 288);
  const rig = new ReadingsRig(plant, (rows[0]?.fromMs ?? 0) - 60_000);
  onTestFinished(() => rig.close());
  rig.start(['intake.volume', 'use.volume']);
  const tenths = (value: number | undefined): number | null => (value === undefined ? null : Math.round(value * 10) / 10);
  for (const { fromMs, values } of rows)
    await rig.slot(fromMs / SLOT_MS, {
      'intake.volume': tenths(values.FT101_total_m3),
      'use.volume': tenths(values.FT501_total_m3),
    });
  rig.clock.advance(120_000);
  await rig.ingest.flush();
  return rig;
};

describe('reports on the recorded plant', () => {
  it('have the numbers of the dashboards, and the rollover among their events', async () => {
    const rig = await replay();
    const parts = { directory: rig.units, reader: rig.reader, calendars: new Calendars(rig.units), clock: rig.clock };
    const [industry] = rig.units.industries();
    if (!industry) throw new Error('no industry');
    const source = () => sourceFor(parts, new CooperativeScheduler(), industry.id, signal);
    const nowMs = rig.clock.now();
    const make = (type: ReportOrder['type'], from: string, to: string) =>
      collect({
        order: reportOrder({ industryId: industry.id, type, fromDay: dayNumber(from), toDay: dayNumber(to), nowMs }),
        industry,
        directory: rig.units,
        source: source(),
        withEstimates: null,
        basePerCount: () => 1000,
        alarms: { openWithin: () => [], steps: () => [] },
        balance: async () => null,
        neutrality: async () => null,
        ro: async () => null,
        logo: null,
        proved: null,
        withSlots: false,
        signal,
      });
    const shown = async (type: 'DAY' | 'CUSTOM', from: string, to: string) => {
      const selection = selectUnits(rig.units, industry.id, 'SOURCE_CATEGORY');
      if (!selection) throw new Error('no category');
      const window = chooseWindow(source().calendar, type, { date1: from, date2: type === 'CUSTOM' ? to : undefined });
      return unitsOf(await deviceData({ selection, window, divisionFactor: 1000, v2: false, nowMs }, source()));
    };
    const [first, last] = ['2014-01-06', '2014-01-18'];
    const range = await make('daily_range', first, last);
    const units = await shown('CUSTOM', first, last);
    expect(units).toHaveLength(2);
    expect(expectBuckets(range.model, units)).toBe(2 * 13);
    const rows = rowsByUnit(range.model, 'volume');
    for (const unit of units) expectMeter(rows.get(unit.displayName), unit);
    const day = await make('daily', first, first);
    for (const unit of await shown('DAY', first, first)) expectMeter(rowsByUnit(day.model, 'volume').get(unit.displayName), unit);
    expect(day.events.map(({ unitId, kind }) => `${unitId} ${kind}`)).toEqual(['intake rollover']);
    expect(tablesOf(day.model).find(({ key }) => key === 'events')?.rows).toHaveLength(1);
    const cells = [...rowsByUnit(day.model, 'volume').values()];
    expect(cells.every(({ close }) => typeof close === 'number')).toBe(true);
  });
});

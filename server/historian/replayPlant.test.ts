import { describe, expect, it, onTestFinished } from 'vitest';
import { dayNumber } from '../core/shift.ts';
import { SLOT_MS } from '../core/slots.ts';
import { ReadingsRig } from '../test/readingsRig.ts';
import { readPlantRows } from '../test/recordings.ts';
import { TestPlant } from '../test/testPlant.ts';

const slotOfTime = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`) / SLOT_MS;

/** The recorded plant's two meters, sampled at each slot's end; counters as uint32 in 0.1 m3. */
const replay = async (): Promise<ReadingsRig> => {
  const meter = { modulus: 10_000_000, basePerCount: 1000, maxPerHour: 1500, backDeadband: 0.3 };
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'intake', type: 'flow', subCategoryId: 's', meta: { meter } })
    .addUnit({ id: 'use', type: 'flow', subCategoryId: 's', meta: { meter } });
  const rows = readPlantRows();
  const rig = new ReadingsRig(plant, (rows[0]?.fromMs ?? 0) - 60_000);
  onTestFinished(() => rig.close());
  rig.start(['intake.volume', 'intake.flow', 'use.volume', 'use.flow']);
  for (const { fromMs, values } of rows) {
    const tenths = (name: string): number | null => {
      const value = values[name];
      return value === undefined ? null : Math.round(value * 10) / 10;
    };
    await rig.slot(fromMs / SLOT_MS, {
      'intake.volume': tenths('FT101_total_m3'),
      'intake.flow': values.FT101_flow_m3h ?? null,
      'use.volume': tenths('FT501_total_m3'),
      'use.flow': values.FT501_flow_m3h ?? null,
    });
  }
  rig.clock.advance(120_000);
  await rig.ingest.flush();
  return rig;
};

describe('the recorded plant, read at the end of every slot', () => {
  it('comes to the right totals, and its ledger names the three faults and nothing else', async () => {
    const rig = await replay();
    const [intake, use] = [rig.id('intake', 'volume'), rig.id('use', 'volume')];
    const [from, to] = [dayNumber('2014-01-06'), dayNumber('2014-02-16')];
    const sumOf = (id: number): number =>
      rig.reader.dayTotals([id], from, to).reduce((sum, day) => sum + (day.sum ?? 0), 0) / 1000;
    expect(rig.reader.dayTotals([intake], from, to)).toHaveLength(42);
    expect(Math.abs(sumOf(intake) - 635_940)).toBeLessThan(1);
    expect(Math.abs(sumOf(use) - 612_506)).toBeLessThan(1);

    const events = rig.reader.counterEvents([intake, use], 0, 1e9).map(({ seriesId, kind, slot }) => ({ seriesId, kind, slot }));
    expect(events).toEqual([
      { seriesId: intake, kind: 'rollover', slot: slotOfTime('2014-01-06 02:45:00') },
      { seriesId: intake, kind: 'rejected', slot: slotOfTime('2014-01-26 09:00:00') },
      { seriesId: use, kind: 'counter_reset', slot: slotOfTime('2014-01-16 00:00:00') },
    ]);

    const [gapFrom, gapTo] = [slotOfTime('2014-01-11 03:00:00'), slotOfTime('2014-01-11 05:15:00')];
    const gap = rig.reader.slots(intake, gapFrom, gapTo + 1);
    expect(gap.quality).toBe('E'.repeat(28));
    const before = readPlantRows().find(({ fromMs }) => fromMs === (gapFrom - 1) * SLOT_MS)?.values.FT101_total_m3 ?? 0;
    const after = readPlantRows().find(({ fromMs }) => fromMs === gapTo * SLOT_MS)?.values.FT101_total_m3 ?? 0;
    const filled = gap.values.reduce((sum, value) => sum + Math.round(value * 1000), 0);
    expect(filled).toBe(Math.round(after * 1e6) - Math.round(before * 1e6));

    for (let day = from; day <= to; day += 1) {
      const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
      expect(await rig.ingest.recompute('DEMO', date)).toEqual([]);
    }
    expect(rig.reader.dayTotals([intake, use], from, to).every(({ revision }) => revision === 1)).toBe(true);
  });
});

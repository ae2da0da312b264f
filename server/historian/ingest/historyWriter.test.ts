import { describe, expect, it, onTestFinished } from 'vitest';
import type { UnitMeta } from '../../contract/model/units.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import type { CounterEvent, DayTotal, SlotRun } from '../read/reader.ts';

const meter = { modulus: 10_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 0.5 };
const plant = (): TestPlant =>
  new TestPlant({ timezone: 'Asia/Kolkata', startAt: '06:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's', meta: { meter } })
    .addUnit({ id: 'clampOn', type: 'flow', subCategoryId: 's' })
    .addUnit({
      id: 'tank',
      type: 'stock',
      subCategoryId: 's',
      meta: { tank: { shape: 'vertical_cylinder', diameter: 2, height: 3 } },
    })
    .addUnit({
      id: 'all',
      type: 'virtual',
      subCategoryId: 's',
      meta: { expression: [{ unitId: 'inlet', factor: 2 }] } as UnitMeta,
    });
const first = plant().calendar.window('2024-05-06').firstSlot;
const SLOTS = 2 * 288 + 50;
const fed = [
  ['inlet', 'volume'],
  ['inlet', 'flow'],
  ['clampOn', 'flow'],
  ['tank', 'level'],
] as const;

/** With a rollover, an outage, a wild reading and a new meter in it. */
const reading = (param: string, index: number): number | null => {
  if (index > 300 && index < 310) return null;
  if (param !== 'volume') return param === 'level' ? (index % 30) / 10 : index % 11;
  if (index === 450) return 0;
  return (index > 500 ? (index - 500) * 5 : 8000 + index * 5) % meter.modulus;
};

type Picture = { slots: SlotRun[]; totals: DayTotal[]; events: CounterEvent[]; rows: [number, number, string][] };

const pictureOf = (rig: ReadingsRig): Picture => ({
  slots: rig.units.units('DEMO').flatMap(({ series }) => series.map(({ id }) => rig.reader.slots(id, first, first + SLOTS))),
  totals: rig.reader.dayTotals(
    rig.units.units('DEMO').flatMap(({ series }) => series.map(({ id }) => id)),
    0,
    1e5,
  ),
  events: rig.reader.counterEvents([rig.id('inlet', 'volume')], 0, 1e9),
  rows: rig.connection.sqlite.prepare('select series_id, day, hex(packed) from reading_day order by 1, 2').raw().all() as [
    number,
    number,
    string,
  ][],
});

describe('history', () => {
  it('is bit for bit what live readings would have left, and live readings go on from it', async () => {
    const live = new ReadingsRig(plant(), first * SLOT_MS);
    const past = new ReadingsRig(plant(), (first + SLOTS) * SLOT_MS + 3000);
    onTestFinished(() => live.close());
    onTestFinished(() => past.close());
    const tags = fed.map(([unitId, param]) => `${unitId}.${param}`);
    live.start(tags);
    const history = past.history();
    for (let index = 0; index < SLOTS; index += 1) {
      const slot = first + index;
      for (const [unitId, param] of fed) live.send(`${unitId}.${param}`, reading(param, index), slot * SLOT_MS + 299_000);
      live.clock.set((slot + 1) * SLOT_MS + 3000);
      await live.ingest.flush();
      history.acceptSlot(
        slot,
        fed.map(([unitId, param]) => ({ seriesId: past.id(unitId, param), value: reading(param, index) })),
      );
    }
    history.finish();
    past.start(tags);
    await past.ingest.flush();
    const [a, b] = [pictureOf(live), pictureOf(past)];
    expect(a.events).toHaveLength(3);
    expect(a.rows.length).toBeGreaterThan(10);
    // where there is no counter, live readings are integrated sample by sample, and history has one mean a slot
    const integrated = past.id('clampOn', 'volume');
    const withoutIt = ({ slots, totals, rows, events }: Picture): unknown => ({
      slots: slots.filter(({ quality }) => !quality.includes('F')),
      totals: totals.filter(({ seriesId }) => seriesId !== integrated),
      rows: rows.filter(([seriesId]) => seriesId !== integrated),
      events,
    });
    expect(withoutIt(b)).toEqual(withoutIt(a));
    const volume = past.id('inlet', 'volume');
    expect(past.reader.dayTotals([volume], 0, 1e5)).toEqual(live.reader.dayTotals([volume], 0, 1e5));

    for (const rig of [live, past]) await rig.slot(first + SLOTS, { 'inlet.volume': reading('volume', SLOTS) });
    expect(past.reader.slots(volume, first + SLOTS, first + SLOTS + 1)).toEqual({
      fromSlot: first + SLOTS,
      values: Float64Array.of(5000),
      quality: 'G',
    });
  });

  it('integrates a flow without a counter from the means of its slots', () => {
    const rig = new ReadingsRig(plant(), (first + 3) * SLOT_MS);
    onTestFinished(() => rig.close());
    const history = rig.history();
    for (const [index, value] of [12, null, 24].entries())
      history.acceptSlot(first + index, [{ seriesId: rig.id('clampOn', 'flow'), value }]);
    history.finish();
    rig.start([]);
    expect(rig.reader.slots(rig.id('clampOn', 'volume'), first, first + 3)).toEqual({
      fromSlot: first,
      values: Float64Array.of(1000, 0, 2000),
      quality: 'FMF',
    });
  });
});

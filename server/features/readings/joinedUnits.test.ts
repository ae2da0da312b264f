import { describe, expect, it } from 'vitest';
import { overview } from '../../contract/plant/overview.ts';
import { ManualClock } from '../../core/clock.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../core/shift.ts';
import { chooseWindow, gather, gatherTotals, sourceFor } from '../../historian/index.ts';
import { same, serve, waterPlant } from '../../test/servedOverview.ts';
import { passedTotals } from '../dashboards/landing/pastTotals.ts';
import { completenessOf } from './format/unitBase.ts';

/** Shift days begin at 06:00 in India: noon is slot 72 of the day. */
const at = (date: string, clock: string): number => Date.parse(`${date}T${clock}:00+05:30`);
const NOW = at('2026-06-11', '12:00') + 20_000;
type Asked = 'DAY' | 'MONTH' | 'YEAR';

/** A meter that was there for long, and one that was set up on 10 June at noon and missed the first hour and another. */
const plantWith = (createdAtMs = at('2026-06-10', '12:00')) => {
  const plant = waterPlant().addUnit({
    ...{ id: 'late', type: 'flow', subCategoryId: 'intake', standardCategoryIds: ['ID_SOURCE'], createdAtMs },
  });
  for (const date of ['2026-06-08', '2026-06-09', '2026-06-10']) plant.write('in1', 'volume', date, 0, same(288, 100));
  plant.write('in1', 'volume', '2026-06-11', 0, same(72, 100));
  plant.write('late', 'volume', '2026-06-10', 84, same(204, 50)).write('late', 'volume', '2026-06-10', 120, same(12, 0), 'M');
  return plant.write('late', 'volume', '2026-06-11', 0, same(72, 50));
};

const sourceOf = (plant: ReturnType<typeof plantWith>, now = NOW) => {
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock: new ManualClock(now) };
  return sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
};

describe('a unit that joined within a stretch', () => {
  it('is expected from when it was set up, in sums of days, months and parts of them', async () => {
    const plant = plantWith();
    const source = sourceOf(plant);
    const id = plant.seriesId('late', 'volume');
    const slotsOf = async (type: Asked, date1: string) => {
      const found = (await gather(source, [id], chooseWindow(source.calendar, type, { date1 }))).get(id);
      return [found?.total.expected, found?.total.complete, found?.buckets.reduce((all, one) => all + one.expected, 0)];
    };
    // 216 slots of the day it joined, and 72 of the next
    expect(await slotsOf('MONTH', '2026-06-11')).toEqual([288, 264, 288]);
    expect(await slotsOf('YEAR', '2026-06-11')).toEqual([288, 264, 288]);
    expect(await slotsOf('DAY', '2026-06-10')).toEqual([216, 192, 216]);
    const window = chooseWindow(source.calendar, 'MONTH', { date1: '2026-06-11' });
    expect((await gatherTotals(source, [id], window, source.nowSlot)).get(id)).toMatchObject({ expected: 288, complete: 264 });
    const series = plant.seriesById(id);
    const days = [dayNumber('2026-06-01'), dayNumber('2026-06-11')] as const;
    const passed = await passedTotals({ added: series ? [series] : [] }, ...days, source);
    expect([passed.expected, completenessOf(passed)]).toEqual([288, 91.7]);
  });

  it('is as complete on the overview', async () => {
    const early = await serve(plantWith(), '2026-06-10T18:00:20+05:30');
    const { units } = overview.parse((await early('/api/plant/overview')).body);
    expect(units.find(({ unitId }) => unitId === 'late')?.today.completeness).toBe(66.7);
  });

  it('is expected from its first value where readings from before it was set up were taken over', async () => {
    const plant = plantWith(at('2026-06-11', '11:00'));
    const source = sourceOf(plant);
    const id = plant.seriesId('late', 'volume');
    const window = chooseWindow(source.calendar, 'MONTH', { date1: '2026-06-11' });
    expect((await gather(source, [id], window)).get(id)?.total).toMatchObject({ expected: 276, complete: 264 });
    // what is missing at the start of a stretch is missing where there were readings the day before
    plant.write('late', 'volume', '2026-06-09', 0, same(288, 50));
    const day = chooseWindow(source.calendar, 'DAY', { date1: '2026-06-10' });
    expect((await gather(source, [id], day)).get(id)?.total).toMatchObject({ expected: 288, complete: 192 });
  });

  it('has no first value where all of a day was rejected, whether it is over or not', async () => {
    const plant = waterPlant().addUnit({
      ...{ id: 'late', type: 'flow', subCategoryId: 'intake', createdAtMs: at('2026-06-11', '11:00') },
    });
    plant.write('late', 'volume', '2026-06-10', 84, same(12, 900), 'X').write('late', 'volume', '2026-06-11', 0, same(72, 50));
    const id = plant.seriesId('late', 'volume');
    for (const now of [NOW, NOW + 3 * 86_400_000]) {
      const source = sourceOf(plant, now);
      const window = chooseWindow(source.calendar, 'CUSTOM', { date1: '2026-06-09', date2: '2026-06-11' });
      const expected = Math.min(source.nowSlot, window.toSlot) - plant.calendar.window('2026-06-11').firstSlot;
      expect((await gather(source, [id], window)).get(id)?.total).toMatchObject({ expected, complete: 72 });
    }
  });
});

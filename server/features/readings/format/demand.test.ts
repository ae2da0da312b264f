import { describe, expect, it } from 'vitest';
import type { WindowType } from '../../../contract/model/common.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../../core/shift.ts';
import { sourceFor } from '../../../historian/read/readContext.ts';
import { chooseWindow } from '../../../historian/read/window.ts';
import { selectUnits } from '../../../historian/units/selection.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { deviceData } from '../deviceDataV2.ts';

const date = '2026-06-10';
const same = (count: number, value: number): number[] => Array<number>(count).fill(value);

const metered = (timezone = 'Asia/Kolkata', startAt = '06:00:00'): TestPlant =>
  new TestPlant({ timezone, startAt })
    .addCategory('ENERGY_CATEGORY', ['power'])
    .addUnit({ id: 'e1', type: 'energy', subCategoryId: 'power' });

const askedOf = async (plant: TestPlant, type: WindowType, date1: string, passedSlots = 288) => {
  const selection = selectUnits(plant, 'DEMO', 'ENERGY_CATEGORY');
  if (!selection) throw new Error('no category');
  const window = chooseWindow(plant.calendar, type, { date1 });
  const { firstSlot } = plant.calendar.windowOfDay(dayNumber(date1));
  const clock = new ManualClock((firstSlot + passedSlots) * 300_000 + 1000);
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
  const { categories, graph } = await deviceData(
    { selection, window, divisionFactor: 1000, v2: true, nowMs: source.nowMs },
    source,
  );
  const energy = categories[0]?.subCategories[0]?.units[0]?.energy;
  return { energy, line: graph?.find(({ key }) => key === 'e1.demand') };
};

const demandOf = async (plant: TestPlant, passedSlots = 288) => {
  const { energy, line } = await askedOf(plant, 'DAY', date, passedSlots);
  if (!energy || !line) throw new Error('no demand');
  return { energy, line };
};

describe('the demand of a meter of electricity', () => {
  it.each([
    ['Asia/Kolkata', '2026-06-10T00:30:00.000Z'],
    ['Asia/Kathmandu', '2026-06-10T00:15:00.000Z'],
    ['Pacific/Chatham', '2026-06-09T17:15:00.000Z'],
    ['Europe/Berlin', '2026-06-10T04:00:00.000Z'],
  ])('is of half hours by the clock of the plant, also in %s', async (timezone, start) => {
    const plant = metered(timezone).write('e1', 'apparent', date, 0, [...same(6, 5000), ...same(6, 9000), ...same(276, 1000)]);
    const { energy, line } = await demandOf(plant);
    expect(energy).toMatchObject({ maxDemandKVA: 108, maxDemandAt: new Date(Date.parse(start) + 1_800_000).toISOString() });
    expect(line).toMatchObject({ start, max: 108, completeness: 100 });
    expect(line.values.slice(0, 3)).toEqual([60, 108, 12]);
  });

  it('is none of a half hour of which a part was estimated', async () => {
    const letters = ['GGGGGG', 'GGGEGG', 'GFGGGG', 'GGRGGB', 'G'.repeat(264)].join('');
    const values = [...same(6, 5000), ...same(6, 9000), ...same(6, 8000), ...same(6, 7000), ...same(264, 1000)];
    const { energy, line } = await demandOf(metered().write('e1', 'apparent', date, 0, values, letters));
    expect(energy).toMatchObject({ maxDemandKVA: 84 });
    expect(line.quality.slice(0, 4)).toBe('GMMG');
    expect(line).toMatchObject({ max: 84 });
  });

  it('of a day that runs is as complete as the half hours that have passed', async () => {
    const { line } = await demandOf(metered().write('e1', 'apparent', date, 0, same(144, 1000)), 144);
    expect(line).toMatchObject({ completeness: 100 });
    expect(line.values).toHaveLength(48);
    const begun = await demandOf(metered().write('e1', 'apparent', date, 0, same(3, 1000)), 3);
    expect(begun.line).toMatchObject({ completeness: 0, max: null });
  });

  it.each([
    ['MONTH', '2026-06-09', '2026-06-10', 108],
    ['MONTH', '2026-06-10', '2026-06-11', 12],
    ['MONTH', '2026-05-31', '2026-06-01', 12],
    ['YEAR', '2026-05-31', '2026-06-01', 108],
    ['YEAR', '2026-06-09', '2026-06-10', 108],
    ['DAY', '2026-06-09', '2026-06-10', 12],
  ] as const)('of a %s is also of the half hour that begins on %s and ends on %s', async (type, before, after, kVA) => {
    const plant = metered('Asia/Kolkata', '06:15:00');
    for (const one of ['2026-05-31', '2026-06-01', '2026-06-09', date]) plant.write('e1', 'apparent', one, 0, same(288, 1000));
    plant.write('e1', 'apparent', before, 285, same(3, 9000)).write('e1', 'apparent', after, 0, same(3, 9000));
    const { energy } = await askedOf(plant, type, date);
    expect(energy).toMatchObject({ maxDemandKVA: kVA, ...(kVA > 12 && { maxDemandAt: `${after}T00:30:00.000Z` }) });
  });

  it('is none of a half hour over the begin of a shift of which a part was estimated', async () => {
    const plant = metered('Asia/Kolkata', '06:15:00')
      .write('e1', 'apparent', '2026-06-09', 0, [...same(285, 1000), ...same(3, 9000)], `${'G'.repeat(287)}E`)
      .write('e1', 'apparent', date, 0, [...same(3, 9000), ...same(285, 1000)]);
    expect((await askedOf(plant, 'MONTH', date)).energy).toMatchObject({ maxDemandKVA: 12 });
  });
});

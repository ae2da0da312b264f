import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { sourceFor } from '../../../historian/read/readContext.ts';
import { chooseWindow } from '../../../historian/read/window.ts';
import { selectUnits } from '../../../historian/units/selection.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { deviceData } from '../deviceDataV2.ts';

const date = '2026-06-10';
const same = (count: number, value: number): number[] => Array<number>(count).fill(value);

const metered = (timezone = 'Asia/Kolkata'): TestPlant =>
  new TestPlant({ timezone })
    .addCategory('ENERGY_CATEGORY', ['power'])
    .addUnit({ id: 'e1', type: 'energy', subCategoryId: 'power' });

const demandOf = async (plant: TestPlant, passedSlots = 288) => {
  const selection = selectUnits(plant, 'DEMO', 'ENERGY_CATEGORY');
  if (!selection) throw new Error('no category');
  const window = chooseWindow(plant.calendar, 'DAY', { date1: date });
  const clock = new ManualClock((window.fromSlot + passedSlots) * 300_000 + 1000);
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
  const { categories, graph } = await deviceData(
    { selection, window, divisionFactor: 1000, v2: true, nowMs: source.nowMs },
    source,
  );
  const energy = categories[0]?.subCategories[0]?.units[0]?.energy;
  const line = graph?.find(({ key }) => key === 'e1.demand');
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
});

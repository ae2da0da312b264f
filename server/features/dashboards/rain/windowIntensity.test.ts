import { expect, it, onTestFinished } from 'vitest';
import type { RainEfficiency, RainTrend } from '../../../contract/user/rainfall.ts';
import { startRainRig } from '../../../test/rainRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';

const dry = (count: number): number[] => Array<number>(count).fill(0);
const asked = async <T>(plant: TestPlant, path: string): Promise<T> => {
  const rig = await startRainRig({ plant, today: '2026-06-20' });
  onTestFinished(() => rig.stop());
  const reply = await rig.ask(path);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as T;
};
const gauge = (): TestPlant =>
  new TestPlant()
    .addCategory('RAIN_CATEGORY', ['r'])
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'gauge', type: 'rain', subCategoryId: 'r' })
    .addUnit({ id: 'tankIn', type: 'flow', subCategoryId: 's' });

it('the most rain of a quarter hour may fall over the start of a shift day', async () => {
  const plant = gauge()
    .write('gauge', 'rain', '2026-06-10', 0, [...dry(286), 2, 3])
    .write('gauge', 'rain', '2026-06-11', 0, [4, ...dry(287)]);
  const most = async (date: string, type: string) =>
    (await asked<RainTrend>(plant, `/rainfall/trend?date1=${date}&type=${type}`)).units[0]?.maxMmPerHour;
  expect(await most('11/06/2026', 'MONTH')).toBe(36);
  // a day has only what lies in it
  expect(await most('10/06/2026', 'DAY')).toBe(20);
  expect(await most('11/06/2026', 'DAY')).toBe(16);
});

it('rain of which no quarter hour was measured has no intensity, also beside dry days', async () => {
  const plant = gauge()
    .write('gauge', 'rain', '2026-06-10', 0, dry(288))
    .write('gauge', 'rain', '2026-06-11', 0, Array<number>(288).fill(0.1), 'E');
  const { units } = await asked<RainTrend>(plant, '/rainfall/trend?date1=11/06/2026&type=MONTH');
  expect([units[0]?.totalMm, units[0]?.maxMmPerHour]).toEqual([28.8, null]);
});

it('what was harvested while nobody measured the rain is not held against the rest', async () => {
  const catchments = [{ id: 'roof', name: 'Roof', surface: 'roof', areaM2: 1000, firstFlushMm: 0, filterEfficiency: 1 }];
  const percentOf = async (silentSlots: number): Promise<RainEfficiency['data1']> => {
    const plant = gauge()
      .write('tankIn', 'volume', '2026-06-10', 0, Array<number>(288).fill(100))
      .write('gauge', 'rain', '2026-06-10', 0, Array<number>(288 - silentSlots).fill(0.1));
    Object.assign(plant.industry('DEMO') ?? {}, { meta: { facts: { catchments, rainWater: { harvestedUnitIds: ['tankIn'] } } } });
    return (await asked<RainEfficiency>(plant, '/rainfall/efficiencySaving?date1=10/06/2026&type=DAY')).data1;
  };
  expect(await percentOf(0)).toMatchObject({ potentialKL: 24.48, harvestedKL: 28.8, efficiencyPct: 117.6 });
  expect(await percentOf(28)).toMatchObject({ potentialKL: 22.1, efficiencyPct: 130.3 });
  expect(await percentOf(144)).toMatchObject({ potentialKL: 12.24, harvestedKL: 28.8, efficiencyPct: null });
});

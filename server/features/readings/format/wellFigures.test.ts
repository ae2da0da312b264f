import { expect, it } from 'vitest';
import type { BorewellUnit } from '../../../contract/user/deviceData.ts';
import type { Unit } from '../../../plantModel/index.ts';
import { dataOf, firstUnit, same, serve } from '../../../test/servedReadings.ts';
import { TestPlant } from '../../../test/testPlant.ts';

const DATE = '2026-06-10';
const well = (): TestPlant =>
  new TestPlant().addCategory('GROUND_WATER_LEVEL', ['wells']).addUnit({
    id: 'w1',
    type: 'borewell',
    subCategoryId: 'wells',
    meta: { meter: { modulus: 1e7, basePerCount: 1000, maxPerHour: 20 } },
  });
const shown = async (plant: TestPlant, type = 'DAY'): Promise<BorewellUnit | undefined> => {
  const { ask } = await serve(plant, '2026-06-12T12:00:20+05:30');
  const query = `date1=10/06/2026&type=${type}&category=GROUND_WATER_LEVEL&divisionFactor=1000`;
  return firstUnit(dataOf(await ask(`/api/user/deviceDataV2?${query}`))).borewell;
};

it('a well that was pumped all day has no static level, and so neither drawdown nor specific capacity', async () => {
  const plant = well()
    .write('w1', 'volume', '2026-06-09', 0, same(576, 1000))
    .write('w1', 'level', '2026-06-09', 0, [...same(570, 24), 23.99, ...same(5, 24)]);
  expect(await shown(plant)).toMatchObject({
    swlMbgl: null,
    swlAt: null,
    recovering: false,
    pwlMbgl: 24,
    drawdownM: null,
    specificCapacity: null,
    runHours: 24,
  });
});

it('a well of which nothing says when it was pumped has its least depth as recovering, and no hours', async () => {
  const plant = well().write('w1', 'level', DATE, 0, [...same(200, 24), ...same(88, 22)]);
  expect(await shown(plant)).toMatchObject({ swlMbgl: 22, recovering: true, pwlMbgl: null, runHours: null });
  expect(await shown(plant, 'MONTH')).toMatchObject({ runHours: null });
});

it('a volume across a gap says nothing of when the pump ran', async () => {
  // a run of an hour, and a gap over which six more passed
  const plant = well()
    .write('w1', 'level', DATE, 0, same(288, 20))
    .write('w1', 'volume', DATE, 0, same(100, 0))
    .write('w1', 'volume', DATE, 100, same(12, 1000))
    .write('w1', 'volume', DATE, 112, same(76, 600), 'E')
    .write('w1', 'volume', DATE, 188, same(100, 0));
  expect(await shown(plant)).toMatchObject({ runHours: 1, abstractionKL: 57.6 });
  expect(await shown(plant, 'MONTH')).toMatchObject({ runHours: 1 });
});

it('the flow register says when the pump ran where it has one, and how much it gave', async () => {
  // each count of the meter is an hour's water: its volume would be one slot of twelve
  const plant = well()
    .write('w1', 'level', DATE, 0, [...same(144, 20), ...same(24, 24), ...same(120, 22)])
    .write('w1', 'flow', DATE, 0, [...same(144, 0), ...same(24, 10), ...same(120, 0)])
    .write(
      'w1',
      'volume',
      DATE,
      0,
      Array.from({ length: 288 }, (_, at) => (at === 155 || at === 167 ? 10_000 : 0)),
    );
  expect(await shown(plant)).toMatchObject({ runHours: 2, pwlMbgl: 24, drawdownM: 2, specificCapacity: 5, abstractionKL: 20 });
});

it('the level of a piezometer is static while the wells of its aquifer have rested for four hours, as on the groundwater page', async () => {
  const aquifer = { aquiferId: 'rock' };
  const observed = async (litres: number[], piezometer: Partial<Pick<Unit, 'type'>> & { id: string }) => {
    const plant = new TestPlant()
      .addCategory('SOURCE_CATEGORY', ['s'])
      .addCategory('GROUND_WATER_LEVEL', ['wells'])
      .addUnit({ type: 'level', ...piezometer, subCategoryId: 'wells', meta: { well: { ...aquifer, piezometer: true } } })
      .addUnit({ id: 'w1', type: 'borewell', subCategoryId: 's', meta: { well: { ...aquifer, piezometer: false } } })
      .write(piezometer.id, 'level', DATE, 0, [...same(100, 20), ...same(188, 23)])
      .write('w1', 'volume', DATE, 0, litres);
    return shown(plant);
  };
  for (const piezometer of [{ id: 'p1' }, { id: 'p1', type: 'borewell' as const }]) {
    const rested = await observed([...same(100, 0), ...same(188, 1000)], piezometer);
    // the last slot before the pump started
    expect(rested).toMatchObject({
      swlMbgl: 20,
      swlAt: '2026-06-10T08:45:00.000Z',
      recovering: false,
      pwlMbgl: null,
      runHours: null,
    });
    expect(await observed(same(288, 1000), piezometer)).toMatchObject({ swlMbgl: null, recovering: false });
    expect(await observed(same(288, 0), piezometer)).toMatchObject({ swlMbgl: 23, recovering: false });
  }
});

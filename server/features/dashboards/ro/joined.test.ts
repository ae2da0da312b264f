import { expect, it, onTestFinished, vi } from 'vitest';
import type { RoEfficiency } from '../../../contract/user/roEfficiency.ts';
import { dayNumber } from '../../../core/shift.ts';
import { roPlant, startRoRig, write } from '../../../test/roRig.ts';
import type { TestPlant } from '../../../test/testPlant.ts';
import { RoDays } from './days.ts';

const meters = ['feed', 'permeate', 'reject', 'energy'];
const joinedMs = (plant: TestPlant): number => plant.calendar.windowOfDay(dayNumber('2026-06-18')).fromMs;

/** Two whole days of the month and the half of one that runs. */
const written = (): TestPlant => {
  const plant = roPlant();
  for (const date of ['2026-06-18', '2026-06-19']) write(plant, date, 0, 288);
  write(plant, '2026-06-20', 0, 144);
  return plant;
};

const monthOf = async (plant: TestPlant, type = 'MONTH') => {
  const rig = await startRoRig(plant);
  onTestFinished(() => rig.stop());
  const { status, body, text } = await rig.ask(`?date1=20/06/2026&type=${type}`);
  expect(status, text).toBe(200);
  const [ro] = (body as RoEfficiency).data1.plants;
  const recovery = ro?.graph.find(({ key }) => key === 'recovery');
  return { completeness: ro?.completeness, ofGraph: recovery?.completeness, letters: recovery?.quality };
};

const letters = `${'M'.repeat(17)}GGG`;

it('of a month in which meters were set up is as complete as they were since', async () => {
  const plant = written();
  for (const id of meters) Object.assign(plant.unit('DEMO', id) ?? {}, { createdAtMs: joinedMs(plant) });
  expect(await monthOf(plant)).toEqual({ completeness: 100, ofGraph: 100, letters });
});

it('of a month in which the plant joined is as complete as it was since', async () => {
  const plant = written();
  Object.assign(plant.industry('DEMO') ?? {}, { joinedAtMs: joinedMs(plant) });
  expect(await monthOf(plant)).toEqual({ completeness: 100, ofGraph: 100, letters });
  expect(await monthOf(plant, 'YEAR')).toEqual({ completeness: 100, ofGraph: 100, letters: 'MMMMMG' });
});

it('of a month in which one meter joined misses what it has not measured since', async () => {
  const plant = written();
  Object.assign(plant.unit('DEMO', 'reject') ?? {}, { createdAtMs: joinedMs(plant) });
  const days = 19.5;
  const complete = Math.round((1000 * 4 * 2.5) / (3 * days + 2.5)) / 10;
  expect(await monthOf(plant)).toEqual({ completeness: complete, ofGraph: complete, letters });
});

it('of a month of which days are missing is as incomplete', async () => {
  const complete = Math.round((1000 * 2.5) / 19.5) / 10;
  expect(await monthOf(written())).toEqual({ completeness: complete, ofGraph: complete, letters });
});

it('of a month in which a meter said nothing misses all of it', async () => {
  const plant = roPlant();
  for (const date of ['2026-06-18', '2026-06-19']) write(plant, date, 0, 288);
  const rig = await startRoRig(plant);
  onTestFinished(() => rig.stop());
  plant.reader.slotsOf.delete(plant.seriesId('energy', 'energy'));
  const { body } = await rig.ask('?date1=19/06/2026&type=DAY');
  expect((body as RoEfficiency).data1.plants[0]?.completeness).toBe(75);
});

it('of a day before the plant joined is not looked for in all days since', async () => {
  const plant = written();
  Object.assign(plant.industry('DEMO') ?? {}, { joinedAtMs: joinedMs(plant) });
  const rig = await startRoRig(plant);
  onTestFinished(() => rig.stop());
  // its reference is stored once it was found
  expect((await rig.ask('?date1=20/06/2026')).status).toBe(200);
  const days = vi.spyOn(RoDays.prototype, 'days');
  onTestFinished(() => days.mockRestore());
  const { status, body } = await rig.ask('?date1=02/01/1970');
  expect([status, (body as RoEfficiency).data1.plants[0]?.normalized]).toEqual([200, null]);
  expect(days.mock.calls.reduce((sum, [, , , { fromDay, toDay }]) => sum + toDay - fromDay + 1, 0)).toBe(1);
});

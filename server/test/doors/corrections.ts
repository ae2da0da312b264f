import { expect, vi } from 'vitest';
import type { DeviceDataV2 } from '../../contract/user/deviceData.ts';
import type { RandomPlant } from './randomPlant.ts';

const SLOT_MS = 300_000;

const read = async ({ ask }: RandomPlant, date: string): Promise<DeviceDataV2> =>
  (await ask(`/api/user/deviceDataV2?date1=${date}&category=SOURCE_CATEGORY`)).body as DeviceDataV2;
const momentIn = ({ window }: DeviceDataV2, slot: number): string =>
  new Date(Date.parse(window.from) + slot * SLOT_MS).toISOString();

/** From which slot of a day on which values of a unit; its main series where no parameter is named. */
export type Entry = readonly [unitId: string, slot: number, values: readonly (number | null)[], param?: string];

const usual: readonly Entry[] = [
  ['byHand', 3, [100, 20.5, 3, 0]],
  ['in-b', 70, [1000, 2000, 3000]],
  ['in-b', 71, [null]],
  ['use-a', 280, Array<number>(30).fill(7.777)],
  ['well-1', 20, [0, 0, 12_345.678]],
  ['kwh-a', 20, [1234.5]],
  ['gauge', 20, [0.4, 3]],
];

/** Readings that people entered into a closed day afterwards, and one that they took back. */
export const enterReadings = async (plant: RandomPlant, date: string, more: readonly Entry[] = []): Promise<void> => {
  const before = await read(plant, date);
  for (const [unitId, slot, values, param] of [...usual, ...more]) {
    const body = {
      unitId,
      from: momentIn(before, slot),
      values,
      note: 'read from the dial',
      confirmed: true,
      ...(param !== undefined && { param }),
    };
    const { status, text } = await plant.ask('/api/plant/readings/manual', { method: 'POST', body });
    expect(status, text).toBe(200);
  }
};

/** What people did to a closed day afterwards: entered readings, took one back, changed a meter. */
export const correct = async (plant: RandomPlant, date: string): Promise<void> => {
  const before = await read(plant, date);
  await enterReadings(plant, date);
  const change = { at: momentIn(before, 150.2), closing: 1234, opening: 5, confirmed: true };
  const { status, text } = await plant.ask('/api/plant/units/in-a/meter-changes', { method: 'POST', body: change });
  expect(status, text).toBe(201);
  // slots since a change of meter are worked out again within seconds
  const amount = (data: DeviceDataV2): unknown =>
    JSON.stringify(data.categories).match(/"unitId":"in-a".*?"value":([\d.]+)/)?.[1];
  await vi.waitFor(async () => expect(amount(await read(plant, date))).not.toBe(amount(before)), {
    timeout: 60_000,
    interval: 500,
  });
};

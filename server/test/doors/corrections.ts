import { expect, vi } from 'vitest';
import type { DeviceDataV2 } from '../../contract/user/deviceData.ts';
import type { RandomPlant } from './randomPlant.ts';

const SLOT_MS = 300_000;

/** What people did to a closed day afterwards: entered readings, took one back, changed a meter. */
export const correct = async ({ ask }: RandomPlant, date: string): Promise<void> => {
  const read = async (): Promise<DeviceDataV2> =>
    (await ask(`/api/user/deviceDataV2?date1=${date}&category=SOURCE_CATEGORY`)).body as DeviceDataV2;
  const before = await read();
  const at = (slot: number): string => new Date(Date.parse(before.window.from) + slot * SLOT_MS).toISOString();
  const enter = async (unitId: string, slot: number, values: (number | null)[]): Promise<void> => {
    const body = { unitId, from: at(slot), values, note: 'read from the dial' };
    const { status, text } = await ask('/api/plant/readings/manual', { method: 'POST', body });
    expect(status, text).toBe(200);
  };
  await enter('byHand', 3, [100, 20.5, 3, 0]);
  await enter('in-b', 70, [1000, 2000, 3000]);
  await enter('in-b', 71, [null]);
  await enter('use-a', 280, Array<number>(30).fill(7.777));
  await enter('well-1', 20, [0, 0, 12_345.678]);
  await enter('kwh-a', 20, [1234.5]);
  await enter('gauge', 20, [0.4, 3]);
  const change = { at: at(150.2), closing: 1234, opening: 5 };
  const { status, text } = await ask('/api/plant/units/in-a/meter-changes', { method: 'POST', body: change });
  expect(status, text).toBe(201);
  // slots since a change of meter are worked out again within seconds
  const amount = (data: DeviceDataV2): unknown =>
    JSON.stringify(data.categories).match(/"unitId":"in-a".*?"value":([\d.]+)/)?.[1];
  await vi.waitFor(async () => expect(amount(await read())).not.toBe(amount(before)), { timeout: 60_000, interval: 500 });
};

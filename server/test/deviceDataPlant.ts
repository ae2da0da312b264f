import { expect, onTestFinished } from 'vitest';
import { type DeviceDataV1, deviceDataV1Body } from '../contract/user/deviceDataV1.ts';
import { ManualClock } from '../core/clock.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { readingRoutes } from '../features/readings/routes.ts';
import { type Reply, sessionsOf, someCaller, startRig } from './httpRig.ts';
import { TestPlant } from './testPlant.ts';

export const same = (count: number, value: number): number[] => Array<number>(count).fill(value);

export const serve = async (
  plant: TestPlant,
  now: string,
): Promise<(path: string, headers?: Record<string, string>) => Promise<Reply>> => {
  const clock = new ManualClock(Date.parse(now));
  const routes = readingRoutes({
    scheduler: new CooperativeScheduler(),
    directory: plant,
    reader: plant.reader,
    calendars: { of: () => plant.calendar },
    clock,
  });
  const sessions = sessionsOf({
    asha: { caller: someCaller(), panel: false },
    north: { caller: someCaller({ industryId: 'NORTH' }), panel: false },
  });
  const rig = await startRig(routes, { sessions, clock });
  onTestFinished(rig.stop);
  return (path, headers = {}) => rig.ask(path, { headers: { authorization: 'Bearer asha', ...headers } });
};

export const joined = (plant: TestPlant, at: string): TestPlant => {
  for (const industry of plant.industries()) industry.joinedAtMs = Date.parse(at);
  return plant;
};

/** Two meters and a tank; the 9th and 10th of June whole, the 11th until noon. */
export const plantOf = (): TestPlant =>
  joined(new TestPlant(), '2025-12-30T12:00:00Z')
    .addCategory('SOURCE_CATEGORY', ['intake', 'use'])
    .addCategory('STOCK_CATEGORY', ['tanks'])
    .addUnit({
      id: 'in1',
      type: 'flow',
      subCategoryId: 'intake',
      standardCategoryIds: ['ID_SOURCE'],
      meta: { unitThreshold: 40, monthlyThreshold: 900 },
    })
    .addUnit({ id: 'in2', type: 'flow', subCategoryId: 'intake', standardCategoryIds: ['ID_SOURCE'] })
    .addUnit({ id: 'use1', type: 'flow', subCategoryId: 'use' })
    .addUnit({ id: 't1', type: 'stock', subCategoryId: 'tanks', maxCapacity: 20 })
    .write('in1', 'volume', '2026-06-09', 0, same(288, 50))
    .write('in1', 'volume', '2026-06-10', 0, same(288, 100))
    .write('in2', 'volume', '2026-06-10', 0, same(144, 10))
    .write('use1', 'volume', '2026-06-10', 0, same(288, 5))
    .write('in1', 'volume', '2026-06-11', 0, same(72, 200))
    .write('t1', 'volume', '2026-06-10', 287, [15_000])
    .write('t1', 'volume', '2026-06-11', 71, [16_000])
    .write('in1', 'volume', '2025-12-31', 0, same(288, 1));
export const now = '2026-06-11T12:00:10+05:30';

export const v1 = async (query: string, plant = plantOf()): Promise<DeviceDataV1> => {
  const ask = await serve(plant, now);
  const { status, body, text } = await ask(`/api/user/deviceData?${query}`);
  expect(status, text).toBe(200);
  return deviceDataV1Body.parse(body);
};

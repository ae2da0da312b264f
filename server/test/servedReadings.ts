/** A plant whose readings are served over HTTP at a moment of it, and what is read out of the answers. */
import { expect, onTestFinished } from 'vitest';
import type { DeviceDataV2, UnitV2 } from '../contract/user/deviceData.ts';
import { deviceDataV2Body } from '../contract/user/deviceData.ts';
import { ManualClock } from '../core/clock.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { readingRoutes } from '../features/readings/routes.ts';
import { type Reply, sessionsOf, someCaller, startRig } from './httpRig.ts';
import { TestPlant } from './testPlant.ts';

export const same = (count: number, value: number): number[] => Array<number>(count).fill(value);

type Asked = { ask(path: string, headers?: Record<string, string>): Promise<Reply>; clock: ManualClock };

/** Serves a plant over HTTP at a local moment of it. */
export const serve = async (plant: TestPlant, now: string): Promise<Asked> => {
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
  onTestFinished(() => rig.stop());
  return { clock, ask: (path, headers = {}) => rig.ask(path, { headers: { authorization: 'Bearer asha', ...headers } }) };
};

export const dataOf = ({ status, body, text }: Reply): DeviceDataV2 => {
  expect(status, text).toBe(200);
  return deviceDataV2Body.parse(body);
};

export const firstUnit = (data: DeviceDataV2): UnitV2 => {
  const unit = data.categories[0]?.subCategories[0]?.units[0];
  if (!unit) throw new Error('no unit');
  return unit;
};

export const waterPlant = (options?: ConstructorParameters<typeof TestPlant>[0]): TestPlant =>
  new TestPlant(options).addCategory('SOURCE_CATEGORY', ['intake', 'use']).addUnit({
    id: 'in1',
    type: 'flow',
    subCategoryId: 'intake',
    standardCategoryIds: ['ID_SOURCE'],
    meta: { unitThreshold: 40, monthlyThreshold: 900 },
  });

/**
 * 10 June: hour 0 plain, 1 with a bridged gap (E), 2 with an estimate (F), 3 missing, 4 with a backflow, 5 with a rejected
 * value, 6 with one entered by hand; 100 L in every other slot.
 */
export const tenthOfJune = (plant: TestPlant): TestPlant =>
  plant
    .write('in1', 'volume', '2026-06-10', 0, same(288, 100))
    .write('in1', 'volume', '2026-06-10', 18, same(3, 200), 'E')
    .write('in1', 'volume', '2026-06-10', 24, same(3, 50), 'F')
    .write('in1', 'volume', '2026-06-10', 36, same(12, 0), 'M')
    .write('in1', 'volume', '2026-06-10', 48, [-5], 'B')
    .write('in1', 'volume', '2026-06-10', 60, [999], 'X')
    .write('in1', 'volume', '2026-06-10', 72, [500], 'R');

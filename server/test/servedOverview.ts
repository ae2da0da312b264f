import { onTestFinished } from 'vitest';
import { ManualClock } from '../core/clock.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { type OverviewParts, overviewRoutes } from '../features/readings/overview/routes.ts';
import { type Reply, sessionsOf, someCaller, startRig } from './httpRig.ts';
import { TestPlant } from './testPlant.ts';

export const same = (count: number, value: number): number[] => Array<number>(count).fill(value);

/** Serves a plant over HTTP at a local moment of it. */
export const serve = async (plant: TestPlant, now: string, field: Partial<OverviewParts> = {}) => {
  const clock = new ManualClock(Date.parse(now));
  const routes = overviewRoutes({
    scheduler: new CooperativeScheduler(),
    directory: plant,
    reader: plant.reader,
    calendars: { of: () => plant.calendar },
    clock,
    troubles: () => () => null,
    dischargeIds: async () => new Set(),
    ...field,
  });
  const sessions = sessionsOf({
    asha: { caller: someCaller({ permissions: new Set(['COMMISSIONING']) }), panel: false },
    viewer: { caller: someCaller({ permissions: new Set() }), panel: false },
  });
  const rig = await startRig(routes, { sessions, clock });
  onTestFinished(rig.stop);
  return (path: string, who = 'asha'): Promise<Reply> => rig.ask(path, { headers: { authorization: `Bearer ${who}` } });
};

export const waterPlant = (): TestPlant =>
  new TestPlant().addCategory('SOURCE_CATEGORY', ['intake', 'use']).addUnit({
    id: 'in1',
    type: 'flow',
    subCategoryId: 'intake',
    standardCategoryIds: ['ID_SOURCE'],
    meta: { unitThreshold: 40, monthlyThreshold: 900 },
  });
export const feed = (param: string, deviceId: string, periodMs = 5000) =>
  ({ tagId: `${deviceId}.${param}`, deviceId, name: param, param, kind: 'gauge', measure: '', periodMs }) as const;
/** Wednesday 10 June 2026 at 12:00, six hours into the shift day. */
export const noon = '2026-06-10T12:00:20+05:30';

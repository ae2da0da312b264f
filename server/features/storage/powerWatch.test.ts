import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Bus } from '../../core/bus.ts';
import { quietLog } from '../../test/readingsRig.ts';
import { PowerWatch } from './powerWatch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const watching = () => {
  const system = { isOnBattery: false };
  const alarms: (string | null)[] = [];
  const bus = new Bus(quietLog());
  bus.on('test', 'equipmentFault', ({ industryId, key, text }) => void alarms.push(text && `${industryId} ${key}: ${text}`));
  const watch = new PowerWatch({ isOnBattery: () => system.isOnBattery, owners: () => ['plant'], bus, log: quietLog() });
  return { system, alarms, watch };
};
const open = 'plant power: The PC that measures runs on a battery: the mains or its UPS failed';

it('raises one alarm while the system says that the PC runs on a battery, and ends it', () => {
  const { system, alarms, watch } = watching();
  watch.start();
  // one of the run before ends
  expect(alarms).toEqual([null]);
  system.isOnBattery = true;
  vi.advanceTimersByTime(60_000);
  expect(alarms).toEqual([null, open]);
  system.isOnBattery = false;
  vi.advanceTimersByTime(10_000);
  expect(alarms).toEqual([null, open, null]);
  watch.stop();
  system.isOnBattery = true;
  vi.advanceTimersByTime(60_000);
  expect(alarms).toHaveLength(3);
});

it('believes the desktop at once, also what it said before the start', () => {
  const { alarms, watch } = watching();
  watch.report(true);
  expect(alarms).toEqual([]);
  watch.start();
  expect(alarms).toEqual([open]);
  watch.report(false);
  watch.report(false);
  expect(alarms).toEqual([open, null]);
  watch.stop();
});

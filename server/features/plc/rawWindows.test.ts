import { expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { RawWindows } from './rawWindows.ts';

it('a raw window allows its own technician whole writes within its registers alone', () => {
  const windows = new RawWindows({ device: () => ({ id: 'plc', name: 'PLC', slaveId: 5, enabled: true }) }, new ManualClock(0));
  const by = { industryId: 'DEMO', userId: 'asha', isTechnician: true };
  windows.open(by, 'plc', [{ fn: 16, from: 100, to: 102 }], 'test');
  const allows = (address: number, width: number, who = by): boolean => windows.allows(who, 'plc', 16, address, width);
  expect([allows(100, 3), allows(102, 1), allows(100, 4), allows(102, 2), allows(99, 1)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(allows(100, 1, { ...by, isTechnician: false })).toBe(false);
  expect(allows(100, 1, { ...by, userId: 'ravi' })).toBe(false);
});

it('a raw window is over after a quarter of an hour', () => {
  const clock = new ManualClock(0);
  const windows = new RawWindows({ device: () => ({ id: 'plc', name: 'PLC', slaveId: 5, enabled: true }) }, clock);
  const by = { industryId: 'DEMO', userId: 'asha', isTechnician: true };
  expect(windows.open(by, 'plc', [{ fn: 16, from: 100, to: 102 }], 'test').untilMs).toBe(900_000);
  clock.advance(899_999);
  expect(windows.allows(by, 'plc', 16, 100, 1)).toBe(true);
  clock.advance(1);
  expect([windows.allows(by, 'plc', 16, 100, 1), windows.list('DEMO')]).toEqual([false, []]);
  expect(() => windows.close(by, 'plc')).toThrow('no raw window of yours is open');
});

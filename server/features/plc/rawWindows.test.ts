import { expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { FakeCommands } from '../../test/fakeCommands.ts';
import { RawWindows } from './rawWindows.ts';

it('a raw window allows its own technician whole writes within its registers alone', () => {
  const windows = new RawWindows(
    { device: () => ({ id: 'plc', name: 'PLC', slaveId: 5, enabled: true }) },
    new ManualClock(0),
    new FakeCommands(),
  );
  const by = { industryId: 'DEMO', userId: 'asha', isTechnician: true };
  windows.open(by, 'plc', [{ fn: 16, from: 100, to: 102 }], 'test');
  const allows = (address: number, width: number, who = by): boolean => windows.allows(who, 'plc', { fn: 16, address, width });
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
  const windows = new RawWindows(
    { device: () => ({ id: 'plc', name: 'PLC', slaveId: 5, enabled: true }) },
    clock,
    new FakeCommands(),
  );
  const by = { industryId: 'DEMO', userId: 'asha', isTechnician: true };
  expect(windows.open(by, 'plc', [{ fn: 16, from: 100, to: 102 }], 'test').untilMs).toBe(900_000);
  clock.advance(899_999);
  expect(windows.allows(by, 'plc', { fn: 16, address: 100, width: 1 })).toBe(true);
  clock.advance(1);
  expect([windows.allows(by, 'plc', { fn: 16, address: 100, width: 1 }), windows.list('DEMO')]).toEqual([false, []]);
  expect(() => windows.close(by, 'plc')).toThrow('no raw window of yours is open');
});

it('a raw window is over after a quarter of an hour whatever is done to the clock', () => {
  const clock = new ManualClock(0);
  const windows = new RawWindows(
    { device: () => ({ id: 'plc', name: 'PLC', slaveId: 5, enabled: true }) },
    clock,
    new FakeCommands(),
  );
  const by = { industryId: 'DEMO', userId: 'asha', isTechnician: true };
  windows.open(by, 'plc', [{ fn: 16, from: 100, to: 102 }], 'test');
  clock.advance(600_000);
  clock.stepWall(-600_000);
  clock.advance(299_999);
  expect(windows.list('DEMO')).toHaveLength(1);
  clock.advance(1);
  expect([windows.allows(by, 'plc', { fn: 16, address: 100, width: 1 }), windows.list('DEMO')]).toEqual([false, []]);
});

it('a raw window is shown to its own industry, and closed by who opened it on that device alone', () => {
  const windows = new RawWindows(
    { device: () => ({ id: 'plc', name: 'PLC', slaveId: 5, enabled: true }) },
    new ManualClock(0),
    new FakeCommands(),
  );
  const by = { industryId: 'DEMO', userId: 'asha', isTechnician: true };
  windows.open(by, 'plc', [{ fn: 16, from: 100, to: 102 }], 'test');
  windows.open(by, 'plc2', [{ fn: 16, from: 7, to: 7 }], 'test');
  const devices = (industryId: string): string[] => windows.list(industryId).map(({ deviceId }) => deviceId);
  expect([devices('DEMO'), devices('NORTH')]).toEqual([['plc', 'plc2'], []]);
  for (const [who, deviceId] of [
    [{ ...by, userId: 'ravi' }, 'plc'],
    [{ ...by, industryId: 'NORTH' }, 'plc'],
    [by, 'plc3'],
  ] as const)
    expect(() => windows.close(who, deviceId)).toThrow('no raw window of yours is open');
  expect(devices('DEMO')).toEqual(['plc', 'plc2']);
  windows.close(by, 'plc2');
  expect(devices('DEMO')).toEqual(['plc']);
  expect([
    windows.allows(by, 'plc', { fn: 16, address: 100, width: 1 }),
    windows.allows(by, 'plc2', { fn: 16, address: 7, width: 1 }),
  ]).toEqual([true, false]);
});

it('a raw window is opened on a device of the plant, never for unit 0, and for registers in their order', () => {
  const device = (id: string) => ({ id, name: id, slaveId: id === 'everybody' ? 0 : 1, enabled: true });
  const windows = new RawWindows(
    { device: (_, id) => (id === 'none' ? undefined : device(id)) },
    new ManualClock(0),
    new FakeCommands(),
  );
  const open = (id: string, from: number, to: number) =>
    windows.open({ industryId: 'DEMO', userId: 'asha' }, id, [{ fn: 6, from, to }], 'test');
  const failure = (code: string) => expect.objectContaining({ code });
  expect(() => open('none', 1, 2)).toThrow(failure('notFound'));
  expect(() => open('everybody', 1, 2)).toThrow(failure('badRequest'));
  expect(() => open('first', 3, 2)).toThrow(failure('badRequest'));
  expect(windows.list('DEMO')).toEqual([]);
  expect(open('first', 2, 2)).toMatchObject({ deviceId: 'first', untilMs: 15 * 60_000 });
});

it('a raw window is of the place where its device was: elsewhere another one would be written', () => {
  const commands = new FakeCommands();
  const device = { id: 'plc', name: 'PLC', slaveId: 5, enabled: true };
  const windows = new RawWindows({ device: () => device }, new ManualClock(0), commands);
  const by = { industryId: 'DEMO', userId: 'asha', isTechnician: true };
  windows.open(by, 'plc', [{ fn: 16, from: 100, to: 102 }], 'test');
  const isAllowed = (): boolean => windows.allows(by, 'plc', { fn: 16, address: 100, width: 1 });
  expect([isAllowed(), windows.list('DEMO').length]).toEqual([true, 1]);
  const { host, slaveId } = commands;
  commands.host = 'another';
  expect([isAllowed(), windows.list('DEMO')]).toEqual([false, []]);
  commands.host = host;
  commands.slaveId += 1;
  expect([isAllowed(), windows.list('DEMO')]).toEqual([false, []]);
  // it is as it was when it was opened, and known to be
  commands.slaveId = slaveId;
  expect(isAllowed()).toBe(true);
});

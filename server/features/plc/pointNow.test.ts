import { expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { FakeCommands } from '../../test/fakeCommands.ts';
import { pointSpec } from '../../test/plcRig.ts';
import type { WritePoint } from './model.ts';
import { PointsNow } from './pointNow.ts';

const rigOf = (more: object = {}) => {
  const commands = new FakeCommands();
  const clock = new ManualClock(1_700_000_000_000);
  let point: WritePoint = { ...pointSpec({ scale: 1, ...more }), id: 'p', industryId: 'DEMO', version: 1 };
  const now = new PointsNow({
    points: { find: (industryId, id) => (industryId === 'DEMO' && id === 'p' ? point : undefined) },
    devices: { device: () => ({ id: 'plc', name: 'PLC', slaveId: 5, enabled: true }) },
    commands,
    valves: { state: () => ({ state: 'unknown', fault: null, commanded: null, differs: false, readAtMs: null }), lookMs: 1000 },
    commander: { conditions: () => [] },
    clock,
  });
  const value = async (): Promise<number | null> => (await now.of('DEMO', 'p')).value;
  const change = (version: number): void => {
    point = { ...point, version };
  };
  return { commands, clock, value, change };
};

it('a set point is read at most once in five seconds, however many look at it, and again once it is changed', async () => {
  const { commands, clock, value, change } = rigOf();
  commands.set('holding', 10, 7);
  expect(await Promise.all([value(), value()])).toEqual([7, 7]);
  commands.set('holding', 10, 8);
  clock.advance(4999);
  expect([await value(), commands.reads.length]).toEqual([7, 1]);
  clock.advance(1);
  expect([await value(), commands.reads.length]).toEqual([8, 2]);
  commands.set('holding', 10, 9);
  change(2);
  expect([await value(), commands.reads.length]).toEqual([9, 3]);
});

it('a device that does not answer leaves what was last read, and nothing where that was of another version', async () => {
  const { commands, clock, value, change } = rigOf();
  commands.set('holding', 10, 7);
  expect(await value()).toBe(7);
  commands.words.clear();
  clock.advance(5000);
  expect(await value()).toBe(7);
  change(2);
  expect(await value()).toBeNull();
});

it('a pulse leaves nothing to read', async () => {
  const { commands, value } = rigOf({ kind: 'command' });
  commands.set('holding', 10, 7);
  expect([await value(), commands.reads.length]).toEqual([null, 0]);
});

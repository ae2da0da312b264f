import { expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { FakeCommands } from '../../test/fakeCommands.ts';
import { pointSpec } from '../../test/plcRig.ts';
import type { Condition } from './commander.ts';
import type { WritePoint } from './model.ts';
import { PointsNow } from './pointNow.ts';

const rigOf = (more: object = {}, conditions: Condition[] = []) => {
  const commands = new FakeCommands();
  const clock = new ManualClock(1_700_000_000_000);
  let point: WritePoint = { ...pointSpec({ scale: 1, ...more }), id: 'p', industryId: 'DEMO', version: 1 };
  const now = new PointsNow({
    points: { find: (industryId, id) => (industryId === 'DEMO' && id === 'p' ? point : undefined) },
    devices: { device: () => ({ id: 'plc', name: 'PLC', slaveId: 5, enabled: true }) },
    commands,
    valves: { state: () => ({ state: 'unknown', fault: null, commanded: null, differs: false, readAtMs: null }), lookMs: 1000 },
    commander: { conditions: () => conditions },
    clock,
  });
  const value = async (): Promise<number | null> => (await now.of('DEMO', 'p')).value;
  const change = (version: number, more: Partial<WritePoint> = {}): void => {
    point = { ...point, version, ...more };
  };
  const interlocks = async () => (await now.of('DEMO', 'p')).interlocks;
  return { commands, clock, value, interlocks, change };
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

it('a point that was deleted and made again by the same id shows nothing of the one before', async () => {
  const { commands, value, change } = rigOf();
  commands.set('holding', 10, 7).set('holding', 20, 9);
  expect(await value()).toBe(7);
  change(1, { address: 20 });
  expect(await value()).toBe(9);
});

it('what was read of a device before it was moved is no value of the one that is there now', async () => {
  const { commands, value } = rigOf();
  commands.set('holding', 10, 7);
  expect(await value()).toBe(7);
  commands.host = 'other.local';
  commands.set('holding', 10, 9);
  expect([await value(), commands.reads.length]).toEqual([9, 2]);
  commands.host = 'third.local';
  commands.words.clear();
  expect(await value()).toBeNull();
});

it('a read that is under way while its point or its device is moved says nothing of where they are now', async () => {
  const { commands, clock, value, change } = rigOf();
  commands.set('holding', 10, 7);
  const asked = value();
  change(2);
  commands.set('holding', 10, 8);
  const changed = value();
  expect([await asked, await changed]).toEqual([7, 8]);
  change(3);
  expect(await value()).toBe(8);
  clock.advance(5000);
  const moving = value();
  commands.host = 'other.local';
  expect(await moving).toBeNull();
});

it('a pulse leaves nothing to read', async () => {
  const { commands, value } = rigOf({ kind: 'command' });
  commands.set('holding', 10, 7);
  expect([await value(), commands.reads.length]).toEqual([null, 0]);
});

it('a device is waited for two seconds and no longer, as a person waits for the page', async () => {
  const { commands, value } = rigOf();
  await value();
  expect(commands.reads).toMatchObject([{ withinMs: 2000 }]);
});

it('an interlock shows what its signal is now only where that is known to be good', async () => {
  const conditionOf = (quality: string, value: unknown, refusal: string | null) =>
    ({
      interlock: { text: 'tank', is: 'above', value: 20 },
      state: { quality, value, lastGoodAtMs: 1_700_000_000_000 },
      refusal,
    }) as unknown as Condition;
  const { interlocks } = rigOf({}, [
    conditionOf('GOOD', 35, null),
    conditionOf('STALE', 35, 'it is not known'),
    conditionOf('GOOD', true, 'it is not a number'),
    { ...conditionOf('GOOD', 1, 'it is not known'), state: undefined },
  ]);
  const readAt = '2023-11-14T22:13:20.000Z';
  expect(await interlocks()).toEqual([
    { text: 'tank', is: 'above', limit: 20, value: 35, readAt, isMet: true, refusal: null },
    { text: 'tank', is: 'above', limit: 20, value: null, readAt, isMet: false, refusal: 'it is not known' },
    { text: 'tank', is: 'above', limit: 20, value: null, readAt, isMet: false, refusal: 'it is not a number' },
    { text: 'tank', is: 'above', limit: 20, value: null, readAt: null, isMet: false, refusal: 'it is not known' },
  ]);
});

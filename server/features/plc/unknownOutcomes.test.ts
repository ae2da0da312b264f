import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { FakeCommands } from '../../test/fakeCommands.ts';
import { silent } from '../../test/httpRig.ts';
import { asha, frame, pointSpec } from '../../test/plcRig.ts';
import type { AuditEntry } from '../audit/index.ts';
import { rowOf } from './commandRequest.ts';
import type { CommandRow, WritePoint } from './model.ts';
import { unitOf } from './readBack.ts';
import { UnknownOutcomeResolver } from './unknownOutcomes.ts';

vi.mock('node:timers/promises', () => import('../../test/fakePauses.ts'));

const point: WritePoint = { ...pointSpec({ scale: 1 }), id: 'p', industryId: 'DEMO', version: 1 };
const rowWith = (more: Partial<CommandRow> = {}): CommandRow => ({
  ...rowOf(
    asha,
    { commandId: 'c', deviceId: 'plc', asset: 'PUMP', command: 'SPEED', reason: '', verify: true, withinMs: 0, frames: [] },
    {
      ...frame({ fn: 6 }),
      fn: 6,
      address: 10,
      write: { kind: 'writeRegister', address: 10, value: 7 },
      point,
      value: 7,
      refusal: null,
      refuseNow: () => null,
    },
    { position: 0, atMs: systemClock.now(), place: unitOf(new FakeCommands(), 'plc') },
  ),
  id: 'row',
  oldValue: 0,
  rawBefore: '0000',
  ...more,
});

const rigOf = (rows: CommandRow[], isFull = () => false, known = point) => {
  const commands = new FakeCommands();
  const settled: CommandRow[] = [];
  const audited: AuditEntry[] = [];
  const followed = new Set<string>();
  const preceded = new Set<string>();
  const noted: CommandRow['outcome'][] = [];
  const resolver = new UnknownOutcomeResolver({
    writer: {
      runReserved: (work) => {
        if (isFull()) throw new Error('the disk is full');
        return work({} as never);
      },
    },
    journal: {
      unsettled: () => rows,
      settle: (_, row) => void settled.push(row as CommandRow),
      wasFollowed: ({ id }) => followed.has(id),
      wasPreceded: ({ id }) => preceded.has(id),
    },
    points: { find: (industryId, id) => (industryId === 'DEMO' && id === 'p' ? known : undefined) },
    undecided: { note: (row) => void noted.push(row.outcome) },
    commands,
    audit: { append: (_, entry) => void audited.push(entry) },
    clock: systemClock,
    log: silent,
  });
  return { resolver, commands, settled, audited, followed, preceded, noted };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('without unfinished commands nothing is waited for', () => {
  const { resolver, commands } = rigOf([]);
  resolver.start();
  expect([resolver.left, commands.listeners, vi.getTimerCount()]).toEqual([0, 0, 0]);
});

it('a frame whose registers show its value is confirmed once its own device is there, with its audit entry', async () => {
  const { resolver, commands, settled, audited, noted } = rigOf([rowWith()]);
  commands.set('holding', 10, 7);
  resolver.start();
  expect(resolver.left).toBe(1);
  commands.lineUp('other');
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toEqual([]);
  commands.lineUp('other', 'plc');
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toMatchObject([
    { id: 'row', outcome: 'CONFIRMED', sent: true, rawBack: '0007', error: 'settled after a restart' },
  ]);
  expect(audited).toMatchObject([{ kind: 'plc.write', outcome: 'done' }]);
  expect(noted).toEqual(['CONFIRMED']);
  expect(resolver.left).toBe(0);
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(settled).toHaveLength(1);
  expect(commands.writes).toEqual([]);
});

it('one whose device was moved meanwhile is unknown, whatever shows where it is now', async () => {
  const { resolver, commands, settled } = rigOf([rowWith()]);
  commands.set('holding', 10, 7);
  commands.host = 'other.local';
  resolver.start();
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toMatchObject([{ outcome: 'UNKNOWN', rawBack: '' }]);
  expect(commands.reads).toEqual([]);
});

it('one of an earlier version, whose place was not kept, is settled by where its device is now', async () => {
  const { resolver, commands, settled } = rigOf([rowWith({ place: null })]);
  commands.set('holding', 10, 7);
  resolver.start();
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toMatchObject([{ outcome: 'CONFIRMED', rawBack: '0007' }]);
});

it('one that shows something else is unknown, with what it shows', async () => {
  const place = { space: 'holding', address: 10, type: 'uint16' };
  const atOnce = { ...point, ...pointSpec({ scale: 1, verify: { place, within: 0, timeoutMs: 0 } }) };
  const { resolver, commands, settled } = rigOf([rowWith()], undefined, atOnce);
  commands.set('holding', 10, 9);
  resolver.start();
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toMatchObject([{ outcome: 'UNKNOWN', rawBack: '0009', error: expect.stringMatching(/shows 0009$/) }]);
});

it('one that a newer command followed is unknown, whatever shows now', async () => {
  const { resolver, commands, settled, followed } = rigOf([rowWith()]);
  followed.add('row');
  commands.set('holding', 10, 7);
  resolver.start();
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toMatchObject([{ outcome: 'UNKNOWN', rawBack: '' }]);
});

it.each([
  ['of no point', { pointId: null }],
  ['of a point that is gone', { pointId: 'gone' }],
  ['of a point that was moved to another register meanwhile', { address: 11 }],
  ['of a point that was moved to another device meanwhile', { deviceId: 'other' }],
  ['of a point that is written by another function meanwhile', { fn: 16 }],
  ['without a value', { value: null }],
])('one %s is unknown: nothing shows its effect', async (_, more) => {
  const { resolver, commands, settled } = rigOf([rowWith(more)]);
  commands.set('holding', 10, 7);
  resolver.start();
  commands.lineUp('plc', 'other');
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toMatchObject([{ outcome: 'UNKNOWN', error: expect.stringMatching(/nothing shows its effect/) }]);
  expect(commands.reads).toEqual([]);
});

it('one whose device does not answer waits, for a minute in all', async () => {
  const { resolver, commands, settled } = rigOf([rowWith()]);
  resolver.start();
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(59_999);
  expect([settled.length, resolver.left]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toMatchObject([{ outcome: 'UNKNOWN', error: 'the device did not come back after a restart' }]);
  expect(resolver.left).toBe(0);
});

it('one that a full disk could not take is settled when the line comes again', async () => {
  let isFull = true;
  const { resolver, commands, settled } = rigOf([rowWith()], () => isFull);
  commands.set('holding', 10, 7);
  resolver.start();
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(0);
  expect([settled.length, resolver.left]).toEqual([0, 1]);
  isFull = false;
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toMatchObject([{ outcome: 'CONFIRMED' }]);
});

it('after the stop nothing is listened to, waited for or written', async () => {
  const { resolver, commands, settled } = rigOf([rowWith()]);
  commands.set('holding', 10, 9);
  resolver.start();
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(10);
  const before = commands.reads.length;
  expect(before).toBeGreaterThan(0);
  resolver.stop();
  expect(commands.listeners).toBe(0);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(settled).toEqual([]);
  expect(commands.reads).toHaveLength(before);
  expect(resolver.left).toBe(1);
});

it('what showed before the stop already is no proof that the frame left', async () => {
  const { resolver, commands, settled } = rigOf([rowWith({ oldValue: 7, rawBefore: '0007' })]);
  commands.set('holding', 10, 7);
  resolver.start();
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toMatchObject([
    { outcome: 'UNKNOWN', rawBack: '0007', error: 'what it shows, 0007, was there before it was sent' },
  ]);
});

it('what shows is no proof either where the stop came before it was known what was there', async () => {
  const { resolver, commands, settled } = rigOf([rowWith({ oldValue: null, rawBefore: '' })]);
  commands.set('holding', 10, 7);
  resolver.start();
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toMatchObject([
    { outcome: 'UNKNOWN', error: 'it shows 0007, which may be of before or of an earlier command' },
  ]);
});

it.each([
  ['that shows it as its own registers do', 7, {}, 'CONFIRMED'],
  ['that shows it, and its own registers do not', 3, {}, 'UNKNOWN'],
  ['of a pulse, which leaves nothing in its own registers', 7, { kind: 'command' }, 'UNKNOWN'],
])('a feedback elsewhere %s', async (_, own, more, outcome) => {
  const place = { space: 'input', address: 20, type: 'uint16', scale: 1 };
  const seen = { ...point, ...pointSpec({ scale: 1, verify: { place, within: 0, timeoutMs: 0 }, ...more }) };
  const { resolver, commands, settled } = rigOf([rowWith()], undefined, seen);
  // what it showed before the stop is in no journal
  commands.set('input', 20, 7).set('holding', 10, own);
  resolver.start();
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(5000);
  expect(settled).toMatchObject([{ outcome, rawBack: '0007' }]);
});

it('one that a newer command follows while its own registers are read after its feedback is unknown', async () => {
  const place = { space: 'input', address: 20, type: 'uint16', scale: 1 };
  const seen = { ...point, ...pointSpec({ scale: 1, verify: { place, within: 0, timeoutMs: 0 } }) };
  const { resolver, commands, settled, followed } = rigOf([rowWith()], undefined, seen);
  commands.set('input', 20, 7).set('holding', 10, 7);
  const read = commands.read.bind(commands);
  vi.spyOn(commands, 'read').mockImplementation((deviceId, asked, withinMs) => {
    if (asked.space === 'holding') followed.add('row');
    return read(deviceId, asked, withinMs);
  });
  resolver.start();
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toMatchObject([{ outcome: 'UNKNOWN', error: 'a newer command followed before its effect showed' }]);
});

it.each([
  ['an hour', 3_600_000, 'CONFIRMED'],
  ['more than an hour', 3_600_001, 'UNKNOWN'],
])('what shows %s after it was sent, as after a long outage or from a backup', async (_, passedMs, outcome) => {
  const { resolver, commands, settled } = rigOf([rowWith({ createdAtMs: systemClock.now() - passedMs })]);
  commands.set('holding', 10, 7);
  resolver.start();
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toMatchObject([{ outcome, rawBack: '0007' }]);
});

it('one that followed a frame of which nobody knows is unknown: what shows may be that one’s doing', async () => {
  const { resolver, commands, settled, preceded } = rigOf([rowWith()]);
  commands.set('holding', 10, 7);
  preceded.add('row');
  resolver.start();
  commands.lineUp('plc');
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toMatchObject([{ outcome: 'UNKNOWN', rawBack: '0007' }]);
});

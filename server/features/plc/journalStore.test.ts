import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { rawConnectionOf } from '../../db/writer.ts';
import { Storage } from '../../storage.ts';
import { silent } from '../../test/httpRig.ts';
import { asha, frame, pointSpec } from '../../test/plcRig.ts';
import { rowOf } from './commandRequest.ts';
import { JournalStore } from './journalStore.ts';
import type { CommandRow } from './model.ts';

let folder: string;
let storage: Storage;
let journal: JournalStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headworks-journal-'));
  storage = new Storage(folder, systemClock, silent);
  rawConnectionOf(storage.writer).exec("insert into industry (id, name, joined_at) values ('DEMO', 'Demo', 0)");
  journal = new JournalStore(storage.writer);
});
afterEach(() => {
  storage.stop();
  rmSync(folder, { recursive: true });
});

const point = { ...pointSpec({ scale: 1 }), id: 'p', industryId: 'DEMO', version: 1 };
const row = (id: string, more: Partial<CommandRow> = {}): CommandRow => ({
  ...rowOf(
    asha,
    { commandId: 'c', deviceId: 'plc', asset: 'PUMP', command: 'SPEED', reason: 'night', verify: true, withinMs: 0, frames: [] },
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
    { position: 0, atMs: 0, place: 'here' },
  ),
  id,
  ...more,
});
const add = (...rows: CommandRow[]): void =>
  storage.writer.run((tx) => {
    for (const one of rows) journal.add(tx, one);
  });

it('keeps of a frame all that is known, in the order of its command', () => {
  const rows = [
    row('a', { createdAtMs: 5, outcome: 'REFUSED', undelivered: true, error: 'not sent', settledAtMs: 6 }),
    row('b', { position: 1, oldValue: 3, rawBefore: '0003', rawBack: '0007', outcome: 'CONFIRMED', sent: true, settledAtMs: 9 }),
    row('c', { position: 2, outcome: 'REFUSED', sent: true, exception: 4, settledAtMs: 9 }),
  ];
  add(...rows.toReversed());
  expect(journal.findByCommand('DEMO', 'c')).toEqual(rows);
  expect(journal.findByCommand('NORTH', 'c')).toEqual([]);
  expect(rows[0]).toMatchObject({ position: 0, rawOut: '0007', asset: 'PUMP', command: 'SPEED', reason: 'night', pointId: 'p' });
});

it('finds a command by its id in whatever letters, however an earlier version kept it', () => {
  add(row('a', { commandId: 'Old-Id' }), row('b', { commandId: 'OLD-2' }), row('c', { commandId: 'new-3' }));
  const found = ['Old-Id', 'old-id', 'OLD-ID', 'old-2', 'OLD-2', 'New-3', 'NEW-3'].map((id) =>
    journal.findByCommand('DEMO', id).map((one) => one.id),
  );
  expect(found).toEqual([['a'], ['a'], ['a'], ['b'], ['b'], ['c'], ['c']]);
});

it('settles a frame once', () => {
  add(row('a'));
  storage.writer.run((tx) => {
    journal.noteBefore(tx, 'a', 3, '0003');
    journal.markSent(tx, 'a');
    const settled = row('a', { outcome: 'REFUSED', sent: true, undelivered: true, exception: 6, error: 'busy', settledAtMs: 8 });
    journal.settle(tx, settled);
    journal.settle(tx, { ...settled, outcome: 'CONFIRMED', exception: null });
  });
  expect(journal.findByCommand('DEMO', 'c')).toMatchObject([
    {
      outcome: 'REFUSED',
      sent: true,
      undelivered: true,
      exception: 6,
      error: 'busy',
      settledAtMs: 8,
      oldValue: 3,
      rawBefore: '0003',
    },
  ]);
  expect(journal.unsettled()).toEqual([]);
});

it('says by when a frame had left: once it was settled, or its longest wait was over', () => {
  const left = (id: string, more: Partial<CommandRow>) => {
    add(row(id, { commandId: id, value: 1, createdAtMs: 1_000_000, sent: true, ...more }));
    return journal.lastLeft('p');
  };
  expect(journal.lastLeft('p')).toBeUndefined();
  expect(left('a', { outcome: 'CONFIRMED', settledAtMs: 1_002_000 })).toEqual({ value: 1, rawOut: '0007', atMs: 1_002_000 });
  expect(left('b', { outcome: 'UNKNOWN', settledAtMs: 1_300_000 })).toEqual({ value: 1, rawOut: '0007', atMs: 1_060_000 });
  expect(left('c', { sent: false })).toEqual({ value: 1, rawOut: '0007', atMs: 1_060_000 });
  // settled by a clock that was set back meanwhile
  expect(left('d', { outcome: 'CONFIRMED', settledAtMs: 400_000 })).toEqual({ value: 1, rawOut: '0007', atMs: 1_000_000 });
});

it('has carried nothing out at a place that its point was given since', () => {
  add(row('a', { outcome: 'CONFIRMED', sent: true }));
  expect(journal.lastCarriedOut(point, 'here')?.value).toBe(7);
  for (const moved of [{ deviceId: 'other' }, { fn: 16 as const }, { address: 11 }])
    expect(journal.lastCarriedOut({ ...point, ...moved }, 'here')).toBeUndefined();
});

it('has carried nothing out at a place that its device was given since; of an earlier version its place is not known', () => {
  add(row('a', { value: 1, outcome: 'CONFIRMED', sent: true, place: null }));
  expect(journal.lastCarriedOut(point, 'there')?.value).toBe(1);
  add(row('b', { value: 2, outcome: 'CONFIRMED', sent: true }));
  expect(journal.lastCarriedOut(point, 'here')?.value).toBe(2);
  expect(journal.lastCarriedOut(point, 'there')).toBeUndefined();
  add(row('c', { value: 3, outcome: 'CONFIRMED', sent: true, place: 'there' }));
  expect([journal.lastCarriedOut(point, 'here')?.value, journal.lastCarriedOut(point, 'there')?.value]).toEqual([2, 3]);
});

it('counts as sent what may have left, and as carried out what its device did not refuse', () => {
  expect(journal.lastSent('p')).toBeUndefined();
  const sent = (id: string, value: number, more: Partial<CommandRow>): void => {
    add(row(id, { commandId: id, value, createdAtMs: value, ...more }));
  };
  const last = () => [journal.lastSent('p')?.value, journal.lastCarriedOut(point, 'here')?.value];
  sent('a', 1, { outcome: 'CONFIRMED', sent: true });
  expect(last()).toEqual([1, 1]);
  sent('b', 2, { outcome: 'REFUSED', sent: true });
  expect(last()).toEqual([2, 1]);
  sent('c', 3, { outcome: 'REFUSED' });
  expect(last()).toEqual([2, 1]);
  const isFollowed = (id: string): boolean => journal.wasFollowed(row(id), { space: 'holding', address: 10, count: 1 });
  expect([isFollowed('a'), isFollowed('b')]).toEqual([true, false]);
  sent('d', 4, {});
  expect(last()).toEqual([4, 4]);
  expect(isFollowed('b')).toBe(true);
  expect(journal.unsettled()).toMatchObject([{ id: 'd' }]);
});

it('says of a frame that an earlier one to its point was undecided up to a minute before', () => {
  add(row('a', { commandId: 'a', outcome: 'UNKNOWN', sent: true, settledAtMs: 10_000 }));
  add(row('b', { commandId: 'b', createdAtMs: 69_999, outcome: 'CONFIRMED', sent: true, settledAtMs: 69_999 }));
  add(row('c', { commandId: 'c', createdAtMs: 70_000 }));
  add(row('d', { commandId: 'd', createdAtMs: 200_000 }));
  expect(['a', 'b', 'c', 'd'].map((id) => journal.wasPreceded(row(id)))).toEqual([false, true, false, true]);
});

it.each<[string, Partial<CommandRow>, boolean]>([
  ['to its point, where it was before', { pointId: 'p', address: 90 }, true],
  ['to its register by another point', { pointId: 'q' }, true],
  ['to its register by no point', { pointId: null }, true],
  ['to a bit of its register', { pointId: 'q', fn: 22, rawOut: 'fffe 0001' }, true],
  ['to two registers of which the second is its own', { pointId: 'q', fn: 16, address: 9, rawOut: '0001 0002' }, true],
  ['to two registers before its own', { pointId: 'q', fn: 16, address: 8, rawOut: '0001 0002' }, false],
  ['to a bit of the register before it', { pointId: 'q', fn: 22, address: 9, rawOut: 'fffe 0001' }, false],
  ['to the coil of the same address', { pointId: 'q', fn: 5 }, false],
  ['to the same register of another device', { pointId: 'q', deviceId: 'other' }, false],
])('an undecided frame %s counts as earlier, and as later, to one of a point: %#', (_, more, touches) => {
  const other = { pointId: 'q', outcome: 'UNKNOWN', sent: true, settledAtMs: 1, ...more } as const;
  add(row('earlier', other), row('one'));
  expect(journal.wasPreceded(row('one'))).toBe(touches);
  const shown = { space: 'input', address: 10, count: 1 } as const;
  expect(journal.wasFollowed(row('one'), shown)).toBe(false);
  add(row('later', { ...other, commandId: 'd' }));
  expect(journal.wasFollowed(row('one'), shown)).toBe(touches);
});

it('a later frame to where the effect of one shows counts as later', () => {
  add(row('one'), row('later', { pointId: null, address: 20, sent: true, outcome: 'CONFIRMED' }));
  const isFollowed = (address: number): boolean => journal.wasFollowed(row('one'), { space: 'holding', address, count: 1 });
  expect([isFollowed(20), isFollowed(21)]).toEqual([true, false]);
});

it('knows what was undecided up to a minute ago, and all that is open', () => {
  const unknown = { outcome: 'UNKNOWN', sent: true } as const;
  add(row('old', { ...unknown, settledAtMs: 40_000 }), row('open'), row('new', { ...unknown, settledAtMs: 40_001 }));
  add(row('set back', { ...unknown, settledAtMs: 900_000 }), row('done', { outcome: 'CONFIRMED', settledAtMs: 99_000 }));
  expect(journal.undecided(100_000).map(({ id }) => id)).toEqual(['open', 'new', 'set back']);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { rawConnectionOf } from '../../../db/writer.ts';
import { Storage } from '../../../storage.ts';
import { silent } from '../../../test/httpRig.ts';
import { MaintenanceWindows } from './maintenance.ts';
import { MaintenanceStore } from './maintenanceStore.ts';

const START = Date.UTC(2026, 2, 10, 6, 0);
const work = { unitId: 'pump', reason: 'new bearings', userId: 'asha' };

const start = (startMs: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-maintenance-'));
  const clock = new ManualClock(startMs);
  const storage = new Storage(folder, clock, silent);
  onTestFinished(() => {
    storage.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { writer } = storage;
  rawConnectionOf(writer).exec("insert into industry (id, name, joined_at) values ('DEMO', 'Demo', 0)");
  const open = (): MaintenanceWindows => new MaintenanceWindows(new MaintenanceStore(writer), clock);
  const book = open();
  const held = (one: MaintenanceWindows, unitId = 'pump'): number[] =>
    Array.from({ length: 16 }, (_, at) => at - 2).filter((at) => one.isUnderWork('DEMO', unitId, START / SLOT_MS + at));
  return { clock, writer, open, book, held };
};

it('work at a unit holds in the slots that it touches, is taken up after a restart, and ends by time or by a person', () => {
  const { clock, writer, open, book, held } = start(START + 60_000);
  expect(writer.run((tx) => book.declare(tx, 'DEMO', work, 30))).toBe(false);
  book.reread('DEMO');
  expect(held(book)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(held(open())).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(held(book, 'other')).toEqual([]);
  expect(book.isUnderWork('NORTH', 'pump', START / SLOT_MS)).toBe(false);

  clock.advance(10 * 60_000);
  expect(writer.run((tx) => book.declare(tx, 'DEMO', work, 0))).toBe(true);
  book.reread('DEMO');
  expect(book.open('DEMO')).toEqual([]);
  // what was held back stays held back, for readings that come late
  expect(held(book)).toEqual([0, 1, 2]);
  expect(held(open())).toEqual([0, 1, 2]);
});

it('work that begins and ends with a slot does not hold in the one before nor in the one after', () => {
  const { writer, book, held } = start(START);
  writer.run((tx) => book.declare(tx, 'DEMO', work, 10));
  book.reread('DEMO');
  expect(held(book)).toEqual([0, 1]);
});

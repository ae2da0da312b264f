import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database, { type Statement } from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadIdentity } from '../bundle/identity.ts';
import { systemClock } from '../core/clock.ts';
import { openDatabase } from '../db/open.ts';
import { silent } from '../test/httpRig.ts';
import { makeWholePlant } from '../test/wholePlant.ts';
import { BackupFolder } from './backupFolder.ts';
import { PieceFiles } from './fileItems.ts';
import { makeBackup } from './makeBackup.ts';
import { recoverDatabase } from './recoverDatabase.ts';
import { restoreBackup } from './restoreBackup.ts';

type Method = (this: Statement, ...values: unknown[]) => unknown;
const statement = Object.getPrototypeOf(new Database(':memory:').prepare('select 1')) as Record<'run', Method>;
const { run } = statement;
let [countdown, code, times] = [0, '', 0];

let folder: string;
let whole: Buffer;
const path = (name: string): string => join(folder, name);

beforeAll(() => {
  statement.run = function (...values) {
    if (times > 0 && /^insert/i.test(this.source) && this.database.name.includes('temp-recovery')) {
      countdown -= 1;
      if (countdown <= 0) {
        times -= 1;
        if (this.database.inTransaction) this.database.exec('rollback');
        throw new Database.SqliteError('the disk refuses', code);
      }
    }
    return run.apply(this, values);
  };
});
afterAll(() => {
  statement.run = run;
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'no-room-'));
  await makeWholePlant(folder);
  whole = readFileSync(path('headworks.db'));
});
afterEach(() => {
  vi.restoreAllMocks();
  times = 0;
  rmSync(folder, { recursive: true, force: true });
});

const units = (): number => {
  const sqlite = new Database(path('headworks.db'), { readonly: true });
  try {
    return sqlite.prepare('select count(*) from unit').pluck().get() as number;
  } finally {
    sqlite.close();
  }
};
const recover = () => recoverDatabase(folder, systemClock, silent);

describe('a damaged database on a full disk', () => {
  beforeEach(() => writeSync(openSync(path('headworks.db'), 'r+'), Buffer.alloc(100), 0, 100, 0));

  it.each([
    ['SQLITE_FULL', 1, 'storageFull'],
    ['SQLITE_FULL', 40, 'storageFull'],
    ['SQLITE_FULL', 90, 'storageFull'],
    ['SQLITE_IOERR_WRITE', 1, 'unavailable'],
    ['SQLITE_IOERR_FSYNC', 60, 'unavailable'],
  ])('is not followed by an emptier one: %s in row %i of the new one', async (fault, at, expected) => {
    const damaged = readFileSync(path('headworks.db'));
    [code, countdown, times] = [fault, at, Number.POSITIVE_INFINITY];
    await expect(recover()).rejects.toMatchObject({ code: expected });
    expect(readFileSync(path('headworks.db')).equals(damaged)).toBe(true);
    expect(readdirSync(folder).filter((name) => /^(temp|damaged)-/.test(name))).toEqual([]);
    times = 0;
    expect(await recover()).toMatchObject({ from: 'salvage' });
    expect(units()).toBe(9);
  });

  it('is followed by a whole one in the room of the reserve', async () => {
    writeFileSync(path('reserve.bin'), Buffer.alloc(1_048_576));
    [code, countdown, times] = ['SQLITE_FULL', 20, 1];
    expect(await recover()).toMatchObject({ from: 'salvage' });
    expect(units()).toBe(9);
    expect(readFileSync(path('reserve.bin'))).toHaveLength(0);
  });
});

describe('a backup that is restored on a full disk', () => {
  it.each([1, 2])('leaves nothing behind that keeps it full, and says why (piece %i)', async (at) => {
    const { sqlite } = openDatabase(path('headworks.db'), { readonly: true });
    const backups = new BackupFolder(path('stick'));
    const identity = loadIdentity(path('keys'), systemClock.now());
    const parts = { sqlite, dataFolder: folder, folder: backups, identity, kit: undefined, program: '1.0.0' };
    const turn = (): Promise<void> => Promise.resolve();
    const { snapshot } = await makeBackup({ ...parts, nowMs: systemClock.now(), turn });
    sqlite.close();
    const { write } = PieceFiles.prototype;
    let pieces = 0;
    vi.spyOn(PieceFiles.prototype, 'write').mockImplementation(function (this: PieceFiles, piece) {
      pieces += 1;
      if (pieces >= at) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      write.call(this, piece);
    });
    const into = path('restoring');
    const restoring = restoreBackup({ snapshot: backups.snapshotPath(snapshot), openers: [identity.opening], into, turn });
    await expect(restoring).rejects.toMatchObject({ code: 'storageFull' });
    expect(existsSync(into)).toBe(false);
    expect(readFileSync(path('headworks.db')).equals(whole)).toBe(true);
  });
});

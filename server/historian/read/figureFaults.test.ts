import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Sqlite } from '../../db/open.ts';
import { closedDay } from '../../test/closedDay.ts';
import { diskFaults, FailingStatements } from '../../test/failingStatements.ts';

/** The file of figures is a cache: whatever becomes of it, answers are right and none is an error. */
const right = [23_000, null];
const noise = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => (at * 167 + 13) & 255));

/** Writes into the file as it is: whoever has it open goes on with the same one. */
const overwrite = (path: string, bytes: Buffer, at = 0): void => {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
};
const wal = (path: string): string => `${path}-wal`;

const damages: [string, (path: string) => void][] = [
  ['is removed', (path) => rmSync(path)],
  ['is removed with its log', (path) => ['', '-wal', '-shm'].map((end) => rmSync(path + end, { force: true }))],
  ['has another header', (path) => overwrite(path, noise(100))],
  ['is noise', (path) => overwrite(path, noise(statSync(path).size))],
  ['is noise but for its header', (path) => overwrite(path, noise(statSync(path).size - 100), 100)],
  ['is cut to half', (path) => truncateSync(path, statSync(path).size / 2)],
  ['is cut to nothing', (path) => truncateSync(path)],
  ['has a log of noise', (path) => writeFileSync(wal(path), noise(20_000))],
  [
    'has other tables',
    (path) => {
      const sqlite = new Database(path);
      sqlite.exec('drop table figure; create table figure (kind text) strict');
      sqlite.close();
    },
  ],
];

describe('answers from days that are closed are right', () => {
  it.each(damages)('when the file of figures %s while the server runs, and after its next start', async (_, damage) => {
    const { path, opened } = await closedDay();
    const running = opened();
    running.sum();
    running.store.flush();
    damage(path);
    for (const basis of ['', '', 'limit 5', 'limit 5']) {
      expect(running.sum(basis)).toEqual(right);
      running.store.flush();
    }
    running.store.stop();
    const next = opened();
    for (const basis of ['', 'limit 5', 'limit 6']) expect(next.sum(basis)).toEqual(right);
    next.store.stop();
  });

  it.each(damages)('when the file of figures %s while no server runs, and it is of use again', async (_, damage) => {
    const { path, opened, worked } = await closedDay();
    const first = opened();
    first.sum();
    first.store.stop();
    if (!existsSync(wal(path))) writeFileSync(wal(path), '');
    damage(path);
    // the first may find the damage, the second finds what is made in its place
    for (const one of [opened(), opened()]) {
      expect(one.sum()).toEqual(right);
      one.store.stop();
    }
    const before = worked();
    expect(opened().sum()).toEqual(right);
    expect(worked()).toBe(before);
  });

  it('when a damaged file of figures cannot be removed', async () => {
    const { rig, path, opened } = await closedDay();
    writeFileSync(path, noise(10_000));
    mkdirSync(`${path}-shm`);
    expect(opened().sum()).toEqual(right);
    expect(rig.log.join()).toContain('cannot be removed');
  });

  it('when there is a folder in the place of the file, or the folder takes no files', async () => {
    const { path, opened } = await closedDay();
    mkdirSync(path);
    expect(opened().sum()).toEqual(right);
    expect(opened(false, { path: '/proc/figures.db' }).sum()).toEqual(right);
  });

  it('with any bit of the file flipped', async () => {
    const { path, opened } = await closedDay();
    const first = opened();
    for (const basis of ['', 'limit 5']) first.sum(basis);
    first.store.stop();
    const whole = readFileSync(path);
    const kept = `${path}.kept`;
    copyFileSync(path, kept);
    for (let bit = 3; bit < whole.length * 8; bit += 521) {
      for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
      const changed = Buffer.from(whole);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      writeFileSync(path, changed);
      const one = opened();
      expect([bit, one.sum('limit 5')]).toEqual([bit, right]);
      one.store.stop();
    }
  });
});

describe('a disk that refuses a figure', () => {
  let failing: FailingStatements;
  beforeAll(() => {
    failing = new FailingStatements();
  });
  afterAll(() => failing.restore());

  it.each(diskFaults)('answers without it on %s, and keeps figures again ten minutes later', async (fault) => {
    const prepared = vi.spyOn(Database.prototype, 'prepare');
    onTestFinished(() => prepared.mockRestore());
    const { path, opened, worked } = await closedDay();
    let nowMs = 0;
    const { store, sum } = opened(false, { clock: { monotonicMs: () => nowMs } });
    sum();
    store.flush();
    expect(worked()).toBe(1);
    const connection = (prepared.mock.contexts as Sqlite[]).find(({ name }) => name === path);
    if (!connection) throw new Error('the file of figures was not opened');
    failing.arm(connection, fault, 1);
    expect(sum('limit 5')).toEqual(right);
    store.flush();
    expect(failing.struck).not.toBe('');
    failing.disarm();
    expect(sum('limit 5')).toEqual(right);
    expect(worked()).toBe(3);
    nowMs = 600_000;
    for (let times = 0; times < 2; times += 1) expect(sum('limit 5')).toEqual(right);
    expect(worked()).toBe(4);
  });

  it('is not filled by figures: with little room left none is written', async () => {
    const { path, opened, worked } = await closedDay();
    let hasRoom = false;
    const { store, sum } = opened(false, { hasRoom: () => hasRoom });
    sum();
    const bytes = (): number => statSync(path).size + (statSync(wal(path), { throwIfNoEntry: false })?.size ?? 0);
    const before = bytes();
    store.flush();
    sum('limit 5');
    store.flush();
    expect(bytes()).toBe(before);
    hasRoom = true;
    sum();
    store.flush();
    expect(bytes()).toBeGreaterThan(before);
    expect(sum()).toEqual(right);
    expect(worked()).toBe(3);
  });
});

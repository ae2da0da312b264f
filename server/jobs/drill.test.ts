import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dropMissing, readMissing } from '../backup/missingHistory.ts';
import { recoverDatabase } from '../backup/recoverDatabase.ts';
import { loadIdentity } from '../bundle/identity.ts';
import { systemClock } from '../core/clock.ts';
import { noJobs } from '../core/jobs.ts';
import { openDatabase } from '../db/open.ts';
import { openWriter } from '../db/openWriter.ts';
import { ChosenFolder } from '../features/backup/chosenFolder.ts';
import { MergeStore } from '../features/backup/mergeStore.ts';
import { Merging } from '../features/backup/merging.ts';
import { silent } from '../test/httpRig.ts';
import { backupWork } from './backupWork.ts';
import { drillWork } from './drillWork.ts';
import { openReading } from './openReading.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'drill-'));
const path = join(dataFolder, 'headworks.db');
const setting = { dataFolder, resources: dataFolder, memoryBytes: 1e9 };
const { signal } = new AbortController();
const nothing = (): void => undefined;
const nowMs = Date.parse('2026-11-22T02:00:00Z');
let name: string;
let whole: Buffer;
/** Puts the plant back as it was made. */
const putBack = (bytes: Buffer): void => {
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
  writeFileSync(path, bytes);
};

beforeAll(async () => {
  mkdirSync(join(dataFolder, 'keys'));
  writeFileSync(path, brotliDecompressSync(readFileSync(join(import.meta.dirname, '../../tests/golden/plant.db.br'))));
  openWriter(path, systemClock).writer.close();
  loadIdentity(join(dataFolder, 'keys'), nowMs);
  const reading = openReading(setting);
  const made = (await backupWork(setting, () => reading)({ nowMs, program: '0' }, signal, nothing)) as { snapshot: string };
  reading.sqlite.close();
  name = made.snapshot;
  whole = readFileSync(path);
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

describe('a drill', () => {
  type Outcome = { questions: { question: string; same: boolean }[] };
  const drill = async (): Promise<Outcome> => (await drillWork(setting)({ nowMs, name }, signal, nothing)) as Outcome;

  it('asks the plant and its backup ten questions, each time others, and gets the same answers', async () => {
    const [one, two] = [await drill(), await drill()];
    for (const { questions } of [one, two]) {
      expect(questions).toHaveLength(10);
      expect(questions.filter(({ same }) => !same)).toEqual([]);
    }
    expect(one.questions).not.toEqual(two.questions);
  });

  it.each([-15_000, -3_600_000, 86_400_000, -86_400_000, 31_536_000_000])(
    'gets the same answers while the clock is set by %i ms, again and again',
    async (byMs) => {
      const real = Date.now;
      let asked = 0;
      const now = vi.spyOn(Date, 'now').mockImplementation(() => {
        asked += 1;
        return real() + (Math.floor(asked / 5) % 2) * byMs;
      });
      try {
        const { questions } = await drill();
        expect(questions).toHaveLength(10);
        expect(questions.filter(({ same }) => !same)).toEqual([]);
      } finally {
        now.mockRestore();
      }
    },
  );

  it('finds where they differ', async () => {
    const { sqlite } = openDatabase(path);
    sqlite.exec('update day_total set complete = complete + 1, sum = sum + 1');
    sqlite.close();
    const { questions } = await drill();
    expect(questions.filter(({ same }) => !same).length).toBeGreaterThan(0);
    putBack(whole);
  });
});

describe('a day that is damaged', () => {
  it('is named by the work that meets it, and answered as missing', async () => {
    const { sqlite } = openDatabase(path);
    const row = sqlite.prepare('select series_id seriesId, day, first_slot firstSlot, slots from reading_day limit 1').get() as {
      seriesId: number;
      day: number;
      firstSlot: number;
      slots: number;
    };
    const { seriesId, day, firstSlot, slots } = row;
    sqlite
      .prepare('update reading_day set packed = zeroblob(40), hash = zeroblob(32) where series_id = ? and day = ?')
      .run(seriesId, day);
    sqlite.close();
    const found: unknown[] = [];
    const reading = openReading(setting, (damage) => found.push(damage));
    await reading.directory.load();
    const { quality } = reading.reader.slots(seriesId, firstSlot, firstSlot + slots);
    reading.sqlite.close();
    expect(new Set(quality)).toEqual(new Set(['M']));
    expect(found).toEqual([{ seriesId, day, part: 'slots', reason: 'checksum' }]);
    putBack(whole);
  });
});

describe('a damaged database', () => {
  const units = (): number => {
    const { sqlite } = openDatabase(path, { readonly: true });
    try {
      return sqlite.prepare('select count(*) from unit').pluck().get() as number;
    } finally {
      sqlite.close();
    }
  };
  const damages: [string, (bytes: Buffer) => Buffer][] = [
    ['header of zeros', (bytes) => bytes.fill(0, 0, 100)],
    ['cut short', (bytes) => bytes.subarray(0, bytes.length >> 1)],
    [
      'random pages',
      (bytes) => [3, 9, 40, 200, 333].reduce((all, page) => all.fill(0xa5, page * 8192, (page + 1) * 8192), bytes),
    ],
    ['all of it noise', (bytes) => bytes.fill(0x5a)],
  ];

  it.each(damages)(
    '%s: is set aside and answered by the newest backup, and what is missing is said by series',
    async (_, damage) => {
      putBack(whole);
      const before = units();
      putBack(damage(Buffer.from(whole)));
      const missing = await recoverDatabase(dataFolder, systemClock, silent);
      expect(missing).toMatchObject({ from: 'backup', snapshot: name, lostFrom: '2026-11-22T02:00:00.000Z' });
      expect(missing?.series.length).toBeGreaterThan(20);
      expect(readMissing(dataFolder)).toMatchObject({ setAside: missing?.setAside });
      expect(units()).toBe(before);
      expect(await recoverDatabase(dataFolder, systemClock, silent)).toBeUndefined();
    },
  );

  it.each([
    ['gone', (): void => rmSync(path)],
    ['empty', (): void => undefined],
  ] as const)('whose file is %s is not followed by a new plant: the newest backup takes its place', async (state, harm) => {
    putBack(whole);
    const before = units();
    putBack(Buffer.alloc(0));
    harm();
    const missing = await recoverDatabase(dataFolder, systemClock, silent);
    expect(missing).toMatchObject({ from: 'backup', snapshot: name, cause: `the file is ${state}` });
    expect(units()).toBe(before);
    expect(await recoverDatabase(dataFolder, systemClock, silent)).toBeUndefined();
    dropMissing(dataFolder);
  });

  it('that is gone with its backups is said to be gone; a new folder is none that lost anything', async () => {
    const lost = mkdtempSync(join(tmpdir(), 'drill-lost-'));
    try {
      expect(await recoverDatabase(lost, systemClock, silent)).toBeUndefined();
      loadIdentity(join(lost, 'keys'), nowMs);
      // its log alone holds no whole pages of it
      writeFileSync(join(lost, 'headworks.db-wal'), Buffer.alloc(4096, 1));
      expect(await recoverDatabase(lost, systemClock, silent)).toMatchObject({ from: 'nothing', cause: 'the file is gone' });
      expect(readMissing(lost)).toMatchObject({ from: 'nothing' });
    } finally {
      rmSync(lost, { recursive: true, force: true });
    }
  });

  it('gets the days back that the backup holds when somebody decides so; what it has written since stays', async () => {
    const days = (): unknown[] => {
      const { sqlite } = openDatabase(path, { readonly: true });
      try {
        return sqlite
          .prepare(
            `select s.uid, t.day, t.revision, t.sum, t.last, t.complete, t.counter_close, d.first_slot, d.slots, d.packed
             from day_total t join series s on s.id = t.series_id
             left join reading_day d on d.series_id = t.series_id and d.day = t.day order by 1, 2`,
          )
          .raw(true)
          .all();
      } finally {
        sqlite.close();
      }
    };
    const wholeDamage = damages[0]?.[1];
    if (!wholeDamage) throw new Error('no damage is listed');
    putBack(whole);
    const before = days();
    expect(before.length).toBeGreaterThan(1000);
    putBack(wholeDamage(Buffer.from(whole)));
    const missing = await recoverDatabase(dataFolder, systemClock, silent);
    expect(days()).toEqual([]);
    expect(missing?.series.reduce((sum, one) => sum + one.days, 0)).toBe(before.length);
    const { writer } = openWriter(path, systemClock);
    const reading = openReading(setting);
    await reading.directory.load();
    const identity = loadIdentity(join(dataFolder, 'keys'), nowMs);
    const merging = new Merging({
      ...{ dataFolder, identity, directory: reading.directory },
      store: new MergeStore(writer),
      backups: new ChosenFolder({ dataFolder, identity, jobs: noJobs, clock: systemClock }),
      stopping: signal,
    });
    // a day that was packed anew after the damage
    const [uid, day] = before[0] as [string, number];
    writer.run((tx) =>
      writer
        .prepare(
          'insert into day_total (series_id, day, revision, expected, complete) select id, ?, 9, 288, 3 from series where uid = ?',
        )
        .run(tx, day, uid),
    );
    expect(await merging.decide('merge')).toEqual({ days: before.length - 1 });
    await expect(merging.decide('merge')).rejects.toThrow('No history waits');
    writer.close();
    reading.sqlite.close();
    expect(days().slice(1)).toEqual(before.slice(1));
    expect(days()[0]).toEqual([uid, day, 9, null, null, 3, null, null, null, null]);
    expect(readMissing(dataFolder)).toBeNull();
  });

  it.each(damages.slice(0, 1))('%s: without any backup gives what can still be read', async (_, damage) => {
    rmSync(join(dataFolder, 'backups'), { recursive: true });
    putBack(whole);
    const before = units();
    putBack(damage(Buffer.from(whole)));
    expect(await recoverDatabase(dataFolder, systemClock, silent)).toMatchObject({ from: 'salvage', snapshot: null });
    expect(units()).toBe(before);
  });

  it('is none where the file is whole', async () => {
    putBack(whole);
    expect(await recoverDatabase(dataFolder, systemClock, silent)).toBeUndefined();
    expect(await recoverDatabase(join(dataFolder, 'nothing-here'), systemClock, silent)).toBeUndefined();
  });
});

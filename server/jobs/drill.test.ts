import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMissing } from '../backup/missingHistory.ts';
import { recoverDatabase } from '../backup/recoverDatabase.ts';
import { loadIdentity } from '../bundle/identity.ts';
import { systemClock } from '../core/clock.ts';
import { openDatabase } from '../db/open.ts';
import { openWriter } from '../db/writer.ts';
import { silent } from '../test/httpRig.ts';
import { backupWork } from './backupWork.ts';
import { drillWork } from './drillWork.ts';
import { openReading } from './openReading.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'drill-'));
const path = join(dataFolder, 'headworks.db');
const setting = { dataFolder, resources: dataFolder, memoryBytes: 1e9 };
const { signal } = new AbortController();
const nowMs = Date.parse('2026-11-22T02:00:00Z');
let name: string;
let whole: Buffer;

beforeAll(async () => {
  mkdirSync(join(dataFolder, 'keys'));
  writeFileSync(path, brotliDecompressSync(readFileSync(join(import.meta.dirname, '../../tests/golden/plant.db.br'))));
  openWriter(path, systemClock).writer.close();
  loadIdentity(join(dataFolder, 'keys'), nowMs);
  const reading = openReading(setting);
  const made = (await backupWork(setting, () => reading)({ nowMs, program: '0' }, signal)) as { snapshot: string };
  reading.sqlite.close();
  name = made.snapshot;
  whole = readFileSync(path);
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

describe('a drill', () => {
  type Outcome = { questions: { question: string; same: boolean }[] };
  const drill = async (): Promise<Outcome> => (await drillWork(setting)({ nowMs, name }, signal)) as Outcome;

  it('asks the plant and its backup ten questions, each time others, and gets the same answers', async () => {
    const [one, two] = [await drill(), await drill()];
    for (const { questions } of [one, two]) {
      expect(questions).toHaveLength(10);
      expect(questions.filter(({ same }) => !same)).toEqual([]);
    }
    expect(one.questions).not.toEqual(two.questions);
  });

  it('finds where they differ', async () => {
    const { sqlite } = openDatabase(path);
    sqlite.exec('update day_total set complete = complete + 1, sum = sum + 1');
    sqlite.close();
    const { questions } = await drill();
    expect(questions.filter(({ same }) => !same).length).toBeGreaterThan(0);
    writeFileSync(path, whole);
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
      writeFileSync(path, whole);
      const before = units();
      writeFileSync(path, damage(Buffer.from(whole)));
      const missing = await recoverDatabase(dataFolder, systemClock, silent);
      expect(missing).toMatchObject({ from: 'backup', snapshot: name, lostFrom: '2026-11-22T02:00:00.000Z' });
      expect(missing?.series.length).toBeGreaterThan(20);
      expect(readMissing(dataFolder)).toMatchObject({ setAside: missing?.setAside });
      expect(units()).toBe(before);
      expect(await recoverDatabase(dataFolder, systemClock, silent)).toBeUndefined();
    },
  );

  it.each(damages.slice(0, 1))('%s: without any backup gives what can still be read', async (_, damage) => {
    rmSync(join(dataFolder, 'backups'), { recursive: true });
    writeFileSync(path, whole);
    const before = units();
    writeFileSync(path, damage(Buffer.from(whole)));
    expect(await recoverDatabase(dataFolder, systemClock, silent)).toMatchObject({ from: 'salvage', snapshot: null });
    expect(units()).toBe(before);
  });

  it('is none where the file is whole', async () => {
    writeFileSync(path, whole);
    expect(await recoverDatabase(dataFolder, systemClock, silent)).toBeUndefined();
    expect(await recoverDatabase(join(dataFolder, 'nothing-here'), systemClock, silent)).toBeUndefined();
  });
});

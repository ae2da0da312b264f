import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../core/clock.ts';
import { DAY_MS } from '../core/time.ts';
import { madeDemo, resources } from '../test/demoRig.ts';
import { silent } from '../test/httpRig.ts';
import { hasCheckpoint, putCheckpointAside, readCheckpoint } from './checkpoint.ts';
import { continueDemo } from './continueDemo.ts';
import { KeptDemos } from './keptDemo.ts';

const seed = 20_260;
/** A Wednesday, 07:12 in the plant, and the same shift day at 20:42. */
const morning = Date.UTC(2026, 8, 16, 1, 42, 30);
const evening = Date.UTC(2026, 8, 16, 15, 12, 30);

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const made = async (atMs: number): Promise<string> => {
  const folder = await madeDemo({ days: 12 }, new ManualClock(atMs));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** What both plants measured and what was raised of it, without names that every making gives anew. */
function contentOf(folder: string): unknown[] {
  const sqlite = new Database(join(folder, 'headworks.db'), { readonly: true });
  try {
    return [
      'select series_id, day, hex(packed) from reading_day order by 1, 2',
      'select * from reading_open order by series_id, slot',
      'select unit_id, category, raised_at, cleared_at, acked_at from alarm order by 1, 2, 3',
      'select count(*) from ro_log',
    ].map((sql) => sqlite.prepare(sql).raw().all());
  } finally {
    sqlite.close();
  }
}

describe('a demo that was kept', () => {
  it('is continued into the one that would have been made now', async () => {
    const [kept, whole] = [await made(morning), await made(evening)];
    const folder = newFolder();
    cpSync(kept, folder, { recursive: true });
    putCheckpointAside(folder);
    await continueDemo({ dataFolder: folder, resources, days: 12, seed }, new ManualClock(evening), silent);
    expect(contentOf(folder)).toEqual(contentOf(whole));
    expect(readCheckpoint(folder)).toEqual(readCheckpoint(whole));
  });

  it('is not taken for a whole one while it is being continued', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'demo.json'), '{}');
    putCheckpointAside(folder);
    expect(hasCheckpoint(folder)).toBe(false);
    await expect(
      continueDemo({ dataFolder: folder, resources, days: 1, seed }, new ManualClock(evening), silent),
    ).rejects.toThrow();
    expect(hasCheckpoint(folder)).toBe(false);
  });
});

describe('the folder of kept demos', () => {
  const key = { days: 3, seed };
  const dataFolder = (): string => {
    const folder = newFolder();
    for (const name of ['headworks.db', 'demo.json', 'server.lock', 'headworks.json']) writeFileSync(join(folder, name), name);
    return folder;
  };

  it('gives back what was kept, but not the lock and settings of its folder', () => {
    const [folder, program, target] = [newFolder(), newFolder(), newFolder()];
    const kept = new KeptDemos(folder, [program]);
    expect(kept.copyTo(target, key, Date.now())).toBe(false);
    kept.keep(dataFolder(), key);
    expect(kept.copyTo(target, key, Date.now() + 1000)).toBe(true);
    expect(readdirSync(target).toSorted()).toEqual(['demo.json', 'headworks.db']);
    expect(kept.copyTo(newFolder(), { ...key, days: 4 }, Date.now() + 1000)).toBe(false);
  });

  it('gives none of another version of the program, none older than a week, and keeps five', () => {
    const [folder, program] = [newFolder(), newFolder()];
    const kept = new KeptDemos(folder, [program]);
    for (const days of [1, 2, 3, 4, 5, 6, 7]) kept.keep(dataFolder(), { days, seed });
    expect(readdirSync(folder)).toHaveLength(5);
    const later = Date.now() + 1000;
    expect(kept.copyTo(newFolder(), { days: 5, seed }, later + 7 * DAY_MS)).toBe(false);
    expect(kept.copyTo(newFolder(), { days: 5, seed }, later)).toBe(true);
    writeFileSync(join(program, 'rule.ts'), 'export {};');
    expect(kept.copyTo(newFolder(), { days: 5, seed }, later)).toBe(false);
  });

  it('does without where it may not write', () => {
    const folder = join(newFolder(), 'a file');
    writeFileSync(folder, '');
    utimesSync(folder, 0, 0);
    const kept = new KeptDemos(folder, [newFolder()]);
    kept.keep(dataFolder(), key);
    expect(existsSync(join(folder, 'x'))).toBe(false);
    expect(kept.copyTo(newFolder(), key, Date.now())).toBe(false);
  });
});

/** A start that brings the database up to date is ended with SIGKILL at any moment: the next one goes on, and all is as if nothing had been. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../server/core/clock.ts';
import { uniformAt } from '../../server/core/random.ts';
import { openWriter } from '../../server/db/openWriter.ts';

const KILLS = 12;
const SEED = Number(process.env.HEADWORKS_TEST_SEED ?? 1);
const child = join(import.meta.dirname, 'upgradingProcess.ts');

const contentOf = (path: string): Record<string, unknown[]> => {
  const sqlite = new Database(path, { readonly: true });
  try {
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
    const tables = sqlite.prepare<[], string>("select name from sqlite_schema where type = 'table' order by name").pluck().all();
    return Object.fromEntries(tables.map((name) => [name, sqlite.prepare(`select * from "${name}"`).safeIntegers().raw().all()]));
  } finally {
    sqlite.close();
  }
};

/** @returns whether it had ended by itself, and how long it took from its first word */
const upgrade = async (path: string, killAfterMs?: number): Promise<{ isDone: boolean; tookMs: number }> => {
  const running = spawn(process.execPath, [child, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let [begunMs, tookMs] = [performance.now(), 0];
  const ended = once(running, 'exit').then(([code]) => {
    tookMs = performance.now() - begunMs;
    return code === 0;
  });
  await once(running.stdout, 'data');
  begunMs = performance.now();
  if (killAfterMs !== undefined) {
    await wait(killAfterMs);
    running.kill('SIGKILL');
  }
  return { isDone: await ended, tookMs };
};

it(`ended ${KILLS} times or more, an upgrade goes on where it was, and every row is as after one that nothing ended`, async () => {
  const root = mkdtempSync(join(tmpdir(), 'upgrade-kills-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const older = brotliDecompressSync(readFileSync(join(import.meta.dirname, '../golden/plant.db.br')));
  const [whole, path] = [join(root, 'whole.db'), join(root, 'killed.db')];
  writeFileSync(whole, older);
  const first = await upgrade(whole);
  expect(first.isDone).toBe(true);
  let ms = first.tookMs;
  const wanted = contentOf(whole);
  let cut = 0;
  // more of them where the machine is quicker than it was a moment ago
  for (let at = 0; at < KILLS || (cut <= KILLS / 3 && at < 5 * KILLS) || at % 3 !== 0; at += 1) {
    // every third time anew, else on from what the kill left
    if (at % 3 === 0) {
      for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
      writeFileSync(path, older);
    }
    const killed = await upgrade(path, uniformAt(SEED, 0, at) * ms);
    if (!killed.isDone) cut += 1;
    else if (at % 3 === 0) ms = Math.min(ms, killed.tookMs);
    if (at % 3 !== 2) continue;
    openWriter(path, new ManualClock(0)).writer.close();
    expect(contentOf(path), `after kill ${at}`).toEqual(wanted);
  }
  // most of them came in time to end something
  expect(cut).toBeGreaterThan(KILLS / 3);
}, 600_000);

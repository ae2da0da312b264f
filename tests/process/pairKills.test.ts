/** The real server is ended with SIGKILL at any moment of a start, of its work and of its end: no next start refuses its own files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { startCache } from '../../server/bundled.ts';
import { serverOptions } from '../../server/contract/process/memoryLimits.ts';
import { uniformAt } from '../../server/core/random.ts';
import { makeWholePlant } from '../../server/test/wholePlant.ts';

const ROUNDS = Number(process.env.HEADWORKS_KILLS ?? 8);
const SEED = Number(process.env.HEADWORKS_TEST_SEED ?? 1);
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'pair-kills-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Run = { process: ChildProcess; printed: () => string; ended: Promise<unknown>; ready: Promise<boolean> };

const start = (): Run => {
  const args = [...serverOptions, join(root, 'server/main.ts'), '--port', '0', '--data', folder, '--host', '127.0.0.1'];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: startCache(root), XDG_STATE_HOME: join(folder, '..', 'headworks-tests-state') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ended = once(child, 'exit');
  const ready = new Promise<boolean>((say) => {
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      if (/ready http:/.test(printed)) say(true);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => say(false));
  });
  return { process: child, printed: () => printed, ended, ready };
};

const killed = async ({ process: child, ended }: Run): Promise<void> => {
  child.kill('SIGKILL');
  await ended;
};

it(`ended ${ROUNDS} times at a start, at work and at its end, the server starts on what it left`, async () => {
  await makeWholePlant(folder);
  const begunMs = performance.now();
  const first = start();
  expect(await first.ready, first.printed()).toBe(true);
  const startMs = performance.now() - begunMs;
  await killed(first);
  let noted = 0;
  for (let at = 0; at < ROUNDS; at += 1) {
    const part = uniformAt(SEED, 0, at);
    const run = start();
    const kind = (['start', 'work', 'end', 'start'] as const)[at % 4];
    if (kind === 'start') await wait(part * startMs * 1.1);
    else expect(await run.ready, run.printed()).toBe(true);
    if (kind === 'work') await wait(part * 3000);
    if (kind === 'end') {
      run.process.kill('SIGTERM');
      await wait(part * 600);
    }
    await killed(run);
    expect(run.printed(), `round ${at}`).not.toMatch(/do not belong together/);
    if (existsSync(join(folder, 'headworks.db-pair.json'))) noted += 1;
  }
  const last = start();
  expect(await last.ready, last.printed()).toBe(true);
  expect(JSON.parse(readFileSync(join(folder, 'headworks.db-pair.json'), 'utf8'))).toMatchObject({ salt: expect.any(Number) });
  await killed(last);
  // not all ended cleanly: there was something that could have been refused
  expect(noted).toBeGreaterThan(ROUNDS / 6);
}, 900_000);

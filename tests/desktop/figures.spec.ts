/**
 * Figures of the desktop, each printed and kept in dist/desktop-tests/figures.json with the load of the machine: a short form each time, and
 * as many turns as docs/desktop.md promises with `--long`. What a busy machine makes slower is printed and not judged.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { askAt, bearer, loginAt } from '../../server/test/policyRig.ts';
import { makeWholePlant } from '../../server/test/wholePlant.ts';
import { Writers } from '../reliability/writers.ts';
import { endOf } from './ends.ts';
import { familyOf } from './processes.ts';
import { installShell } from './runtime.ts';
import { isRunning, newFolder, removeFolder, switches } from './shell.ts';
import { showTrays } from './trayWatcher.ts';

const file = resolve(import.meta.dirname, '../../dist/desktop-tests/figures.json');
const figures: Record<string, unknown> = {};
let installed: ReturnType<typeof installShell>;
test.beforeAll(() => {
  installed = installShell();
});
test.afterAll(() => {
  installed?.remove();
  mkdirSync(resolve(file, '..'), { recursive: true });
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, `${JSON.stringify({ ...before, ...figures }, null, 2)}\n`);
});

const note = (name: string, value: unknown): void => {
  figures[name] = { value, load: loadavg()[0]?.toFixed(1), at: new Date().toISOString() };
  console.log(`${name}: ${JSON.stringify(value)} (load ${loadavg()[0]?.toFixed(1)})`);
};
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

type Started = { shell: ChildProcess; url: string; server: number; readyMs: number };
type Said = { message: string; afterMs?: number };
const logOf = (folder: string): Said[] => {
  const log = join(folder, 'logs', 'shell.0.log');
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
};
const runningIn = (folder: string): { pid: number; url: string } | undefined => {
  const path = join(folder, 'plant', 'server.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
};
/** Waits until another server than the one before answers. */
const answering = async (folder: string, before: number | undefined): Promise<{ pid: number; url: string }> => {
  let found: { pid: number; url: string } | undefined;
  await expect
    .poll(
      async () => {
        found = runningIn(folder);
        if (!found || found.pid === before) return 0;
        return fetch(new URL('/api/plant/health', found.url)).then(
          (reply) => reply.status,
          () => 0,
        );
      },
      { timeout: 60_000, intervals: [50] },
    )
    .toBe(200);
  return found ?? { pid: 0, url: '' };
};
/** Starts the desktop as a person does, and waits until its server answers. */
const start = async (folder: string, args: readonly string[] = []): Promise<Started> => {
  const before = runningIn(folder)?.pid;
  const startedMs = Date.now();
  const shell = spawn(installed.program, [...switches(folder), '--port', '0', ...args], { stdio: 'ignore' });
  const { url, pid } = await answering(folder, before);
  return { shell, url, server: pid, readyMs: Date.now() - startedMs };
};
const stop = async ({ shell }: Started): Promise<number> => {
  const askedMs = Date.now();
  const ended = endOf(shell, 'the desktop after SIGTERM');
  shell.kill('SIGTERM');
  await ended;
  return Date.now() - askedMs;
};

/**
 * Memory of a process in MB. `all`: with its share of what it shares; `own`: without files, which the system drops and reads again when it lacks
 * memory; `resident`: what is shared counted for each, so that a sum of it is more than the machine gives.
 */
const sharesMb = (pid: number): { all: number; own: number; resident: number } => {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const mb = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024;
  return { all: Math.round(mb('Pss')), own: Math.round(mb('Pss_Anon') + mb('Pss_Shmem')), resident: Math.round(mb('Rss')) };
};
/** The bridge and the server are another process's. */
const isServer = (pid: number): boolean =>
  /utility-sub-type=node|server\/main|jobs\/main/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));

test('shows its window, and then the panel', async () => {
  const folder = newFolder();
  const [windowMs, panelMs]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 3; turn += 1) {
    const started = await start(folder);
    await expect.poll(() => logOf(folder).filter(({ message }) => message === 'the panel shows').length).toBe(turn + 1);
    const said = logOf(folder);
    windowMs.push(said.findLast(({ message }) => message === 'the window shows')?.afterMs ?? 0);
    panelMs.push(said.findLast(({ message }) => message === 'the panel shows')?.afterMs ?? 0);
    await stop(started);
  }
  note('start to window, ms', { median: middle(windowMs), all: windowMs });
  note('start to panel, ms', { median: middle(panelMs), all: panelMs });
  removeFolder(folder);
});

test('has its server again soon after that was killed', async () => {
  const folder = newFolder();
  const backMs: number[] = [];
  // once a start: a second end within a minute is waited for longer
  for (let turn = 0; turn < 3; turn += 1) {
    const started = await start(folder, ['--hidden']);
    const killedMs = Date.now();
    process.kill(started.server, 'SIGKILL');
    await answering(folder, started.server);
    backMs.push(Date.now() - killedMs);
    await stop(started);
  }
  note('server killed, until it answers, ms', { median: middle(backMs), longest: Math.max(...backMs) });
  removeFolder(folder);
});

test('is small beside its server while its window is hidden', async () => {
  const folder = newFolder();
  const hideTrays = await showTrays();
  const started = await start(folder, ['--hidden']);
  await new Promise((done) => setTimeout(done, 8000));
  expect(logOf(folder).filter(({ message }) => message === 'the window shows')).toEqual([]);
  const family = familyOf(started.shell.pid ?? 0).filter((pid) => pid !== started.server && !isServer(pid));
  const parts = family.map((pid) => {
    const [, kind = 'browser'] = /--type=([\w-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? [];
    return { kind, ...sharesMb(pid) };
  });
  const sum = (what: 'all' | 'own' | 'resident'): number => parts.reduce((total, part) => total + part[what], 0);
  note('shell beside the server, MB', { all: sum('all'), own: sum('own'), resident: sum('resident'), parts });
  expect(parts.map(({ kind }) => kind)).not.toContain('renderer');
  await stop(started);
  hideTrays();
  removeFolder(folder);
});

const stops = async (times: number): Promise<void> => {
  const folder = newFolder();
  const tookMs: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const started = await start(folder, ['--hidden']);
    tookMs.push(await stop(started));
    expect([isRunning(started.server), runningIn(folder)]).toEqual([false, undefined]);
  }
  note(`stop of ${times}, ms`, { median: middle(tookMs), longest: Math.max(...tookMs) });
  expect(Math.max(...tookMs)).toBeLessThan(5000);
  removeFolder(folder);
};

/** Killed while eight clients write: every second time the server with it, as by a power cut of the program. */
const kills = async (times: number): Promise<void> => {
  const folder = newFolder();
  const plant = join(folder, 'plant');
  mkdirSync(plant, { recursive: true });
  await makeWholePlant(plant);
  let url = '';
  const writers = new Writers({
    folder: plant,
    login: async (name = 'admin') => (await loginAt(url, name)).access_token,
    ask: (path, token, given) => askAt(url, path, { ...given, headers: bearer(token) }),
  });
  const backMs: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const started = await start(folder, ['--hidden']);
    backMs.push(started.readyMs);
    url = started.url;
    await writers.prepare();
    writers.start();
    await new Promise((done) => setTimeout(done, 300));
    if (turn % 2 === 1) process.kill(started.server, 'SIGKILL');
    const ended = endOf(started.shell, 'the desktop after SIGKILL');
    started.shell.kill('SIGKILL');
    await ended;
    await writers.stop();
    await expect.poll(() => isRunning(started.server)).toBe(false);
  }
  const { lost, which, integrity } = writers.lost();
  note(`${times} kills of the shell`, {
    acknowledged: writers.acknowledged.size,
    lost,
    integrity,
    startToAnswerMs: { median: middle(backMs), longest: Math.max(...backMs) },
  });
  expect([lost, which, integrity]).toEqual([0, [], 'ok']);
  expect(writers.acknowledged.size).toBeGreaterThan(times);
  removeFolder(folder);
};

test('stops within 5 s, 3 of 3', () => stops(3));
test('stops within 5 s, 100 of 100 @long', () => {
  test.setTimeout(3_600_000);
  return stops(100);
});
test('loses nothing that was acknowledged when it is killed 3 times', () => kills(3));
test('loses nothing that was acknowledged when it is killed 50 times @long', () => {
  test.setTimeout(3_600_000);
  return kills(50);
});

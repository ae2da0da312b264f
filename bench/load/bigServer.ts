/**
 * The real server, bundled as `npm start` runs it, on the big plant's folder: a process of its own for each life, on the plant's clock, and
 * before each life the pages of its data and of its compiled code are dropped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findBundled, startCache } from '../../server/bundled.ts';
import { permissions } from '../../server/contract/permissions.ts';
import { type BigPlantSize, bigPlant, bigPlantNowMs } from '../../server/test/bigPlant.ts';
import { startServer } from '../../tests/startServer.ts';
import { Asker, type TimedAnswer } from './asker.ts';
import { startLivedPlant } from './livedPlant.ts';

const password = 'a password of the bench 7';
const endless = [{ max: 1e9, seconds: 60 }];

export type BigFolder = { folder: string; movedMs: number; users: readonly string[]; remove(): void };

/** A copy of the plant that has been running, whose users can log in. */
export const openBigFolder = async (userCount: number, size?: BigPlantSize): Promise<BigFolder> => {
  const { plant, folder, stop } = await startLivedPlant(size);
  const users = Array.from({ length: userCount }, (_, at) => `bench${at}`);
  for (const username of users)
    await plant.users.add({ username, name: username, industryId: bigPlant.industryId, role: 'admin', permissions, password });
  await stop({ keep: true });
  const limits = { login: endless, default: endless, plant: endless, panel: endless, priority: endless, refresh: endless };
  writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ announce: false, limits }));
  return {
    folder,
    movedMs: bigPlantNowMs - Date.now(),
    users,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

function* filesOf(folder: string): Generator<string> {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else if (entry.isFile()) yield path;
  }
}

/** There are thousands of small ones beside the server's. */
const WORTH_DROPPING_BYTES = 32_768;

/** Needs no root: what of a file is in memory and not mapped by anybody is let go. */
const dropPages = (folder: string): void => {
  for (const path of filesOf(folder)) {
    if (statSync(path).size < WORTH_DROPPING_BYTES) continue;
    const { status, stderr } = spawnSync('dd', [`of=${path}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0']);
    if (status !== 0) throw new Error(`the pages of ${path} were not dropped: ${stderr}`);
  }
};

/** Of all threads, to the nanosecond. */
export const cpuMsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  );

export type Answer = TimedAnswer & { cpuMs: number };

export type BigServer = {
  pid: number;
  headers: readonly Record<string, string>[];
  /** @param headers besides those of the first user. */
  ask(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Its time of day goes on by so much at once. */
  moveOn(ms: number): Promise<void>;
  /** @throws where it is answered with another status than 200. */
  post(path: string, body: object): Promise<void>;
  stop(): Promise<void>;
};

/** What a start does by itself is over. */
const SETTLED_MS = 3000;
/** In which a signal has reached it, also on a busy machine. */
const MOST_MOVING_MS = 30_000;

/** One life of the server, ready to be asked. */
export const startBigServer = async ({ folder, movedMs, users }: BigFolder): Promise<BigServer> => {
  const bundled = findBundled();
  dropPages(folder);
  if (bundled !== undefined) dropPages(startCache());
  const moved = pathToFileURL(join(import.meta.dirname, 'movedClock.ts')).href;
  const movedFile = `${folder}.moved`;
  let movedOnMs = movedMs;
  const env = { BENCH_MOVED_MS: String(movedMs), BENCH_MOVED_FILE: movedFile, NODE_OPTIONS: `--import=${moved}` };
  const server = await startServer(['--data', folder, '--host', '127.0.0.1'], env);
  const pid = server.process.pid ?? 0;
  const headers: Record<string, string>[] = [];
  for (const username of users) {
    const login = await fetch(`${server.url}/api/user/user/login`, { headers: { LoginType: 'DEFAULT', username, password } });
    if (login.status !== 200) throw new Error(`${username} could not log in: ${await login.text()}`);
    const { access_token } = (await login.json()) as { access_token: string };
    headers.push({ authorization: `Bearer ${access_token}` });
  }
  await delay(SETTLED_MS);
  const asker = new Asker();
  return {
    pid,
    headers,
    ask: async (path, more = {}) => {
      const beforeMs = cpuMsOf(pid);
      const answer = await asker.ask(`${server.url}${path}`, { ...headers[0], ...more });
      return { ...answer, cpuMs: cpuMsOf(pid) - beforeMs };
    },
    moveOn: async (ms) => {
      movedOnMs += ms;
      writeFileSync(movedFile, String(movedOnMs));
      process.kill(pid, 'SIGUSR2');
      const beganMs = performance.now();
      while (existsSync(movedFile)) {
        if (performance.now() - beganMs > MOST_MOVING_MS) throw new Error('the clock of the server did not move on');
        await delay(5);
      }
    },
    post: async (path, body) => {
      const sent = { 'content-type': 'application/json', ...headers[0] };
      const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers: sent, body: JSON.stringify(body) });
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    },
    stop: async () => {
      await asker.stop();
      await server.stop();
      rmSync(movedFile, { force: true });
    },
  };
};

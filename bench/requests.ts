/**
 * What a request costs beside an Express that only says hello, in the same run: the check of a token, and current values from memory.
 * 50 clients that keep their connections; processor time of the server's process a request, which other work on the machine changes
 * less than the time on the clock, and requests a second.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goal } from '../server/test/readingsLoad.ts';
import { startServer } from '../tests/startServer.ts';

const CLIENTS = 50;
const REQUESTS = 15_000;
const WARM = 3000;
const ROUNDS = 3;
const TICKS_PER_SECOND = 100;

/** User and system time of a process so far, in microseconds. */
const cpuUs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / TICKS_PER_SECOND;
};

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
const ask = (url: string, headers: Record<string, string>): Promise<void> =>
  new Promise((done, failed) => {
    get(url, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === 200) done();
        else failed(new Error(`${url}: ${response.statusCode}`));
      });
    }).on('error', failed);
  });

const load = async (url: string, headers: Record<string, string>, count: number): Promise<void> => {
  let left = count;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await ask(url, headers);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
};

type Contestant = { name: string; url: string; pid: number; headers: Record<string, string> };
type Cost = { cpuUs: number; perSecond: number };

const measure = async ({ url, pid, headers }: Contestant): Promise<Cost> => {
  const [beganUs, beganMs] = [cpuUs(pid), performance.now()];
  await load(url, headers, REQUESTS);
  return { cpuUs: (cpuUs(pid) - beganUs) / REQUESTS, perSecond: (1000 * REQUESTS) / (performance.now() - beganMs) };
};

const folder = mkdtempSync(join(tmpdir(), 'requests-bench-'));
const endless = [{ max: 1e9, seconds: 60 }];
writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ limits: { default: endless, plant: endless, panel: endless } }));
const floor = spawn(process.execPath, [join(import.meta.dirname, 'floor/server.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
const [port] = (await once(floor.stdout, 'data')) as [Buffer];
const server = await startServer(['--demo', '--data', folder]);
try {
  const login = await fetch(`${server.url}/api/user/user/login`, {
    headers: { LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' },
  });
  const { access_token } = (await login.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const ours = (name: string, path: string): Contestant => ({
    name,
    url: `${server.url}${path}`,
    pid: server.process.pid ?? 0,
    headers,
  });
  const hello: Contestant = {
    name: 'Express hello',
    url: `http://127.0.0.1:${Number(port)}/hello`,
    pid: floor.pid ?? 0,
    headers: {},
  };
  const contestants = [
    hello,
    ours('token check', '/api/user/accounts/joinedDate'),
    ours('current values of a unit', '/api/plant/live?units=demo-line3'),
  ];
  const costs = new Map(contestants.map(({ name }) => [name, [] as Cost[]]));
  for (const one of contestants) await load(one.url, one.headers, WARM);
  for (let round = 0; round < ROUNDS; round += 1) for (const one of contestants) costs.get(one.name)?.push(await measure(one));
  /** The round that other work disturbed least. */
  const best = (name: string): Cost => {
    const found = costs.get(name) ?? [];
    return { cpuUs: Math.min(...found.map((one) => one.cpuUs)), perSecond: Math.max(...found.map((one) => one.perSecond)) };
  };
  const base = best('Express hello');
  for (const { name } of contestants) {
    const { cpuUs: us, perSecond } = best(name);
    console.log(
      `${name}: ${us.toFixed(0)} us of processor time a request, ${(base.cpuUs / us).toFixed(2)} of hello; ` +
        `${perSecond.toFixed(0)} requests/s, ${(perSecond / base.perSecond).toFixed(2)} of hello`,
    );
  }
  const share = (name: string): number => base.cpuUs / best(name).cpuUs;
  goal('token check', share('token check'), 'of hello', (value) => value >= 0.65, 'at least 0.65');
  goal('current values', share('current values of a unit'), 'of hello', (value) => value >= 0.55, 'at least 0.55');
} finally {
  floor.kill();
  await server.stop();
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}

/** A unit's closed day of 288 rows beside the thinnest server of the same rows, in the same run: 50 clients, and one alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { goal, quantile } from '../server/test/readingsLoad.ts';
import { alone, type Contestant, contest, endClients } from './floor/clients.ts';
import { startOpenDemo } from './floor/openDemo.ts';

const SLOTS = 288;
const DAY_MS = 86_400_000;
const ALONE = 500;

const floor = spawn(process.execPath, [join(import.meta.dirname, 'floor/history.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
const [port] = (await once(floor.stdout, 'data')) as [Buffer];
const demo = await startOpenDemo();
try {
  const date = new Date(Date.now() - 5 * DAY_MS).toISOString().slice(0, 10).split('-').reverse().join('/');
  const ours: Contestant = { ...demo, name: 'ours', url: `${demo.url}/api/user/granular/unit?unitId=demo-line3&date1=${date}` };
  const base: Contestant = {
    name: 'floor',
    url: `http://127.0.0.1:${Number(port)}/day?series=7&day=11`,
    pid: floor.pid ?? 0,
    headers: {},
  };
  const { data1 } = (await (await fetch(ours.url, { headers: ours.headers })).json()) as { data1: unknown[] };
  if (data1.length !== SLOTS) throw new Error(`a day of ${data1.length} rows`);
  const best = await contest([base, ours], { warm: 1000, requests: 5000, rounds: 3 });
  for (const { name } of [base, ours])
    console.log(
      `${name}: ${best(name).cpuUs.toFixed(0)} us of processor time a request, ${best(name).perSecond.toFixed(0)} requests/s`,
    );
  goal('by processor time', best('floor').cpuUs / best('ours').cpuUs, 'of floor', () => true, 'for information');
  const share = best('ours').perSecond / best('floor').perSecond;
  goal("a unit's day, requests a second", share, 'of floor', (value) => value >= 0.7, 'at least 0.7');
  const times = await alone([base, ours], ALONE);
  const p50 = (name: string): number => quantile(times.get(name) ?? [], 0.5);
  goal("a unit's day, one client, p50", p50('ours') / p50('floor'), 'x floor', (value) => value <= 1.5, 'at most 1.5');
  console.log(`p50 ${p50('floor').toFixed(2)} and ${p50('ours').toFixed(2)} ms`);
} finally {
  floor.kill();
  await demo.stop();
  endClients();
}

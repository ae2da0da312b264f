/**
 * What an engineer does at a demo that runs, with its simulated devices: the answers are examples of the documents.
 * `npx node tests/golden/runningTour.ts URL` asks a demo at this address and keeps what it answers.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { askAt, bearer, loginAt } from '../../server/test/policyRig.ts';
import type { Visit } from './tour.ts';

const visitsFile = join(import.meta.dirname, 'runningTour.json');
const MOST_ITEMS = 2;
type Fields = Record<string, unknown>;
type Call = (method: Visit['method'], path: string, body?: object) => Promise<Fields>;

const named = (list: unknown, id: unknown): Fields => (list as Fields[]).find((one) => one.id === id) ?? {};

/** A job that has ended, as its place answers it then. */
const ended = async (call: Call, path: string): Promise<Fields> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const job = await call('get', path);
    if (job.state !== 'running' && job.outcome !== 'running') return job;
    await wait(100);
  }
  throw new Error(`${path} does not end`);
};

const lineTools = async (call: Call): Promise<void> => {
  const { devices } = await call('get', '/devices');
  const { connectionId, slaveId } = named(devices, 'demo-processPump');
  const { connections } = await call('get', '/connections');
  const { settings, name } = named(connections, connectionId);
  const { port } = settings as { port: number };
  const register = { connectionId, slaveId, space: 'input', address: 0 };
  const asked = new URLSearchParams(Object.entries({ ...register, count: 1 }).map(([key, value]) => [key, String(value)]));
  await call('post', '/endpoint-tests', { kind: 'tcp', host: '127.0.0.1', port, slaveId });
  await call('post', '/scan-estimates', { connectionId, from: 20, to: 22 });
  const scan = await call('post', '/scans', { connectionId, consent: { connection: name, pause: true }, from: 20, to: 22 });
  await ended(call, `/scans/${scan.id}`);
  await call('delete', `/scans/${scan.id}`);
  await call('get', `/registers?${asked}`);
  await call('get', `/decode-matrix?${asked}`);
  const maps: unknown[] = [];
  for (let time = 0; time < 2; time += 1) {
    const map = await call('post', '/register-maps', { connectionId, slaveId, space: 'input', from: 0, to: 3 });
    await ended(call, `/register-maps/${map.id}`);
    maps.push(map.id);
  }
  await call('get', `/register-map-comparison?before=${maps[0]}&after=${maps[1]}`);
  await call('delete', `/register-maps/${maps[0]}`);
  const match = await call('post', '/display-matches', { ...register, shown: '40' });
  await call('get', `/display-matches/${match.id}`);
  await call('post', `/display-matches/${match.id}/readings`, { shown: '40.1' });
  await call('get', `/connections/${connectionId}/traffic?limit=2`);
  await call('get', `/connections/${connectionId}/doctor`);
  const stress = await call('post', '/stress-tests', { ...register, count: 1, reads: 10 });
  await ended(call, `/stress-tests/${stress.id}`);
  await call('delete', `/stress-tests/${stress.id}`);
};

const twins = async (call: Call): Promise<void> => {
  const twin = await call('post', '/twins', { deviceId: 'demo-boilerMeter' });
  await call('patch', `/twins/${twin.id}`, { fault: 'dead' });
  await call('delete', `/twins/${twin.id}`);
};

const storage = async (call: Call): Promise<void> => {
  for (const path of ['/serial-ports', '/storage', '/storage/retention']) await call('get', path);
  await call('post', '/storage/self-test');
};

/** A run of the backup is over. */
const idle = async (call: Call): Promise<void> => {
  for (let tries = 0; tries < 600 && (await call('get', '/backup')).running; tries += 1) await wait(100);
};

const backup = async (call: Call): Promise<void> => {
  await call('post', '/backup/recovery-kit');
  await call('get', '/backup/policy');
  const keep = { newest: 24, days: 14, months: 6 };
  await call('put', '/backup/policy', { enabled: true, folder: null, every: 'hour', keep, drill: true, alarmAfterDays: 2 });
  await call('post', '/backup/runs');
  await idle(call);
  const { snapshots } = await call('get', '/backup/snapshots');
  const newest = (snapshots as { name: string }[])[0]?.name;
  await call('post', `/backup/snapshots/${newest}/verify`);
  await idle(call);
  await call('post', '/backup/drills');
  await idle(call);
};

/** @param url of a demo that runs as its users start it. */
export const runningTour = async (url: string): Promise<Visit[]> => {
  const visits: Visit[] = [];
  const headers = { ...bearer((await loginAt(url, 'admin')).access_token), 'X-Confirm-Password': 'demo-admin' };
  const call =
    (base: string): Call =>
    async (method, path, body) => {
      const {
        status,
        text,
        body: answer,
      } = await askAt(url, base + path, {
        method: method.toUpperCase(),
        headers,
        ...(body && { body }),
      });
      if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
      visits.push({ method, path: base + path, ...(body && { body }), status, answer });
      return answer as Fields;
    };
  const plant = call('/api/plant');
  await lineTools(plant);
  await twins(plant);
  const { commandId } = await call('/api/user')('post', '/plc/relay/valve', { deviceId: 'demo-gardenValve', command: 'open' });
  await plant('get', `/commands/${commandId}`);
  await storage(plant);
  await backup(plant);
  // of what was asked several times the last answer counts, and what the tour reads to find its way has examples already
  const last = new Map(visits.map((visit) => [`${visit.method} ${visit.path}`, visit]));
  for (const known of ['get /api/plant/devices', 'get /api/plant/connections', 'post /api/user/plc/relay/valve'])
    last.delete(known);
  return [...last.values()];
};

const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
};

/** What was kept of a demo that ran, long lists cut short. */
export const keptRunningTour = (): Visit[] => JSON.parse(readFileSync(visitsFile, 'utf8')) as Visit[];

if (import.meta.main) {
  const url = process.argv[2] ?? '';
  const text = JSON.stringify((await runningTour(url)).map(shortened), undefined, 1)
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:502')
    .replace(/"port": \d+/g, '"port": 502')
    .replace(/"words": "(?:[a-z]+ ){23}[a-z]+"/g, `"words": "${Array.from({ length: 24 }, () => 'word').join(' ')}"`)
    .replace(/headworks-kit-1:[\w-]+/g, 'headworks-kit-1:drawn-once-only')
    .replace(/"[^"]*\/backups\//g, '"/var/lib/headworks/backups/');
  writeFileSync(visitsFile, `${text}\n`);
}

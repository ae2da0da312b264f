/**
 * Fifty of the largest answers at once, 300 days of a unit as CSV each, while 100 devices are polled once a second and a light GET is
 * asked: gaps between polls, the light GET, how long all of it takes, and memory. On the data of server/test/bigPlant.ts, by the server's
 * own process as `npm start` runs it: until 27 November 2026 it was a part of the server within the bench, run from the sources.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { findBundled } from '../server/bundled.ts';
import { connectionSpec, deviceSpec, tagSpec } from '../server/contract/plant/commissioning/fieldConfiguration.ts';
import { demoAccounts } from '../server/demo/accounts.ts';
import { answerIt, OracleServer } from '../server/field/testing/oracleServer.ts';
import { bigPlant, startBigPlant } from '../server/test/bigPlant.ts';
import { LoadProcess } from '../server/test/loadClient.ts';
import { loginAt } from '../server/test/policyRig.ts';
import { goal, quantile } from '../server/test/readingsLoad.ts';
import { startServer } from '../tests/startServer.ts';
import { cpuUs } from './floor/clients.ts';
import { lightBesideCrowd, POLL_PERIOD_MS, POLLED_DEVICES, pollsKeptPct } from './load/crowd.ts';
import { whenQuiet } from './load/quietServer.ts';

const CLIENTS = 50;
/** Of a core: polling takes some. */
const QUIET_PCT = 12;
/** What a start leaves in memory is given back in the second minute (server/memory/quietMemory.ts). */
const STARTED_MS = 120_000;

const asked = Array.from({ length: POLLED_DEVICES }, (): number[] => []);
const devices = await Promise.all(
  asked.map((times) =>
    new OracleServer('mbap', (request) => {
      times.push(performance.now());
      answerIt(request);
    }).start(),
  ),
);

/** The folder of the large plant with somebody who may ask, and with a line, a device and a tag for each port. */
const makeFolder = async (): Promise<string> => {
  const big = await startBigPlant();
  const { industryId } = bigPlant;
  const { users, connections, devices: made, tags } = big.plant;
  const [admin] = demoAccounts;
  if (admin) await users.add({ ...admin, industryId });
  for (const [at, { port }] of devices.entries()) {
    const settings = { kind: 'tcp', host: '127.0.0.1', port };
    const line = await connections.create(industryId, connectionSpec.parse({ name: `Line ${at}`, settings }));
    const device = await made.create(industryId, deviceSpec.parse({ connectionId: line.id, name: `Device ${at}`, slaveId: 1 }));
    const decode = { space: 'holding', address: 0, type: 'uint16' };
    const spec = { deviceId: device.id, name: 'Value', kind: 'gauge', decode, periodMs: POLL_PERIOD_MS };
    await tags.create(industryId, tagSpec.parse(spec));
  }
  await big.stop({ keep: true });
  return big.folder;
};

const folder = await makeFolder();
const server = await startServer(['--data', folder, '--host', '127.0.0.1']);
const pid = server.process.pid ?? 0;
const memoryMib = (name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const [load, crowd] = [new LoadProcess(), new LoadProcess()];
try {
  console.log(findBundled() === undefined ? 'from the sources: npm run build makes the bundled files' : 'from the bundled files');
  const port = Number(new URL(server.url).port);
  const headers = { authorization: `Bearer ${(await loginAt(server.url, 'admin')).access_token}` };
  await after(STARTED_MS);
  await whenQuiet(pid, QUIET_PCT);
  const largest = Array.from(
    { length: CLIENTS },
    (_, at) => `/api/plant/readings/export?unitIds=source-${at}&startDate=01/08/2025&endDate=27/05/2026`,
  );
  const paths = ['/api/user/granular/unit?unitId=source-7&date1=10/06/2026'];
  const light = { port, headers, paths, clients: 1, rounds: 10 };
  await load.ask(light);
  goal('resident memory before', memoryMib('VmRSS'), 'MiB', () => true, 'for information');
  for (const times of asked) times.splice(0, times.length - 1);
  // the kernel's record of the most begins anew
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const cpuBefore = cpuUs(pid);
  const { answer, seconds, lightMs } = await lightBesideCrowd(
    [crowd, { port, headers, paths: largest, clients: CLIENTS, rounds: 1 }],
    [load, light],
  );
  const cpu = (cpuUs(pid) - cpuBefore) / 1e6;
  const mostMib = memoryMib('VmHWM');
  const gaps = asked.flatMap((times) => times.slice(1).map((time, at) => time - (times[at] ?? 0)));
  goal('fifty answers of 300 days', answer.bytes / 1_048_576, 'MiB', () => true, 'for information');
  goal('processor time of it', cpu, 's', () => true, 'for information');
  goal('done in', seconds, 's', (value) => value <= 15, 'at most 15');
  goal('longest gap between polls', Math.max(...gaps) / POLL_PERIOD_MS, 'periods', (value) => value <= 1.1, 'at most 1.1');
  goal('polls kept', pollsKeptPct(gaps.length, seconds), '%', (value) => value >= 99, 'at least 99');
  goal('light GET meanwhile, p50', quantile(lightMs, 0.5), 'ms', () => true, 'for information');
  goal('light GET meanwhile, p99', quantile(lightMs, 0.99), 'ms', (value) => value <= 50, 'at most 50');
  goal('resident memory, most', mostMib, 'MiB', (value) => value <= 250, 'at most 250');
} finally {
  for (const process of [load, crowd]) process.stop();
  await server.stop();
  for (const device of devices) await device.stop();
  rmSync(folder, { recursive: true, force: true });
}

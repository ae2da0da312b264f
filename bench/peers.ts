/**
 * Ours beside Node-RED with contrib-modbus and the thinnest poller in our stack, in one run on the same devices: 200 of 50 registers, asked once
 * a second, one after another for `SECONDS` (30). Then a unit's current values and a day of 288 rows by 50 clients, beside a Node-RED that polls
 * 20 devices; ours is the demo, which polls its own. Node-RED stores every value of every second, ours five of the 25 of a device, as it is used:
 * `STORED=25` stores all. Node-RED is installed from the registry, so that this bench is only run when it is named.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { goal } from '../server/test/readingsLoad.ts';
import { type Contestant, contest, endClients } from './floor/clients.ts';
import { startOpenDemo } from './floor/openDemo.ts';
import { evenness, startDevices } from './load/devices.ts';
import { configurePollingPlant } from './load/pollingPlant.ts';
import { spawnServer } from './load/pollingServer.ts';
import { cpuSeconds, residentMb } from './load/processFigures.ts';
import { installNodeRed, nodeRedVersions, spawnNodeRed } from './peers/nodeRed.ts';

const seconds = Number(process.env.SECONDS ?? 30);
const DEVICES = 200;
const DEVICES_BESIDE_REQUESTS = 20;
/** As the gateway spreads its lines over a period. */
const MOMENTS = 20;
const UNIT = '1';
const SETTLED_MS = 10_000;
const MOST_START_MS = 60_000;
const DAY_MS = 86_400_000;

const installed = installNodeRed();
const folder = mkdtempSync(join(tmpdir(), 'bench-peers-'));
const devices = await startDevices(DEVICES);
await configurePollingPlant(folder, devices.ports, Number(process.env.STORED ?? 5));

type Figures = { firstMs: number; allMs: number; cpuPct: number; mb: number; meanPeriodMs: number; longestGapMs: number };

const measure = async (start: () => Promise<{ pid: number; stop(): Promise<void> }>): Promise<Figures> => {
  devices.forget();
  const beganMs = performance.now();
  const { pid, stop } = await start();
  try {
    const firstAsked = (): number[] => devices.asked.map((times) => (times[0] ?? Number.POSITIVE_INFINITY) - beganMs);
    while (firstAsked().includes(Number.POSITIVE_INFINITY) && performance.now() - beganMs < MOST_START_MS) await after(5);
    const [firstMs, allMs] = [Math.min(...firstAsked()), Math.max(...firstAsked())];
    await after(SETTLED_MS);
    devices.forget();
    const before = cpuSeconds(pid);
    await after(seconds * 1000);
    const cpuPct = ((cpuSeconds(pid) - before) / seconds) * 100;
    return { firstMs, allMs, cpuPct, mb: residentMb(pid), ...evenness(devices) };
  } finally {
    await stop();
  }
};

const running = (child: ChildProcess): { pid: number; stop(): Promise<void> } => ({
  pid: child.pid ?? 0,
  stop: async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  },
});
const ports = devices.ports.map(String);
const startFloor = async () =>
  running(
    spawn(
      process.execPath,
      [join(import.meta.dirname, 'floor/poller.ts'), join(folder, 'floor.db'), String(MOMENTS), UNIT, ...ports],
      {
        stdio: 'ignore',
      },
    ),
  );
const startOurs = async () => running(spawnServer(folder));

const show = (name: string, { firstMs, allMs, cpuPct, mb, meanPeriodMs, longestGapMs }: Figures): void =>
  console.log(
    `${name.padEnd(9)} first asked ${firstMs.toFixed(0)} ms, all ${allMs.toFixed(0)} ms after the start; period ${meanPeriodMs.toFixed(1)} ms, ` +
      `longest gap ${longestGapMs.toFixed(0)} ms; ${cpuPct.toFixed(1)} % of a core, ${mb.toFixed(0)} MB`,
  );

try {
  console.log(nodeRedVersions);
  const floor = await measure(startFloor);
  show('floor', floor);
  const nodeRed = await measure(() => spawnNodeRed(installed, devices.ports));
  show('Node-RED', nodeRed);
  const ours = await measure(startOurs);
  show('ours', ours);
  const [cpu, mb] = [ours.cpuPct / nodeRed.cpuPct, ours.mb / nodeRed.mb];
  goal('processor', cpu, 'x Node-RED', (value) => value <= 0.75, 'at most 0.75');
  goal('memory', mb, 'x Node-RED', (value) => value <= 0.75, 'at most 0.75');
  goal('all devices asked', ours.allMs / nodeRed.allMs, 'x Node-RED', (value) => value <= 1, 'at most 1');
  const gap = ours.longestGapMs / nodeRed.longestGapMs;
  goal('longest gap', gap, 'x Node-RED', (value) => value <= 1, 'at most 1');
} finally {
  devices.stop();
  rmSync(folder, { recursive: true, force: true });
}

const few = await startDevices(DEVICES_BESIDE_REQUESTS);
const peer = await spawnNodeRed(installed, few.ports);
const demo = await startOpenDemo();
try {
  const date = new Date(Date.now() - 5 * DAY_MS).toISOString().slice(0, 10).split('-').reverse().join('/');
  const theirs = (name: string, path: string): Contestant => ({ pid: peer.pid, name, url: `${peer.url}${path}`, headers: {} });
  const ours = (name: string, path: string): Contestant => ({ ...demo, name, url: `${demo.url}${path}` });
  const best = await contest(
    [
      theirs('Node-RED, current values', '/live?device=3'),
      ours('ours, current values', '/api/plant/live?units=demo-line3'),
      theirs('Node-RED, a day', '/day?series=7&day=11'),
      ours('ours, a day', `/api/user/granular/unit?unitId=demo-line3&date1=${date}`),
    ],
    { warm: 1000, requests: 5000, rounds: 3 },
  );
  for (const what of ['current values', 'a day']) {
    const [node, our] = [best(`Node-RED, ${what}`), best(`ours, ${what}`)];
    console.log(
      `${what}: Node-RED ${node.perSecond.toFixed(0)} requests/s, ${node.cpuUs.toFixed(0)} us each; ` +
        `ours ${our.perSecond.toFixed(0)}, ${our.cpuUs.toFixed(0)} us`,
    );
    goal(`${what}, requests a second`, our.perSecond / node.perSecond, 'x Node-RED', (value) => value >= 1, 'at least 1');
  }
} finally {
  await demo.stop();
  await peer.stop();
  few.stop();
  endClients();
}

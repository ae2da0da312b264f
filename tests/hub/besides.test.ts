/** A plant that sends its history to a hub measures meanwhile as it does without one: nothing of it waits for sync. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../server/demo/fleet/asking.ts';
import { pairAndSend, preparePlant, startPlant } from '../../server/demo/fleet/demoPlants.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { createLog } from '../../server/log.ts';
import { type RunningServer, startServer } from '../startServer.ts';

const plant = { key: 'beside', seed: 20_260, name: 'Sahyadri Beverages, Pune' };
const TICK_MS = 5;
const ALONE_MS = 12_000;
/** Of processor time, in which the thread answers nobody else. */
const LONGER_MS = 15;
/** Polls come in steps of seconds: a part of one at either end. */
const LEAST_POLLED = 0.85;
type Observed = { seconds: number; p99Ms: number; polls: number };

describe.skipIf(missingPostgres)(`a plant that sends${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'besides-'));
  const log = createLog('error', { write: () => undefined });
  const { signal } = new AbortController();
  let rig: PostgresRig;
  let hub: RunningServer;
  let server: Awaited<ReturnType<typeof startPlant>>;
  beforeAll(async () => {
    rig = await startPostgres();
    await preparePlant(plant, { dataFolder, resources: installed.resources, log, signal });
    server = await startPlant(dataFolder, plant, { ...installed, panelFolder: dataFolder, log });
    writeFileSync(join(dataFolder, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Hub' } }));
    hub = await startServer(['--hub', '--data', dataFolder, '--host', '127.0.0.1']);
  }, 240_000);
  afterAll(async () => {
    await server?.stop();
    await hub?.stop();
    rig?.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const polled = async (): Promise<number> => {
    const response = await fetch(`${server.url}/metrics`);
    const counts = [...(await response.text()).matchAll(/^headworks_device_requests_total\{.*\} (\d+)$/gm)];
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  };
  /** By processor time, so that what else this machine does is not counted. */
  const during = async (work: Promise<unknown>): Promise<Observed> => {
    const stretches: number[] = [];
    let before = process.threadCpuUsage();
    const timer = setInterval(() => {
      const { user, system } = process.threadCpuUsage(before);
      before = process.threadCpuUsage();
      stretches.push((user + system) / 1000);
    }, TICK_MS);
    const [from, fromMs] = [await polled(), performance.now()];
    await work;
    const [polls, seconds] = [(await polled()) - from, (performance.now() - fromMs) / 1000];
    clearInterval(timer);
    const sorted = stretches.toSorted((a, b) => a - b);
    return { seconds, polls, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
  };

  it('polls as often as without, and answers as soon', async () => {
    const alone = await during(wait(ALONE_MS));
    const owner = readFileSync(join(dataFolder, 'keys', 'hub-owner-token'), 'utf8').trim();
    const asOwner = <T>(method: string, path: string, body?: object): Promise<T> =>
      ask(`${hub.url}/api/hub/admin${path}`, { token: owner, method, body, signal });
    // long enough for polls to be counted
    const sending = await during(Promise.all([pairAndSend(server.url, asOwner, signal), wait(ALONE_MS)]));
    expect(alone.polls).toBeGreaterThan(50);
    expect(sending.polls / sending.seconds).toBeGreaterThan((LEAST_POLLED * alone.polls) / alone.seconds);
    expect(sending.p99Ms).toBeLessThan(alone.p99Ms + LONGER_MS);
  }, 180_000);
});

/** What benches do beside a crowd that asks for the largest answers: poll devices, and ask for a light answer again and again. */
import { setTimeout as delay } from 'node:timers/promises';
import { connection, device, tag } from '../../server/field/testing/make.ts';
import type { BigPlant } from '../../server/test/bigPlant.ts';
import type { Load, LoadProcess, LoadResult } from '../../server/test/loadClient.ts';

export const POLLED_DEVICES = 100;
export const POLL_PERIOD_MS = 1000;
const SETTLED_MS = 3000;
const PAUSE_MS = 20;

/** Polls devices that `field` simulates, one tag each; resolves when they have been polled for a few periods. */
export const pollDevices = async ({ gateway }: BigPlant['plant'], field: LoadProcess): Promise<void> => {
  const ports = await field.devices(POLLED_DEVICES);
  gateway.configure({
    connections: ports.map((port, at) => connection({ kind: 'tcp', host: '127.0.0.1', port, timeoutMs: 1000 }, `c${at}`)),
    devices: ports.map((_, at) => device(1, { connectionId: `c${at}` })),
    tags: ports.map((_, at) => tag(`c${at}-1`, 0, { periodMs: POLL_PERIOD_MS })),
  });
  gateway.start();
  await delay(SETTLED_MS);
};

type Crowd = { answer: LoadResult; seconds: number; lightMs: number[] };

/** @throws when an answer of the crowd has another status than 200. */
export const lightBesideCrowd = async (
  [crowd, asked]: [LoadProcess, Load],
  [load, light]: [LoadProcess, Load],
): Promise<Crowd> => {
  const lightMs: number[] = [];
  const startedMs = performance.now();
  let isOver = false;
  const crowding = crowd.ask(asked).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    lightMs.push(...(await load.ask(light)).ms);
    await delay(PAUSE_MS);
  }
  const answer = await crowding;
  const seconds = (performance.now() - startedMs) / 1000;
  const others = answer.status.filter((one) => one !== 200);
  if (others.length > 0) throw new Error(`the crowd was answered ${[...new Set(others)].join()}`);
  return { answer, seconds, lightMs };
};

/** Polls that came of those that were due, in percent. */
export const pollsKeptPct = (polls: number, seconds: number): number =>
  (100 * polls * POLL_PERIOD_MS) / (1000 * POLLED_DEVICES * seconds);

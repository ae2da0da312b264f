import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Application } from '../../application.ts';
import { readConfig } from '../../config.ts';
import type { Share } from '../../contract/hub/pairing.ts';
import type { SyncState } from '../../contract/plant/sync.ts';
import type { Log } from '../../core/log.ts';
import { demoAccounts } from '../accounts.ts';
import { prepareDemo } from '../makeApart.ts';
import { demoClock } from '../makeDemo.ts';
import { type AskOwner, ask } from './asking.ts';

export type DemoPlant = { key: string; seed: number; name: string; endedDaysAgo?: number };

/** One has had no line for four days. */
export const demoPlants: readonly DemoPlant[] = [
  { key: 'nashik', seed: 11, name: 'Godavari Beverages, Nashik', endedDaysAgo: 4 },
  { key: 'pune', seed: 20_260, name: 'Sahyadri Beverages, Pune' },
  { key: 'erode', seed: 33, name: 'Kaveri Beverages, Erode' },
];

/** Enough for a picture; each further day costs a start its making. */
const DAYS = 10;
const LOOK_EVERY_MS = 250;
const SENT_WITHIN_MS = 120_000;
const share: Share = {
  industries: ['DEMO'],
  ...{ alarms: true, audit: false, commands: false, people: true, ticks: true, live: true },
};

type Installed = { log: Log; resources: string; panelFolder: string; version: string };

const folderOf = (dataFolder: string, { key }: DemoPlant): string => join(dataFolder, 'plants', key);

/** Makes the history of a plant, or brings a kept one up to date. */
export const preparePlant = async (
  plant: DemoPlant,
  { dataFolder, resources, log, signal }: { dataFolder: string; resources: string; log: Log; signal: AbortSignal },
): Promise<void> => {
  const folder = folderOf(dataFolder, plant);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { seed, name, endedDaysAgo } = plant;
  await prepareDemo({ dataFolder: folder, resources, days: DAYS, seed, name, endedDaysAgo }, log, signal);
};

/** Starts the server of a plant on a free port of this machine. */
export const startPlant = async (
  dataFolder: string,
  plant: DemoPlant,
  installed: Installed,
): Promise<{ url: string; stop(): Promise<void> }> => {
  const config = readConfig(['--demo', '--data', folderOf(dataFolder, plant), '--port', '0', '--host', '127.0.0.1'], {});
  // the demo itself asks how far its plants are
  const limits = { ...config.limits, default: [] };
  const application = new Application({ config: { ...config, limits }, clock: demoClock(plant), ...installed });
  const url = await application.start();
  return { url, stop: () => application.stop() };
};

/**
 * Pairs a plant with the hub as two people would, and waits until it has sent everything that it has.
 * @throws Error where it does not within two minutes.
 */
export const pairAndSend = async (url: string, asOwner: AskOwner, signal: AbortSignal): Promise<string> => {
  const [{ username, password = '' } = { username: '' }] = demoAccounts;
  const headers = { LoginType: 'DEFAULT', username, password };
  const login = await ask<{ access_token: string }>(`${url}/api/user/user/login`, { headers, signal });
  const ofPlant = <T>(method: string, path: string, body?: object): Promise<T> =>
    ask<T>(`${url}/api/plant/sync${path}`, { token: login.access_token, method, body, signal });
  const lastMs = performance.now() + SENT_WITHIN_MS;
  const settled = async (isDone: (state: SyncState) => boolean): Promise<SyncState> => {
    for (;;) {
      const state = await ofPlant<SyncState>('GET', '');
      if (isDone(state)) return state;
      if (performance.now() > lastMs) throw new Error(`the plant did not send: ${state.lastError ?? 'no answer'}`);
      await wait(LOOK_EVERY_MS, undefined, { signal });
    }
  };
  const { code } = await asOwner<{ code: string }>('POST', '/codes');
  await ofPlant('POST', '/pair', { code, share });
  const { site, words } = await settled(({ running, hub }) => !running && hub?.name !== '');
  await asOwner('POST', `/plants/${site}/confirm`, { words });
  await ofPlant('POST', '/runs');
  const sent = ({ running, industries }: SyncState): boolean => {
    const isProved =
      industries.length > 0 && industries.every(({ closedTo, provedTo }) => closedTo !== null && closedTo === provedTo);
    return !running && isProved;
  };
  await settled(sent);
  return site;
};

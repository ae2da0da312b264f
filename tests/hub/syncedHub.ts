/** A hub with PostgreSQL, and the frozen plant of the golden answers that has sent it all that it has. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { readConfig } from '../../server/config.ts';
import { type Clock, ManualClock } from '../../server/core/clock.ts';
import { openWriter } from '../../server/db/openWriter.ts';
import { rawConnectionOf, type Writer } from '../../server/db/writer.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { createLog } from '../../server/log.ts';
import { loginAt } from '../../server/test/policyRig.ts';
import { askedAtMs, databaseFile, type FrozenPlant, startFrozen } from '../golden/frozenPlant.ts';

const quiet = createLog('error', { write: () => undefined });
const unlimited = Object.fromEntries(
  ['default', 'login', 'otp', 'otpVerify', 'refresh', 'plant', 'panel', 'priority', 'userCreate'].map((name) => [name, []]),
);

/** @param hasOpenDay or without it, where it is not sent. */
const makePlantFile = (folder: string, change: (writer: Writer) => void, hasOpenDay: boolean): void => {
  const path = join(folder, 'headworks.db');
  writeFileSync(path, brotliDecompressSync(readFileSync(databaseFile)));
  const { writer } = openWriter(path, new ManualClock(askedAtMs));
  rawConnectionOf(writer).exec(
    `${hasOpenDay ? '' : 'delete from reading_open;'}
     insert or ignore into day_node (industry_id, day)
       select distinct s.industry_id, d.day from reading_day d join series s on s.id = d.series_id`,
  );
  change(writer);
  writer.close();
};

/** @throws Error with the answer, where a request that must succeed does not. */
const send = async <T>(url: string, token: string, method: string, body: object = {}): Promise<T> => {
  // a connection that rests while the machine is busy is closed by the server in the moment in which it is used again
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Connection: 'close' };
  const response = await fetch(url, { method, headers, body: method === 'GET' ? null : JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
};

export type PlantState = {
  site: string;
  words: string;
  lastError: string | null;
  running: boolean;
  industries: { industryId: string; closedTo: string | null; provedTo: string | null }[];
};

export type SyncedHub = {
  postgres: PostgresRig;
  hubUrl: string;
  hubFolder: string;
  plantFolder: string;
  plant: FrozenPlant;
  /** What the plant says of itself after its round. */
  state: PlantState;
  asOwner<T>(method: string, path: string, body?: object): Promise<T>;
  /** One more round. */
  runAgain(): Promise<PlantState>;
  /** What a plant says of itself when no round is under way. */
  settledAt(url: string, token: string): Promise<PlantState>;
  stop(): Promise<void>;
};

type ShownPlant = {
  site: string;
  cluster: number;
  movingTo: number | null;
  blocks: number;
  statement: { isEqual: boolean } | null;
};

/** What the hub says of a plant to its owner. */
export const shownPlant = async (asOwner: SyncedHub['asOwner'], site: string): Promise<ShownPlant | undefined> =>
  (await asOwner<{ plants: ShownPlant[] }>('GET', '/plants')).plants.find((one) => one.site === site);

/** Moves a plant to another cluster, and waits until it is there. */
export const moveTo = async (asOwner: SyncedHub['asOwner'], site: string, cluster: number): Promise<void> => {
  await asOwner('PUT', `/plants/${site}/cluster`, { cluster });
  for (let tries = 0; tries < 1200; tries += 1) {
    const plant = await shownPlant(asOwner, site);
    if (plant?.cluster === cluster && plant.movingTo === null) return;
    await wait(50);
  }
  throw new Error(`the plant did not come to cluster ${cluster}`);
};

/** Until what a plant that has just started states is what it has sent. */
const MOST_ROUNDS = 20;

type MoreOfHub = {
  /** Addresses of further clusters. */
  clusters?: Record<string, string>;
  /** The plant has an open day and shares it. */
  ticks?: boolean;
  /** What is done while the plant sends for the first time. */
  duringRound?(hub: Pick<SyncedHub, 'asOwner' | 'runAgain'> & { site: string; settled(): Promise<PlantState> }): Promise<void>;
};

/**
 * @param clock of the hub: its codes are good for days by it.
 * @param change of the plant before it starts.
 */
export const startSyncedHub = async (
  clock: Clock = new ManualClock(askedAtMs),
  change: (writer: Writer) => void = () => undefined,
  { clusters = {}, ticks = false, duringRound = async () => undefined }: MoreOfHub = {},
): Promise<SyncedHub> => {
  const root = mkdtempSync(join(tmpdir(), 'headworks-synced-'));
  const folders = { plant: join(root, 'plant'), hub: join(root, 'hub') };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  makePlantFile(folders.plant, change, ticks);
  const postgres = await startPostgres();
  const settings = { hub: { postgres: postgres.url, name: 'Hub', clusters }, limits: unlimited };
  writeFileSync(join(folders.hub, 'headworks.json'), JSON.stringify(settings));
  const config = readConfig(['--hub', '--data', folders.hub, '--port', '0', '--host', '127.0.0.1'], {});
  const hub = new HubApplication({ config, clock, log: quiet, ...installed });
  const hubUrl = await hub.start();
  const plant = await startFrozen(folders.plant, askedAtMs);
  const owner = readFileSync(join(folders.hub, 'keys', 'hub-owner-token'), 'utf8').trim();
  const asOwner = <T>(method: string, path: string, body?: object): Promise<T> =>
    send<T>(`${hubUrl}/api/hub/admin${path}`, owner, method, body);
  const admin = (await loginAt(plant.url, 'admin')).access_token;
  const ofPlant = <T>(method: string, path: string, body?: object) =>
    send<T>(`${plant.url}/api/plant${path}`, admin, method, body);
  const settledAt = async (url: string, token: string): Promise<PlantState> => {
    const read = () => send<PlantState>(`${url}/api/plant/sync`, token, 'GET');
    let state = await read();
    for (let tries = 0; tries < 3000 && state.running; tries += 1) {
      await wait(100);
      state = await read();
    }
    return state;
  };
  const settled = () => settledAt(plant.url, admin);
  const { code } = await asOwner<{ code: string }>('POST', '/codes');
  const share = { industries: ['DEMO', 'INTERNAL', 'NORTH'], alarms: true, audit: true, commands: true, people: true };
  await ofPlant('POST', '/sync/pair', { code, share: { ...share, ticks, live: false, field: true } });
  const { site, words } = await settled();
  await asOwner('POST', `/plants/${site}/confirm`, { words });
  await ofPlant('POST', '/sync/runs');
  const runAgain = async (): Promise<PlantState> => {
    await ofPlant('POST', '/sync/runs');
    return settled();
  };
  await duringRound({ asOwner, site, runAgain, settled });
  let state = await settled();
  // on a busy machine alarms change while it sends, as it looks back after its start: what it stated then is not what it has sent
  const isEqual = async (): Promise<boolean> => (await shownPlant(asOwner, site))?.statement?.isEqual === true;
  for (let rounds = 0; rounds < MOST_ROUNDS && state.lastError === null && !(await isEqual()); rounds += 1) {
    await wait(500);
    state = await runAgain();
  }
  return {
    ...{ postgres, hubUrl, hubFolder: folders.hub, plantFolder: folders.plant, plant, asOwner, settledAt },
    runAgain,
    state,
    stop: async () => {
      await plant.stop();
      await hub.stop();
      postgres.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
};

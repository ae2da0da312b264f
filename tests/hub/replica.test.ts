/** The copy of a plant that is made from the hub's rows alone, asked what the plant is asked: the same bodies, byte by byte. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { permissions } from '../../server/contract/permissions.ts';
import { ManualClock, systemClock } from '../../server/core/clock.ts';
import { openDatabase } from '../../server/db/open.ts';
import { openWriter, rawConnectionOf } from '../../server/db/writer.ts';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { fillReplica } from '../../server/hub/replica/fillReplica.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { createLog } from '../../server/log.ts';
import { createReadOnlyPlant } from '../../server/readOnlyPlant.ts';
import { type Rig, sessionsOf, silent, someCaller, startRig } from '../../server/test/httpRig.ts';
import { loginAt } from '../../server/test/policyRig.ts';
import { askForBytes } from '../golden/ask.ts';
import { askedAtMs, databaseFile, type FrozenPlant, resources, startFrozen } from '../golden/frozenPlant.ts';
import { groups } from '../golden/requests.ts';
import { isServedByCopy } from '../golden/servedByCopy.ts';

const root = mkdtempSync(join(tmpdir(), 'headworks-replica-'));
const folders = { plant: join(root, 'plant'), hub: join(root, 'hub') };
const quiet = createLog('error', { write: () => undefined });
const asked = Object.values(groups)
  .flat()
  .filter(({ user, path }) => (user === 'operator' || user === 'north') && isServedByCopy(path) && !path.includes('{'));

/** Without the day that is open: it is not sent yet. */
const makePlantFile = (): void => {
  const path = join(folders.plant, 'headworks.db');
  writeFileSync(path, brotliDecompressSync(readFileSync(databaseFile)));
  const { writer } = openWriter(path, new ManualClock(askedAtMs));
  rawConnectionOf(writer).exec(
    `delete from reading_open;
     insert or ignore into day_node (industry_id, day)
       select distinct s.industry_id, d.day from reading_day d join series s on s.id = d.series_id`,
  );
  writer.close();
};

describe.skipIf(missingPostgres)(`the copy of a plant at its hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let postgres: PostgresRig;
  let hub: HubApplication;
  let plant: FrozenPlant;
  let rig: Rig;
  let filled: { rows: number; days: number };
  const tokens = new Map<string, string>();
  const closers: (() => unknown)[] = [];

  const send = async <T>(url: string, token: string, method: string, body: object = {}): Promise<T> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await fetch(url, { method, headers, body: method === 'GET' ? null : JSON.stringify(body) });
    expect(response.status, `${url} ${await response.clone().text()}`).toBeLessThan(300);
    return (await response.json()) as T;
  };
  type State = { site: string; words: string; lastError: string | null; running: boolean; industries: Record<string, unknown>[] };

  const synced = async (hubUrl: string): Promise<State> => {
    const owner = readFileSync(join(folders.hub, 'keys', 'hub-owner-token'), 'utf8').trim();
    const admin = (await loginAt(plant.url, 'admin')).access_token;
    const ofPlant = <T>(method: string, path: string, body?: object) =>
      send<T>(`${plant.url}/api/plant${path}`, admin, method, body);
    const settled = async (): Promise<State> => {
      let state = await ofPlant<State>('GET', '/sync');
      for (let tries = 0; tries < 600 && state.running; tries += 1) {
        await wait(100);
        state = await ofPlant<State>('GET', '/sync');
      }
      return state;
    };
    const { code } = await send<{ code: string }>(`${hubUrl}/api/hub/admin/codes`, owner, 'POST');
    const share = { industries: ['DEMO', 'INTERNAL', 'NORTH'], alarms: true, audit: true, commands: true, people: true };
    await ofPlant('POST', '/sync/pair', { code, share: { ...share, ticks: false, live: false } });
    const { site, words } = await settled();
    await send(`${hubUrl}/api/hub/admin/plants/${site}/confirm`, owner, 'POST', { words });
    await ofPlant('POST', '/sync/runs');
    return settled();
  };

  beforeAll(async () => {
    for (const folder of Object.values(folders)) mkdirSync(folder);
    makePlantFile();
    postgres = await startPostgres();
    writeFileSync(join(folders.hub, 'headworks.json'), JSON.stringify({ hub: { postgres: postgres.url, name: 'Hub' } }));
    const config = readConfig(['--hub', '--data', folders.hub, '--port', '0', '--host', '127.0.0.1'], {});
    hub = new HubApplication({ config, clock: systemClock, log: quiet });
    const hubUrl = await hub.start();
    plant = await startFrozen(folders.plant, askedAtMs);
    const state = await synced(hubUrl);
    expect(state.lastError).toBeNull();
    for (const { closedTo, provedTo } of state.industries) expect(provedTo).toBe(closedTo);
    for (const user of ['operator', 'north'] as const) tokens.set(user, (await loginAt(plant.url, user)).access_token);

    const database = new HubDatabase(postgres.url, () => undefined);
    closers.push(() => database.stop());
    const path = join(root, 'copy.db');
    filled = await fillReplica(database, 1, path, systemClock);
    const clock = new ManualClock(askedAtMs);
    const connection = openDatabase(path, { readonly: true });
    closers.push(() => connection.sqlite.close());
    const copy = createReadOnlyPlant({ connection, resources, dataFolder: root, version: '0.0.0', clock, log: silent });
    await copy.model.directory.load();
    const caller = (industryId: string) =>
      someCaller({ industryId, homeIndustryId: industryId, permissions: new Set(permissions) });
    rig = await startRig(copy.routes, {
      clock,
      sessions: sessionsOf({
        operator: { caller: caller('DEMO'), panel: false },
        north: { caller: caller('NORTH'), panel: false },
      }),
    });
  }, 240_000);
  afterAll(async () => {
    await rig?.stop();
    for (const close of closers) await close();
    await plant?.stop();
    await hub?.stop();
    postgres?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('has every closed day, and is asked enough', () => {
    expect(filled.days).toBeGreaterThan(1000);
    expect(filled.rows).toBeGreaterThan(200);
    expect(asked.length).toBeGreaterThan(60);
  });

  it.each(asked.map(({ user, path }) => [user, path] as const))('answers %s %s as the plant does', async (user, path) => {
    const reply = await rig.ask(path, { headers: { authorization: `Bearer ${user}` } });
    const { status, bytes } = await askForBytes(plant.url + path, tokens.get(user));
    const settled = (body: string): string => body.replace(/"(requestId)":"[^"]*"/g, '"$1":"any"');
    expect(reply.status).toBe(status);
    expect(settled(reply.text)).toBe(settled(Buffer.from(bytes).toString()));
  });
});

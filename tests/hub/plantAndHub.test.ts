/** A plant with weeks of history and a hub with PostgreSQL, joined by HTTP and by a stick: both work out the same. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { statement } from '../../server/contract/hub/statement.ts';
import { resultFile } from '../../server/contract/plant/sync.ts';
import { systemClock } from '../../server/core/clock.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { createLog } from '../../server/log.ts';
import { blocksOf, rowsOf, share, started, stateOf } from '../../server/test/sync/syncedPlant.ts';

const quiet = createLog('error', { write: () => undefined });

describe.skipIf(missingPostgres)(`a plant and its hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-hub-'));
  let rig: PostgresRig;
  let hub: HubApplication;
  let url = '';
  beforeAll(async () => {
    rig = await startPostgres();
    writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Head office' } }));
    const config = readConfig(['--hub', '--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
    hub = new HubApplication({ config, clock: systemClock, log: quiet, ...installed });
    url = await hub.start();
  });
  afterAll(async () => {
    await hub?.stop();
    rig?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const asOwner = async <T>(method: string, path: string, body: object | Buffer = {}): Promise<T> => {
    const token = readFileSync(join(folder, 'keys', 'hub-owner-token'), 'utf8').trim();
    const response = await fetch(`${url}/api/hub/admin${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      body: method === 'GET' ? null : Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
    });
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as T;
  };
  /** Rows of the store that row-level security does not hold back. */
  const stored = (sql: string): Promise<number> =>
    rig.asAdmin(async (client) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n));
  const paired = async () => {
    const plant = await started();
    const { code } = await asOwner<{ code: string }>('POST', '/codes');
    plant.sync.pair(code, { share, bytesPerHour: null, by: 'admin' });
    await plant.sync.settled();
    expect(stateOf(plant)).toMatchObject({ lastError: null, hub: { state: 'waiting', name: 'Head office' } });
    const { site, words } = stateOf(plant);
    await asOwner('POST', `/plants/${site}/confirm`, { words });
    return plant;
  };

  it('have the same roots after a round, and the plant wrote its own tables only', async () => {
    const plant = await paired();
    const before = rowsOf(plant.sqlite);
    await plant.round();
    const state = stateOf(plant);
    expect(state).toMatchObject({ lastError: null, refusals: [], hub: { state: 'paired' } });
    expect(state.industries.map(({ provedTo }) => provedTo)).toEqual(state.industries.map(({ closedTo }) => closedTo));
    expect(state.industries.some(({ provedTo }) => provedTo !== null)).toBe(true);
    expect(await stored('select count(*) n from block')).toBe(blocksOf(plant.sqlite));
    expect(await stored("select count(*) n from entry where stream = 'audit'")).toBe(
      plant.sqlite.prepare('select count(*) from audit').pluck().get(),
    );
    expect(rowsOf(plant.sqlite)).toEqual(before);
    const { plants } = await asOwner<{ plants: { site: string; statement: { isEqual: boolean } }[] }>('GET', '/plants');
    expect(plants.find(({ site }) => site === state.site)?.statement.isEqual).toBe(true);
    // a second round asks once and finds nothing to do
    await plant.round();
    expect(stateOf(plant)).toMatchObject({ lastError: null, failures: 0 });

    // a copy of it that runs elsewhere states what the plant has stated before: it is stopped until a person decides
    const copy = await started(undefined, join(plant.dataFolder, 'keys'));
    copy.sync.pair((await asOwner<{ code: string }>('POST', '/codes')).code, { share, bytesPerHour: null, by: 'admin' });
    await copy.sync.settled();
    expect(stateOf(copy)).toMatchObject({ nextAt: null, hub: { state: 'forked' } });
  });

  it('have the same roots after a stick, which carries the receipt back', async () => {
    const plant = await paired();
    const stick = join(plant.dataFolder, 'stick');
    mkdirSync(stick);
    const { files, days } = await plant.sync.export({ folder: stick }, AbortSignal.timeout(60_000));
    expect(days).toBe(blocksOf(plant.sqlite));
    let result: unknown;
    for (const { name } of files)
      ({ result } = await asOwner<{ result: unknown }>('POST', '/import', readFileSync(join(stick, name))));
    const state = plant.sync.import(resultFile.parse(result));
    const stated = statement.parse(JSON.parse(plant.store.lastStatement()?.text ?? ''));
    expect(state.industries.map(({ provedTo }) => provedTo)).toEqual(stated.industries.map(({ closedTo }) => closedTo));
    await plant.round();
    expect(stateOf(plant)).toMatchObject({ lastError: null, refusals: [] });
  });
});

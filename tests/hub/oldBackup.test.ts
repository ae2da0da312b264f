/** A plant that comes back from a backup so old that the hub has seen its epoch, or a later one, with another history. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raiseEpoch } from '../../server/bundle/identity.ts';
import { readConfig } from '../../server/config.ts';
import { systemClock } from '../../server/core/clock.ts';
import type { Sqlite } from '../../server/db/open.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { createLog } from '../../server/log.ts';
import { blocksOf, share, started, stateOf } from '../../server/test/sync/syncedPlant.ts';

type Plant = Awaited<ReturnType<typeof started>>;
const quiet = createLog('error', { write: () => undefined });
const LOST_DAYS = 3;

/** What a backup of some days ago lacks, its log too. */
const older = (sqlite: Sqlite): void => {
  const days = sqlite.prepare('select distinct day from reading_day order by day desc').pluck().all() as number[];
  for (const table of ['reading_day', 'day_total', 'day_node'])
    sqlite.exec(`delete from ${table} where day >= ${days[LOST_DAYS - 1]}`);
  const triggers = sqlite.prepare("select name from sqlite_schema where type = 'trigger' and tbl_name = 'audit'").pluck().all();
  for (const name of triggers) sqlite.exec(`drop trigger "${String(name)}"`);
  sqlite.exec('delete from audit where id > (select max(id) - 2 from audit)');
};

describe.skipIf(missingPostgres)(`a plant of an old backup${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'old-backup-'));
  let rig: PostgresRig;
  let hub: HubApplication;
  let url = '';
  beforeAll(async () => {
    rig = await startPostgres();
    writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Hub' } }));
    const config = readConfig(['--hub', '--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
    hub = new HubApplication({ config, clock: systemClock, log: quiet, ...installed });
    url = await hub.start();
  });
  afterAll(async () => {
    await hub?.stop();
    rig?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const asOwner = async <T>(method: string, path: string, body: object = {}): Promise<T> => {
    const headers = { Authorization: `Bearer ${readFileSync(join(folder, 'keys', 'hub-owner-token'), 'utf8').trim()}` };
    const init = { method, headers, body: method === 'GET' ? null : JSON.stringify(body) };
    const response = await fetch(`${url}/api/hub/admin${path}`, init);
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as T;
  };
  const pair = async (plant: Plant): Promise<void> => {
    const { code } = await asOwner<{ code: string }>('POST', '/codes');
    plant.sync.pair(code, { share, bytesPerHour: null, by: 'admin' });
    await plant.sync.settled();
    const { site, words } = stateOf(plant);
    await asOwner('POST', `/plants/${site}/confirm`, { words });
    await plant.round();
    await plant.round();
  };
  const epochOf = async (site: string): Promise<number | undefined> =>
    (await asOwner<{ plants: { site: string; epoch: number }[] }>('GET', '/plants')).plants.find((one) => one.site === site)
      ?.epoch;
  const storedDays = (site: string): Promise<number> =>
    rig.asAdmin(async (client) => {
      const { rows } = await client.query<{ count: number }>(
        'select count(*)::int count from block b join plant p using (plant_id) where p.site = $1 and b.hash is not null',
        [site],
      );
      return rows[0]?.count ?? 0;
    });

  it.each([
    ['the same epoch', 0],
    ['a later epoch', 2],
  ])(
    'in which the hub knows %s goes on in one above it, once it is paired anew; nothing is lost at either',
    async (_, restores) => {
      const plant = await started();
      const keys = join(plant.dataFolder, 'keys');
      await pair(plant);
      const site = stateOf(plant).site;
      const back = await started(older, keys);
      for (let count = 0; count < restores; count += 1) {
        Object.assign(plant.identity, raiseEpoch(keys));
        await plant.round();
      }
      const [all, had, known] = [blocksOf(plant.sqlite), blocksOf(back.sqlite), await epochOf(site)];
      expect([stateOf(plant).lastError, await storedDays(site), known, had < all]).toEqual([null, all, 1 + restores, true]);
      await plant.sync.stop();

      await pair(back);
      expect(stateOf(back)).toMatchObject({ hub: { state: 'forked' } });
      expect(await storedDays(site)).toBe(all);
      await asOwner('POST', `/plants/${site}/unpair`);
      await pair(back);
      expect(stateOf(back)).toMatchObject({ lastError: null, hub: { state: 'paired' } });
      expect([back.identity.epoch, await epochOf(site)]).toEqual([2 + restores, 2 + restores]);
      expect([blocksOf(back.sqlite), await storedDays(site)]).toEqual([all, all]);
    },
  );
});

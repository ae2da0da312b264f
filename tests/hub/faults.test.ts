/** Two plants and a hub with PostgreSQL on a line that fails in every way: nothing is lost, nothing is there twice, nothing is another's. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { blocksOf, rowsOf, share, started, stateOf } from '../../server/test/sync/syncedPlant.ts';
import { FaultyLine, lineFaults } from './faultyLine.ts';

type Plant = Awaited<ReturnType<typeof started>>;
const quiet = createLog('error', { write: () => undefined });
const FAULTY_ROUNDS = 40;

describe.skipIf(missingPostgres)(`a line with faults to a hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'faulty-hub-'));
  const line = new FaultyLine(Number(process.env.HEADWORKS_TEST_SEED ?? 1));
  let rig: PostgresRig;
  let hub: HubApplication;
  beforeAll(async () => {
    rig = await startPostgres();
    const url = await line.start();
    writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Hub', url } }));
    const config = readConfig(['--hub', '--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
    hub = new HubApplication({ config, clock: systemClock, log: quiet, ...installed });
    line.target = await hub.start();
  });
  afterAll(async () => {
    await line.stop();
    await hub?.stop();
    rig?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const asOwner = async <T>(path: string, body: object = {}): Promise<T> => {
    const token = readFileSync(join(folder, 'keys', 'hub-owner-token'), 'utf8').trim();
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${line.target}/api/hub/admin${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as T;
  };
  const paired = async (change?: (sqlite: Sqlite) => void): Promise<Plant> => {
    const plant = await started(change);
    const { code } = await asOwner<{ code: string }>('/codes');
    plant.sync.pair(code, { share, bytesPerHour: null, by: 'admin' });
    await plant.sync.settled();
    const { site, words } = stateOf(plant);
    await asOwner(`/plants/${site}/confirm`, { words });
    return plant;
  };
  const storedOf = ({ identity }: Plant) =>
    rig.asAdmin(async (client) => {
      const lines = async (sql: string): Promise<string[]> =>
        (await client.query<{ line: string }>(`${sql} where p.site = $1 order by 1`, [identity.site])).rows.map(
          ({ line: one }) => one,
        );
      return {
        days: await lines(
          `select s.uid || ' ' || b.day || ' ' || b.revision line from block b join series s using (plant_id, series_no) join plant p using (plant_id)`,
        ),
        entries: await lines("select stream || ' ' || seq line from entry join plant p using (plant_id)"),
      };
    });
  const sentBy = ({ sqlite }: Plant) => ({
    days: (
      sqlite
        .prepare("select s.uid || ' ' || d.day || ' ' || d.revision line from reading_day d join series s on s.id = d.series_id")
        .pluck()
        .all() as string[]
    ).toSorted(),
    audit: sqlite.prepare('select count(*) from audit').pluck().get(),
  });
  const isProved = (plant: Plant): boolean => stateOf(plant).industries.every(({ closedTo, provedTo }) => closedTo === provedTo);

  it('loses no day and no entry, stores none twice and none of the other plant, and changes nothing of the plants', async () => {
    const plants = [
      await paired(),
      await paired((sqlite) =>
        sqlite.exec(
          'delete from reading_day where day % 3 = 0; delete from day_total where day % 3 = 0; delete from day_node where day % 3 = 0',
        ),
      ),
    ];
    const before = plants.map(({ sqlite }) => rowsOf(sqlite));
    line.share = 0.4;
    for (let rounds = 0; rounds < FAULTY_ROUNDS; rounds += 1) await Promise.all(plants.map((plant) => plant.round()));
    expect([...line.counts.keys()].toSorted()).toEqual([...lineFaults].toSorted());
    line.share = 0;
    for (const [place, plant] of plants.entries()) {
      await plant.round();
      expect(stateOf(plant)).toMatchObject({ lastError: null, failures: 0, refusals: [], hub: { state: 'paired' } });
      expect(isProved(plant)).toBe(true);
      const [stored, sent] = [await storedOf(plant), sentBy(plant)];
      expect(stored.days).toEqual(sent.days);
      expect(stored.entries.filter((one) => one.startsWith('audit '))).toHaveLength(Number(sent.audit));
      expect(rowsOf(plant.sqlite)).toEqual(before[place]);
    }
  });

  it('and a hub whose disk is full: the plant keeps all, is told why, and nothing is stored in part', async () => {
    const plant = await paired();
    const before = rowsOf(plant.sqlite);
    // PostgreSQL itself says it, in the middle of a commit
    await rig.asAdmin((client) =>
      client.query(`create function disk_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
        create trigger disk_full before insert on block for each row execute function disk_full()`),
    );
    await plant.round();
    const failed = stateOf(plant);
    expect(failed.lastError).toContain('the disk of the hub is full');
    expect(failed).toMatchObject({ failures: 1, hub: { state: 'paired' } });
    expect((await storedOf(plant)).days).toEqual([]);
    expect(failed.industries.map(({ provedTo }) => provedTo).filter(Boolean)).toEqual([]);
    await rig.asAdmin((client) => client.query('drop trigger disk_full on block; drop function disk_full'));
    await plant.round();
    expect(stateOf(plant)).toMatchObject({ lastError: null, refusals: [] });
    expect(isProved(plant)).toBe(true);
    expect((await storedOf(plant)).days).toHaveLength(blocksOf(plant.sqlite));
    expect(rowsOf(plant.sqlite)).toEqual(before);
  });

  it.for(['flipped on its disk', 'signed in the epoch before a restore', 'made unreadable by its disk'])(
    'and a bundle that waits, and was %s meanwhile, is made anew and sent in the next round',
    async (what) => {
      const plant = await paired();
      await rig.asAdmin((client) =>
        client.query(`create function disk_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
        create trigger disk_full before insert on block for each row execute function disk_full()`),
      );
      await plant.round();
      expect(stateOf(plant).failures).toBe(1);
      await rig.asAdmin((client) => client.query('drop trigger disk_full on block; drop function disk_full'));
      const outgoing = join(plant.dataFolder, 'temp-sync');
      const [bundle = ''] = readdirSync(outgoing).filter((name) => name.endsWith('.hwb'));
      await plant.sync.stop();
      let identity = plant.identity;
      if (what.startsWith('flipped')) {
        const bytes = readFileSync(join(outgoing, bundle));
        bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
        writeFileSync(join(outgoing, bundle), bytes);
        // what the hub has of it already is of before
        for (const name of readdirSync(join(folder, 'uploads'))) rmSync(join(folder, 'uploads', name));
      } else if (what.startsWith('made unreadable')) {
        rmSync(join(outgoing, bundle));
        mkdirSync(join(outgoing, bundle));
        for (const name of readdirSync(join(folder, 'uploads'))) rmSync(join(folder, 'uploads', name));
      } else identity = raiseEpoch(join(plant.dataFolder, 'keys'));
      const again = plant.create(identity);
      await plant.round(again);
      expect(again.state()).toMatchObject({ lastError: null, failures: 0, refusals: [], hub: { state: 'paired' } });
      expect(again.state().industries.every(({ closedTo, provedTo }) => closedTo === provedTo)).toBe(true);
      expect((await storedOf(plant)).days).toHaveLength(blocksOf(plant.sqlite));
      await again.stop();
    },
  );
});

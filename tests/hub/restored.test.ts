/** A plant that was restored from a backup, on a line with faults: the hub says exactly which days differ, and replaces nothing. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raiseEpoch } from '../../server/bundle/identity.ts';
import { readConfig } from '../../server/config.ts';
import { systemClock } from '../../server/core/clock.ts';
import { dateOfDay } from '../../server/core/shift.ts';
import type { Sqlite } from '../../server/db/open.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { createLog } from '../../server/log.ts';
import { rowsOf, share, started, stateOf } from '../../server/test/sync/syncedPlant.ts';
import { FaultyLine } from './faultyLine.ts';

type Plant = Awaited<ReturnType<typeof started>>;
type Fleet = { plants: { site: string; industries: { id: string; unequalDays: string[] }[] }[] };
type Damage = { lost: number; changed: number };

const quiet = createLog('error', { write: () => undefined });
const owner = { username: 'asha', name: 'Asha Kulkarni', password: 'correct horse battery', isOwner: true };
const ROUNDS = 12;

/** What a restore leaves: the newest days are not there, and of a few series there is something else than was sent. */
const damaged = (sqlite: Sqlite, { lost, changed }: Damage): void => {
  const days = sqlite.prepare('select distinct day from reading_day order by day desc').pluck().all() as number[];
  const first = days[lost - 1] ?? Number.MAX_SAFE_INTEGER;
  for (const table of ['reading_day', 'day_total', 'day_node']) sqlite.exec(`delete from ${table} where day >= ${first}`);
  for (const day of days.slice(lost, lost + changed)) {
    sqlite
      .prepare(
        `update reading_day set hash = null, checksum = null, (first_slot, slots, packed) = (select first_slot, slots, packed from reading_day o
           where o.series_id <> reading_day.series_id and o.day = reading_day.day and o.packed <> reading_day.packed limit 1)
         where day = ? and series_id = (select min(series_id) from reading_day where day = ?)`,
      )
      .run(day, day);
    sqlite.prepare('update day_node set hash = null where day = ?').run(day);
  }
};

/** All that the plant knows, but for hashes that are worked out when they are asked for. */
const factsOf = ({ sqlite }: Plant) => {
  const { reading_day: _days, day_node: _nodes, row_checksum: _sums, ...rest } = rowsOf(sqlite);
  return rest;
};

describe.skipIf(missingPostgres)(`a restored plant and its hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'restored-hub-'));
  const line = new FaultyLine(Number(process.env.HEADWORKS_TEST_SEED ?? 1));
  let rig: PostgresRig;
  let hub: HubApplication;
  let token = '';
  beforeAll(async () => {
    rig = await startPostgres();
    const url = await line.start();
    writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Hub', url } }));
    const config = readConfig(['--hub', '--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
    hub = new HubApplication({ config, clock: systemClock, log: quiet, ...installed });
    line.target = await hub.start();
    await ask('POST', '/api/hub/admin/people', owner, readFileSync(join(folder, 'keys', 'hub-owner-token'), 'utf8').trim());
    ({ token } = await ask<{ token: string }>('POST', '/api/hub/fleet/login', {
      ...{ username: owner.username, password: owner.password },
    }));
  });
  afterAll(async () => {
    await line.stop();
    await hub?.stop();
    rig?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async <T>(method: string, path: string, body?: object, bearer = token): Promise<T> => {
    const headers = { Authorization: `Bearer ${bearer}` };
    const response = await fetch(line.target + path, { method, headers, body: body ? JSON.stringify(body) : null });
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as T;
  };
  const pair = async (plant: Plant): Promise<void> => {
    const { code } = await ask<{ code: string }>('POST', '/api/hub/admin/codes', {});
    plant.sync.pair(code, { share, bytesPerHour: null, by: 'admin' });
    await plant.sync.settled();
    const { site, words } = stateOf(plant);
    await ask('POST', `/api/hub/admin/plants/${site}/confirm`, { words });
  };
  const rounds = async (plant: Plant): Promise<void> => {
    line.share = 0.3;
    for (let count = 0; count < ROUNDS; count += 1) await plant.round();
    line.share = 0;
    await plant.round();
    expect(stateOf(plant).lastError).toBeNull();
  };
  /** Every leaf of a plant that the hub has. */
  const storedOf = (site: string): Promise<string[]> =>
    rig.asAdmin(async (client) => {
      const { rows } = await client.query<{ line: string }>(
        `select s.uid || ' ' || b.day || ' ' || b.revision || ' ' || encode(b.hash, 'hex') line
         from block b join series s using (plant_id, series_no) join plant p using (plant_id) where p.site = $1 order by 1`,
        [site],
      );
      return rows.map(({ line: one }) => one);
    });
  const unequalDays = async (site: string): Promise<Map<string, string[]>> => {
    const { plants } = await ask<Fleet>('GET', '/api/hub/fleet/plants');
    const industries = plants.find((one) => one.site === site)?.industries ?? [];
    return new Map(industries.filter((one) => one.unequalDays.length > 0).map(({ id, unequalDays: days }) => [id, days]));
  };
  /** Hash of each series and day, by industry and day. */
  const daysOf = ({ sqlite }: Plant): Map<string, string> => {
    const rows = sqlite
      .prepare(
        `select s.industry_id || ' ' || d.day as of, group_concat(d.series_id || ' ' || hex(d.packed), ';' order by d.series_id) as held
         from reading_day d join series s on s.id = d.series_id group by s.industry_id, d.day`,
      )
      .all() as { of: string; held: string }[];
    return new Map(rows.map(({ of, held }) => [of, held]));
  };

  it.for<Damage>([{ lost: 13, changed: 2 }])('lists a whole month that the plant has no more', (damage) => holds(damage));

  it('lists the days that differ, and those alone, whatever was lost', async () => {
    const damage = fc.record({ lost: fc.integer({ min: 0, max: 9 }), changed: fc.integer({ min: 0, max: 3 }) });
    await fc.assert(fc.asyncProperty(damage, holds), { numRuns: 3 });
  }, 240_000);

  const holds = async (damage: Damage): Promise<void> => {
    const plant = await started();
    await pair(plant);
    await rounds(plant);
    const { site } = stateOf(plant);
    expect(await unequalDays(site)).toEqual(new Map());
    const sent = await storedOf(site);
    await plant.sync.stop();

    const keys = join(plant.dataFolder, 'keys');
    const { epoch } = raiseEpoch(keys);
    expect(epoch).toBe(plant.identity.epoch + 1);
    const restored = await started((sqlite) => damaged(sqlite, damage), keys);
    const before = [factsOf(restored), daysOf(restored)];
    await pair(restored);
    await rounds(restored);

    const [was, is] = [daysOf(plant), daysOf(restored)];
    const expected = new Map<string, string[]>();
    for (const [of, held] of was)
      if (is.get(of) !== held) {
        const [industry = '', day] = of.split(' ');
        expected.set(industry, [...(expected.get(industry) ?? []), dateOfDay(Number(day))].toSorted());
      }
    expect(await unequalDays(site)).toEqual(expected);
    expect(await storedOf(site)).toEqual(sent);
    expect([factsOf(restored), daysOf(restored)]).toEqual(before);
    const { refusals } = stateOf(restored);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(expected.size > 0 ? ['hubAhead'] : []));
    const named = new Set(refusals.map(({ item }) => dateOfDay(Number(item.split(' ').at(-1)))));
    expect([...named].toSorted()).toEqual([...new Set([...expected.values()].flat())].toSorted());
    await restored.sync.stop();
  };
});

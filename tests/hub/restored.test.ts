/**
 * A plant that was restored from a backup, on a line with faults: what it has no more and had signed comes back from the hub, what differs is
 * named exactly and replaced by nobody until a person decides, and then both are complete again.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raiseEpoch } from '../../server/bundle/identity.ts';
import { readConfig } from '../../server/config.ts';
import { systemClock } from '../../server/core/clock.ts';
import { dateOfDay, dayNumber } from '../../server/core/shift.ts';
import type { Sqlite } from '../../server/db/open.ts';
import { HeldDays } from '../../server/features/sync/restored/heldDays.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { createLog } from '../../server/log.ts';
import type { SeriesInfo } from '../../server/plantModel/index.ts';
import { rowsOf, share, started, stateOf } from '../../server/test/sync/syncedPlant.ts';
import { FaultyLine } from './faultyLine.ts';

type Plant = Awaited<ReturnType<typeof started>>;
type ShownIndustry = { id: string; unequalDays: string[]; closedTo: string | null; provedTo: string | null };
type Fleet = { plants: { site: string; industries: ShownIndustry[] }[] };
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
  if (lost === 0) return;
  // the logs end earlier too, and one of them goes on otherwise
  const guards = sqlite.prepare("select name, sql from sqlite_schema where type = 'trigger' and tbl_name = 'audit'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of guards) sqlite.exec(`drop trigger "${name}"`);
  sqlite.exec(`delete from audit where id > (select max(id) - 2 from audit);
    delete from entry where seq > (select max(seq) - 3 from entry o where o.stream = entry.stream);
    insert into counter_event (series_id, slot, kind, note) select min(id), 9, 'clock', 'after the restore' from series`);
  for (const { sql } of guards) sqlite.exec(sql);
};

/** All that the plant knows, but for its days and what follows from them. */
const factsOf = ({ sqlite }: Plant) => {
  const {
    reading_day: _days,
    day_node: _nodes,
    day_total: _totals,
    day_revision: _revisions,
    row_checksum: _sums,
    ...rest
  } = rowsOf(sqlite);
  return rest;
};

/** Its days, as the panel shows those that wait. */
const heldDaysOf = ({ sqlite, restored }: Plant): HeldDays => {
  const series = sqlite
    .prepare('select id, industry_id industryId, unit_id unitId, param, kind, measure from series')
    .all() as SeriesInfo[];
  return new HeldDays({
    ...restored,
    directory: { industry: () => undefined, unit: () => undefined, seriesById: (id) => series.find((one) => one.id === id) },
    onDecided: () => undefined,
  });
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
  const shownOf = async (site: string): Promise<ShownIndustry[]> => {
    const { plants } = await ask<Fleet>('GET', '/api/hub/fleet/plants');
    return plants.find((one) => one.site === site)?.industries ?? [];
  };
  const unequalDays = async (site: string): Promise<Map<string, string[]>> => {
    const industries = await shownOf(site);
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

  it.for<Damage>([{ lost: 13, changed: 2 }])('gives back a whole month that the plant has no more', (damage) => holds(damage));

  it('gives back what was lost and lists the days that differ, and those alone, whatever was lost', async () => {
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
    const before = factsOf(restored);
    const [was, had] = [daysOf(plant), daysOf(restored)];
    await pair(restored);
    await rounds(restored);

    const is = daysOf(restored);
    const expected = new Map<string, string[]>();
    const back: string[] = [];
    for (const [of, held] of was) {
      const [industry = '', day] = of.split(' ');
      if (had.has(of) && had.get(of) !== held)
        expected.set(industry, [...(expected.get(industry) ?? []), dateOfDay(Number(day))].toSorted());
      if (!had.has(of)) back.push(`${industry} ${dateOfDay(Number(day))}`);
      // what it had nothing of is what it was; what it had is as it was
      expect(is.get(of)).toBe(had.get(of) ?? held);
    }
    expect(await unequalDays(site)).toEqual(expected);
    expect(await storedOf(site)).toEqual(sent);
    const after = factsOf(restored);
    expect(Object.keys(before).filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]))).toEqual(
      // the event after the restore becomes an entry with the next thing that is written
      damage.lost > 0 ? ['entry'] : [],
    );
    expect(restored.audited.map(({ kind, industryId, subject }) => `${kind} ${industryId} ${subject}`).toSorted()).toEqual(
      back.map((of) => `sync.dayBack ${of}`).toSorted(),
    );
    expect(stateOf(restored).refusals).toEqual([]);
    const days = heldDaysOf(restored);
    const named = days.state().days.map(({ industryId, date }) => [industryId, date] as const);
    expect(named.map((of) => of.join(' ')).toSorted()).toEqual(
      [...expected].flatMap(([industry, dates]) => dates.map((date) => `${industry} ${date}`)).toSorted(),
    );
    for (const { series } of days.state().days)
      for (const { plant: mine, unequalSlots, signed } of series) {
        expect(mine).not.toBeNull();
        expect(unequalSlots).toBeGreaterThan(0);
        expect(signed).toBe(true);
      }
    await decideAll({ site, restored, days, named, was, is });
    await restored.sync.stop();
  };

  type Deciding = {
    site: string;
    restored: Plant;
    days: HeldDays;
    named: readonly (readonly [industry: string, date: string])[];
    was: Map<string, string>;
    is: Map<string, string>;
  };

  /** Every other day is taken from the hub; then nothing differs, and the hub has kept what it had. */
  const decideAll = async ({ site, restored, days, named, was, is }: Deciding): Promise<void> => {
    for (const [at, [industry, date]] of named.entries()) {
      expect(await days.decide(industry, date, at % 2 === 0 ? 'hub' : 'plant')).toBe(1);
      const of = `${industry} ${dayNumber(date)}`;
      expect(daysOf(restored).get(of)).toBe((at % 2 === 0 ? was : is).get(of));
      await expect(days.decide(industry, date, 'plant')).rejects.toMatchObject({ code: 'notFound' });
    }
    for (let count = 0; count < 3; count += 1) await restored.round();
    expect(await unequalDays(site)).toEqual(new Map());
    expect(days.state().days).toEqual([]);
    const state = stateOf(restored);
    expect(state.refusals).toEqual([]);
    for (const { industryId, closedTo, provedTo } of state.industries) {
      expect(provedTo).toBe(closedTo);
      expect((await shownOf(site)).find(({ id }) => id === industryId)).toMatchObject({ closedTo, provedTo });
    }
    const kept = await rig.asAdmin(async (client) => {
      const { rows } = await client.query<{ n: number }>(
        'select count(*)::int n from block_old join plant p using (plant_id) where p.site = $1 and packed is not null',
        [site],
      );
      return rows[0]?.n;
    });
    expect(kept).toBe(named.length);
  };
});

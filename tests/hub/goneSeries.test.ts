/** A plant restored to a time before one of its units was made: what the hub has of that unit is shown, and left there for good by one decision. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raiseEpoch } from '../../server/bundle/identity.ts';
import { readConfig } from '../../server/config.ts';
import { systemClock } from '../../server/core/clock.ts';
import { DAY_MS } from '../../server/core/time.ts';
import type { Sqlite } from '../../server/db/open.ts';
import { HeldDays } from '../../server/features/sync/restored/heldDays.ts';
import { pruneCorrected } from '../../server/hub/commit/pruneCorrected.ts';
import { setDaysAside } from '../../server/hub/commit/setDaysAside.ts';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { createLog } from '../../server/log.ts';
import type { SeriesInfo } from '../../server/plantModel/index.ts';
import { share, started, stateOf } from '../../server/test/sync/syncedPlant.ts';

type Plant = Awaited<ReturnType<typeof started>>;
type Line = { uid: string; day: number; hash: string };

const quiet = createLog('error', { write: () => undefined });

/** The backup of before: the series with the most days was never made, and of its last day nothing of its industry is there. */
const beforeItsTime = (sqlite: Sqlite): void => {
  const most = 'select series_id from reading_day group by series_id order by count(*) desc, series_id limit 1';
  const id = sqlite.prepare(most).pluck().get() as number;
  const industry = sqlite.prepare('select industry_id from series where id = ?').pluck().get(id);
  sqlite.pragma('foreign_keys = off');
  for (const table of ['reading_day', 'day_total', 'reading_open', 'meter', 'meter_change', 'counter_event'])
    sqlite.prepare(`delete from ${table} where series_id = ?`).run(id);
  sqlite.prepare('delete from series where id = ?').run(id);
  sqlite.prepare('update day_node set hash = null where industry_id = ?').run(industry);
  sqlite
    .prepare(
      `delete from day_node where industry_id = ? and not exists (select from_day from (select d.day from_day, s.industry_id from reading_day d
         join series s on s.id = d.series_id) left_over where left_over.from_day = day_node.day and left_over.industry_id = day_node.industry_id)`,
    )
    .run(industry);
  sqlite.pragma('foreign_keys = on');
};

describe.skipIf(missingPostgres)(`days of a series that is gone${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'gone-hub-'));
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

  const asOwner = async <T>(path: string, body: object): Promise<T> => {
    const token = readFileSync(join(folder, 'keys', 'hub-owner-token'), 'utf8').trim();
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/api/hub/admin${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as T;
  };
  const pair = async (plant: Plant): Promise<void> => {
    const { code } = await asOwner<{ code: string }>('/codes', {});
    plant.sync.pair(code, { share, bytesPerHour: null, by: 'admin' });
    await plant.sync.settled();
    const { site, words } = stateOf(plant);
    await asOwner(`/plants/${site}/confirm`, { words });
  };
  const linesOf = (table: 'block' | 'block_old'): Promise<Line[]> =>
    rig.asAdmin(async (client) => {
      const { rows } = await client.query<Line>(
        `select replace(s.uid::text, '-', '') uid, b.day, encode(b.hash, 'hex') hash from ${table} b
         join series s using (plant_id, series_no) where b.packed is not null order by 1, 2`,
      );
      return rows;
    });
  const heldDaysOf = ({ sqlite, restored }: Plant): HeldDays => {
    const series = sqlite.prepare('select id, industry_id industryId, unit_id unitId, param, kind, measure from series').all();
    const seriesById = (id: number) => (series as SeriesInfo[]).find((one) => one.id === id);
    return new HeldDays({
      ...restored,
      directory: { industry: () => undefined, unit: () => undefined, seriesById },
      onDecided: () => undefined,
    });
  };

  it('are among the days that differ until a person has seen them; then both are complete, and the hub has lost nothing', async () => {
    const plant = await started();
    await pair(plant);
    await plant.round();
    const sent = await linesOf('block');
    const uids = new Set(plant.sqlite.prepare('select uid from series').pluck().all());
    await plant.sync.stop();
    const keys = join(plant.dataFolder, 'keys');
    raiseEpoch(keys);
    const restored = await started(beforeItsTime, keys);
    const left = new Set(restored.sqlite.prepare('select uid from series').pluck().all());
    const [uid = ''] = [...uids].filter((one) => !left.has(one)).map((one) => String(one).replaceAll('-', ''));
    const gone = sent.filter((one) => one.uid === uid);
    expect(gone.length).toBeGreaterThan(3);
    await pair(restored);
    await restored.round();

    expect(stateOf(restored)).toMatchObject({ lastError: null, refusals: [] });
    const days = heldDaysOf(restored);
    const { days: shown } = days.state();
    expect(shown.length).toBe(gone.length);
    for (const { series } of shown) {
      expect(series.length).toBe(1);
      expect(series[0]).toMatchObject({ isGone: true, signed: true, plant: null });
      expect(series[0]?.unitId).not.toBe('');
      expect(series[0]?.hub.complete).toBeGreaterThan(0);
    }
    // asked again nothing is different, and nothing is put aside that nobody has seen
    await restored.round();
    expect(days.state().days).toEqual(shown);
    expect(await linesOf('block')).toEqual(sent);

    for (const { industryId, date } of shown) {
      expect(await days.decide(industryId, date, 'plant')).toBe(1);
      await expect(days.decide(industryId, date, 'plant')).rejects.toMatchObject({ code: 'notFound' });
    }
    expect(days.state().days).toEqual([]);
    await restored.round();
    const state = stateOf(restored);
    expect(state).toMatchObject({ lastError: null, refusals: [] });
    for (const { closedTo, provedTo } of state.industries) expect(provedTo).toBe(closedTo);
    expect(await linesOf('block')).toEqual(sent.filter((one) => one.uid !== uid));
    expect(await linesOf('block_old')).toEqual(gone);

    // nothing took its place: its readings are kept when those of corrected days are dropped
    const database = new HubDatabase(rig.url, () => undefined);
    expect(await pruneCorrected(database, [1], Date.now() + 1000 * DAY_MS)).toBe(0);
    await database.stop();
    expect(await linesOf('block_old')).toEqual(gone);
    await restored.sync.stop();

    // the newer state after all: its days are sent again, and both are complete
    raiseEpoch(keys);
    const again = await started(undefined, keys);
    await pair(again);
    await again.round();
    expect(stateOf(again)).toMatchObject({ lastError: null, refusals: [] });
    for (const { closedTo, provedTo } of stateOf(again).industries) expect(provedTo).toBe(closedTo);
    expect((await linesOf('block')).map(({ hash }) => hash)).toEqual(sent.map(({ hash }) => hash));
  });

  it('of a series that the plant still has are not put aside, and of one that is gone only what is named exactly', async () => {
    const plant = await started();
    await pair(plant);
    await plant.round();
    const { site } = stateOf(plant);
    const [one] = await rig.asAdmin(async (client) => {
      const { rows } = await client.query<Line & { plantId: number; industry: string; revision: number }>(
        `select plant_id "plantId", s.industry_id industry, replace(s.uid::text, '-', '') uid, b.day, b.revision, encode(b.hash, 'hex') hash
         from block b join series s using (plant_id, series_no) join plant p using (plant_id) where p.site = $1 limit 1`,
        [site],
      );
      return rows;
    });
    if (!one) throw new Error('the hub has nothing');
    const before = await linesOf('block');
    const { plantId, industry, uid, day, revision, hash } = one;
    const database = new HubDatabase(rig.url, () => undefined);
    const aside = (of: string) =>
      database.inTurn(plantId, (client) => setDaysAside(client, plantId, { industry, day, leaves: [[uid, revision, of]] }));
    expect(await aside(hash)).toBe(0);
    expect(await linesOf('block')).toEqual(before);
    // once it is gone, only what is named exactly
    await rig.asAdmin((client) =>
      client.query("update document set deleted = true where plant_id = $1 and kind = 'series' and replace(id, '-', '') = $2", [
        plantId,
        uid,
      ]),
    );
    expect(await aside('0'.repeat(64))).toBe(0);
    expect(await aside(hash)).toBe(1);
    expect(await aside(hash)).toBe(0);
    expect((await linesOf('block')).length).toBe(before.length - 1);
    await database.stop();
    await plant.sync.stop();
  });
});

/** The whole server restored to an older state: what it lost comes back by itself, and the panel's requests settle what differs. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raiseEpoch } from '../../server/bundle/identity.ts';
import type { UnequalDays } from '../../server/contract/plant/hub/heldDays.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { loginAt } from '../../server/test/policyRig.ts';
import { askedAtMs, type FrozenPlant, startFrozen } from '../golden/frozenPlant.ts';
import { type PlantState, type SyncedHub, shownPlant, startSyncedHub } from './syncedHub.ts';

describe.skipIf(missingPostgres)(`a server that was restored${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let synced: SyncedHub;
  let plant: FrozenPlant | undefined;
  beforeAll(async () => {
    synced = await startSyncedHub();
  }, 120_000);
  afterAll(async () => {
    await plant?.stop();
    await synced?.stop();
  });

  it('has its lost days back after a round, and is complete again once its owner has decided about the others', async () => {
    const { asOwner, plantFolder, state } = synced;
    await synced.plant.stop();
    const sqlite = new Database(join(plantFolder, 'headworks.db'));
    const read = (where: string) =>
      sqlite
        .prepare(
          `select d.series_id, d.day, d.packed, t.sum, t.avg, t.complete from reading_day d join day_total t using (series_id, day)
           join series s on s.id = d.series_id where s.industry_id = 'DEMO' and ${where} order by 1, 2`,
        )
        .all();
    const last = sqlite.prepare("select max(day) from day_node where industry_id = 'DEMO'").pluck().get() as number;
    const lost = `d.day > ${last - 2}`;
    const [before, other] = [read(lost), read(`d.day = ${last - 3}`)];
    expect(before.length).toBeGreaterThan(100);
    const ofLost = `day > ${last - 2} and series_id in (select id from series where industry_id = 'DEMO')`;
    const ofOther = `day = ${last - 3} and series_id = (select min(d.series_id) from reading_day d join series s on s.id = d.series_id
      where s.industry_id = 'DEMO' and s.kind <> 'counter' and d.day = ${last - 3})`;
    sqlite.exec(`delete from reading_day where ${ofLost}; delete from day_total where ${ofLost};
      delete from day_node where industry_id = 'DEMO' and day > ${last - 2};
      update reading_day set hash = null, checksum = null, (first_slot, slots, packed) = (select first_slot, slots, packed from reading_day o
        where o.series_id <> reading_day.series_id and o.day = reading_day.day and o.packed <> reading_day.packed limit 1)
        where ${ofOther};
      update day_total set avg = avg + 1, checksum = null where ${ofOther};
      update day_node set hash = null where day = ${last - 3}`);
    sqlite.close();
    raiseEpoch(join(plantFolder, 'keys'));
    plant = await startFrozen(plantFolder, askedAtMs + 60_000);
    const { url } = plant;
    const token = (await loginAt(url, 'admin')).access_token;
    const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const response = await fetch(`${url}/api/plant${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
      const text = await response.text();
      expect(response.ok, text).toBe(true);
      return JSON.parse(text) as T;
    };
    const round = async (): Promise<PlantState> => {
      await ask('POST', '/sync/runs', {});
      return synced.settledAt(url, token);
    };
    const opened = new Database(join(plantFolder, 'headworks.db'), { readonly: true });
    const now = (where: string) =>
      opened
        .prepare(
          `select d.series_id, d.day, d.packed, t.sum, t.avg, t.complete from reading_day d join day_total t using (series_id, day)
           join series s on s.id = d.series_id where s.industry_id = 'DEMO' and ${where} order by 1, 2`,
        )
        .all();

    expect((await round()).lastError).toBeNull();
    expect(now(lost)).toEqual(before);
    expect(opened.prepare("select count(*) from audit where kind = 'sync.dayBack'").pluck().get()).toBe(2);
    const { days } = await ask<UnequalDays>('GET', '/sync/days');
    expect(days.map(({ industryId, series }) => [industryId, series.length])).toEqual([['DEMO', 1]]);
    const [{ date = '', series: [one] = [] } = {}] = days;
    expect(one).toMatchObject({ signed: true });
    expect(one?.plant).not.toEqual(one?.hub);

    expect(await ask('POST', '/sync/days/choice', { industryId: 'DEMO', date, keep: 'hub' })).toEqual({ days: [] });
    expect(now(`d.day = ${last - 3}`)).toEqual(other);
    const after = await round();
    expect(after.lastError).toBeNull();
    expect(after.industries).toEqual(state.industries.map((industry) => ({ ...industry, root: expect.any(String) })));
    expect((await shownPlant(asOwner, state.site))?.statement?.isEqual).toBe(true);
    opened.close();
  }, 240_000);
});

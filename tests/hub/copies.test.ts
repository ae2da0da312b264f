/** Copies of plants that the hub answers from: made when asked for, as new as its store, and never more than it may have open. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../server/core/clock.ts';
import { openDatabase } from '../../server/db/open.ts';
import { ReadingStore } from '../../server/historian/store/readingStore.ts';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { noteKinds } from '../../server/hub/replica/changeStore.ts';
import { fillReplica } from '../../server/hub/replica/fillReplica.ts';
import { ReplicaCache } from '../../server/hub/serving/replicaCache.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { dayOf, SendingPlant, today } from '../../server/hub/testing/sentDays.ts';
import { putDocument } from '../../server/hub/wire/documentStore.ts';
import { silent } from '../../server/test/httpRig.ts';

const dashed = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

describe.skipIf(missingPostgres)(`copies of plants${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rig: PostgresRig;
  let database: HubDatabase;
  beforeAll(async () => {
    rig = await startPostgres();
    database = new HubDatabase(rig.url, () => undefined);
    await database.start();
  });
  afterAll(async () => {
    await database?.stop();
    rig?.stop();
  });

  const putSeries = (plant: SendingPlant, version: number, measure = 'L') =>
    database.inTurn(plant.sender.plantId, async (client) => {
      const { plantId } = plant.sender;
      for (const [number, uid] of plant.uids.entries()) {
        const row = {
          id: number + 1,
          uid,
          industry_id: 'DEMO',
          unit_id: `U${number}`,
          param: 'volume',
          kind: 'counter',
          measure,
        };
        const body = JSON.stringify({ ...row, started_at: 0, created_at: 0 });
        await putDocument(client, plantId, { kind: 'series', id: uid, version, body });
      }
      await noteKinds(client, plantId, ['series']);
    });
  const plantOf = async (series: number): Promise<SendingPlant> => {
    const plant = new SendingPlant(database, series);
    onTestFinished(() => plant.stop());
    await plant.pair();
    await putSeries(plant, 1);
    return plant;
  };

  /** @param opening done while a copy is opened, after it was filled. */
  const cacheOf = (most = 200, opening: () => Promise<void> = async () => undefined) => {
    const folder = mkdtempSync(join(tmpdir(), 'copies-'));
    const counts = { opened: 0, closed: 0 };
    const cache = new ReplicaCache({
      ...{ database, folder: join(folder, 'copies'), most, clock: systemClock, log: silent },
      open: async ({ path }) => {
        const { sqlite } = openDatabase(path, { readonly: true });
        counts.opened += 1;
        await opening();
        return {
          days: () =>
            sqlite
              .prepare(
                'select s.uid, t.day, t.revision, t.sum from day_total t join series s on s.id = t.series_id order by 1, 2',
              )
              .all() as { uid: string; day: number; revision: number; sum: number }[],
          damagedDays: () => {
            const store = new ReadingStore(sqlite);
            const ids = sqlite.prepare('select id from series').pluck().all() as number[];
            for (const id of ids) store.closedDays(id, 0, 100_000);
            return store.damage.all().map(({ day }) => day);
          },
          close: () => {
            counts.closed += 1;
            sqlite.close();
          },
        };
      },
    });
    onTestFinished(() => {
      cache.stop();
      expect(counts.closed).toBe(counts.opened);
      rmSync(folder, { recursive: true, force: true });
    });
    const daysOf = async ({ sender }: SendingPlant) => {
      const { served, giveBack } = await cache.lend(sender);
      const days = served.days();
      giveBack();
      return days;
    };
    const flip = ({ sender }: SendingPlant): void => {
      const { sqlite } = openDatabase(join(folder, 'copies', `${sender.site}.db`));
      sqlite.exec('update reading_day set packed = zeroblob(length(packed))');
      sqlite.close();
    };
    return { cache, counts, daysOf, flip, files: () => readdirSync(join(folder, 'copies')) };
  };
  const shown = (days: ReturnType<typeof dayOf>[]) =>
    days
      .map(({ uid, day, revision, total }) => ({ uid: dashed(uid), day, revision, sum: total.sum }))
      .sort((a, b) => a.uid.localeCompare(b.uid) || a.day - b.day);

  it('are filled once however many ask, and again only when something was sent', async () => {
    const [plant, other] = [await plantOf(3), await plantOf(2)];
    const days = plant.uids.flatMap((uid) => [dayOf(uid, today - 2, 1), dayOf(uid, today - 1, 1)]);
    await plant.commit(plant.write(days));
    await other.commit(other.write(other.uids.map((uid) => dayOf(uid, today - 1, 1))));
    const { cache, counts, daysOf } = cacheOf();
    const all = await Promise.all(Array.from({ length: 20 }, () => daysOf(plant)));
    for (const one of all) expect(one).toEqual(shown(days));
    await daysOf(plant);
    expect(counts.opened).toBe(1);

    const corrected = dayOf(plant.uids[1] ?? '', today - 2, 2);
    await plant.commit(plant.write([corrected, dayOf(plant.uids[0] ?? '', today, 1)]));
    const now = shown([
      ...days.filter(({ uid, day }) => !(uid === corrected.uid && day === corrected.day)),
      ...[corrected, dayOf(plant.uids[0] ?? '', today, 1)],
    ]);
    expect(await daysOf(plant)).toEqual(now);
    // rows of a table that changed are put anew, and the days stay with their series
    await putSeries(plant, 2, 'kL');
    expect(await daysOf(plant)).toEqual(now);
    expect([counts.opened, cache.openCount]).toEqual([3, 1]);
    expect(cache.open().map((served) => served.days())).toEqual([now]);
  });

  it('have days with their hashes and checksums, so that what flips in them is never answered as data', async () => {
    const plant = await plantOf(2);
    const days = plant.uids.flatMap((uid) => [dayOf(uid, today - 1, 1), dayOf(uid, today, 1)]);
    await plant.commit(plant.write(days));
    const ownFolder = mkdtempSync(join(tmpdir(), 'sealed-copy-'));
    onTestFinished(() => rmSync(ownFolder, { recursive: true }));
    const path = join(ownFolder, 'copy.db');
    await fillReplica(database, plant.sender.plantId, { path, clock: systemClock });
    const { sqlite } = openDatabase(path);
    onTestFinished(() => void sqlite.close());
    const readingOf = (series: number): unknown[] => {
      const store = new ReadingStore(sqlite);
      const found = [store.closedDays(series, today, today).length, store.dayTotals([series], today, today).length];
      return [...found, ...store.damage.all().map(({ part, reason }) => `${part} ${reason}`)];
    };
    expect([readingOf(1), readingOf(2)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    const put = sqlite.prepare('update reading_day set packed = ? where series_id = 1 and day = ?');
    put.run(sqlite.prepare('select packed from reading_day where series_id = 2 and day = ?').pluck().get(today), today);
    expect(readingOf(1)).toEqual([0, 1, 'slots hash']);
    sqlite.prepare('update day_total set sum = sum + 1 where series_id = 2 and day = ?').run(today);
    expect(readingOf(2)).toEqual([1, 0, 'total checksum']);
  });

  it('are made anew once where days in them flipped', async () => {
    const plant = await plantOf(1);
    const day = dayOf(plant.uids[0] ?? '', today, 1);
    await plant.commit(plant.write([day]));
    const { counts, daysOf, flip } = cacheOf();
    expect(await daysOf(plant)).toEqual(shown([day]));
    flip(plant);
    expect(await daysOf(plant)).toEqual(shown([day]));
    expect(counts).toEqual({ opened: 2, closed: 1 });
    await daysOf(plant);
    // damage that comes from the store itself is not made anew with every request
    flip(plant);
    for (let asked = 0; asked < 3; asked += 1) await daysOf(plant);
    expect(counts.opened).toBe(2);
  });

  it('answer nothing of a series that is gone for the one that has its number now', async () => {
    const plant = await plantOf(2);
    const [gone = '', left = ''] = plant.uids;
    const putOne = (uid: string, id: number, version: number, isDeleted: boolean) =>
      database.inTurn(plant.sender.plantId, async (client) => {
        const { plantId } = plant.sender;
        const row = { id, uid, industry_id: 'DEMO', unit_id: `U${uid}`, param: 'volume', kind: 'counter', measure: 'L' };
        const body = isDeleted ? null : JSON.stringify({ ...row, started_at: 0, created_at: 0 });
        await putDocument(client, plantId, { kind: 'series', id: uid, version, body });
        await noteKinds(client, plantId, ['series']);
      });
    const sent = plant.uids.map((uid) => dayOf(uid, today - 1, 1));
    await plant.commit(plant.write(sent));
    const { daysOf } = cacheOf();
    expect(await daysOf(plant)).toEqual(shown(sent));
    // a restored plant gives the number of the series that it does not know to a new one
    const made = randomUUID();
    await putOne(gone, 1, 2, true);
    await putOne(made, 1, 1, false);
    const ofLeft = sent.filter(({ uid }) => dashed(uid) === left);
    expect(await daysOf(plant)).toEqual(shown(ofLeft));
    const first = dayOf(made, today, 1);
    await plant.commit(plant.write([first]));
    expect(await daysOf(plant)).toEqual(shown([...ofLeft, first]));
    // and one that is known again has its days again
    await putOne(made, 1, 2, true);
    await putOne(gone, 1, 3, false);
    expect(await daysOf(plant)).toEqual(shown(sent));
  });

  it('stay readable to those who asked before something newer came', async () => {
    const plant = await plantOf(1);
    const [uid = ''] = plant.uids;
    await plant.commit(plant.write([dayOf(uid, today - 1, 1)]));
    const { cache, counts, daysOf } = cacheOf();
    const before = await cache.lend(plant.sender);
    await plant.commit(plant.write([dayOf(uid, today, 1)]));
    expect(await daysOf(plant)).toHaveLength(2);
    expect(counts).toEqual({ opened: 2, closed: 0 });
    expect(before.served.days().length).toBeGreaterThan(0);
    before.giveBack();
    expect(counts.closed).toBe(1);
  });

  it('have what was there when somebody asked, also when he came while they were being filled', async () => {
    const plant = await plantOf(1);
    const [uid = ''] = plant.uids;
    await plant.commit(plant.write([dayOf(uid, today - 1, 1)]));
    const late: ReturnType<typeof daysOf>[] = [];
    const { counts, daysOf } = cacheOf(200, async () => {
      if (late.length > 0) return;
      await plant.commit(plant.write([dayOf(uid, today, 1)]));
      late.push(daysOf(plant));
      await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2), 60_000);
    });
    const asked = vi.spyOn(database, 'plantNow');
    onTestFinished(() => asked.mockRestore());
    expect(await daysOf(plant)).toHaveLength(1);
    expect(await late[0]).toHaveLength(2);
    expect(counts.opened).toBe(2);
    // nor does one who asked before it came make it anew
    expect(await daysOf(plant)).toHaveLength(2);
    expect(counts.opened).toBe(2);
  });

  it('are closed when too many are open, the one asked longest ago first, and made again when it is asked', async () => {
    const plants = [await plantOf(1), await plantOf(1), await plantOf(1)];
    for (const plant of plants) await plant.commit(plant.write([dayOf(plant.uids[0] ?? '', today, 1)]));
    const [first, second, third] = plants as [SendingPlant, SendingPlant, SendingPlant];
    const { cache, counts, daysOf, files } = cacheOf(2);
    const lent = await cache.lend(first.sender);
    await daysOf(second);
    await daysOf(third);
    // the first is in use, so the second had to go
    expect(
      files()
        .filter((name) => name.endsWith('.db'))
        .sort(),
    ).toEqual([first, third].map(({ sender }) => `${sender.site}.db`).sort());
    lent.giveBack();
    expect(await daysOf(second)).toEqual(shown([dayOf(second.uids[0] ?? '', today, 1)]));
    expect([counts.opened, counts.closed, cache.openCount]).toEqual([4, 2, 2]);
  });

  it('are made anew, and months get their tables again, where PostgreSQL was put back to an earlier state while the hub runs', async () => {
    const plant = await plantOf(1);
    const [uid = ''] = plant.uids;
    const before = dayOf(uid, today - 1, 1);
    await plant.commit(plant.write([before]));
    const { daysOf } = cacheOf();
    const folder = new URL(rig.url.replace('@/', '@local/')).searchParams.get('host') ?? '';
    const copyFolder = (from: string, to: string): void => {
      rig.crash();
      rmSync(join(folder, to), { recursive: true, force: true });
      expect(spawnSync('cp', ['-a', join(folder, from), join(folder, to)]).status).toBe(0);
      rig.start();
    };
    copyFolder('data', 'backup');
    // the day is corrected, and the first of a month comes
    const monthLater = dayOf(uid, today - 40, 1);
    await plant.commit(plant.write([dayOf(uid, today - 1, 2), monthLater]));
    expect(await daysOf(plant)).toEqual(shown([dayOf(uid, today - 1, 2), monthLater]));
    copyFolder('backup', 'data');
    expect(await daysOf(plant)).toEqual(shown([before]));
    await plant.commit(plant.write([dayOf(uid, today, 1)]));
    await plant.commit(plant.write([monthLater]));
    expect(await daysOf(plant)).toEqual(shown([before, monthLater, dayOf(uid, today, 1)]));
  });

  it('are made anew, and months get their tables again, where a dump is restored into the running PostgreSQL', async () => {
    const plant = await plantOf(1);
    const [uid = ''] = plant.uids;
    const before = dayOf(uid, today - 1, 1);
    await plant.commit(plant.write([before]));
    const { daysOf } = cacheOf();
    const folder = new URL(rig.url.replace('@/', '@local/')).searchParams.get('host') ?? '';
    const run = (program: string, ...args: string[]): void => {
      const { status, stderr } = spawnSync(program, ['-h', folder, '-U', 'admin', ...args], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    };
    run('pg_dump', '-Fc', '-f', join(folder, 'dump'), 'hub');
    // the day is corrected, and the first of a month comes
    const monthLater = dayOf(uid, today - 100, 1);
    await plant.commit(plant.write([dayOf(uid, today - 1, 2), monthLater]));
    expect(await daysOf(plant)).toEqual(shown([dayOf(uid, today - 1, 2), monthLater]));
    // parts of tables are not dropped by pg_restore --clean
    await rig.asAdmin((admin) => admin.query('drop schema public cascade; create schema public authorization pg_database_owner'));
    run('pg_restore', '-d', 'hub', '--single-transaction', join(folder, 'dump'));
    expect(await daysOf(plant)).toEqual(shown([before]));
    // changes are given numbers that the copy has seen already
    for (let day = 10; day < 14; day += 1) await plant.commit(plant.write([dayOf(uid, today - day, 1)]));
    await plant.commit(plant.write([monthLater]));
    const sent = [10, 11, 12, 13].map((day) => dayOf(uid, today - day, 1));
    expect(await daysOf(plant)).toEqual(shown([before, monthLater, ...sent]));
  });

  it('fail alone where the store does not answer, and are made when it does', async () => {
    const plant = await plantOf(1);
    await plant.commit(plant.write([dayOf(plant.uids[0] ?? '', today, 1)]));
    const { cache, daysOf } = cacheOf();
    rig.crash();
    await expect(cache.lend(plant.sender)).rejects.toThrow(/PostgreSQL|connect|terminat/i);
    rig.start();
    expect(await daysOf(plant)).toHaveLength(1);
  });
});

/** Slots of days that are still open: they come to the hub as they are over, and make room for the day when it is closed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { pack, unpack } from '../../server/core/bytes/packing.ts';
import { ManualClock, systemClock } from '../../server/core/clock.ts';
import { code, emptyBlock, SLOT_MS, SLOTS_PER_DAY } from '../../server/core/slots.ts';
import { tickMessage } from '../../server/core/sync/tickMessage.ts';
import { inTickOrder, tickSeriesHash } from '../../server/core/sync/tickSeries.ts';
import { openDatabase } from '../../server/db/open.ts';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { noteKinds } from '../../server/hub/replica/changeStore.ts';
import { dropAllTicks } from '../../server/hub/replica/tickStore.ts';
import { ReplicaCache } from '../../server/hub/serving/replicaCache.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { dayOf, SendingPlant, today } from '../../server/hub/testing/sentDays.ts';
import { putDocument } from '../../server/hub/wire/documentStore.ts';
import { dropOldTicks, takeTickSteps, takeTicks } from '../../server/hub/wire/takeTicks.ts';
import { silent } from '../../server/test/httpRig.ts';
import { loginAt } from '../../server/test/policyRig.ts';
import { askedAtMs } from '../golden/frozenPlant.ts';
import { startSyncedHub } from './syncedHub.ts';

const units = ['demo-line1', 'demo-line2', 'demo-borewell1', 'demo-rawTank', 'demo-discharge'];
const categories = ['ID_SOURCE', 'ID_CONSUMPTION', 'ALL_CATEGORIES_V2|STOCK_CATEGORY', 'ALL_CATEGORIES_V2|QUALITY_CATEGORY'];
const firstSlot = today * SLOTS_PER_DAY;
/** Two hours into the day. */
const nowMs = (firstSlot + 24) * SLOT_MS;

describe.skipIf(missingPostgres)(`slots of open days${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
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

  const paired = async (series: number): Promise<SendingPlant> => {
    const plant = new SendingPlant(database, series);
    onTestFinished(() => plant.stop());
    await plant.pair();
    const { plantId } = plant.sender;
    await database.inTurn(plantId, async (client) => {
      for (const [number, uid] of plant.uids.entries()) {
        const row = { id: number + 1, uid, industry_id: 'DEMO', unit_id: `U${number}`, param: 'volume' };
        const body = JSON.stringify({ ...row, kind: 'counter', measure: 'L', started_at: 0, created_at: 0 });
        await putDocument(client, plantId, { kind: 'series', id: uid, version: 1, body });
      }
      await noteKinds(client, plantId, ['series']);
    });
    return plant;
  };
  const listOf = ({ uids }: SendingPlant) => tickSeriesHash(inTickOrder(uids.map((uid) => ({ uid }))));
  /** Slot n of the day: every series has the value, and the first none where it is `missing`. */
  const slotWith = (plant: SendingPlant, place: number, value: number, isFirstMissing = false) => {
    const block = emptyBlock(firstSlot + place, plant.uids.length);
    for (const index of plant.uids.keys())
      if (!(isFirstMissing && index === 0)) [block.values[index], block.quality[index]] = [value, code.G];
    return { slot: firstSlot + place, packed: Buffer.from(pack(block)).toString('base64') };
  };
  const send = (plant: SendingPlant, slots: { slot: number; packed: string }[], series = listOf(plant), industry = 'DEMO') =>
    database.inTurn(plant.sender.plantId, (client) =>
      takeTicks(client, plant.sender.plantId, { industry, series, slots }, nowMs),
    );
  const kept = (plant: SendingPlant) =>
    database.reading(plant.sender.plantId, async (client) => {
      const { rows } = await client.query<{ place: number }>('select slot - $1 place from tick order by 1', [firstSlot]);
      return rows.map(({ place }) => place);
    });
  const copies = () => {
    const folder = mkdtempSync(join(tmpdir(), 'ticks-'));
    const cache = new ReplicaCache({
      ...{ database, folder: join(folder, 'copies'), clock: systemClock, log: silent },
      open: async ({ path }) => {
        const { sqlite } = openDatabase(path, { readonly: true });
        const rows = sqlite.prepare('select slot, series_id, value, quality from reading_open order by 1, 2').raw(true);
        const all = () => rows.all() as [number, number, number, string][];
        return { rows: all, damagedDays: () => [], close: () => void sqlite.close() };
      },
    });
    onTestFinished(() => {
      cache.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    return async ({ sender }: SendingPlant): Promise<string[]> => {
      const { served, giveBack } = await cache.lend(sender);
      const rows = served.rows().map(([slot, id, value, letter]) => `${slot - firstSlot} ${id} ${value} ${letter}`);
      giveBack();
      return rows;
    };
  };

  it('are in the next answer about the plant, replaced where they changed, and the same again changes nothing', async () => {
    const [plant, other] = [await paired(2), await paired(1)];
    const openOf = copies();
    expect(await openOf(plant)).toEqual([]);
    expect(await send(plant, [])).toEqual({ stored: null, takesSteps: true });
    expect(await send(plant, [slotWith(plant, 20, 5), slotWith(plant, 21, 6)])).toMatchObject({ stored: firstSlot + 21 });
    expect(await openOf(plant)).toEqual(['20 1 5 G', '20 2 5 G', '21 1 6 G', '21 2 6 G']);
    const before = await database.plantNow(plant.sender.plantId);
    await send(plant, [slotWith(plant, 20, 5)]);
    expect(await database.plantNow(plant.sender.plantId)).toEqual(before);
    await send(plant, [slotWith(plant, 21, 7, true), slotWith(plant, 22, 8)]);
    const now = ['20 1 5 G', '20 2 5 G', '21 2 7 G', '22 1 8 G', '22 2 8 G'];
    // uids are in rising order, so the first one is that of the series that has none
    expect(await openOf(plant)).toEqual(now);
    expect(await copies()(plant)).toEqual(now);
    expect([await kept(other), await openOf(other)]).toEqual([[], []]);
  });

  it('make room for the days that come closed, and are not taken for them any more', async () => {
    const plant = await paired(2);
    const openOf = copies();
    await send(plant, [slotWith(plant, 0, 1), slotWith(plant, 5, 2), slotWith(plant, 6, 3)]);
    expect(await openOf(plant)).toHaveLength(6);
    // six slots long
    await plant.commit(plant.write(plant.uids.map((uid) => dayOf(uid, today, 1))));
    expect(await kept(plant)).toEqual([6]);
    expect(await openOf(plant)).toEqual(['6 1 3 G', '6 2 3 G']);
    expect(await send(plant, [slotWith(plant, 4, 9)])).toMatchObject({ stored: firstSlot + 6 });
    expect(await kept(plant)).toEqual([6]);
    expect(await copies()(plant)).toEqual(['6 1 3 G', '6 2 3 G']);
  });

  it('are of no plant that was restored since, whose hub has what the plant has now and nothing besides', async () => {
    const plant = await paired(1);
    const openOf = copies();
    await send(plant, [slotWith(plant, 1, 1), slotWith(plant, 2, 1), slotWith(plant, 3, 1)]);
    expect(await openOf(plant)).toHaveLength(3);
    await database.inTurn(plant.sender.plantId, (client) => dropAllTicks(client, plant.sender.plantId));
    await send(plant, [slotWith(plant, 1, 1), slotWith(plant, 3, 4)]);
    expect(await openOf(plant)).toEqual(['1 1 1 G', '3 1 4 G']);
  });

  it('come as steps from the slot before, and whole where the hub has another one', async () => {
    const plant = await paired(2);
    const openOf = copies();
    const blockAt = (place: number, value: number) => {
      const { slot, packed } = slotWith(plant, place, value);
      return unpack(Buffer.from(packed, 'base64'), slot, 2);
    };
    const pass = (bytes: Buffer) =>
      database.inTurn(plant.sender.plantId, (client) => takeTickSteps(client, plant.sender.plantId, bytes, nowMs));
    const series = listOf(plant);
    const [first, second, third] = [blockAt(3, 5), blockAt(4, 6.5), blockAt(5, 7)];
    // the hub has nothing from which the second goes on, or something else
    expect(await pass(tickMessage('DEMO', series, [second], first))).toEqual({ stored: null, wantsWhole: true });
    expect(await pass(tickMessage('DEMO', series, [first], undefined))).toEqual({ stored: firstSlot + 3, takesSteps: true });
    expect(await pass(tickMessage('DEMO', series, [second], blockAt(3, 9)))).toMatchObject({ wantsWhole: true });
    expect(await openOf(plant)).toEqual(['3 1 5 G', '3 2 5 G']);
    expect(await pass(tickMessage('DEMO', series, [second, third], first))).toMatchObject({ stored: firstSlot + 5 });
    expect(await openOf(plant)).toEqual(['3 1 5 G', '3 2 5 G', '4 1 6.5 G', '4 2 6.5 G', '5 1 7 G', '5 2 7 G']);
    expect(await pass(tickMessage('DEMO', 'ab'.repeat(32), [second], first))).toEqual({ stored: firstSlot + 5, isBehind: true });
    const whole = tickMessage('DEMO', series, [second], first);
    for (const bytes of [
      Buffer.alloc(4),
      whole.subarray(0, -2),
      tickMessage('DEMO', series, [emptyBlock(firstSlot + 6, 3)], first),
    ])
      await expect(pass(bytes)).rejects.toMatchObject({ code: 'badRequest' });
    expect(await kept(plant)).toEqual([3, 4, 5]);
  });

  it('of a plant that fell silent are dropped after three days', async () => {
    const [plant, other] = [await paired(1), await paired(1)];
    const openOf = copies();
    await send(plant, [slotWith(plant, 1, 1), slotWith(plant, 2, 1)]);
    await send(other, [slotWith(other, 1, 1)]);
    expect(await openOf(plant)).toHaveLength(2);
    await dropOldTicks(database, [plant.sender.plantId], (firstSlot + 2 + 3 * SLOTS_PER_DAY) * SLOT_MS);
    expect([await kept(plant), await kept(other)]).toEqual([[2], [1]]);
    expect(await openOf(plant)).toEqual(['2 1 1 G']);
  });

  it('are not taken of other series than the hub knows, of other industries, too old, too new, or where they are not readable', async () => {
    const [plant, other] = [await paired(2), await paired(2)];
    const one = slotWith(plant, 3, 1);
    expect(await send(plant, [one], listOf(other))).toEqual({ stored: null, isBehind: true });
    expect(await send(plant, [one], listOf(plant), 'NORTH')).toEqual({ stored: null, isBehind: true });
    expect(await send(plant, [slotWith(plant, -900, 1), slotWith(plant, 40, 1)])).toMatchObject({ stored: null });
    const short = pack(emptyBlock(firstSlot, 1));
    const strange = emptyBlock(firstSlot, 2);
    strange.quality[1] = 65;
    for (const packed of [Buffer.from('nothing'), Buffer.from(short), Buffer.from(pack(strange))]) {
      const bad = { slot: firstSlot + 4, packed: packed.toString('base64') };
      await expect(send(plant, [one, bad])).rejects.toMatchObject({ code: 'badRequest' });
    }
    expect([await kept(plant), await kept(other)]).toEqual([[], []]);
  });
});

describe.skipIf(missingPostgres)('a plant that shares its open day', () => {
  it('has it at the hub as soon as its round has ended, with its own figures', { timeout: 240_000 }, async () => {
    const password = 'seven quiet pumps under a bridge';
    const synced = await startSyncedHub(new ManualClock(askedAtMs), undefined, { ticks: true });
    onTestFinished(() => synced.stop());
    const { site } = synced.state;
    await synced.asOwner('POST', '/people', { username: 'admin', name: 'Admin', password });
    await synced.asOwner('POST', '/grants', { username: 'admin', site, industryId: 'DEMO', role: 'admin' });
    const login = await fetch(`${synced.hubUrl}/api/user/user/login`, {
      headers: { LoginType: 'DEFAULT', username: 'admin', password },
    });
    const atHub = ((await login.json()) as { access_token: string }).access_token;
    const atPlant = (await loginAt(synced.plant.url, 'admin')).access_token;
    const ask = async (url: string, token: string, path: string): Promise<unknown> => {
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      return JSON.parse((await response.text()).replace(/"requestId":"[^"]*"/g, '"requestId":"any"'));
    };
    const both = (path: string) =>
      Promise.all([ask(`${synced.hubUrl}/plants/${site}`, atHub, path), ask(synced.plant.url, atPlant, path)]);
    // virtual units, levels and totals of all too, as they are worked out of the slots
    for (const path of [
      ...units.map((unit) => `/api/user/granular/unit?date1=12/11/2026&unitId=${unit}`),
      ...categories.map((category) => `/api/user/deviceDataV2?date1=12/11/2026&category=${category}`),
      '/api/user/deviceData?category=source&type=HOUR&date1=12/11/2026',
      '/api/user/granular/unit?date1=01/11/2026&date2=30/11/2026&unitId=demo-line1&type=MONTH',
      '/api/user/summaryPage?type=DATE&date1=12/11/2026',
      '/api/user/waterBalance/data?date1=12/11/2026',
    ]) {
      await expect.poll(async () => JSON.stringify((await both(path))[0])).toMatch(/[1-9]/);
      const [here, there] = await both(path);
      expect.soft(here, path).toEqual(there);
    }
  });
});

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadIdentity } from '../../bundle/identity.ts';
import { statement } from '../../contract/hub/statement.ts';
import { blocksOf, rowsOf, share, started, startMs, stateOf } from '../../test/sync/syncedPlant.ts';
import { readProved } from './read/provedStore.ts';

describe('a plant that is paired with a hub', () => {
  it('sends everything once, and both work out the same roots: complete up to the last closed day', async () => {
    const plant = await started();
    const before = rowsOf(plant.sqlite);
    await plant.pair();
    const { hub, sqlite, identity } = plant;
    const state = stateOf(plant);
    expect(state.lastError).toBeNull();
    expect(state.hub).toMatchObject({ state: 'paired', name: 'Stand-in' });
    expect(hub.blocks).toBe(blocksOf(sqlite));
    expect(hub.blocks).toBeGreaterThan(100);
    for (const { industryId, closedTo, provedTo, root: proved } of state.industries) {
      expect(provedTo).toBe(closedTo);
      if (closedTo !== null) expect(proved).toBe(hub.root(industryId, identity.site, identity.epoch));
    }
    expect(state.industries.some(({ provedTo }) => provedTo !== null)).toBe(true);
    expect(hub.documents.get('series')?.size).toBe(sqlite.prepare('select count(*) from series').pluck().get());
    expect(hub.ends.get('audit')?.seq ?? 0).toBe(sqlite.prepare('select coalesce(max(id), 0) from audit').pluck().get());
    expect(rowsOf(sqlite)).toEqual(before);
    // a round in which nothing has changed asks once
    const asked = hub.log.length;
    await plant.round();
    expect(hub.log.slice(asked).map((line) => line.split('/v1')[1])).toEqual(['/hello 200']);
  });

  it('says in its reports up to which day its hub has proved an industry, by the root that both have', async () => {
    const plant = await started();
    const { sqlite, hub, identity } = plant;
    expect(readProved(sqlite, 'DEMO')).toBeNull();
    hub.isConfirmed = false;
    await plant.pair();
    expect(readProved(sqlite, 'DEMO')).toMatchObject({ to: null, root: null });
    hub.isConfirmed = true;
    await plant.round();
    const [first] = stateOf(plant).industries.filter(({ provedTo }) => provedTo !== null);
    const industryId = first?.industryId ?? '';
    expect(readProved(sqlite, industryId)).toEqual({
      ...{ hub: 'Stand-in', to: first?.provedTo, root: hub.root(industryId, identity.site, identity.epoch) },
    });
    expect(readProved(sqlite, 'not shared')).toBeNull();
    await plant.sync.unpair();
    expect(readProved(sqlite, industryId)).toBeNull();
  });

  it('sends a reading in less than 3 bytes of days, with everything else that is around them in a bundle', async () => {
    const plant = await started();
    const { hub, sqlite } = plant;
    let bytes = 0;
    hub.faultOf = ({ method, body }) => {
      if (method === 'PATCH') bytes += body.length;
      return undefined;
    };
    await plant.pair();
    const readings = sqlite.prepare('select sum(slots) from reading_day').pluck().get() as number;
    expect(readings).toBeGreaterThan(10_000);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes / readings).toBeLessThan(3);
  });

  it('sends no password, and no name of a person where people are not shared', async () => {
    const plant = await started((sqlite) => sqlite.exec("update user set name = 'Somebody Real', password_hash = 'secret-hash'"));
    const { hub, sync } = plant;
    sync.pair(hub.code, { share: { ...share, people: false }, bytesPerHour: null, by: 'admin' });
    await sync.settled();
    expect(stateOf(plant).lastError).toBeNull();
    expect(hub.documents.has('user')).toBe(false);
    await plant.pair();
    const users = JSON.stringify([...(hub.documents.get('user') ?? [])]);
    expect(users).toContain('Somebody Real');
    expect(users).not.toContain('secret-hash');
  });

  it('sends a corrected day again, alone, and what was added to the logs', async () => {
    const plant = await started();
    await plant.pair();
    const { hub, sqlite } = plant;
    const [one] = sqlite.prepare('select series_id id, day from reading_day order by day desc limit 1').all() as {
      id: number;
      day: number;
    }[];
    const industry = sqlite.prepare('select industry_id from series where id = ?').pluck().get(one?.id);
    sqlite
      .prepare(
        `update reading_day set hash = null, checksum = null, revision = 2,
           (first_slot, slots, packed) = (select first_slot, slots, packed from reading_day o
             where o.series_id <> reading_day.series_id and o.day = reading_day.day and o.packed <> reading_day.packed limit 1)
         where series_id = ? and day = ?`,
      )
      .run(one?.id, one?.day);
    sqlite.prepare('update day_node set hash = null where industry_id = ? and day = ?').run(industry, one?.day);
    const bytes = hub.bytesIn;
    await plant.round();
    expect(stateOf(plant).lastError).toBeNull();
    expect(stateOf(plant).industries.every(({ closedTo, provedTo }) => closedTo === provedTo)).toBe(true);
    const leaf = [
      ...(hub.held
        .get(String(industry))
        ?.get(one?.day ?? 0)
        ?.values() ?? []),
    ].filter(({ revision }) => revision === 2);
    expect(leaf.length).toBe(1);
    expect(hub.bytesIn - bytes).toBeLessThan(60_000);
  });
});

describe('a hub that is busy', () => {
  it('is not asked again sooner than the hub wants, and a hub that ended the pairing not at all', async () => {
    const plant = await started();
    const { hub, sync } = plant;
    await plant.pair();
    sync.start();
    hub.refusal = 'quota';
    await plant.round();
    expect(Date.parse(stateOf(plant).nextAt ?? '')).toBeGreaterThanOrEqual(plant.clock.now() + 900_000);
    hub.refusal = 'revoked';
    await plant.round();
    expect(stateOf(plant)).toMatchObject({ nextAt: null, hub: { state: 'revoked' } });
    hub.refusal = undefined;
    await plant.round();
    expect(stateOf(plant)).toMatchObject({ lastError: null, hub: { state: 'paired' } });
  });
});

describe('what a hub refuses', () => {
  it('is listed and in the way of nothing else, rests for a day, and leaves the list once it is taken', async () => {
    const plant = await started();
    const { hub, sqlite, clock } = plant;
    const uid = String(
      sqlite.prepare('select uid from series where id in (select series_id from reading_day)').pluck().get(),
    ).replaceAll('-', '');
    hub.refusing.set(uid, 'totalMismatch');
    await plant.pair();
    const own = sqlite.prepare('select count(*) from reading_day d join series s on s.id = d.series_id where s.uid = ?').pluck();
    const days = own.get(uid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')) as number;
    expect(days).toBeGreaterThan(0);
    expect(hub.blocks).toBe(blocksOf(sqlite) - days);
    expect(stateOf(plant).refusals.filter(({ code }) => code === 'totalMismatch').length).toBe(days);
    hub.refusing.clear();
    await plant.round();
    expect(hub.blocks).toBe(blocksOf(sqlite) - days);
    clock.advance(25 * 3_600_000);
    await plant.round();
    expect(hub.blocks).toBe(blocksOf(sqlite));
    expect(stateOf(plant).refusals).toEqual([]);
  });

  it('rests for a day, not for the years by which the clock was ahead when it was refused', async () => {
    const plant = await started();
    const { hub, sqlite, clock } = plant;
    const uid = String(sqlite.prepare('select uid from series where id in (select series_id from reading_day)').pluck().get());
    const years = 9 * 365 * 24 * 3_600_000;
    clock.advance(years);
    hub.refusing.set(uid.replaceAll('-', ''), 'totalMismatch');
    await plant.pair();
    expect(hub.blocks).toBeLessThan(blocksOf(sqlite));
    hub.refusing.clear();
    clock.advance(-years);
    await plant.round();
    expect([hub.blocks, stateOf(plant).refusals]).toEqual([blocksOf(sqlite), []]);
  });

  it('of a document that grew too large for a message is listed, proved as such, and shown in no older form at the hub', async () => {
    const plant = await started();
    const { hub, sqlite, clock } = plant;
    const grow = sqlite.prepare('update document set body = ? where rowid = (select min(rowid) from document)');
    const small = String(sqlite.prepare('select body from document order by rowid limit 1').pluck().get());
    await plant.pair();
    const sent = [...(hub.documents.get('document') ?? [])];
    const bodies = (): (string | null)[] => [...(hub.documents.get('document')?.values() ?? [])].map(({ body }) => body);
    expect([sent.length > 1, bodies().includes(null)]).toEqual([true, false]);
    grow.run(JSON.stringify({ drawn: 'x'.repeat(1_000_000) }));
    // for as long as it is so
    for (let days = 0; days < 3; days += 1) {
      clock.advance(25 * 3_600_000);
      await plant.round();
      expect([stateOf(plant).lastError, hub.blocks]).toEqual([null, blocksOf(sqlite)]);
      expect(stateOf(plant).refusals).toMatchObject([{ item: expect.stringMatching(/^document \[/), code: 'tooLarge' }]);
      expect(bodies().filter((body) => body === null)).toHaveLength(1);
      const stated = String(sqlite.prepare('select text from sync_statement order by seq desc limit 1').pluck().get());
      expect(statement.parse(JSON.parse(stated)).documents).toEqual(expect.arrayContaining(hub.kinds()));
    }
    grow.run(small);
    await plant.round();
    expect(bodies()).not.toContain(null);
    clock.advance(25 * 3_600_000);
    await plant.round();
    expect(stateOf(plant).refusals).toEqual([]);
  });

  it('before its owner has confirmed the pairing: nothing is sent', async () => {
    const plant = await started();
    plant.hub.isConfirmed = false;
    await plant.pair();
    expect(stateOf(plant).hub?.state).toBe('waiting');
    expect(plant.hub.log.map((line) => line.split('/v1')[1])).toEqual(['/pair 200']);
    plant.hub.isConfirmed = true;
    await plant.round();
    expect(plant.hub.blocks).toBe(blocksOf(plant.sqlite));
  });
});

describe('a stick', () => {
  it('carries what the hub lacks, opens for the hub alone, and brings the receipt back', async () => {
    const plant = await started();
    const { hub, sync, sqlite, dataFolder } = plant;
    // the hub has answered once, and the line has broken before anything was sent
    hub.faultOf = ({ path }) => (path.endsWith('/pair') ? undefined : 'cut');
    await plant.pair();
    const folder = join(dataFolder, 'stick');
    mkdirSync(folder);
    const written = await sync.export({ folder }, AbortSignal.timeout(30_000));
    expect(written.days).toBe(blocksOf(sqlite));
    expect(readdirSync(folder).sort()).toEqual(written.files.map(({ name }) => name).sort());
    expect(readFileSync(join(folder, written.files[0]?.name ?? '')).toString('latin1', 0, 21)).toBe('age-encryption.org/v1');
    hub.knowSeries(
      sqlite.prepare('select uid, industry_id industryId from series').all() as { uid: string; industryId: string }[],
    );
    for (const { name } of written.files) hub.takeBundle(join(folder, name), hub.openingKey);
    const once = hub.blocks;
    for (const { name } of written.files) hub.takeBundle(join(folder, name), hub.openingKey);
    expect([once, hub.blocks]).toEqual([written.days, written.days]);

    const stated = statement.parse(JSON.parse(plant.store.lastStatement()?.text ?? ''));
    expect(stateOf(plant).industries.every(({ provedTo }) => provedTo === null)).toBe(true);
    sync.import({ format: 'headworks-result-1', receipt: hub.receiptOf(stated) });
    expect(stateOf(plant).industries.map(({ provedTo }) => provedTo)).toEqual(stated.industries.map(({ closedTo }) => closedTo));
    const other = hub.receiptOf({ ...stated, site: loadIdentity(join(dataFolder, 'other'), startMs).site });
    expect(() => sync.import({ format: 'headworks-result-1', receipt: other })).toThrow(
      expect.objectContaining({ code: 'badRequest' }),
    );
    // nothing has changed since: the next stick has no days
    expect((await sync.export({ folder }, AbortSignal.timeout(30_000))).days).toBe(0);
  });

  it('that is not there is named', async () => {
    const plant = await started();
    await plant.pair();
    const gone = join(plant.dataFolder, 'gone');
    await expect(plant.sync.export({ folder: gone }, AbortSignal.timeout(30_000))).rejects.toMatchObject({
      code: 'badRequest',
      message: `${gone} is not there: is the stick connected?`,
    });
  });
});

it('an unpaired plant sends nothing more and keeps no word of the hub', async () => {
  const plant = await started();
  await plant.pair();
  expect(await plant.sync.unpair()).toEqual({ revoked: true });
  const asked = plant.hub.log.length;
  expect(() => plant.sync.begin()).toThrow(expect.objectContaining({ code: 'notFound' }));
  expect(plant.hub.log.length).toBe(asked);
  expect(plant.sync.state()).toMatchObject({ hub: null, industries: [], proof: null });
});

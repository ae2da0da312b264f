import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { publicBytes } from '../../server/bundle/keys.ts';
import { wordsOf } from '../../server/bundle/words.ts';
import { canonicalJson } from '../../server/core/bytes/canonicalJson.ts';
import { documentHash } from '../../server/core/bytes/documentHash.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import {
  asOwner,
  chainOf,
  faults,
  identityOf,
  pairedPlant,
  plantOf,
  rig,
  series,
  serveHub,
  shown,
  uid,
  url,
} from './wiredHub.ts';

describe.skipIf(missingPostgres)(`the hub on the wire${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  serveHub();

  it('refuses what is not signed as it came: body, address, number, key, site', async () => {
    const plant = await pairedPlant();
    const sent = { level: 'month', industry: 'DEMO', months: [] };
    expect((await plant.ask('POST', '/compare', sent)).status).toBe(200);
    const badSignature = { status: 401, body: { code: 'badSignature' } };
    const changed = Buffer.from(JSON.stringify({ ...sent, industry: 'NORTH' }));
    expect(await plant.ask('POST', '/compare', sent, { body: changed })).toMatchObject(badSignature);
    expect(await plant.ask('POST', '/compare', sent, { path: '/compare?x=1' })).toMatchObject(badSignature);
    const replay = await plant.ask('POST', '/compare', sent, { seq: plant.seq - 2 });
    expect(replay).toMatchObject({ status: 409, body: { code: 'replay', lastSeq: plant.seq - 2 } });
    const stranger = await plantOf({ ...identityOf(), site: plant.identity.site });
    expect(await stranger.ask('POST', '/compare', sent, { seq: 1000 })).toMatchObject(badSignature);
    expect(await (await plantOf()).ask('POST', '/compare', sent)).toMatchObject({ status: 401, body: { code: 'unknownSite' } });
  });

  it('answers who is not paired without reading a long message, and a pairing that is too long', async () => {
    const plant = await plantOf();
    await plant.pair();
    const { host } = new URL(url);
    const refused = (path: string, site: string, more = ''): Promise<string> =>
      new Promise((resolve, reject) => {
        const [address = '', port = ''] = host.split(':');
        const socket = connect(Number(port), address, () =>
          // all of a message but its body, which never comes
          socket.write(
            `POST /api/hub/v1${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 8000000\r\n` +
              `Headworks-Site: ${site}\r\nHeadworks-Seq: 1\r\n${more}\r\n`,
          ),
        );
        let answer = '';
        socket.on('data', (piece) => {
          answer += piece.toString();
        });
        socket.on('close', () => resolve(/"code":"(\w+)"/.exec(answer)?.[1] ?? answer));
        socket.on('error', reject);
      });
    expect(await refused('/documents', '11111111-2222-4333-8444-999999999999')).toBe('unknownSite');
    expect(await refused('/documents', plant.identity.site)).toBe('tooLarge');
    expect(await refused('/pair', plant.identity.site)).toBe('tooLarge');
    // of a paired plant too: a signature that is none is refused before a body that is announced comes
    const { identity } = await pairedPlant();
    expect(await refused('/documents', identity.site)).toBe('tooLarge');
    const said = `Headworks-Body: ${'0'.repeat(64)}\r\nHeadworks-Signature: AAAA\r\n`;
    expect(await refused('/documents', identity.site, said)).toBe('badSignature');
  });

  it('refuses a body that is not the one whose hash was signed', async () => {
    const plant = await pairedPlant();
    const other = Buffer.from(JSON.stringify({ epoch: 1, documents: [] }));
    expect(await plant.ask('POST', '/documents', { epoch: 2, documents: [] }, { body: other })).toMatchObject({
      status: 401,
      body: { code: 'badSignature' },
    });
  });

  it('takes entries that follow on, answers a gap with its own end, and stops a site whose history goes two ways', async () => {
    const plant = await pairedPlant();
    const entries = chainOf(6, 'alarm');
    const send = (some: typeof entries) => plant.ask('POST', '/entries/alarms', { epoch: 1, entries: some });
    expect(await send(entries.slice(0, 3))).toMatchObject({ status: 200, body: { last: 3 } });
    expect(await send(entries.slice(4))).toMatchObject({
      status: 409,
      body: { code: 'gap', last: { seq: 3, hash: entries[2]?.hash } },
    });
    expect(await send(entries)).toMatchObject({ status: 200, body: { last: 6 } });
    const stated = { streams: [{ name: 'alarms' as const, last: 6, hash: entries[5]?.hash ?? '' }] };
    expect((await plant.hello({ seq: 1, industries: [], ...stated })).body.needs).toMatchObject({ streams: [] });
    expect(await send(chainOf(7, 'another'))).toMatchObject({ status: 409, body: { code: 'forked' } });
    expect(await send(entries)).toMatchObject({ status: 409, body: { code: 'forked' } });
    expect(await shown(plant)).toMatchObject({ state: 'forked' });
    const { site, signing } = plant.identity;
    await asOwner('POST', `/plants/${site}/confirm`, { words: wordsOf(publicBytes(signing)) });
    expect(await send(entries)).toMatchObject({ status: 200 });
  });

  it('finds a copy of a plant by statements that go back, and an older epoch', async () => {
    const plant = await pairedPlant();
    expect((await plant.hello({ seq: 5, industries: [] })).status).toBe(200);
    expect((await plant.hello({ seq: 5, industries: [] })).status).toBe(200);
    const raised = { ...plant.identity, epoch: 2 };
    const restored = new WirePlant(raised, (await asOwner('POST', '/codes')).body.code);
    restored.seq = plant.seq;
    expect((await restored.hello({ seq: 1, industries: [] })).status).toBe(200);
    plant.seq = restored.seq;
    expect(await plant.hello({ seq: 6, industries: [] })).toMatchObject({ status: 409, body: { code: 'epochOld' } });
    restored.seq = plant.seq;
    expect(await restored.hello({ seq: 1, industries: [], program: '2' })).toMatchObject({
      status: 409,
      body: { code: 'forked' },
    });
  });

  it('does not go back to the name of an industry, or the place of a series, that an older document says', async () => {
    const plant = await pairedPlant();
    const industry = (version: number, name: string) => ({
      ...{ kind: 'industry', id: '["DEMO"]', version },
      body: JSON.stringify({ id: 'DEMO', name }),
    });
    const moved = (version: number, unit: string) => ({
      ...series,
      version,
      body: JSON.stringify({ ...JSON.parse(series.body), unit_id: unit }),
    });
    const send = (...documents: object[]) => plant.ask('POST', '/documents', { epoch: 1, documents });
    expect(await send(industry(2, 'Renamed'), moved(2, 'U2'))).toMatchObject({ body: { stored: 2 } });
    // a stick that was written before
    expect(await send(industry(1, 'Before'), moved(1, 'U1'))).toMatchObject({ body: { stored: 0, ignored: 2 } });
    const known = await rig.asAdmin(async (client) => {
      const { rows } = await client.query<{ name: string; unit: string }>(
        `select i.name, s.unit_id unit from industry i join series s using (plant_id, industry_id) join plant p using (plant_id)
         where p.site = $1`,
        [plant.identity.site],
      );
      return rows;
    });
    expect(known).toEqual([{ name: 'Renamed', unit: 'U2' }]);
  });

  const states: Readonly<Record<string, { begin(): Promise<unknown>; end(): Promise<unknown>; code: string }>> = {
    'does not answer': { begin: async () => rig.crash(), end: async () => rig.start(), code: 'busy' },
    'has no connection left': {
      begin: () =>
        rig.asAdmin((admin) =>
          admin.query(`alter role headworks connection limit 0;
            select pg_terminate_backend(pid) from pg_stat_activity where usename = 'headworks'`),
        ),
      end: () => rig.asAdmin((admin) => admin.query('alter role headworks connection limit -1')),
      code: 'busy',
    },
    'can only be read': {
      begin: () =>
        rig.asAdmin((admin) =>
          admin.query(`alter role headworks set default_transaction_read_only = on;
            select pg_terminate_backend(pid) from pg_stat_activity where usename = 'headworks'`),
        ),
      end: () =>
        rig.asAdmin((admin) =>
          admin.query(`alter role headworks reset default_transaction_read_only;
            select pg_terminate_backend(pid) from pg_stat_activity where usename = 'headworks'`),
        ),
      code: 'hubReadOnly',
    },
  };
  it.for(Object.entries(states))('says that its store %s, and takes again what comes after', async ([, { begin, end, code }]) => {
    const plant = await pairedPlant();
    await begin();
    // a connection that was cut may be found to be so by the first request
    await vi.waitFor(
      async () => {
        expect(await plant.ask('POST', '/documents', { epoch: 1, documents: [series] })).toMatchObject({
          status: 503,
          body: { code, retryAfterSeconds: expect.any(Number) },
        });
      },
      { timeout: 60_000 },
    );
    await end();
    await vi.waitFor(
      async () => {
        expect(await plant.ask('POST', '/documents', { epoch: 1, documents: [series] })).toMatchObject({ status: 200 });
      },
      { timeout: 60_000 },
    );
    faults.length = 0;
  });

  it('takes no document of an epoch that is over, and none that it could not keep', async () => {
    const plant = await pairedPlant();
    const unit = (epoch: number, version: number, body: object, id = '["U1"]') =>
      plant.ask('POST', '/documents', { epoch, documents: [{ kind: 'unit', id, version, body: canonicalJson(body) }] });
    const restored = new WirePlant({ ...plant.identity, epoch: 2 }, (await asOwner('POST', '/codes')).body.code);
    restored.seq = plant.seq;
    expect((await restored.hello({ seq: 1, industries: [] })).status).toBe(200);
    plant.seq = restored.seq;
    expect(await unit(2, 4, { name: 'of now' })).toMatchObject({ body: { stored: 1 } });
    // the PC of before, in the middle of a round: with the same version, and with a higher one
    for (const version of [4, 5])
      expect(await unit(1, version, { name: 'of before' })).toMatchObject({ status: 409, body: { code: 'epochOld' } });
    const prefix = documentHash({ kind: 'unit', id: '["U1"]', version: 4, body: '{"name":"of now"}' }).slice(0, 16);
    const asked = { level: 'document', kind: 'unit', documents: [['["U1"]', 4, prefix]] };
    expect((await plant.ask('POST', '/compare', asked)).body.unequal).toEqual([]);
    const refused = { status: 200, body: { stored: 0, refused: [{ code: 'unreadable' }] } };
    expect(await unit(2, 1, {}, 'a\u0000b')).toMatchObject(refused);
  });

  it('takes no entry of an epoch that is over, and does not stop the plant of now for it', async () => {
    const plant = await pairedPlant();
    const first = chainOf(3, 'of both');
    const send = (epoch: number, entries: ReturnType<typeof chainOf>) => plant.ask('POST', '/entries/alarms', { epoch, entries });
    expect(await send(1, first)).toMatchObject({ status: 200, body: { last: 3 } });
    const restored = new WirePlant({ ...plant.identity, epoch: 2 }, (await asOwner('POST', '/codes')).body.code);
    restored.seq = plant.seq;
    const stated = { streams: [{ name: 'alarms' as const, last: 3, hash: first[2]?.hash ?? '' }] };
    expect((await restored.hello({ seq: 1, industries: [], ...stated })).status).toBe(200);
    plant.seq = restored.seq;
    const before = chainOf(2, 'of before', first[2]);
    // the PC of before, in the middle of a round: what follows on, and then what goes another way than that of now
    expect(await send(1, before)).toMatchObject({ status: 409, body: { code: 'epochOld' } });
    expect(await send(2, chainOf(1, 'of now', first[2]))).toMatchObject({ status: 200, body: { last: 4 } });
    expect(await send(1, before)).toMatchObject({ status: 409, body: { code: 'epochOld' } });
    expect(await shown(plant)).toMatchObject({ state: 'paired', epoch: 2 });
  });

  it('keeps the newest version of a document, and a deletion is one', async () => {
    const plant = await pairedPlant();
    const unit = (version: number, body: string | null) => ({ kind: 'unit', id: '["U1"]', version, body });
    const send = (...documents: object[]) => plant.ask('POST', '/documents', { epoch: 1, documents });
    expect(await send(unit(2, '{"a":2}'), unit(1, '{"a":1}'))).toMatchObject({ body: { stored: 1, ignored: 1 } });
    expect(await send({ ...series, body: '{}' })).toMatchObject({
      body: { refused: [{ kind: 'series', id: uid, code: 'unreadable' }] },
    });
    // what nobody could ask of afterwards, of any plant
    const alarm = (row: object) => ({ kind: 'alarm', id: '[1]', version: 1, body: JSON.stringify(row) });
    const refused = { body: { stored: 0, refused: [{ code: 'unreadable' }] } };
    expect(await send(alarm({ industry_id: 'DEMO', priority: 'high' }))).toMatchObject(refused);
    expect(await send(unit(9, JSON.stringify({ name: 'a\u0000b' })))).toMatchObject(refused);
    expect(await send(unit(2 ** 31, '{}'))).toMatchObject({ status: 400, body: { code: 'badRequest' } });
    expect(await plant.ask('POST', '/bundles/none/commit')).toMatchObject({ status: 404, body: { code: 'notFound' } });
    const prefix = (document: ReturnType<typeof unit>): string => documentHash(document).slice(0, 16);
    const compare = (document: ReturnType<typeof unit>) =>
      plant.ask('POST', '/compare', {
        level: 'document',
        kind: 'unit',
        documents: [[document.id, document.version, prefix(document)]],
      });
    expect((await compare(unit(2, '{"a":2}'))).body.unequal).toEqual([]);
    expect((await compare(unit(3, null))).body.unequal).toEqual([['["U1"]', 2]]);
    expect(await send(unit(3, null))).toMatchObject({ body: { stored: 1 } });
    expect((await compare(unit(3, null))).body.unequal).toEqual([]);
  });
});

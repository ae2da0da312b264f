/** The hub as plants meet it: over HTTP, every request and every answer signed, with PostgreSQL behind it. */
import { hash, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BundleWriter } from '../../server/bundle/bundleWriter.ts';
import { itemOfDay } from '../../server/bundle/dayItems.ts';
import { itemType } from '../../server/bundle/format.ts';
import { type Identity, renewIdentity } from '../../server/bundle/identity.ts';
import { publicBytes, publicKeyOf } from '../../server/bundle/keys.ts';
import { wordsOf } from '../../server/bundle/words.ts';
import { readConfig } from '../../server/config.ts';
import { signedLine } from '../../server/contract/hub/signing.ts';
import { dayHash, monthHash, rootHash } from '../../server/core/bytes/blockHash.ts';
import { canonicalJson } from '../../server/core/bytes/canonicalJson.ts';
import { documentHash, kindHash } from '../../server/core/bytes/documentHash.ts';
import { entryHash, NO_HASH } from '../../server/core/bytes/entryHash.ts';
import { systemClock } from '../../server/core/clock.ts';
import { monthOfDay } from '../../server/core/months.ts';
import { dateOfDay } from '../../server/core/shift.ts';
import { SLOTS_PER_DAY } from '../../server/core/slots.ts';
import { DAY_MS } from '../../server/core/time.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { dayOf } from '../../server/hub/testing/sentDays.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import { createLog } from '../../server/log.ts';

const uid = '11111111-2222-4333-8444-555555555555';
const hex = uid.replaceAll('-', '');
const today = Math.floor(Date.now() / DAY_MS);
/** What the hub takes for a fault of its own. */
const faults: string[] = [];
const quiet = createLog('error', { write: (line) => void faults.push(line) });
const series = {
  kind: 'series',
  id: uid,
  version: 1,
  body: canonicalJson({ uid, industry_id: 'DEMO', unit_id: 'U1', param: 'volume', kind: 'counter', measure: 'L' }),
};

describe.skipIf(missingPostgres)(`the hub on the wire${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-wire-'));
  let rig: PostgresRig;
  let application: HubApplication;
  let url = '';
  let owner = '';
  const startHub = async (): Promise<void> => {
    const config = readConfig(['--hub', '--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
    application = new HubApplication({ config, clock: systemClock, log: quiet, ...installed });
    url = await application.start();
    owner = readFileSync(join(folder, 'keys', 'hub-owner-token'), 'utf8').trim();
  };
  beforeAll(async () => {
    rig = await startPostgres();
    writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Head office' } }));
    await startHub();
  });
  afterAll(async () => {
    await application?.stop();
    rig?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const asOwner = async (method: string, path: string, body?: object | Buffer) => {
    const response = await fetch(`${url}/api/hub/admin${path}`, {
      method,
      headers: { Authorization: `Bearer ${owner}` },
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : body ? JSON.stringify(body) : null,
    });
    return { status: response.status, body: await response.json() };
  };
  const shown = async (plant: WirePlant) =>
    (await asOwner('GET', '/plants')).body.plants.find(({ site }: { site: string }) => site === plant.identity.site);
  let made = 0;
  const identityOf = (): Identity => renewIdentity(join(folder, `plant-${made++}`), 0);
  const plantOf = async (identity = identityOf()): Promise<WirePlant> => {
    const { body } = await asOwner('POST', '/codes');
    return new WirePlant(identity, body.code);
  };
  const pairedPlant = async (): Promise<WirePlant> => {
    const plant = await plantOf();
    await plant.pair();
    const { site, signing } = plant.identity;
    await asOwner('POST', `/plants/${site}/confirm`, { words: wordsOf(publicBytes(signing)) });
    return plant;
  };
  const bundleOf = (plant: WirePlant, days: Parameters<typeof itemOfDay>[0][]): Buffer => {
    const path = join(folder, 'sent.hwb');
    const { identity } = plant;
    const writer = new BundleWriter({ path, identity, recipients: [], kind: 'days', createdMs: 0, program: '1', schema: 1 });
    for (const day of days) writer.add(...itemOfDay(day));
    writer.finish();
    return readFileSync(path);
  };
  /** What a plant states that has these revisions of one series. */
  const statedOf = ({ identity }: WirePlant, days: [day: number, revision: number][]) => {
    const hashes = days.map(([day, revision]) => {
      const { block } = dayOf(uid, day, revision);
      return { day, hash: dayHash(day, [{ uid, day, revision, hash: block?.hash ?? Buffer.alloc(0) }]) };
    });
    const months = [...Map.groupBy(hashes, ({ day }) => monthOfDay(day))].map(([month, its]) => ({
      month,
      hash: monthHash(
        month,
        its.map((one) => one.hash),
      ),
    }));
    const root = rootHash(
      identity.site,
      identity.epoch,
      months.map((one) => one.hash),
    );
    return {
      id: 'DEMO',
      root: root.toString('hex'),
      closedTo: dateOfDay(days.at(-1)?.[0] ?? 0),
      blocks: days.length,
      months: months.map(({ month, hash: one }): [number, string] => [month, one.toString('hex')]),
    };
  };

  it('lets a plant in by a code, once its words were confirmed, and not before', async () => {
    const plant = await plantOf();
    expect(await plant.pair()).toMatchObject({ status: 200, body: { state: 'waiting', hub: { name: 'Head office' } } });
    expect(await plant.ask('POST', '/compare', {})).toMatchObject({ status: 403, body: { code: 'waiting' } });
    const { site, signing } = plant.identity;
    const wrongWords = await asOwner('POST', `/plants/${site}/confirm`, { words: 'some other words' });
    expect(wrongWords.status).toBe(400);
    expect(await plant.pair()).toMatchObject({ body: { state: 'waiting' } });
    await asOwner('POST', `/plants/${site}/confirm`, { words: wordsOf(publicBytes(signing)) });
    expect(await plant.pair()).toMatchObject({ body: { state: 'paired' } });
  });

  it('takes a code once, from who knows it, and for one site with one key', async () => {
    const { body } = await asOwner('POST', '/codes');
    const first = new WirePlant(identityOf(), body.code);
    expect((await first.pair()).status).toBe(200);
    const second = new WirePlant(identityOf(), body.code);
    expect(await second.pair()).toMatchObject({ status: 401, body: { code: 'badSignature' } });
    // the same site with another key
    const copy = await plantOf({ ...identityOf(), site: first.identity.site });
    expect(await copy.pair()).toMatchObject({ status: 409, body: { code: 'forked' } });
  });

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

  it('takes days in, newest revision wins, and signs that both have the same', async () => {
    const plant = await pairedPlant();
    const days: [number, number][] = [
      [today - 40, 1],
      [today - 1, 2],
    ];
    const stated = statedOf(plant, days);
    const before = await plant.hello({ seq: 1, industries: [stated] });
    expect(before.body.needs).toEqual({
      industries: [{ id: 'DEMO', months: stated.months.map(([month]) => month), older: true }],
      streams: [],
      documents: [],
    });
    expect(await plant.ask('POST', '/documents', { epoch: 1, documents: [series] })).toMatchObject({ body: { stored: 1 } });
    const bundle = bundleOf(plant, [dayOf(uid, today - 1, 2), dayOf(uid, today - 1, 1), dayOf(uid, today - 40, 1)]);
    expect(await plant.upload(bundle, 700)).toMatchObject({ status: 200, body: { accepted: 2, ignored: 1, refused: [] } });
    // the same again is answered as the first time
    expect(await plant.upload(bundle)).toMatchObject({ body: { accepted: 2 } });
    const after = await plant.hello({
      seq: 2,
      industries: [stated],
      documents: [['series', kindHash([{ id: uid, hash: documentHash(series) }])]],
    });
    expect(after.body.needs).toEqual({ industries: [], streams: [], documents: [] });
    const { text } = after.body.receipt as { text: string };
    expect(JSON.parse(text)).toMatchObject({ statementSeq: 2, industries: [{ id: 'DEMO', root: stated.root, blocks: 2 }] });
    expect(await shown(plant)).toMatchObject({ blocks: 2, lastDay: dateOfDay(today - 1), statement: { seq: 2, isEqual: true } });
  });

  it('names the one day and series that were changed in its own rows, and takes that alone again', async () => {
    const plant = await pairedPlant();
    await plant.ask('POST', '/documents', { epoch: 1, documents: [series] });
    const days = Array.from({ length: 40 }, (_, index): [number, number] => [today - 40 + index, 1]);
    await plant.upload(
      bundleOf(
        plant,
        days.map(([day]) => dayOf(uid, day, 1)),
      ),
    );
    const industries = [statedOf(plant, days)];
    expect((await plant.hello({ seq: 1, industries })).body.needs).toMatchObject({ industries: [] });
    await rig.asAdmin((admin) =>
      admin.query(
        `with plant as (select plant_id from plant where site = $1) delete from block where plant_id in (select * from plant) and day = $2`,
        [plant.identity.site, today - 7],
      ),
    );
    await rig.asAdmin((admin) =>
      admin.query(`delete from day_node where day = $2 and plant_id = (select plant_id from plant where site = $1)`, [
        plant.identity.site,
        today - 7,
      ]),
    );
    const month = monthOfDay(today - 7);
    const asked = days.filter(([day]) => monthOfDay(day) === month);
    const answer = await plant.ask('POST', '/compare', {
      level: 'day',
      industry: 'DEMO',
      days: asked.map(([day]) => {
        const { block } = dayOf(uid, day, 1);
        return [day, dayHash(day, [{ uid, day, revision: 1, hash: block?.hash ?? Buffer.alloc(0) }]).toString('hex')];
      }),
    });
    expect(answer.body.unequal).toEqual([[today - 7, null]]);
    expect(await plant.upload(bundleOf(plant, [dayOf(uid, today - 7, 1)]))).toMatchObject({ body: { accepted: 1 } });
    expect((await plant.hello({ seq: 2, industries })).body.needs).toMatchObject({ industries: [] });
  });

  it('names months of which the plant has no day any more, and has older ones looked at behind a difference that stays', async () => {
    const plant = await pairedPlant();
    await plant.ask('POST', '/documents', { epoch: 1, documents: [series] });
    const [kept, lost] = [today - 3, today - 60];
    await plant.upload(bundleOf(plant, [dayOf(uid, kept, 1), dayOf(uid, lost, 1)]));
    const months = [monthOfDay(kept), monthOfDay(lost)];
    const needed = async (seq: number) =>
      ((await plant.hello({ seq, industries: [statedOf(plant, [[kept, 2]])] })).body.needs as { industries: object[] })
        .industries;
    expect(await needed(1)).toEqual([{ id: 'DEMO', months: expect.arrayContaining(months), older: false }]);
    const { block } = dayOf(uid, kept, 2);
    const hashed = dayHash(kept, [{ uid, day: kept, revision: 2, hash: block?.hash ?? Buffer.alloc(0) }]).toString('hex');
    const asked = { level: 'day', industry: 'DEMO', days: [[kept, hashed]] };
    const { body } = await plant.ask('POST', '/compare', { ...asked, months });
    expect((body.unequal as [number, string | null][]).map(([day]) => day).toSorted()).toEqual([kept, lost].toSorted());
    expect(await needed(2)).toEqual([{ id: 'DEMO', months: expect.arrayContaining(months), older: true }]);
    // as a plant of an earlier version asks
    expect((await plant.ask('POST', '/compare', asked)).body.unequal).toEqual([[kept, expect.any(String)]]);
  });

  it('goes on with an upload where it stopped, and begins anew what is not what was announced', async () => {
    const plant = await pairedPlant();
    await plant.ask('POST', '/documents', { epoch: 1, documents: [series] });
    const bundle = bundleOf(plant, [dayOf(uid, today - 3, 1)]);
    const begin = { sha256: hash('sha256', bundle), bytes: bundle.length };
    const { uploadId } = (await plant.ask('POST', '/bundles', begin)).body;
    const piece = (offset: number, bytes: Buffer) => plant.ask('PATCH', `/bundles/${String(uploadId)}?offset=${offset}`, bytes);
    expect(await piece(0, bundle.subarray(0, 300))).toMatchObject({ body: { offset: 300 } });
    // an answer that was lost: the same piece again
    expect(await piece(0, bundle.subarray(0, 300))).toMatchObject({ status: 409, body: { code: 'offset', offset: 300 } });
    expect(await plant.ask('POST', '/bundles', begin)).toMatchObject({ body: { uploadId, offset: 300, state: 'open' } });
    await application.stop();
    await startHub();
    const again = new WirePlant(plant.identity, (await asOwner('POST', '/codes')).body.code);
    again.seq = plant.seq;
    const wrong = Buffer.alloc(bundle.length - 300);
    expect((await again.ask('PATCH', `/bundles/${String(uploadId)}?offset=300`, wrong)).status).toBe(200);
    expect(await again.ask('POST', `/bundles/${String(uploadId)}/commit`)).toMatchObject({
      status: 422,
      body: { code: 'damagedBundle' },
    });
    expect(await again.upload(bundle)).toMatchObject({ status: 200, body: { accepted: 1 } });
  });

  it('does not take an upload that the disk cannot read for one that never began', async () => {
    const plant = await pairedPlant();
    await plant.ask('POST', '/documents', { epoch: 1, documents: [series] });
    const bundle = bundleOf(plant, [dayOf(uid, today - 3, 1)]);
    const begin = { sha256: hash('sha256', bundle), bytes: bundle.length };
    const { uploadId } = (await plant.ask('POST', '/bundles', begin)).body;
    const path = join(folder, 'uploads', `${String(uploadId)}.hwb`);
    await plant.ask('PATCH', `/bundles/${String(uploadId)}?offset=0`, bundle.subarray(0, 300));
    renameSync(path, `${path}.away`);
    symlinkSync(path, path);
    const { status, body } = await plant.ask('POST', '/bundles', begin);
    expect([status, body.offset]).toEqual([500, undefined]);
    rmSync(path);
    renameSync(`${path}.away`, path);
    expect(await plant.ask('POST', '/bundles', begin)).toMatchObject({ status: 200, body: { offset: 300 } });
    expect(await plant.upload(bundle)).toMatchObject({ status: 200, body: { accepted: 1 } });
  });

  it('takes entries that follow on, answers a gap with its own end, and stops a site whose history goes two ways', async () => {
    const plant = await pairedPlant();
    const chain = (count: number, text: string) => {
      let before: Buffer = NO_HASH;
      return Array.from({ length: count }, (_, index) => {
        const body = JSON.stringify({ text, index });
        before = entryHash(before, index + 1, 1000 + index, body);
        return { seq: index + 1, at: 1000 + index, body, hash: before.toString('hex') };
      });
    };
    const entries = chain(6, 'alarm');
    const send = (some: typeof entries) => plant.ask('POST', '/entries/alarms', { epoch: 1, entries: some });
    expect(await send(entries.slice(0, 3))).toMatchObject({ status: 200, body: { last: 3 } });
    expect(await send(entries.slice(4))).toMatchObject({
      status: 409,
      body: { code: 'gap', last: { seq: 3, hash: entries[2]?.hash } },
    });
    expect(await send(entries)).toMatchObject({ status: 200, body: { last: 6 } });
    const stated = { streams: [{ name: 'alarms' as const, last: 6, hash: entries[5]?.hash ?? '' }] };
    expect((await plant.hello({ seq: 1, industries: [], ...stated })).body.needs).toMatchObject({ streams: [] });
    expect(await send(chain(7, 'another'))).toMatchObject({ status: 409, body: { code: 'forked' } });
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

  it('keeps the newest version of a document, and a deletion is one', async () => {
    const plant = await pairedPlant();
    const unit = (version: number, body: string | null) => ({ kind: 'unit', id: '["U1"]', version, body });
    const send = (...documents: object[]) => plant.ask('POST', '/documents', { epoch: 1, documents });
    expect(await send(unit(2, '{"a":2}'), unit(1, '{"a":1}'))).toMatchObject({ body: { stored: 1, ignored: 1 } });
    expect(await send({ ...series, body: '{}' })).toMatchObject({
      body: { refused: [{ kind: 'series', id: uid, code: 'unreadable' }] },
    });
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

  /** A stick with one day, its series and the statement about it. */
  const stickOf = (plant: WirePlant, opening: string, seq = 3) => {
    const path = join(folder, 'stick.hwb');
    const { site, epoch, signing } = plant.identity;
    const recipients = [{ kind: 'hub' as const, id: 'hub', publicKey: publicKeyOf('x25519', Buffer.from(opening, 'base64url')) }];
    const made = { createdMs: 0, program: '1', schema: 1 };
    const writer = new BundleWriter({ path, identity: plant.identity, recipients, kind: 'days', ...made });
    const stated = statedOf(plant, [[today - 2, 1]]);
    const text = canonicalJson({
      ...{ format: 'headworks-statement-1', site, epoch, seq, at: new Date(0).toISOString(), clockOffsetMs: null },
      ...{ industries: [stated], streams: [], documents: [], program: '1', schema: 1 },
    });
    const signature = sign(null, Buffer.from(signedLine.statement + text), signing).toString('base64url');
    writer.add(itemType.statement, Buffer.alloc(0), Buffer.from(canonicalJson({ text, signature })));
    writer.add(itemType.document, Buffer.from(`series\0${uid}`), Buffer.from(canonicalJson(series)));
    writer.add(...itemOfDay(dayOf(uid, today - 2, 1)));
    writer.finish();
    return { stick: readFileSync(path), stated };
  };

  it('keeps a piece of a bundle whole or not at all, wherever the line breaks', async () => {
    const plant = await pairedPlant();
    await plant.ask('POST', '/documents', { epoch: 1, documents: [series] });
    const days = Array.from({ length: 40 }, (_, age) => dayOf(uid, today - 3 - age, 1, SLOTS_PER_DAY));
    const bundle = bundleOf(plant, days);
    const begin = { sha256: hash('sha256', bundle), bytes: bundle.length };
    const { uploadId } = (await plant.ask('POST', '/bundles', begin)).body;
    const half = Math.floor(bundle.length / 2);
    faults.length = 0;
    const sendFrom = async (offset: number, to: number): Promise<void> => {
      const piece = bundle.subarray(offset, to);
      const path = `/bundles/${String(uploadId)}?offset=${offset}`;
      for (let bytes = 1; bytes < piece.length; bytes += 131) {
        await plant.cut('PATCH', path, piece, bytes);
        expect(await plant.ask('POST', '/bundles', begin)).toMatchObject({ body: { uploadId, offset, state: 'open' } });
      }
      expect(await plant.ask('PATCH', path, piece)).toMatchObject({ status: 200, body: { offset: to } });
    };
    await sendFrom(0, half);
    await sendFrom(half, bundle.length);
    expect(await plant.ask('POST', `/bundles/${String(uploadId)}/commit`)).toMatchObject({ body: { accepted: 40, refused: [] } });
    // a line that breaks is no fault of the hub
    expect(faults).toEqual([]);
  });

  it('refuses a stick for another hub, of a stranger, of a copy before a restore, and one that ends anywhere, and stores nothing of them', async () => {
    const plant = await plantOf();
    const opening = ((await plant.pair()).body.hub as { openingKey: string }).openingKey;
    const { site, signing } = plant.identity;
    await asOwner('POST', `/plants/${site}/confirm`, { words: wordsOf(publicBytes(signing)) });
    const elsewhere = publicBytes(renewIdentity(join(folder, 'another-hub'), 0).opening).toString('base64url');
    const { stick } = stickOf(plant, opening);
    const stranger = await plantOf();
    const wrong = {
      'another hub': stickOf(plant, elsewhere).stick,
      'a stranger': stickOf(stranger, opening).stick,
      'nothing at all': Buffer.from('not a bundle'),
      ...Object.fromEntries([1, 100, 400, stick.length - 1].map((end) => [`cut at ${end}`, stick.subarray(0, end)])),
    };
    for (const [what, bytes] of Object.entries(wrong)) {
      const { status, body } = await asOwner('POST', '/import', bytes);
      expect([what, status >= 400 && status < 500, typeof body.message]).toEqual([what, true, 'string']);
    }
    expect(await shown(plant)).toMatchObject({ blocks: 0, statement: null });
    // after a restore the plant is in the next epoch: what the copy before wrote is refused
    const restored = new WirePlant({ ...plant.identity, epoch: 2 }, (await asOwner('POST', '/codes')).body.code);
    expect((await asOwner('POST', '/import', stickOf(restored, opening, 4).stick)).status).toBe(200);
    expect((await asOwner('POST', '/import', stick)).status).toBe(409);
    expect(await shown(plant)).toMatchObject({ blocks: 1 });
  });

  it('takes a sealed stick of the owner, twice alike, with documents, entries and a receipt for the way back', async () => {
    const plant = await plantOf();
    const opening = ((await plant.pair()).body.hub as { openingKey: string }).openingKey;
    const { site, signing } = plant.identity;
    await asOwner('POST', `/plants/${site}/confirm`, { words: wordsOf(publicBytes(signing)) });
    const { stick, stated } = stickOf(plant, opening);
    expect(stick.includes(hex)).toBe(false);
    const first = await asOwner('POST', '/import', stick);
    expect(first).toMatchObject({ status: 200, body: { accepted: 1, documents: 1, result: { format: 'headworks-result-1' } } });
    expect(JSON.parse(first.body.result.receipt.text)).toMatchObject({ industries: [{ root: stated.root }] });
    expect(await asOwner('POST', '/import', stick)).toMatchObject({
      status: 200,
      body: { accepted: 0, ignored: 1, documents: 0 },
    });
    stick[stick.length - 5] = (stick.at(-5) ?? 0) ^ 1;
    expect((await asOwner('POST', '/import', stick)).status).toBe(400);
  });

  it('ends with a plant that unpairs, which needs a new code then', async () => {
    const plant = await pairedPlant();
    expect(await plant.ask('POST', '/unpair')).toMatchObject({ body: { state: 'revoked' } });
    expect(await plant.hello({ seq: 1, industries: [] })).toMatchObject({ status: 403, body: { code: 'revoked' } });
    expect((await plant.pair()).status).toBe(401);
    const again = await plantOf(plant.identity);
    expect(await again.pair()).toMatchObject({ body: { state: 'waiting' } });
  });

  it('answers its owner alone, and keeps what the owner did in a chain', async () => {
    expect((await fetch(`${url}/api/hub/admin/plants`)).status).toBe(401);
    expect((await fetch(`${url}/api/hub/admin/plants`, { headers: { Authorization: 'Bearer x' } })).status).toBe(401);
    const rows = await rig.asAdmin(
      async (admin) => (await admin.query('select seq, at, body, hash from hub_audit order by seq')).rows,
    );
    expect(rows.length).toBeGreaterThan(5);
    let before: Buffer = NO_HASH;
    for (const { seq, at, body, hash: stored } of rows) {
      before = entryHash(before, Number(seq), Number(at), body);
      expect(stored).toEqual(before);
    }
  });

  it('does not start in the data folder of a plant, nor without the address of PostgreSQL', async () => {
    const other = mkdtempSync(join(folder, 'other-'));
    const start = () =>
      new HubApplication({
        config: readConfig(['--hub', '--data', other, '--port', '0'], {}),
        clock: systemClock,
        log: quiet,
        ...installed,
      }).start();
    await expect(start()).rejects.toMatchObject({ code: 'parameter' });
    writeFileSync(join(other, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url } }));
    writeFileSync(join(other, 'headworks.db'), '');
    await expect(start()).rejects.toThrow('is the data folder of a plant');
  });
});

import { hash, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BundleWriter } from '../../server/bundle/bundleWriter.ts';
import { itemOfDay } from '../../server/bundle/dayItems.ts';
import { itemType } from '../../server/bundle/format.ts';
import { loadIdentity, renewIdentity } from '../../server/bundle/identity.ts';
import { publicBytes, publicKeyOf } from '../../server/bundle/keys.ts';
import { wordsOf } from '../../server/bundle/words.ts';
import { signedLine } from '../../server/contract/hub/signing.ts';
import { canonicalJson } from '../../server/core/bytes/canonicalJson.ts';
import { systemClock } from '../../server/core/clock.ts';
import { SLOTS_PER_DAY } from '../../server/core/slots.ts';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { dayOf } from '../../server/hub/testing/sentDays.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import { importStick } from '../../server/hub/wire/importStick.ts';
import { PlantStore } from '../../server/hub/wire/plantStore.ts';
import {
  asOwner,
  bundleOf,
  chainOf,
  faults,
  folder,
  identityOf,
  pairedPlant,
  plantOf,
  rig,
  series,
  serveHub,
  shown,
  statedOf,
  today,
  uid,
} from './wiredHub.ts';

const hex = uid.replaceAll('-', '');

type Streams = NonNullable<Parameters<WirePlant['hello']>[0]['streams']>;

/** A stick with one day, its series and the statement about it. */
const stickOf = (plant: WirePlant, opening: string, seq = 3, streams: Streams = []) =>
  stickWith({ plant, opening, seq, streams });

type Stick = {
  plant: WirePlant;
  opening: string;
  seq: number;
  streams: Streams;
  logs?: Record<string, ReturnType<typeof chainOf>>;
  documents?: string[];
};
const stickWith = ({ plant, opening, seq, streams, logs = {}, documents = [canonicalJson(series)] }: Stick) => {
  const path = join(folder, 'stick.hwb');
  const { site, epoch, signing } = plant.identity;
  const recipients = [{ kind: 'hub' as const, id: 'hub', publicKey: publicKeyOf('x25519', Buffer.from(opening, 'base64url')) }];
  const made = { createdMs: 0, program: '1', schema: 1 };
  const writer = new BundleWriter({ path, identity: plant.identity, recipients, kind: 'days', ...made });
  const stated = statedOf(plant, [[today - 2, 1]]);
  const text = canonicalJson({
    ...{ format: 'headworks-statement-1', site, epoch, seq, at: new Date(0).toISOString(), clockOffsetMs: null },
    ...{ industries: [stated], streams, documents: [], program: '1', schema: 1 },
  });
  const signature = sign(null, Buffer.from(signedLine.statement + text), signing).toString('base64url');
  writer.add(itemType.statement, Buffer.alloc(0), Buffer.from(canonicalJson({ text, signature })));
  for (const one of documents) writer.add(itemType.document, Buffer.from(`series\0${uid}`), Buffer.from(one));
  for (const [stream, entries] of Object.entries(logs))
    for (const entry of entries) {
      const number = Buffer.alloc(8);
      number.writeBigUInt64LE(BigInt(entry.seq));
      writer.add(itemType.entry, Buffer.concat([Buffer.from(stream), number]), Buffer.from(canonicalJson(entry)));
    }
  writer.add(...itemOfDay(dayOf(uid, today - 2, 1)));
  writer.finish();
  return { stick: readFileSync(path), stated };
};

describe.skipIf(missingPostgres)(`the hub on the wire${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  serveHub();

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
      'documents of another form': stickWith({ plant, opening, seq: 3, streams: [], documents: ['{"rows":[]}'] }).stick,
      'documents that are no JSON': stickWith({ plant, opening, seq: 3, streams: [], documents: ['<rows/>'] }).stick,
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

  it('takes nothing of a stick whose plant was restored, replaced or unpaired while it waited for its turn', async () => {
    const database = new HubDatabase(rig.url, () => undefined);
    onTestFinished(() => database.stop());
    const plants = new PlantStore(database, systemClock);
    const opening = loadIdentity(join(folder, 'keys'), 0).opening;
    const openingKey = publicBytes(opening).toString('base64url');
    const { signing } = identityOf();
    const key = publicBytes(signing);
    const meanwhile = {
      epochOld: 'epoch = 2',
      badSignature: `key = '\\x${key.toString('hex')}'`,
      notPaired: "state = 'unpaired'",
    };
    for (const [code, change] of Object.entries(meanwhile)) {
      const plant = await pairedPlant();
      const path = join(folder, 'late.hwb');
      writeFileSync(path, stickOf(plant, openingKey).stick);
      let asked = 0;
      /** As the hello of the PC of now, which had its turn before. */
      const bySite = async (site: string) => {
        const known = await plants.bySite(site);
        asked += 1;
        if (asked === 1)
          await rig.asAdmin((client) => client.query(`update plant set ${change} where site = $1`, [plant.identity.site]));
        return known;
      };
      const parts = { database, signing, opening, key, nowMs: 0, today };
      const raiseEpoch = (plantId: number, epoch: number) => plants.raiseEpoch(plantId, epoch);
      await expect(importStick(path, { ...parts, plants: { bySite, raiseEpoch } }), code).rejects.toMatchObject({ code });
      expect([code, (await shown(plant)).blocks]).toEqual([code, 0]);
    }
  });

  it('takes in a stick with thousands of entries while others have their turns', async () => {
    const database = new HubDatabase(rig.url, () => undefined);
    onTestFinished(() => database.stop());
    const plants = new PlantStore(database, systemClock);
    const opening = loadIdentity(join(folder, 'keys'), 0).opening;
    const { signing } = identityOf();
    const plant = await pairedPlant();
    const alarms = chainOf(5000, 'a busy month');
    const streams: Streams = [{ name: 'alarms', last: 5000, hash: alarms.at(-1)?.hash ?? '' }];
    const path = join(folder, 'many.hwb');
    const of = { plant, opening: publicBytes(opening).toString('base64url'), seq: 3, streams, logs: { alarms } };
    writeFileSync(path, stickWith(of).stick);
    let turns = 0;
    const others = setInterval(() => (turns += 1), 0);
    onTestFinished(() => clearInterval(others));
    const turnsBefore: number[] = [];
    const bySite = async (site: string) => {
      turnsBefore.push(turns);
      return plants.bySite(site);
    };
    const parts = { database, signing, opening, key: publicBytes(signing), nowMs: 0, today };
    const raiseEpoch = (plantId: number, epoch: number) => plants.raiseEpoch(plantId, epoch);
    const { entries, receipt } = await importStick(path, { ...parts, plants: { bySite, raiseEpoch } });
    expect(entries).toEqual({ alarms: 5000 });
    expect(JSON.parse(receipt.text).streams).toEqual(streams);
    // the file is read before the plant is looked for
    expect(turnsBefore[0]).toBeGreaterThan(10);
  });

  it('leaves a log that it does not know where it is, and takes the rest of the stick', async () => {
    const plant = await plantOf();
    const opening = ((await plant.pair()).body.hub as { openingKey: string }).openingKey;
    const { site, signing } = plant.identity;
    await asOwner('POST', `/plants/${site}/confirm`, { words: wordsOf(publicBytes(signing)) });
    const alarms = chainOf(2, 'known');
    const streams: Streams = [{ name: 'alarms', last: 2, hash: alarms[1]?.hash ?? '' }];
    const { stick } = stickWith({ plant, opening, seq: 3, streams, logs: { logins: chainOf(2, 'of a later version'), alarms } });
    const { status, body } = await asOwner('POST', '/import', stick);
    expect([status, body.entries, body.accepted]).toEqual([200, { logins: 'notFound', alarms: 2 }, 1]);
    expect(JSON.parse(body.result.receipt.text).streams).toEqual(streams);
    expect(await plant.ask('POST', '/recovery/facts')).toMatchObject({ status: 200, body: { streams } });
  });

  it('finds a copy of a plant by sticks alone: a newer one that knows fewer entries, or another under the same number', async () => {
    const plant = await plantOf();
    const opening = ((await plant.pair()).body.hub as { openingKey: string }).openingKey;
    const { site, signing } = plant.identity;
    await asOwner('POST', `/plants/${site}/confirm`, { words: wordsOf(publicBytes(signing)) });
    const entries = chainOf(3, 'of the plant');
    const at = (last: number): Streams => [{ name: 'alarms', last, hash: entries[last - 1]?.hash ?? '' }];
    expect((await plant.hello({ seq: 5, industries: [], streams: at(3) })).status).toBe(200);
    expect(await plant.ask('POST', '/entries/alarms', { epoch: 1, entries })).toMatchObject({ body: { last: 3 } });
    const taken = async (seq: number, last: number) => {
      const { status, body } = await asOwner('POST', '/import', stickOf(plant, opening, seq, at(last)).stick);
      return [status, body.code];
    };
    // one that was written before the line brought more is none
    expect(await taken(4, 2)).toEqual([200, undefined]);
    expect(await taken(6, 2)).toEqual([409, 'forked']);
    expect(await taken(6, 3)).toEqual([200, undefined]);
    // what happened while it was written is on it too, and comes again when it is taken in twice
    const next = chainOf(1, 'of the plant', entries[2]);
    expect(await plant.ask('POST', '/entries/alarms', { epoch: 1, entries: next })).toMatchObject({ body: { last: 4 } });
    expect(await taken(6, 3)).toEqual([200, undefined]);
    const another = chainOf(3, 'of a copy');
    const copied = stickOf(plant, opening, 6, [{ name: 'alarms', last: 3, hash: another[2]?.hash ?? '' }]);
    expect((await asOwner('POST', '/import', copied.stick)).body.code).toBe('forked');
  });

  it('puts aside what a restored plant has no more, also where it comes by sticks alone', async () => {
    const plant = await plantOf();
    const opening = ((await plant.pair()).body.hub as { openingKey: string }).openingKey;
    const { site, signing } = plant.identity;
    await asOwner('POST', `/plants/${site}/confirm`, { words: wordsOf(publicBytes(signing)) });
    const entries = chainOf(3, 'of the plant');
    expect(await plant.ask('POST', '/entries/alarms', { epoch: 1, entries })).toMatchObject({ body: { last: 3 } });
    const restored = new WirePlant({ ...plant.identity, epoch: 2 }, (await asOwner('POST', '/codes')).body.code);
    const end = { name: 'alarms' as const, last: 2, hash: entries[1]?.hash ?? '' };
    const { status, body } = await asOwner('POST', '/import', stickOf(restored, opening, 9, [end]).stick);
    expect(status).toBe(200);
    expect(JSON.parse(body.result.receipt.text).streams).toEqual([end]);
  });
});

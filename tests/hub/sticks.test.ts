import { hash, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BundleWriter } from '../../server/bundle/bundleWriter.ts';
import { itemOfDay } from '../../server/bundle/dayItems.ts';
import { itemType } from '../../server/bundle/format.ts';
import { renewIdentity } from '../../server/bundle/identity.ts';
import { publicBytes, publicKeyOf } from '../../server/bundle/keys.ts';
import { wordsOf } from '../../server/bundle/words.ts';
import { signedLine } from '../../server/contract/hub/signing.ts';
import { canonicalJson } from '../../server/core/bytes/canonicalJson.ts';
import { SLOTS_PER_DAY } from '../../server/core/slots.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { dayOf } from '../../server/hub/testing/sentDays.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import {
  asOwner,
  bundleOf,
  faults,
  folder,
  pairedPlant,
  plantOf,
  series,
  serveHub,
  shown,
  statedOf,
  today,
  uid,
} from './wiredHub.ts';

const hex = uid.replaceAll('-', '');

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
});

import { sign } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicBytes } from '../../server/bundle/keys.ts';
import { wordsOf } from '../../server/bundle/words.ts';
import { readConfig } from '../../server/config.ts';
import { signedLine } from '../../server/contract/hub/signing.ts';
import { canonicalJson } from '../../server/core/bytes/canonicalJson.ts';
import { entryHash, NO_HASH } from '../../server/core/bytes/entryHash.ts';
import { systemClock } from '../../server/core/clock.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import { asOwner, folder, identityOf, pairedPlant, plantOf, quiet, rig, serveHub, shown, url } from './wiredHub.ts';

describe.skipIf(missingPostgres)(`the hub on the wire${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  serveHub();

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

  it('knows a key as that of one site: no other comes in by it, and none changes to it', async () => {
    const first = await pairedPlant();
    const { signing } = first.identity;
    const second = await plantOf({ ...identityOf(), signing });
    expect(await second.pair()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await shown(second)).toBeUndefined();
    // the words are those of both, so that nobody could distinguish them
    const words = wordsOf(publicBytes(signing));
    expect((await asOwner('POST', `/plants/${second.identity.site}/confirm`, { words })).status).toBe(404);

    const third = await pairedPlant();
    const { site, epoch } = third.identity;
    const newKey = publicBytes(signing).toString('base64url');
    const text = canonicalJson({ format: 'headworks-rotation-1', site, epoch, newKey, at: new Date(0).toISOString() });
    const [signature, proof] = [third.identity.signing, signing].map((key) =>
      sign(null, Buffer.from(signedLine.rotation + text), key).toString('base64url'),
    );
    const rotated = await third.ask('POST', '/rotate', { rotation: { text, signature }, proof });
    expect(rotated).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await third.hello({ seq: 1, industries: [] })).toMatchObject({ status: 200 });
    expect(await first.hello({ seq: 1, industries: [] })).toMatchObject({ status: 200 });
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

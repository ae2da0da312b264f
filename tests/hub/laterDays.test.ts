/** Days that come to a hub after what was said of them: whoever keeps an answer of before is told that it is another one now. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BundleWriter } from '../../server/bundle/bundleWriter.ts';
import { type CarriedDay, itemOfDay, uidOf } from '../../server/bundle/dayItems.ts';
import { loadIdentity } from '../../server/bundle/identity.ts';
import { hashOfBlock } from '../../server/core/bytes/blockHash.ts';
import { pack, unpack } from '../../server/core/bytes/packing.ts';
import { totalOf } from '../../server/core/counters/aggregate.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import { type SyncedHub, startSyncedHub } from './syncedHub.ts';

const PASSWORD = 'seven quiet pumps under a bridge';
const PATH = '/api/user/deviceDataV2?date1=10/11/2026&category=SOURCE_CATEGORY';

type StoredDay = {
  uid: string;
  day: number;
  revision: number;
  first_slot: number;
  slots: number;
  packed: Buffer;
  kind: 'counter';
};

describe.skipIf(missingPostgres)(`answers of a hub that are kept${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rig: SyncedHub;
  let token = '';
  const folder = mkdtempSync(join(tmpdir(), 'later-days-'));
  beforeAll(async () => {
    rig = await startSyncedHub();
    const { site } = rig.state;
    await rig.asOwner('POST', '/people', { username: 'asha', name: 'Asha Kulkarni', password: PASSWORD });
    await rig.asOwner('POST', '/grants', { username: 'asha', site, industryId: 'DEMO', role: 'operator' });
    const headers = { LoginType: 'DEFAULT', username: 'asha', password: PASSWORD };
    const answer = await fetch(`${rig.hubUrl}/api/user/user/login`, { headers });
    token = ((await answer.json()) as { access_token: string }).access_token;
  }, 240_000);
  afterAll(async () => {
    await rig?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (etag?: string) => {
    const headers = { Authorization: `Bearer ${token}`, ...(etag && { 'If-None-Match': etag }) };
    const answer = await fetch(rig.hubUrl + PATH, { headers });
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', body: await answer.text() };
  };

  const plantOf = async (): Promise<WirePlant> => {
    const { code } = await rig.asOwner<{ code: string }>('POST', '/codes');
    const plant = new WirePlant(loadIdentity(join(rig.plantFolder, 'keys'), 0), code);
    plant.seq = 2 ** 50;
    return plant;
  };
  const bundleOf = ({ identity }: WirePlant, days: CarriedDay[]): Buffer => {
    const path = join(folder, `${randomBytes(4).toString('hex')}.hwb`);
    const writer = new BundleWriter({ path, identity, recipients: [], kind: 'days', createdMs: 0, program: '1', schema: 1 });
    for (const day of days) writer.add(...itemOfDay(day));
    writer.finish();
    return readFileSync(path);
  };

  it('are not called unchanged once a day came whose revision was said before it', async () => {
    const day = Math.floor(Date.UTC(2026, 10, 10) / 86_400_000);
    const { rows } = await rig.postgres.asAdmin((client) =>
      client.query<StoredDay>(
        `select s.uid, b.day, b.revision, b.first_slot, b.slots, b.packed, s.kind from block b join series s using (plant_id, series_no)
         where s.industry_id = 'DEMO' and b.day = $1 and s.unit_id = 'demo-borewell1' and s.kind = 'counter' and b.packed is not null`,
        [day],
      ),
    );
    const [stored] = rows;
    if (!stored) throw new Error('no such day');
    const plant = await plantOf();
    // what a round sends first: how often the day was changed
    const said = await rig.postgres.asAdmin((client) =>
      client.query<{ id: string; version: number; body: string }>(
        `select id, version, body from document where kind = 'day_revision' and body::jsonb ->> 'industry_id' = 'DEMO' and (body::jsonb ->> 'day')::int = $1`,
        [day],
      ),
    );
    const [document] = said.rows;
    if (!document) throw new Error('no such document');
    const body = JSON.parse(document.body) as { revision: number };
    const changed = {
      kind: 'day_revision',
      id: document.id,
      version: document.version + 1,
      body: JSON.stringify({ ...body, revision: body.revision + 1 }),
    };
    const put = await plant.ask('POST', '/documents', { epoch: plant.identity.epoch, documents: [changed] });
    expect(put).toMatchObject({ status: 200, body: { stored: 1 } });
    const before = await ask();
    expect(before.status).toBe(200);

    const block = unpack(stored.packed, stored.first_slot, stored.slots);
    block.values[100] = (block.values[100] ?? 0) + 5000;
    const total = { ...totalOf(block, stored.kind, stored.slots), counterOpen: null, counterClose: null };
    const carried = { firstSlot: block.firstSlot, slots: stored.slots, packed: pack(block), hash: hashOfBlock(block) };
    const answer = await plant.upload(
      bundleOf(plant, [{ uid: uidOf(stored.uid), day, revision: stored.revision + 1, total, block: carried }]),
    );
    expect(answer).toMatchObject({ status: 200, body: { accepted: 1, refused: [] } });
    const after = await ask();
    expect(after.body).not.toBe(before.body);
    const again = await ask(before.etag);
    expect([again.status, again.body]).toEqual([200, after.body]);
  });
});

import { hash } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayHash } from '../../server/core/bytes/blockHash.ts';
import { documentHash, kindHash } from '../../server/core/bytes/documentHash.ts';
import { monthOfDay } from '../../server/core/months.ts';
import { dateOfDay } from '../../server/core/shift.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { dayOf } from '../../server/hub/testing/sentDays.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import {
  application,
  asOwner,
  bundleOf,
  folder,
  pairedPlant,
  rig,
  series,
  serveHub,
  shown,
  startHub,
  statedOf,
  today,
  uid,
} from './wiredHub.ts';

describe.skipIf(missingPostgres)(`the hub on the wire${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  serveHub();

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

  it('keeps that a statement was proved when it comes again after newer days, as with a stick that is taken in twice', async () => {
    const plant = await pairedPlant();
    await plant.ask('POST', '/documents', { epoch: 1, documents: [series] });
    await plant.upload(bundleOf(plant, [dayOf(uid, today - 2, 1)]));
    const first = {
      ...{ seq: 1, industries: [statedOf(plant, [[today - 2, 1]])] },
      documents: [['series', kindHash([{ id: uid, hash: documentHash(series) }])]] as [string, string][],
    };
    expect((await plant.hello(first)).body.needs).toEqual({ industries: [], streams: [], documents: [] });
    await plant.upload(bundleOf(plant, [dayOf(uid, today - 1, 1)]));
    const again = await plant.hello(first);
    expect(again.body.needs).toMatchObject({ industries: [{ id: 'DEMO' }] });
    const proved = await rig.asAdmin(async (client) => {
      const { rows } = await client.query<{ seq: number; blocks: number }>(
        `select seq::int, (receipt::json ->> 'text')::json -> 'industries' -> 0 -> 'blocks' blocks
         from statement join plant p using (plant_id) where p.site = $1 and is_equal`,
        [plant.identity.site],
      );
      return rows;
    });
    expect(proved).toEqual([{ seq: 1, blocks: 1 }]);
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

  it('has room for the newest bundle of a plant however many it began and left, and keeps no more of them than before', async () => {
    const plant = await pairedPlant();
    await plant.ask('POST', '/documents', { epoch: 1, documents: [series] });
    const bytesBegun = Buffer.alloc(300);
    for (let number = 0; number < 9; number += 1) {
      const begin = { sha256: hash('sha256', `bundle ${number}`), bytes: 1000 };
      const { status, body } = await plant.ask('POST', '/bundles', begin);
      expect(status).toBe(200);
      expect((await plant.ask('PATCH', `/bundles/${String(body.uploadId)}?offset=0`, bytesBegun)).status).toBe(200);
    }
    const kept = readdirSync(join(folder, 'uploads')).filter((name) => statSync(join(folder, 'uploads', name)).size === 300);
    expect(kept).toHaveLength(4);
    expect(await plant.upload(bundleOf(plant, [dayOf(uid, today - 3, 1)]))).toMatchObject({ status: 200, body: { accepted: 1 } });
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
});

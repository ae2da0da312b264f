/**
 * A hub that is killed while days come in: what it acknowledged is there after the next start, once, and with nothing that was not sent.
 * Some kills here; HEADWORKS_HUB_KILLS=100 makes it a hundred.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BundleWriter } from '../../server/bundle/bundleWriter.ts';
import { itemOfDay } from '../../server/bundle/dayItems.ts';
import { renewIdentity } from '../../server/bundle/identity.ts';
import { publicBytes } from '../../server/bundle/keys.ts';
import { wordsOf } from '../../server/bundle/words.ts';
import { canonicalJson } from '../../server/core/bytes/canonicalJson.ts';
import { uniformAt } from '../../server/core/random.ts';
import { DAY_MS } from '../../server/core/time.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { dayOf } from '../../server/hub/testing/sentDays.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import { type RunningServer, startServer } from '../startServer.ts';

const KILLS = Number(process.env.HEADWORKS_HUB_KILLS ?? 6);
const DAYS_A_BUNDLE = 60;
const LONGEST_MS = 400;
const uids = ['11111111-2222-4333-8444-555555555551', '11111111-2222-4333-8444-555555555552'];
const today = Math.floor(Date.now() / DAY_MS);

describe.skipIf(missingPostgres)(`a hub that is killed${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-kills-'));
  const seed = Number(process.env.HEADWORKS_TEST_SEED ?? 1);
  let rig: PostgresRig;
  let hub: RunningServer;
  let port = '0';
  const start = async (): Promise<void> => {
    hub = await startServer(['--hub', '--data', folder, '--host', '127.0.0.1', '--port', port]);
    ({ port } = new URL(hub.url));
  };
  beforeAll(async () => {
    rig = await startPostgres();
    writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Hub' } }));
    await start();
  });
  afterAll(async () => {
    await hub?.stop();
    rig?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const asOwner = async (path: string, body: object): Promise<{ code: string }> => {
    const owner = readFileSync(join(folder, 'keys', 'hub-owner-token'), 'utf8').trim();
    const headers = { Authorization: `Bearer ${owner}` };
    const response = await fetch(`${hub.url}/api/hub/admin${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { code: string };
  };
  const pairedPlant = async (): Promise<WirePlant> => {
    const { code } = await asOwner('/codes', {});
    const plant = new WirePlant(renewIdentity(join(folder, 'plant'), 0), code);
    await plant.pair();
    const { site, signing } = plant.identity;
    await asOwner(`/plants/${site}/confirm`, { words: wordsOf(publicBytes(signing)) });
    const documents = uids.map((uid) => ({
      ...{ kind: 'series', id: uid, version: 1 },
      body: canonicalJson({ uid, industry_id: 'DEMO', unit_id: 'U1', param: 'volume', kind: 'counter', measure: 'L' }),
    }));
    await plant.ask('POST', '/documents', { epoch: 1, documents });
    return plant;
  };
  /** Every day again in a higher revision, so that each commit also replaces what the one before it stored. */
  const daysOf = (revision: number) =>
    uids.flatMap((uid) => Array.from({ length: DAYS_A_BUNDLE }, (_, index) => dayOf(uid, today - 1 - index, revision)));
  const bundleOf = ({ identity }: WirePlant, revision: number): Buffer => {
    const path = join(folder, 'sent.hwb');
    const writer = new BundleWriter({ path, identity, recipients: [], kind: 'days', createdMs: 0, program: '1', schema: 1 });
    for (const day of daysOf(revision)) writer.add(...itemOfDay(day));
    writer.finish();
    return readFileSync(path);
  };
  const stored = () =>
    rig.asAdmin(async (admin) => {
      const { rows } = await admin.query<{ hash: string }>(
        `select s.uid || ' ' || b.day || ' ' || b.revision || ' ' || encode(b.hash, 'hex') hash
         from block b join series s using (plant_id, series_no) order by 1`,
      );
      const { rows: old } = await admin.query<{ revision: number; count: number }>(
        'select revision, count(*)::int count from block_old group by 1 order by 1',
      );
      return { blocks: rows.map(({ hash }) => hash), old };
    });
  const expected = (revision: number) => ({
    blocks: daysOf(revision)
      .map(({ uid, day, block }) => {
        const dashed = uid.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
        return `${dashed} ${day} ${revision} ${Buffer.from(block?.hash ?? []).toString('hex')}`;
      })
      .sort(),
    old: Array.from({ length: revision - 1 }, (_, index) => ({ revision: index + 1, count: uids.length * DAYS_A_BUNDLE })),
  });

  it(`has what it acknowledged after each of ${KILLS} kills, once, and takes the rest again`, async () => {
    const plant = await pairedPlant();
    let acknowledged = 0;
    let cut = 0;
    for (let revision = 1; revision <= KILLS; revision += 1) {
      const bundle = bundleOf(plant, revision);
      const sending = plant.upload(bundle, 4000).then(
        ({ status }) => status === 200,
        () => false,
      );
      await wait(Math.floor(uniformAt(seed, 0, revision) * LONGEST_MS));
      const gone = once(hub.process, 'exit');
      hub.process.kill('SIGKILL');
      await gone;
      if (await sending) acknowledged = revision;
      else cut += 1;
      await start();
      const after = await stored();
      // whole commits only: the one that was on its way is there, or nothing of it
      const last = after.blocks.length > 0 && after.blocks[0] === expected(revision).blocks[0] ? revision : revision - 1;
      expect(last).toBeGreaterThanOrEqual(acknowledged);
      expect(after).toEqual(last === 0 ? { blocks: [], old: [] } : expected(last));
      expect(await plant.upload(bundle, 4000)).toMatchObject({ status: 200 });
      acknowledged = revision;
      expect(await stored()).toEqual(expected(revision));
    }
    expect(cut).toBeGreaterThan(0);
  }, 3_600_000);
});

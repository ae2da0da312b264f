/** The hub as plants meet it: over HTTP, every request and every answer signed, with PostgreSQL behind it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { BundleWriter } from '../../server/bundle/bundleWriter.ts';
import { itemOfDay } from '../../server/bundle/dayItems.ts';
import { type Identity, renewIdentity } from '../../server/bundle/identity.ts';
import { publicBytes } from '../../server/bundle/keys.ts';
import { wordsOf } from '../../server/bundle/words.ts';
import { readConfig } from '../../server/config.ts';
import { dayHash, monthHash, rootHash } from '../../server/core/bytes/blockHash.ts';
import { canonicalJson } from '../../server/core/bytes/canonicalJson.ts';
import { entryHash, NO_HASH } from '../../server/core/bytes/entryHash.ts';
import { systemClock } from '../../server/core/clock.ts';
import { monthOfDay } from '../../server/core/months.ts';
import { dateOfDay } from '../../server/core/shift.ts';
import { DAY_MS } from '../../server/core/time.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { dayOf } from '../../server/hub/testing/sentDays.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import { createLog } from '../../server/log.ts';

export const uid = '11111111-2222-4333-8444-555555555555';
export const today = Math.floor(Date.now() / DAY_MS);
/** What the hub takes for a fault of its own. */
export const faults: string[] = [];
export const quiet = createLog('error', { write: (line) => void faults.push(line) });

export const series = {
  kind: 'series',
  id: uid,
  version: 1,
  body: canonicalJson({ uid, industry_id: 'DEMO', unit_id: 'U1', param: 'volume', kind: 'counter', measure: 'L' }),
};
export let folder = '';
export let rig: PostgresRig;
export let application: HubApplication;
export let url = '';
let owner = '';

export const startHub = async (): Promise<void> => {
  const config = readConfig(['--hub', '--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
  application = new HubApplication({ config, clock: systemClock, log: quiet, ...installed });
  url = await application.start();
  owner = readFileSync(join(folder, 'keys', 'hub-owner-token'), 'utf8').trim();
};

export const asOwner = async (method: string, path: string, body?: object | Buffer) => {
  const response = await fetch(`${url}/api/hub/admin${path}`, {
    method,
    headers: { Authorization: `Bearer ${owner}` },
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : body ? JSON.stringify(body) : null,
  });
  return { status: response.status, body: await response.json() };
};
export const shown = async (plant: WirePlant) =>
  (await asOwner('GET', '/plants')).body.plants.find(({ site }: { site: string }) => site === plant.identity.site);
let made = 0;
export const identityOf = (): Identity => renewIdentity(join(folder, `plant-${made++}`), 0);

export const plantOf = async (identity = identityOf()): Promise<WirePlant> => {
  const { body } = await asOwner('POST', '/codes');
  return new WirePlant(identity, body.code);
};

export const pairedPlant = async (): Promise<WirePlant> => {
  const plant = await plantOf();
  await plant.pair();
  const { site, signing } = plant.identity;
  await asOwner('POST', `/plants/${site}/confirm`, { words: wordsOf(publicBytes(signing)) });
  return plant;
};

export const bundleOf = (plant: WirePlant, days: Parameters<typeof itemOfDay>[0][]): Buffer => {
  const path = join(folder, 'sent.hwb');
  const { identity } = plant;
  const writer = new BundleWriter({ path, identity, recipients: [], kind: 'days', createdMs: 0, program: '1', schema: 1 });
  for (const day of days) writer.add(...itemOfDay(day));
  writer.finish();
  return readFileSync(path);
};

/** Entries of a stream that follow on from one. */
export const chainOf = (count: number, text: string, from?: { seq: number; hash: string }) => {
  let before: Buffer = from ? Buffer.from(from.hash, 'hex') : NO_HASH;
  return Array.from({ length: count }, (_, index) => {
    const [seq, body] = [(from?.seq ?? 0) + index + 1, JSON.stringify({ text, index })];
    before = entryHash(before, seq, 1000 + index, body);
    return { seq, at: 1000 + index, body, hash: before.toString('hex') };
  });
};

/** What a plant states that has these revisions of one series. */
export const statedOf = ({ identity }: WirePlant, days: [day: number, revision: number][]) => {
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

/** @param trustedProxies whose word on the address of a client counts. */
export const serveHub = (trustedProxies: readonly string[] = []): void => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hub-wire-'));
    rig = await startPostgres();
    writeFileSync(
      join(folder, 'headworks.json'),
      JSON.stringify({ hub: { postgres: rig.url, name: 'Head office' }, trustedProxies }),
    );
    await startHub();
  });
  afterAll(async () => {
    await application?.stop();
    rig?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
};

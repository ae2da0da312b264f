/** The key of the hub is changed: plants are led from the key that they know to the one of now, however long they were away. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepOldKey, prepareNextKey, renewIdentity } from '../../server/bundle/identity.ts';
import { publicBytes } from '../../server/bundle/keys.ts';
import { wordsOf } from '../../server/bundle/words.ts';
import { readConfig } from '../../server/config.ts';
import { PAIR_CODE_PREFIX, pairCode } from '../../server/contract/hub/pairing.ts';
import type { SignedText } from '../../server/contract/hub/signing.ts';
import { resultFile } from '../../server/contract/plant/sync.ts';
import { ManualClock } from '../../server/core/clock.ts';
import { DAY_MS } from '../../server/core/time.ts';
import { newestHubKey } from '../../server/features/sync/hubKeyChain.ts';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { HubKeys } from '../../server/hub/keys/hubKeys.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import { HubAudit } from '../../server/hub/wire/auditStore.ts';
import { createLog } from '../../server/log.ts';
import { share, started, startMs, stateOf } from '../../server/test/sync/syncedPlant.ts';
import { noPython, python } from '../peers/peers.ts';

const root = resolve(import.meta.dirname, '../..');
const quiet = createLog('error', { write: () => undefined });
type Shown = { words: string; rotations: SignedText[]; oldKeyUntil: string | null };

describe.skipIf(missingPostgres)(`a hub with another key${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-rotation-'));
  const clock = new ManualClock(startMs);
  let rig: PostgresRig;
  let hub: HubApplication;
  let url = '';
  beforeAll(async () => {
    rig = await startPostgres();
    writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Head office' } }));
    await startHub('0');
  });
  const startHub = async (port: string): Promise<void> => {
    const config = readConfig(['--hub', '--data', folder, '--port', port, '--host', '127.0.0.1'], {});
    hub = new HubApplication({ config, clock, log: quiet, ...installed });
    url = await hub.start();
  };
  afterAll(async () => {
    await hub?.stop();
    rig?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const askOwner = async (method: string, path: string, body: object | Buffer = {}) => {
    const token = readFileSync(join(folder, 'keys', 'hub-owner-token'), 'utf8').trim();
    const response = await fetch(`${url}/api/hub/admin${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      body: method === 'GET' ? null : Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const asOwner = async <T>(method: string, path: string, given: object | Buffer = {}): Promise<T> => {
    const { status, body } = await askOwner(method, path, given);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as T;
  };
  const shown = () => asOwner<Shown>('GET', '/key');
  const rotate = async (): Promise<Shown> => asOwner('POST', '/key', { words: (await shown()).words });
  const newCode = async (): Promise<string> => (await asOwner<{ code: string }>('POST', '/codes')).code;
  const pairedPlant = async () => {
    const plant = await started();
    plant.sync.pair(await newCode(), { share, bytesPerHour: null, by: 'admin' });
    await plant.sync.settled();
    const { site, words } = stateOf(plant);
    await asOwner('POST', `/plants/${site}/confirm`, { words });
    await plant.round();
    expect(stateOf(plant)).toMatchObject({ lastError: null, hub: { state: 'paired', words: (await shown()).words } });
    return plant;
  };
  const isProved = (plant: Parameters<typeof stateOf>[0]): boolean =>
    stateOf(plant).industries.every(({ closedTo, provedTo }) => closedTo === provedTo);

  it('is known by plants after their next round, and has proved to each what it has', async () => {
    const plant = await pairedPlant();
    const before = await shown();
    const after = await rotate();
    expect(after.words).not.toBe(before.words);
    expect(after.oldKeyUntil).toBe(new Date(clock.now() + 90 * DAY_MS).toISOString());
    await plant.round();
    expect(stateOf(plant)).toMatchObject({ lastError: null, hub: { words: after.words } });
    await plant.round();
    expect(stateOf(plant).lastError).toBeNull();
    expect(isProved(plant)).toBe(true);
    const { rows } = await rig.asAdmin((admin) =>
      admin.query<{ body: string }>("select body from hub_audit where body like '%key of the hub%'"),
    );
    expect(rows.map(({ body }) => JSON.parse(body))).toEqual([
      { what: 'key of the hub changed', oldWords: before.words, newWords: after.words },
    ]);
  });

  it('changes it once where the answer was lost and the owner asks again, and for nobody else', async () => {
    const before = await shown();
    await rotate();
    expect(await askOwner('POST', '/key', { words: before.words })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await shown()).rotations).toHaveLength(before.rotations.length + 1);
    const response = await fetch(`${url}/api/hub/admin/key`, { method: 'POST', body: JSON.stringify({ words: before.words }) });
    expect(response.status).toBe(401);
  });

  it('answers a plant of an earlier version with the key that it knows for 90 days, and then no more', async () => {
    const code = await newCode();
    const older = new WirePlant(renewIdentity(join(folder, 'older'), 0), code);
    await older.pair();
    const { site, signing } = older.identity;
    await asOwner(`POST`, `/plants/${site}/confirm`, { words: wordsOf(publicBytes(signing)) });
    const asked = () => older.ask('GET', '/proposals?after=0', Buffer.alloc(0));
    await rotate();
    expect((await asked()).status).toBe(200);
    clock.advance(90 * DAY_MS + 1);
    // what comes is signed with the key of now, which this one does not know
    await expect(asked()).rejects.toThrow('not signed by the hub');
    expect((await shown()).oldKeyUntil).toBeNull();
  });

  it('leads a plant that was away for two changes and 200 days to its key of now, in one round', async () => {
    const plant = await pairedPlant();
    await rotate();
    clock.advance(100 * DAY_MS);
    const after = await rotate();
    clock.advance(100 * DAY_MS);
    await plant.round();
    expect(stateOf(plant)).toMatchObject({ lastError: null, hub: { state: 'paired', words: after.words } });
    expect(isProved(plant)).toBe(true);
  });

  it('leads plants to its key of now also where its database was put back to a time before the change', async () => {
    const plant = await pairedPlant();
    const after = await rotate();
    await rig.asAdmin((admin) =>
      admin.query('delete from hub_key_rotation where number = (select max(number) from hub_key_rotation)'),
    );
    await hub.stop();
    await startHub(new URL(url).port);
    await plant.round();
    expect(stateOf(plant)).toMatchObject({ lastError: null, hub: { state: 'paired', words: after.words } });
    const { rotations, words, oldKeyUntil } = await shown();
    expect([rotations.length, words]).toEqual([after.rotations.length, after.words]);
    expect(oldKeyUntil).toBe(new Date(clock.now() + 90 * DAY_MS).toISOString());
    await plant.round();
    expect(isProved(plant)).toBe(true);
  });

  it('and also where the next key was prepared before that start', async () => {
    const plant = await pairedPlant();
    await rotate();
    await rig.asAdmin((admin) =>
      admin.query('delete from hub_key_rotation where number = (select max(number) from hub_key_rotation)'),
    );
    await hub.stop();
    prepareNextKey(join(folder, 'keys'));
    await startHub(new URL(url).port);
    await plant.round();
    const { words } = await shown();
    expect(stateOf(plant)).toMatchObject({ lastError: null, hub: { state: 'paired', words } });
  });

  it('leads a plant without a line by the stick that comes back', async () => {
    const plant = await pairedPlant();
    const after = await rotate();
    const stick = join(plant.dataFolder, 'stick');
    mkdirSync(stick);
    const { files } = await plant.sync.export({ folder: stick, from: '2026-11-01' }, AbortSignal.timeout(60_000));
    let result: unknown;
    for (const { name } of files)
      ({ result } = await asOwner<{ result: unknown }>('POST', '/import', readFileSync(join(stick, name))));
    expect(plant.sync.import(resultFile.parse(result)).hub?.words).toBe(after.words);
    expect(isProved(plant)).toBe(true);
  });

  it('answers who has no key of a plant with no word about its keys', async () => {
    const stranger = new WirePlant(renewIdentity(join(folder, 'stranger'), 0), await newCode());
    const { body } = await stranger.ask('GET', '/proposals?after=0', Buffer.alloc(0));
    expect(body).toEqual({ status: 'error', code: 'unknownSite', message: expect.any(String) });
  });

  it.skipIf(noPython)(
    'is followed by both readers from its first key to the one of now, and not over a changed text',
    async () => {
      const { rotations } = await shown();
      const keys = rotations.map(({ text }) => JSON.parse(text) as { oldKey: string; newKey: string });
      const [first = { oldKey: '', newKey: '' }] = keys;
      const last = keys.at(-1)?.newKey;
      const code = pairCode.parse(
        JSON.parse(Buffer.from((await newCode()).slice(PAIR_CODE_PREFIX.length), 'base64url').toString()),
      );
      expect(last).toBe(code.key);
      expect(newestHubKey(first.oldKey, rotations)).toBe(last);
      const file = join(folder, 'rotations.json');
      const read = (from: string) =>
        spawnSync(python, [join(root, 'tests/peers/read_bundle.py'), 'hubRotations', from, file], { encoding: 'utf8' });
      writeFileSync(file, JSON.stringify(rotations));
      expect(JSON.parse(read(first.oldKey).stdout)).toEqual([first.oldKey, ...keys.map(({ newKey }) => newKey)]);
      const [one, two, ...rest] = rotations;
      writeFileSync(file, JSON.stringify([one, { ...two, signature: one?.signature }, ...rest]));
      expect(read(first.oldKey).status).not.toBe(0);
    },
  );

  describe('that was cut off while the key was changed', () => {
    const keysAt = async (keyFolder: string, database: HubDatabase): Promise<HubKeys> => {
      const keys = new HubKeys({ keyFolder, database, audit: new HubAudit(database), clock });
      await keys.start();
      return keys;
    };

    it.for(['prepared', 'stored'])('once the next key was %s: it has that key at its next start, once', async (until) => {
      const database = new HubDatabase(await rig.createDatabase(`cut_${until}`), () => undefined);
      await database.start();
      const keyFolder = join(folder, `cut-${until}`);
      const before = (await keysAt(keyFolder, database)).current;
      prepareNextKey(keyFolder);
      if (until === 'stored') {
        // the folder as it was, beside a database that has what the key signed
        keepOldKey(keyFolder);
        cpSync(keyFolder, `${keyFolder}-then`, { recursive: true });
        await keysAt(`${keyFolder}-then`, database);
      }
      const keys = await keysAt(keyFolder, database);
      const { current, rotations } = keys;
      expect(current.id).not.toBe(before.id);
      expect(rotations).toHaveLength(1);
      expect(newestHubKey(before.key.toString('base64url'), rotations)).toBe(current.key.toString('base64url'));
      // requests for the key before are answered with it
      expect(keys.addressed((id) => id === before.id)?.id).toBe(before.id);
      expect((await keysAt(keyFolder, database)).current.id).toBe(current.id);
      await database.stop();
    });
  });

  it('takes the key that the command prepared, which says its words', async () => {
    const command = spawnSync(process.execPath, ['server/commands/rotateKey.ts', '--data', folder], {
      cwd: root,
      encoding: 'utf8',
    });
    const [, words] = /The next key of this hub has the words: (.+)\n/.exec(command.stdout) ?? [];
    await hub.stop();
    const config = readConfig(['--hub', '--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
    hub = new HubApplication({ config, clock, log: quiet, ...installed });
    url = await hub.start();
    expect((await shown()).words).toBe(words);
  });
});

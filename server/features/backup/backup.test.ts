import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupRun } from '../../contract/plant/backup.ts';
import { askAt, bearer, loginAt } from '../../test/policyRig.ts';
import { prometheusSamples } from '../../test/prometheusText.ts';
import { startWholePlant, type WholePlant } from '../../test/wholePlant.ts';

let plant: WholePlant;
let token: string;
beforeAll(async () => {
  plant = await startWholePlant();
  token = (await loginAt(plant.url(), 'admin')).access_token;
});
afterAll(() => plant.stop());

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
const ask = async (method: string, path: string, body?: object): Promise<{ status: number; body: any }> =>
  askAt(plant.url(), `/api/plant${path}`, { method, headers: bearer(token), ...(body && { body }) });

const ended = async ({ id }: BackupRun): Promise<BackupRun> => {
  for (;;) {
    const run = (await ask('GET', '/backup')).body.runs.find((one: BackupRun) => one.id === id);
    if (run.outcome !== 'running') return run;
    await delay(100);
  }
};

const outside = (): string => join(plant.folder, '..', `backups-of-${plant.folder.split('/').at(-1)}`);

describe('backups of a plant', () => {
  it('are said to be missing before there are any, to its owner and in health', async () => {
    const { body } = await ask('GET', '/backup');
    expect(body).toMatchObject({ epoch: 1, kit: null, lastVerified: null, running: false, missing: null, runs: [] });
    expect(body.findings.map(({ code }: { code: string }) => code)).toEqual(['noRecoveryKit', 'sameDisk']);
    const health = await askAt(plant.url(), '/api/plant/health');
    expect(health.body).toMatchObject({ backup: { lastVerifiedDaysAgo: null, findings: ['noRecoveryKit', 'sameDisk'] } });
  });

  it('are made, verified and listed, and then known in health and metrics', async () => {
    const ageNow = async (): Promise<number | undefined> =>
      prometheusSamples((await askAt(plant.url(), '/metrics')).text).find(({ name }) => name === 'headworks_backup_age_seconds')
        ?.value;
    expect(await ageNow()).toBe(Number.POSITIVE_INFINITY);
    const begun = await ask('POST', '/backup/runs');
    expect(begun).toMatchObject({ status: 200, body: { kind: 'backup', outcome: 'running' } });
    expect((await ask('POST', '/backup/runs')).status).toBe(409);
    const run = await ended(begun.body);
    expect(run).toMatchObject({ outcome: 'verified', error: null });
    expect((await ask('GET', '/backup/snapshots')).body.snapshots).toMatchObject([
      { name: run.snapshot, verifiedAt: run.endedAt },
    ]);
    const health = await askAt(plant.url(), '/api/plant/health');
    expect(health.body).toMatchObject({ backup: { lastVerifiedDaysAgo: 0 } });
    expect(await ageNow()).toBeLessThan(60);
    expect((await ask('GET', '/audit?kind=backup.run')).body.rows).toHaveLength(1);
  });

  it('are encrypted for a recovery kit, which is shown once and stored nowhere', async () => {
    const { status, body: kit } = await ask('POST', '/backup/recovery-kit');
    expect(status).toBe(201);
    expect(kit.words.split(' ')).toHaveLength(24);
    expect((await ask('GET', '/backup')).body.kit).toEqual({ id: kit.id, createdAt: kit.createdAt });
    const run = await ended((await ask('POST', '/backup/runs')).body);
    expect(run.outcome).toBe('verified');
    const [secret, words] = [kit.qr.split(':')[1], kit.words.split(' ').slice(0, 4).join(' ')];
    const look = (folder: string): void => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) look(path);
        else for (const text of [secret, words]) expect(readFileSync(path).includes(text), path).toBe(false);
      }
    };
    look(plant.folder);
    const rows = (await ask('GET', '/audit?kind=backup.recoveryKit')).body.rows;
    expect(rows).toMatchObject([{ subject: kit.id, outcome: 'done' }]);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('go where the policy says, which is tried first', async () => {
    const { body: policy } = await ask('GET', '/backup/policy');
    expect(policy).toMatchObject({ enabled: true, folder: null, every: 'hour', keep: { newest: 24, days: 14, months: 6 } });
    expect((await ask('PUT', '/backup/policy', { ...policy, folder: 'relative' })).status).toBe(400);
    expect((await ask('PUT', '/backup/policy', { ...policy, folder: '/proc/nowhere' })).status).toBe(400);
    const folder = outside();
    expect((await ask('PUT', '/backup/policy', { ...policy, folder })).status).toBe(400);
    mkdirSync(folder);
    expect((await ask('PUT', '/backup/policy', { ...policy, folder })).body).toEqual({ ...policy, folder });
    const run = await ended((await ask('POST', '/backup/runs')).body);
    expect(run.outcome).toBe('verified');
    expect(readdirSync(folder)).toHaveLength(1);
    expect((await ask('GET', '/audit?kind=backup.policy')).body.rows[0]).toMatchObject({
      before: { folder: null },
      after: { folder },
    });
  });

  it('have a policy that is changed from the state that was read alone', async () => {
    const at = '/api/plant/backup/policy';
    const put = (ifMatch: string, body: object) =>
      askAt(plant.url(), at, { method: 'PUT', headers: { ...bearer(token), 'If-Match': ifMatch }, body });
    const { headers, body: policy } = await askAt(plant.url(), at, { headers: bearer(token) });
    const etag = headers.etag ?? '';
    const kept = { ...(policy as object), alarmAfterDays: 5 };
    const first = await put(etag, kept);
    expect(first).toMatchObject({ status: 200, body: kept });
    expect((await put(etag, policy as object)).status).toBe(409);
    expect((await askAt(plant.url(), at, { headers: bearer(token) })).body).toEqual(kept);
    // what is left out would become its usual value: no folder, for one
    for (const [sent, path] of [
      [{}, 'enabled'],
      [{ ...kept, folder: undefined }, 'folder'],
      [{ ...kept, keep: { newest: 3, days: 3 } }, 'keep.months'],
    ] as const) {
      const errors = expect.arrayContaining([{ path, message: `${path} missing` }]);
      expect(await put(first.headers.etag ?? '', sent)).toMatchObject({ status: 400, body: { code: 1430, errors } });
    }
    expect((await put(first.headers.etag ?? '', policy as object)).body).toEqual(policy);
    expect((await ask('GET', '/last-changes/policy?kind=backup.policy')).body).toMatchObject({ change: { byName: 'admin' } });
  });

  it('have a policy that one of two people changes who save at the same moment', async () => {
    const at = '/api/plant/backup/policy';
    const { headers, body: policy } = await askAt(plant.url(), at, { headers: bearer(token) });
    // a folder that is chosen is tried first, which takes its time
    const put = (alarmAfterDays: number) =>
      askAt(plant.url(), at, {
        method: 'PUT',
        headers: { ...bearer(token), 'If-Match': headers.etag ?? '' },
        body: { ...(policy as object), folder: outside(), alarmAfterDays },
      });
    const answers = await Promise.all([put(6), put(7)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [saved] = answers.filter(({ status }) => status === 200);
    expect((await ask('GET', '/backup/policy')).body).toEqual(saved?.body);
    expect((await ask('PUT', '/backup/policy', policy as object)).status).toBe(200);
  });

  it('have a policy that is saved anew where the stored one is damaged, and is never overwritten unseen where it is whole', async () => {
    const at = '/api/plant/backup/policy';
    const put = (ifMatch: string, body: object) =>
      askAt(plant.url(), at, { method: 'PUT', headers: { ...bearer(token), 'If-Match': ifMatch }, body });
    const { headers, body: policy } = await askAt(plant.url(), at, { headers: bearer(token) });
    const [before] = (await ask('GET', '/audit?kind=backup.policy')).body.rows;
    expect((await put('"damaged"', policy as object)).status).toBe(409);
    writeFileSync(join(plant.folder, 'backup.json'), '{"format":');
    expect((await ask('GET', '/backup/policy')).status).toBe(503);
    const state = await ask('GET', '/backup');
    expect(state).toMatchObject({ status: 200, body: { folder: '', findings: [{ code: 'failed' }] } });
    expect(state.body.findings[0].message).toContain('backup.json is damaged');
    expect((await put(headers.etag ?? '', policy as object)).status).toBe(409);
    expect(await put('"damaged"', policy as object)).toMatchObject({ status: 200, body: policy });
    expect((await ask('GET', '/backup/policy')).body).toEqual(policy);
    const [after] = (await ask('GET', '/audit?kind=backup.policy')).body.rows;
    expect(after).toMatchObject({ before: null, after: policy });
    expect(after).not.toEqual(before);
    writeFileSync(join(plant.folder, 'backup.json'), '');
    expect((await ask('PUT', '/backup/policy', policy as object)).status).toBe(200);
  });

  it('are described, also for support, where the note of their recovery kit is damaged, until there is a new one', async () => {
    const path = join(plant.folder, 'keys', 'recovery-kit.json');
    writeFileSync(path, '{');
    expect(await ask('GET', '/backup')).toMatchObject({ status: 200, body: { kit: null, findings: [{ code: 'failed' }] } });
    expect((await ask('POST', '/backup/recovery-kit')).status).toBe(201);
    expect((await ask('GET', '/backup')).body.kit).not.toBeNull();
  });

  it('that are damaged are found when they are verified', async () => {
    const [{ name }] = (await ask('GET', '/backup/snapshots')).body.snapshots;
    const whole = await ended((await ask('POST', `/backup/snapshots/${name}/verify`)).body);
    expect(whole).toMatchObject({ kind: 'verify', outcome: 'verified', snapshot: name });
    const { folder } = (await ask('GET', '/backup')).body;
    const path = join(folder, 'snapshots', `${name}.hwb`);
    expect(existsSync(path)).toBe(true);
    const bytes = readFileSync(path);
    bytes[bytes.length - 200] = (bytes[bytes.length - 200] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const run = await ended((await ask('POST', `/backup/snapshots/${name}/verify`)).body);
    expect(run).toMatchObject({ outcome: 'failed', error: expect.stringContaining(`${name}.hwb: it is damaged`) });
    expect((await ask('POST', '/backup/snapshots/20200101T000000Z/verify')).status).toBe(404);
    expect((await ask('POST', '/backup/snapshots/..%2f..%2fx/verify')).status).toBe(400);
  });

  it('that failed leave the one before as the last verified, and a finding', async () => {
    const { lastVerified } = (await ask('GET', '/backup')).body;
    const { body: policy } = await ask('GET', '/backup/policy');
    rmSync(outside(), { recursive: true });
    mkdirSync(outside());
    const run = await ended((await ask('POST', '/backup/runs')).body);
    expect(run).toMatchObject({ outcome: 'failed', error: expect.stringContaining('is its disk connected?') });
    const { body } = await ask('GET', '/backup');
    expect(body.lastVerified).toMatchObject({ snapshot: lastVerified.snapshot });
    expect(body.findings.map(({ code }: { code: string }) => code)).toContain('failed');
    rmSync(outside(), { recursive: true });
    await ask('PUT', '/backup/policy', { ...policy, folder: null });
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Failure } from '../core/fail.ts';
import { AuthService } from '../features/auth/service.ts';
import { BackupService } from '../features/backup/service.ts';
import { SyncService } from '../features/sync/service.ts';
import { askAt, bearer, type PolicyRig, startPolicyRig } from './policyRig.ts';

/** What is changed outside the database asks no transaction whether its sender may still make it. */
let rig: PolicyRig;
let isLost = false;
beforeAll(async () => {
  rig = await startPolicyRig();
});
afterAll(() => rig.stop());
afterEach(() => {
  isLost = false;
  vi.restoreAllMocks();
});

const policyPath = '/api/plant/backup/policy';
const send = (method: string, path: string, body?: object) =>
  askAt(rig.plant.url(), path, { method, headers: bearer(rig.tokens.admin), ...(body && { body }) });
const mayBeLost = (): void => {
  const { access } = AuthService.prototype;
  vi.spyOn(AuthService.prototype, 'access').mockImplementation(function (this: AuthService, ...given) {
    if (isLost) throw new Failure('sessionEnded', 'Session expired');
    return access.apply(this, given);
  });
};
const policyFile = (): string => readFileSync(join(rig.plant.folder, 'backup.json'), 'utf8');
const policyOf = async (days: number): Promise<object> => {
  const { body } = await send('GET', policyPath);
  const { keep } = body as { keep: object };
  return { ...(body as object), keep: { ...keep, days } };
};
const policyChanges = async (): Promise<number> => {
  const { body } = await send('GET', '/api/plant/audit');
  return (body as { rows: { kind: string }[] }).rows.filter(({ kind }) => kind.startsWith('backup')).length;
};

it('a policy of backups is not saved by who lost the session while its folder was tried', async () => {
  await send('PUT', policyPath, await policyOf(9));
  const [before, changed] = [policyFile(), await policyOf(11)];
  mayBeLost();
  const { savePolicy } = BackupService.prototype;
  vi.spyOn(BackupService.prototype, 'savePolicy').mockImplementation(function (this: BackupService, ...given) {
    isLost = true;
    return savePolicy.apply(this, given);
  });
  expect((await send('PUT', policyPath, changed)).status).toBe(440);
  expect(policyFile()).toBe(before);
});

it('a policy that was written before the session ended is answered and audited', async () => {
  const [changed, before] = [await policyOf(12), await policyChanges()];
  mayBeLost();
  const { savePolicy } = BackupService.prototype;
  vi.spyOn(BackupService.prototype, 'savePolicy').mockImplementation(async function (this: BackupService, ...given) {
    const saved = await savePolicy.apply(this, given);
    isLost = true;
    return saved;
  });
  expect((await send('PUT', policyPath, changed)).status).toBe(200);
  isLost = false;
  expect([policyFile().includes('12'), await policyChanges()]).toEqual([true, before + 1]);
});

it.each([
  ['POST', '/api/plant/backup/snapshots/20261128T010000Z/restore', { as: 'copy' }],
  ['POST', '/api/plant/backup/snapshots/20261128T010000Z/verify', undefined],
] as const)('%s %s begins nothing for who lost the session while the folder was looked at', async (method, path, body) => {
  mayBeLost();
  vi.spyOn(BackupService.prototype, 'assertThere').mockImplementation(async () => {
    isLost = true;
  });
  const begin = vi.spyOn(BackupService.prototype, 'begin');
  expect((await send(method, path, body)).status).toBe(440);
  expect(begin).not.toHaveBeenCalled();
});

it('a hub that was left before the session ended is left, and audited', async () => {
  mayBeLost();
  vi.spyOn(SyncService.prototype, 'unpair').mockImplementation(async () => {
    isLost = true;
    return { revoked: true };
  });
  const { status, text } = await send('POST', '/api/plant/sync/unpair');
  expect([status, text]).toEqual([200, expect.stringContaining('revoked')]);
  isLost = false;
  expect((await send('GET', '/api/plant/audit')).text).toContain('sync.unpair');
});

import { afterEach, describe, expect, it } from 'vitest';
import { Writer } from '../../db/writer.ts';
import { type AuthRig, startAuth } from '../../test/authRig.ts';
import type { AuditEntry } from '../audit/model.ts';
import { openAccount } from './openAccount.ts';

let rig: AuthRig | undefined;
afterEach(() => rig?.stop());

describe('the console of the machine', () => {
  it('lets an owner in again who is locked and disabled, with a new password, and writes it down', async () => {
    const at = await startAuth();
    rig = at;
    const userId = await at.addUser({ permissions: ['SYSTEM'] });
    await at.addUser({ username: 'ravi', permissions: ['ALERTS'] });
    const session = (await at.login()).body as { access_token: string };
    for (let n = 0; n < 10; n += 1) await at.login({ password: 'wrong' });
    await at.logins.users.change(userId, { disabled: true }, 'test');
    expect((await at.login()).status).toBe(401);
    const entries: AuditEntry[] = [];
    const audit = {
      record: async () => {},
      gather: () => {},
      append: (_: unknown, entry: AuditEntry) => void entries.push(entry),
    };
    const account = openAccount({ writer: new Writer(at.db.sqlite), audit, clock: at.clock });
    expect((await account.owners()).map(({ username, state }) => [username, state])).toEqual([['asha', 'disabled']]);
    await expect(account.open('nobody', 'x')).rejects.toMatchObject({ code: 'notFound' });
    await account.open('asha', 'drawn at the console');
    expect(entries).toMatchObject([{ kind: 'console.unlock', subject: userId, after: { newPassword: true } }]);
    rig = await at.restart();
    expect((await rig.login()).status).toBe(401);
    expect((await rig.login({ password: 'drawn at the console' })).status).toBe(200);
    expect((await rig.call('GET', '/api/plant/me/sessions', session.access_token)).status).toBe(440);
  });

  it('ends the sessions of an account that gets a new password, also of one that was never disabled', async () => {
    const at = await startAuth();
    rig = at;
    await at.addUser();
    const { access_token } = (await at.login()).body as { access_token: string };
    const audit = { record: async () => {}, gather: () => {}, append: () => {} };
    const account = openAccount({ writer: new Writer(at.db.sqlite), audit, clock: at.clock });
    await account.open('asha', undefined);
    rig = await at.restart();
    expect((await rig.call('GET', '/api/plant/me/sessions', access_token)).status).toBe(200);
    await openAccount({ writer: new Writer(rig.db.sqlite), audit, clock: rig.clock }).open('asha', 'drawn at the console');
    rig = await rig.restart();
    expect((await rig.call('GET', '/api/plant/me/sessions', access_token)).status).toBe(440);
  });

  it('keeps the password where none is asked for', async () => {
    const at = await startAuth({ lock: { max: 2, seconds: 900 } });
    rig = at;
    await at.addUser();
    for (let n = 0; n < 2; n += 1) await at.login({ password: 'wrong' });
    expect((await at.login()).status).toBe(401);
    const audit = { record: async () => {}, gather: () => {}, append: () => {} };
    await openAccount({ writer: new Writer(at.db.sqlite), audit, clock: at.clock }).open('asha', undefined);
    expect((await at.login()).status).toBe(200);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { rawConnectionOf } from '../../../db/writer.ts';
import type { OutboxRig } from '../../../test/outboxRig.ts';
import { rigOf } from '../../../test/sentDeliveries.ts';
import { PushTokens } from './pushTokenStore.ts';

describe('a phone', () => {
  let rig: OutboxRig;
  let tokens: PushTokens;
  const asha = { userId: 'asha', industryId: 'DEMO' };
  const nora = { userId: 'nora', industryId: 'NORTH' };
  const sql = (text: string): void => void rawConnectionOf(rig.storage.writer).exec(text);
  const register = (who: typeof asha, deviceId: string, token: string, nowMs = 1): void =>
    rig.storage.writer.run((tx) => tokens.keep(tx, who, { deviceId, token }, nowMs));
  /** A session of Asha on a device. */
  const session = (deviceId: string, createdAt: number, endedBy: string | null): void =>
    sql(
      `insert into session (id, user_id, industry_id, login_type, device_id, status, created_at, refresh_hash, refresh_expires_at, ended_by)
       values ('s${createdAt}', 'asha', 'DEMO', 'DEFAULT', '${deviceId}', '${endedBy ? 'INACTIVE' : 'active'}', ${createdAt}, '', 0,
         ${endedBy ? `'${endedBy}'` : 'null'})`,
    );

  beforeEach(() => {
    rig = rigOf({});
    tokens = new PushTokens(rig.storage.writer);
    sql(
      `insert into industry (id, name, joined_at) values ('NORTH', 'North', 0);
       insert into user (id, industry_id, username, name, role, permissions, active, disabled, created_at)
         values ('nora', 'NORTH', 'nora', 'Nora', 'admin', '["ALERTS"]', 1, 0, 0);
       delete from push_token`,
    );
  });

  it('that another person logs in on gets their alarms, and no longer those of the one before', () => {
    register(asha, 'tablet', 'token-of-tablet');
    register(nora, 'tablet', 'token-of-tablet');
    expect([tokens.ofIndustry('DEMO'), tokens.ofIndustry('NORTH')]).toEqual([[], ['token-of-tablet']]);
  });

  it('is one of the fifty that its user registered last: nobody’s alarms go to more', () => {
    register(nora, 'tablet', 'token-of-nora');
    for (let at = 0; at < 52; at += 1) register(asha, `phone ${at}`, `token ${at}`, at);
    register(asha, 'phone 2', 'renewed', 52);
    register(asha, 'phone 52', 'token 52', 53);
    const kept = ['renewed', 'token 52', ...Array.from({ length: 48 }, (_, at) => `token ${at + 4}`)];
    expect(tokens.ofIndustry('DEMO').toSorted()).toEqual(kept.toSorted());
    expect(tokens.ofIndustry('NORTH')).toEqual(['token-of-nora']);
  });

  it.each([
    ['logged out on', 'logout', []],
    ['taken away from its user', 'user', []],
    ['shut out by a new password', 'password', []],
    ['only asked to log in again after a restore', 'restore', ['token']],
    ['in use', null, ['token']],
  ])('that was %s is sent alarms accordingly', (_, endedBy, expected) => {
    session('phone', 1, 'logout');
    session('phone', 2, endedBy);
    session('other', 3, 'logout');
    register(asha, 'phone', 'token');
    expect(tokens.ofIndustry('DEMO')).toEqual(expected);
  });

  it('whose pairing was revoked is sent none', () => {
    sql(
      `insert into phone (id, industry_id, name, model, public_key, paired_at, paired_by, revoked_at)
       values ('phone', 'DEMO', 'Asha', '', x'00', 0, 'asha', 5)`,
    );
    register(asha, 'phone', 'token');
    register(asha, 'other', 'token-of-other');
    expect(tokens.ofIndustry('DEMO')).toEqual(['token-of-other']);
  });

  it('that was logged out on gets none either once its session is forgotten', () => {
    register(asha, 'phone', 'token');
    session('phone', 2, 'logout');
    register(asha, 'other', 'token-of-other');
    sql('delete from session');
    expect(tokens.ofIndustry('DEMO')).toEqual(['token-of-other']);
  });
});

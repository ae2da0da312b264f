import { describe, expect, it } from 'vitest';
import { start } from '../../../test/pairedPhone.ts';

describe('a paired phone', () => {
  const device = (deviceId: string) => ({ deviceId, 'X-Platform': 'android' });

  it('is listed with its last use and its sessions, also after a restart', async () => {
    const { at, list, pair, restart } = await start();
    const { paired, answer } = await pair();
    expect(paired.lastUsedAt).toBeNull();
    const { access_token } = (await at.login(device(answer.deviceId))).body as { access_token: string };
    at.clock.advance(20 * 60_000);
    await at.call('GET', '/api/plant/me', access_token);
    const used = new Date(at.clock.now()).toISOString();
    expect((await list()).phones).toMatchObject([{ id: answer.deviceId, sessions: 1, lastUsedAt: used }]);
    const rig = await restart();
    expect(rig.logins.phones.of('DEMO')).toMatchObject([{ sessions: 1, lastUsedAtMs: at.clock.now() }]);
  });

  it('is shut out once it is revoked: its sessions end, nobody logs in from it, and that stays so', async () => {
    const { at, ask, pair, restart } = await start();
    const { answer } = await pair();
    const { access_token, refresh_token } = (await at.login(device(answer.deviceId))).body as Record<string, string>;
    const revoked = await ask('DELETE', `phones/${answer.deviceId}`);
    expect(revoked).toMatchObject({ status: 200, body: { ended: 1 } });
    expect(at.ended).toHaveLength(1);
    expect((await at.call('GET', '/api/plant/me', access_token ?? '')).status).toBe(440);
    expect((await at.call('GET', '/api/user/user/refresh', refresh_token ?? '')).status).toBe(440);
    expect(await at.login(device(answer.deviceId))).toMatchObject({ status: 403, body: { code: 1405 } });
    expect((await at.login(device('another'))).status).toBe(200);
    expect((await ask('DELETE', `phones/${answer.deviceId}`)).status).toBe(404);
    const rig = await restart();
    expect(rig.logins.phones.of('DEMO')).toEqual([]);
    expect((await rig.login(device(answer.deviceId))).status).toBe(403);
  });

  it('that could not be revoked for a fault of the disk is not half revoked, and is at the next attempt for good', async () => {
    const { at, ask, pair, restart } = await start();
    const { answer } = await pair();
    const { access_token = '' } = (await at.login(device(answer.deviceId))).body as Record<string, string>;
    at.db.sqlite.pragma('query_only = on');
    expect((await ask('DELETE', `phones/${answer.deviceId}`)).status).toBeGreaterThanOrEqual(500);
    expect((await at.call('GET', '/api/plant/me', access_token)).status).toBe(200);
    at.db.sqlite.pragma('query_only = off');
    expect(await ask('DELETE', `phones/${answer.deviceId}`)).toMatchObject({ status: 200, body: { ended: 1 } });
    const rig = await restart();
    expect((await rig.call('GET', '/api/plant/me', access_token)).status).toBe(440);
    expect((await rig.login(device(answer.deviceId))).status).toBe(403);
  });

  it('belongs to its industry: admins of another neither see nor touch it, nor a code of it', async () => {
    const { at, open, pair, list } = await start();
    const { answer } = await pair();
    const { pairing } = await open();
    await at.addUser({ username: 'nina', industryId: 'NORTH', permissions: ['ACCOUNT_SETTINGS'] });
    const token = ((await at.login({ username: 'nina' })).body as { access_token: string }).access_token;
    const ask = (method: string, path: string, body?: object) =>
      at.call(method, `/api/plant/${path}`, token, { ...(body && { body }) });
    expect((await ask('GET', 'phones')).body).toEqual({ phones: [], pairings: [] });
    expect((await ask('DELETE', `phones/${answer.deviceId}`)).status).toBe(404);
    expect((await ask('DELETE', `phone-pairings/${pairing.id}`)).status).toBe(404);
    expect((await ask('POST', `phone-pairings/${pairing.id}/confirm`, { comparison: '000000' })).status).toBe(404);
    expect(await list()).toMatchObject({ phones: [{}], pairings: [{}] });
  });
});

describe('the audit log', () => {
  it('has what an admin did with phones: codes, the phone that came of one, and its end', async () => {
    const { noted, ask, open, pair } = await start();
    const { answer } = await pair('Asha');
    const { pairing } = await open('Ravi');
    await ask('DELETE', `phone-pairings/${pairing.id}`);
    await ask('DELETE', `phones/${answer.deviceId}`);
    expect(noted).toMatchObject([
      { subject: expect.any(String), after: { name: 'Asha' } },
      { subject: answer.deviceId, after: { name: 'Asha', model: 'Pixel 9', pairing: expect.any(String) } },
      { subject: pairing.id, after: { name: 'Ravi' } },
      { subject: pairing.id },
      { subject: answer.deviceId, after: { ended: 0 } },
    ]);
  });

  it('has wall displays that are made and ended', async () => {
    const { noted, ask } = await start();
    const { wall } = (await ask('POST', 'walls', { name: 'Lobby' })).body as { wall: { id: string } };
    await ask('DELETE', `walls/${wall.id}`);
    expect(noted).toMatchObject([
      { subject: wall.id, after: { name: 'Lobby' } },
      { subject: wall.id, before: { name: 'Lobby' } },
    ]);
  });
});

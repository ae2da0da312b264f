import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Permission } from '../../../contract/permissions.ts';
import { type AuthRig, startAuth } from '../../../test/authRig.ts';

let rig: AuthRig;
let token: string;
const holding: Permission[] = ['ACCOUNT_SETTINGS', 'ALERTS', 'REPORTS', 'LANDING_PAGE'];
beforeEach(async () => {
  rig = await startAuth();
  await rig.addUser({ username: 'chief', role: 'admin', permissions: holding });
  token = ((await rig.login({ username: 'chief' })).body as { access_token: string }).access_token;
});
afterEach(() => rig.stop());

type Link = { url: string; token: string; expiresAt: string };
const HOUR_MS = 3_600_000;
const post = (path: string, body?: object, as?: string) =>
  rig.ask(`/api/plant${path}`, {
    method: 'POST',
    headers: as ? { authorization: `Bearer ${as}` } : {},
    ...(body && { body }),
  });
const addRavi = async (): Promise<{ user: { id: string }; link: Link; text: string }> => {
  const sent = { username: 'ravi', name: 'Ravi', role: 'viewer', permissions: ['ALERTS'], link: true };
  const { status, body, text } = await post('/users', sent, token);
  expect(status, text).toBe(201);
  return { ...(body as { user: { id: string }; link: Link }), text };
};
const use = (link: string, newPassword = 'seven calm rivers') => post('/password-links/use', { token: link, newPassword });
const loginStatus = async (password: string, username = 'ravi'): Promise<number> =>
  (await rig.login({ username, password })).status;
const gone = { status: 401, body: { code: 1401, message: expect.stringMatching(/used already or is too old/) } };

describe('a one-time link', () => {
  it('is what a new user gets in place of a password, and by which they choose one and log in', async () => {
    const { link, text } = await addRavi();
    expect(text).not.toContain('"password":');
    expect(link.url.split('#')).toEqual([expect.stringMatching(/^http:\/\/[^/]+\/choose-password$/), link.token]);
    expect(Date.parse(link.expiresAt) - rig.clock.now()).toBe(72 * HOUR_MS);
    expect(await use(link.token)).toMatchObject({ status: 200, body: { status: 'success', username: 'ravi' } });
    expect(await loginStatus('seven calm rivers')).toBe(200);
  });

  it('works once, also when it is used twice at the same moment', async () => {
    const { link } = await addRavi();
    const answers = await Promise.all([use(link.token), use(link.token, 'nine loud rivers')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(await use(link.token, 'ten other rivers')).toMatchObject(gone);
  });

  it('ends after 72 hours', async () => {
    const { link } = await addRavi();
    rig.clock.advance(72 * HOUR_MS - 1000);
    // refused for its password, not for its age
    expect((await use(link.token, 'password123')).status).toBe(400);
    rig.clock.advance(1000);
    expect(await use(link.token)).toMatchObject(gone);
    expect(await loginStatus('seven calm rivers')).toBe(401);
  });

  it('is dead once the password is set another way, and so is every other link of the user', async () => {
    const { user, link } = await addRavi();
    const { body: second } = await post(`/users/${user.id}/password-links`, undefined, token);
    expect((await use((second as Link).token)).status).toBe(200);
    expect(await use(link.token)).toMatchObject(gone);
    const { body: third } = await post(`/users/${user.id}/password-links`, undefined, token);
    const reset = await rig.call('PUT', `/api/plant/users/${user.id}/password`, token, {
      body: { newPassword: 'six still lakes' },
    });
    expect(reset.status, reset.text).toBe(200);
    expect(await use((third as Link).token)).toMatchObject(gone);
  });

  it('ends the sessions that the old password opened', async () => {
    const { user, link } = await addRavi();
    await use(link.token);
    const session = ((await rig.login({ username: 'ravi', password: 'seven calm rivers' })).body as { access_token: string })
      .access_token;
    const { body } = await post(`/users/${user.id}/password-links`, undefined, token);
    expect((await use((body as Link).token, 'five deep wells 9')).status).toBe(200);
    expect((await rig.call('GET', '/api/plant/me/sessions', session)).status).toBe(440);
  });

  it('is refused for another token, a changed one, a weak password, and a disabled user, and stays usable then', async () => {
    const { user, link } = await addRavi();
    const [id = '', expiry = '', signature = ''] = link.token.split('.');
    for (const wrong of [
      'x',
      `${id}.zzzzzz.${signature}`,
      `nobody.${expiry}.${signature}`,
      `${link.token}.x`,
      token.slice(0, 400),
    ])
      expect(await use(wrong), wrong).toMatchObject(gone);
    expect(await use(link.token, 'password123')).toMatchObject({ status: 400, body: { code: 400 } });
    await rig.call('PATCH', `/api/plant/users/${user.id}`, token, { body: { disabled: true } });
    expect(await use(link.token)).toMatchObject({ status: 403, body: { code: 1405 } });
    await rig.call('PATCH', `/api/plant/users/${user.id}`, token, { body: { disabled: false } });
    expect((await use(link.token)).status).toBe(200);
  });

  it('outlives a restart of the server', async () => {
    const { link } = await addRavi();
    rig = await rig.restart();
    expect((await use(link.token)).status).toBe(200);
  });

  it('is made by nobody for a user who may do more, for one of another industry, or for one without a password here', async () => {
    const more = await rig.addUser({ username: 'owner', permissions: ['SYSTEM'] });
    const foreign = await rig.addUser({ username: 'north', industryId: 'NORTH', permissions: [] });
    const sso = await rig.addUser({ username: 'cloud', kind: 'sso', email: 'c@example.com', permissions: [] });
    const statuses = [more, foreign, sso].map(async (id) => (await post(`/users/${id}/password-links`, undefined, token)).status);
    expect(await Promise.all(statuses)).toEqual([401, 404, 400]);
    const both = { username: 'sita', role: 'viewer', permissions: [], link: true, password: 'seven calm rivers' };
    expect((await post('/users', both, token)).status).toBe(400);
  });

  it('is in the audit log when it is made and when it is used, its secret is not', async () => {
    const { user, link } = await addRavi();
    await use(link.token);
    const kinds = rig.audited.filter(({ subject }) => subject === user.id).map(({ kind }) => kind);
    expect(kinds).toEqual(['password.link', 'password.linkUsed']);
    expect(JSON.stringify(rig.audited)).not.toContain(link.token.split('.')[2]);
  });
});

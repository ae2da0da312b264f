/** What a session of the hub's people opens once it has ended, however its token is sent. */
import { describe, expect, it } from 'vitest';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { asOwner, serveHub, url } from './wiredHub.ts';

const PASSWORD = 'seven quiet pumps under a bridge';

describe.skipIf(missingPostgres)(`a session of a hub that has ended${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  serveHub();

  const login = async (username: string): Promise<string> => {
    const body = JSON.stringify({ username, password: PASSWORD });
    const answer = await fetch(`${url}/api/hub/fleet/login`, { method: 'POST', body });
    return ((await answer.json()) as { token: string }).token;
  };
  const ask = async (path: string, Authorization?: string): Promise<number> =>
    (await fetch(`${url}${path}`, { headers: Authorization === undefined ? {} : { Authorization } })).status;
  /** A header that carries the token, and what is nearly one. */
  const formsOf = (token: string): string[] => [
    token,
    `Basic ${token}`,
    `Bearer  ${token}`,
    `bearer ${token}`,
    `Bearer ${token}`,
  ];
  const addresses = ['/api/hub/fleet/plants', '/api/hub/fleet/comparison', '/api/hub/admin/people', '/api/hub/admin/plants'];

  it('opens nothing after the logout, whichever way its token is written', async () => {
    await asOwner('POST', '/people', { username: 'asha', name: 'Asha Kulkarni', password: PASSWORD, isOwner: true });
    const token = await login('asha');
    for (const path of addresses) expect(await ask(path, `Bearer ${token}`)).toBe(200);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`${url}/api/hub/fleet/logout`, { method: 'POST', headers })).status).toBe(200);
    const opened: string[] = [];
    for (const path of addresses)
      for (const form of formsOf(token)) if ((await ask(path, form)) < 400) opened.push(`${path} ${form.replace(token, '')}`);
    expect(opened).toEqual([]);
  });

  it('opens nothing for who was shut out, and no more than is granted now', async () => {
    await asOwner('POST', '/people', { username: 'ravi', name: 'Ravi Shinde', password: PASSWORD, isOwner: true });
    const token = await login('ravi');
    expect(await ask('/api/hub/admin/people', `Bearer ${token}`)).toBe(200);
    await asOwner('PATCH', '/people/ravi', { isOwner: false });
    expect(await Promise.all(formsOf(token).map((form) => ask('/api/hub/admin/people', form)))).toEqual([
      401, 401, 401, 401, 401,
    ]);
    await asOwner('PATCH', '/people/ravi', { disabled: true });
    const statuses = await Promise.all(formsOf(token).map((form) => ask('/api/hub/fleet/plants', form)));
    expect(statuses).toEqual([401, 401, 440, 440, 440]);
  });

  it('is over for a token in the address too, wherever in the address it stands', async () => {
    await asOwner('POST', '/people', { username: 'meera', name: 'Meera Rao', password: PASSWORD });
    const token = await login('meera');
    const forms = [`?jwt=${token}`, `?a=1?&jwt=${token}`];
    const asked = () => Promise.all(forms.map((query) => ask(`/api/user/summaryPage${query}&type=DATE`)));
    expect(await asked()).toEqual([401, 401]);
    await fetch(`${url}/api/hub/fleet/logout`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    expect(await asked()).toEqual([440, 440]);
  });
});

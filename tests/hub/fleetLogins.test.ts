/** Who may try passwords at the pages of a hub, and what it says of addresses that it does not have. */
import { describe, expect, it } from 'vitest';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { asOwner, pairedPlant, serveHub, url } from './wiredHub.ts';

const PASSWORD = 'seven quiet pumps under a bridge';

describe.skipIf(missingPostgres)(`logins at the pages of a hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  serveHub(['127.0.0.1']);

  /** From an address of its own, as the proxy in front says it. */
  const from = (address: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, { ...init, headers: { ...init.headers, 'X-Forwarded-For': address } });
  const login = (address: string, username: string, password = PASSWORD): Promise<Response> =>
    from(address, '/api/hub/fleet/login', { method: 'POST', body: JSON.stringify({ username, password }) });
  const loginOfApi = (address: string, username: string, password: string): Promise<Response> =>
    from(address, '/api/user/user/login', { headers: { LoginType: 'DEFAULT', username, password } });
  const statuses = async (answers: Promise<Response>[]): Promise<number[]> =>
    (await Promise.all(answers)).map(({ status }) => status);

  it('are ten a minute of one address, whatever names are tried, together with those of the User API', async () => {
    await asOwner('POST', '/people', { username: 'asha', name: 'Asha Kulkarni', password: PASSWORD, isOwner: true });
    const tries = Array.from({ length: 5 }, (_, name) => name);
    expect(await statuses(tries.map((name) => loginOfApi('192.0.2.1', `a${name}`, 'wrong')))).toEqual(tries.map(() => 401));
    expect(await statuses(tries.map((name) => login('192.0.2.1', `b${name}`, 'wrong')))).toEqual(tries.map(() => 401));
    const refused = await login('192.0.2.1', 'asha');
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({ status: 'error', code: 'rateLimit', retryAfterSeconds: wait });
    expect((await loginOfApi('192.0.2.1', 'asha', PASSWORD)).status).toBe(429);
    expect((await login('192.0.2.2', 'asha')).status).toBe(200);
  });

  it('do not go on for whom other addresses lock out, from where they have logged in before', async () => {
    await asOwner('POST', '/people', { username: 'ravi', name: 'Ravi Shinde', password: PASSWORD });
    expect((await login('192.0.2.10', 'ravi')).status).toBe(200);
    const wrong = await statuses(Array.from({ length: 12 }, (_, one) => login(`198.51.100.${one}`, 'ravi', 'wrong')));
    expect(wrong.filter((status) => status === 401)).toHaveLength(10);
    const stranger = await login('198.51.100.200', 'ravi');
    expect([stranger.status, Number(stranger.headers.get('retry-after')) > 60]).toEqual([429, true]);
    expect((await login('192.0.2.10', 'ravi')).status).toBe(200);
  });

  it('answer 404 for what is not there, 413 for what is too long, 409 for what cannot be now', async () => {
    const { token } = (await (await login('192.0.2.20', 'asha')).json()) as { token: string };
    const headers = { Authorization: `Bearer ${token}` };
    const plant = '/plants/11111111-2222-4333-8444-555555555555';
    for (const path of [
      '/nothing',
      '/plants/x/live',
      `${plant}/live`,
      `${plant}/proposals`,
      `${plant}/proposals/x`,
      '/plants/',
    ]) {
      const answer = await from('192.0.2.20', `/api/hub/fleet${path}`, { headers });
      expect([path, answer.status, await answer.json()]).toMatchObject([path, 404, { status: 'error', code: 'notFound' }]);
    }
    const long = await login('192.0.2.20', 'asha', 'x'.repeat(70_000));
    expect([long.status, await long.json()]).toMatchObject([413, { code: 'tooLarge' }]);
    expect((await from('192.0.2.20', '/api/hub/fleet/nothing')).status).toBe(401);
  });

  it('know a name whichever way its accents are typed, and take it for one person', async () => {
    const [whole, inParts] = ['jos\u00e9', 'jose\u0301'];
    expect((await asOwner('POST', '/people', { username: inParts, name: 'Jos\u00e9', password: PASSWORD })).status).toBe(200);
    expect((await asOwner('POST', '/people', { username: whole, name: 'Jos\u00e9', password: PASSWORD })).status).toBe(409);
    for (const typed of [whole, inParts]) expect((await login('192.0.2.40', typed)).status).toBe(200);
    for (const typed of [whole, inParts])
      expect((await asOwner('PATCH', `/people/${encodeURIComponent(typed)}`, { name: 'Jos\u00e9 R' })).status).toBe(200);
  });

  it('say of a plant that somebody may not see what they say of one that is not there', async () => {
    await asOwner('POST', '/people', { username: 'meera', name: 'Meera Rao', password: PASSWORD });
    const { token } = (await (await login('192.0.2.50', 'meera')).json()) as { token: string };
    const { site } = (await pairedPlant()).identity;
    const id = '11111111-2222-4333-8444-555555555555';
    const proposal = { industryId: 'DEMO', kind: 'message', target: '', values: { text: 'x' }, reason: 'a reason' };
    const asked = async (of: string) => {
      const at = `/plants/${of}`;
      const requests: [string, string, object?][] = [
        ['GET', `${at}/live`],
        ['GET', `${at}/proposals`],
        ['POST', `${at}/proposals`, {}],
        ['POST', `${at}/proposals`, proposal],
        ['DELETE', `${at}/proposals/${id}`],
      ];
      return Promise.all(
        requests.map(async ([method, path, body]) => {
          const init = { method, headers: { Authorization: `Bearer ${token}` }, ...(body && { body: JSON.stringify(body) }) };
          const answer = await from('192.0.2.50', `/api/hub/fleet${path}`, init);
          return [method, answer.status, await answer.text()];
        }),
      );
    };
    expect(await asked(site)).toEqual(await asked(id));
  });

  it('say on every answer that it is no page', async () => {
    const paths = ['fleet/plants', 'admin/plants', 'admin/nothing', 'v1/hello', 'health', 'nothing'].map(
      (path) => `/api/hub/${path}`,
    );
    for (const path of [...paths, '/api/user/summaryPage', '/plants/x/api/user/summaryPage']) {
      const { headers } = await from('192.0.2.30', path);
      const shown = ['x-content-type-options', 'x-frame-options', 'referrer-policy'].map((name) => headers.get(name));
      expect([path, ...shown]).toEqual([path, 'nosniff', 'DENY', 'no-referrer']);
      expect([path, headers.get('content-security-policy')?.startsWith("default-src 'none'")]).toEqual([path, true]);
    }
  });

  it('take no value that is given twice, and no choice of two plants', async () => {
    const { token } = (await (await login('192.0.2.60', 'asha')).json()) as { token: string };
    const comparison = (query: string) =>
      from('192.0.2.60', `/api/hub/fleet/comparison${query}`, { headers: { Authorization: `Bearer ${token}` } });
    expect((await comparison('?days=5')).status).toBe(200);
    expect((await comparison('?days=5&days=300')).status).toBe(400);
    const { site } = (await pairedPlant()).identity;
    for (const choice of [`${site}/${site.replace(/^./, '0')}`, 'DEMO/NORTH', `${site}/DEMO/NORTH`]) {
      const answer = await loginOfApi('192.0.2.61', `asha/${choice}`, PASSWORD);
      expect([choice, await answer.json()]).toMatchObject([
        choice,
        { code: 1403, message: 'username: one plant and one industry' },
      ]);
    }
  });
});

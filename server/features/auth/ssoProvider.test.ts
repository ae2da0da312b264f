import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { startAuth } from '../../test/authRig.ts';

const CLIENT = { client_id: 'headworks', client_secret: 'only-for-this-test' };
const BACK = 'http://127.0.0.1/back';

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  vi.restoreAllMocks();
});

/** A certified OpenID provider on loopback with one client and an account for every name. */
const startProvider = async (): Promise<string> => {
  // it warns that it runs with settings for development
  for (const kind of ['warn', 'info'] as const) vi.spyOn(console, kind).mockImplementation(() => undefined);
  const { Provider } = await import('oidc-provider');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [BACK], grant_types: ['authorization_code'], response_types: ['code'] }],
    cookies: { keys: ['test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => false },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: `${id}@example.com`, email_verified: id !== 'unverified' }),
    }),
  });
  server.on('request', provider.callback());
  return issuer;
};

/** What a browser does: follows, keeps cookies, signs in and agrees. Answers the identity token. */
const signIn = async (issuer: string, name: string, nonce: string): Promise<string> => {
  const cookies = new Map<string, string>();
  const visit = async (url: string, body?: URLSearchParams): Promise<{ url: string; location: string | null }> => {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie }, ...(body && { method: 'POST', body }) });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    await response.text();
    const location = response.headers.get('location');
    return { url, location: location && new URL(location, url).href };
  };
  const query = new URLSearchParams({
    client_id: CLIENT.client_id,
    redirect_uri: BACK,
    response_type: 'code',
    scope: 'openid email',
    nonce,
  });
  let at = await visit(`${issuer}/auth?${query}`);
  for (const form of [{ prompt: 'login', login: name, password: 'any' }, { prompt: 'consent' }]) {
    const page = at.location ?? '';
    expect(page).toContain('/interaction/');
    const done = await visit(page, new URLSearchParams(form));
    at = await visit(done.location ?? '');
  }
  const code = new URL(at.location ?? '').searchParams.get('code') ?? '';
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${CLIENT.client_id}:${CLIENT.client_secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: BACK }),
  });
  const { id_token: token } = (await response.json()) as { id_token: string };
  return token;
};

describe('a real OpenID provider', () => {
  it('signs a registered person in, found by discovery, and nobody else', async () => {
    const issuer = await startProvider();
    const at = await startAuth();
    closers.push(() => at.stop());
    at.clock.set(systemClock.now());
    const caller = {
      userId: 'admin',
      username: 'admin',
      industryId: 'DEMO',
      homeIndustryId: 'DEMO',
      role: 'admin',
      permissions: new Set([]),
      sessionId: 's',
      loginType: 'DEFAULT',
      internal: false,
    };
    const spec = { name: 'OIDC', issuer, audience: CLIENT.client_id, jwksUrl: null, tenantId: 'plant', tenantClaim: null };
    await at.logins.ssoIssuers.create(caller, spec, { ip: '127.0.0.1', requestId: 'r' });
    for (const name of ['asha', 'unverified']) await at.addUser({ username: name, kind: 'sso', email: `${name}@example.com` });
    const login = (token: string, headers: Record<string, string>) =>
      at.ask('/api/user/user/login', { headers: { Authorization: `Bearer ${token}`, ...headers } });
    const byTenant = (token: string, nonce: string) => login(token, { LoginType: 'sso_tenant', tid: 'plant', nonce });
    const token = await signIn(issuer, 'asha', 'n-1');
    expect((await byTenant(token, 'n-2')).status).toBe(401);
    expect((await byTenant(token, 'n-1')).body).toMatchObject({
      username: 'asha',
      email: 'asha@example.com',
      type: 'sso_tenant',
    });
    expect((await byTenant(token, 'n-1')).status).toBe(401);
    const again = await signIn(issuer, 'asha', 'n-3');
    expect((await login(again, { LoginType: 'sso_idtoken', targetIndustryId: 'NORTH' })).status).toBe(401);
    expect((await login(again, { LoginType: 'sso_idtoken', targetIndustryId: 'DEMO' })).status).toBe(200);
    for (const name of ['unverified', 'eve'])
      expect((await byTenant(await signIn(issuer, name, 'n'), 'n')).status, name).toBe(401);
  });
});

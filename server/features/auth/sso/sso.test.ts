import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import type { LoginResponse } from '../../../contract/user/auth.ts';
import { type AuthRig, START_MS, startAuth } from '../../../test/authRig.ts';
import type { Reply } from '../../../test/httpRig.ts';

type Claims = { [K in keyof JWTPayload]: JWTPayload[K] | undefined };

const AUDIENCE = 'headworks-plant';
const TENANT = 'tenant-demo';
const EMAIL = 'asha@example.com';
const HOUR_S = 3600;
const DAY_MS = 86_400_000;

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** An identity provider that says what a test wants. */
const startProvider = async () => {
  const keys = await generateKeyPair('ES256');
  const state = { isUp: true, redirectTo: '', asked: [] as string[], kid: 'k1', key: keys.privateKey, publicKey: keys.publicKey };
  const issuer = await listen(async (request, response) => {
    const path = request.url ?? '';
    state.asked.push(path);
    if (!state.isUp) return void request.socket.destroy();
    if (state.redirectTo) return void response.writeHead(302, { location: state.redirectTo }).end();
    const jwks = { keys: [{ ...(await exportJWK(state.publicKey)), kid: state.kid, alg: 'ES256', use: 'sig' }] };
    const body = path === '/jwks' ? jwks : { issuer, jwks_uri: `${issuer}/jwks` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  const now = START_MS / 1000;
  const token = (claims: Claims = {}, header: object = {}, key = state.key): Promise<string> => {
    const base = {
      iss: issuer,
      aud: AUDIENCE,
      sub: 'subject-1',
      iat: now,
      exp: now + HOUR_S,
      tid: TENANT,
      jti: crypto.randomUUID(),
    };
    const payload = { ...base, email: EMAIL, email_verified: true, ...claims };
    return new SignJWT(payload as JWTPayload).setProtectedHeader({ alg: 'ES256', kid: state.kid, ...header }).sign(key);
  };
  const rotate = async (): Promise<void> => {
    const fresh = await generateKeyPair('ES256');
    Object.assign(state, { key: fresh.privateKey, publicKey: fresh.publicKey, kid: `k${Math.floor(performance.now())}` });
  };
  return { state, issuer, token, rotate };
};

const caller = (industryId: string) => ({
  userId: 'admin',
  username: 'admin',
  industryId,
  role: 'admin',
  permissions: new Set([]),
  sessionId: 's',
  loginType: 'DEFAULT',
  internal: false,
  homeIndustryId: industryId,
});
const origin = { ip: '127.0.0.1', requestId: 'r' };

const start = async (spec: object = {}) => {
  const provider = await startProvider();
  const at = await startAuth();
  let current: AuthRig = at;
  closers.push(() => current.stop());
  const issuer = {
    name: 'Directory',
    issuer: provider.issuer,
    audience: AUDIENCE,
    jwksUrl: null,
    tenantId: TENANT,
    tenantClaim: 'tid',
    ...spec,
  };
  await at.logins.ssoIssuers.create(caller('DEMO'), issuer, origin);
  const userId = await at.addUser({ username: EMAIL, kind: 'sso', email: EMAIL, role: 'ground_staff' });
  const ask = (headers: Record<string, string>): Promise<Reply> => current.ask('/api/user/user/login', { headers });
  const byTenant = (token: string, more: Record<string, string> = {}) =>
    ask({ LoginType: 'sso_tenant', Authorization: `Bearer ${token}`, tid: TENANT, ...more });
  const byIdToken = (token: string, targetIndustryId = 'DEMO') =>
    ask({ LoginType: 'sso_idtoken', Authorization: `Bearer ${token}`, targetIndustryId });
  const restart = async (): Promise<void> => {
    current = await at.restart();
  };
  return { at, provider, issuer, userId, ask, byTenant, byIdToken, restart };
};
const invalid = { status: 401, body: { code: 1401, message: 'Identity token is not valid' } };

describe('login by an identity provider', () => {
  it('opens a session by the tenant and by the industry', async () => {
    const { provider, byTenant, byIdToken } = await start();
    const first = await byTenant(await provider.token());
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ industryId: 'DEMO', type: 'sso_tenant', email: EMAIL } satisfies Partial<LoginResponse>);
    const { access_token: access } = first.body as LoginResponse;
    expect(JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ role: 'ground_staff' });
    expect((await byIdToken(await provider.token())).body).toMatchObject({ type: 'sso_idtoken' });
  });

  it('says what is missing and which tenant is unknown', async () => {
    const { provider, ask } = await start();
    const token = `Bearer ${await provider.token()}`;
    const tenant = (headers: Record<string, string>) => ask({ LoginType: 'sso_tenant', ...headers });
    expect(await tenant({ tid: TENANT })).toMatchObject({ status: 400, body: { code: 1403, message: 'Authorization missing' } });
    expect(await tenant({ Authorization: token })).toMatchObject({ status: 400, body: { code: 1403, message: 'tid missing' } });
    expect(await tenant({ Authorization: 'Basic eDp5', tid: TENANT })).toMatchObject({ status: 400, body: { code: 1403 } });
    expect(await tenant({ Authorization: token, tid: 'nobody' })).toMatchObject({
      status: 401,
      body: { code: 1404, message: 'Invalid tenant id' },
    });
    expect(await ask({ LoginType: 'sso_idtoken', Authorization: token })).toMatchObject({
      body: { code: 1403, message: 'targetIndustryId missing' },
    });
  });

  it('tells an e-mail address that is not registered, not verified, inactive or disabled', async () => {
    const { at, provider, userId, byTenant } = await start();
    const stranger = await provider.token({ email: 'eve@example.com', sub: 'eve' });
    const refusal = (message: string) => ({ status: 401, body: { code: 1401, message } });
    expect(await byTenant(stranger)).toMatchObject(refusal('E-mail eve@example.com is not authorized to sign in here'));
    for (const email_verified of [false, undefined, 'no'])
      expect(await byTenant(await provider.token({ email_verified }))).toMatchObject(
        refusal(`E-mail ${EMAIL}, which is not verified, is not authorized to sign in here`),
      );
    expect(await byTenant(await provider.token({ email: undefined }))).toMatchObject({ body: { code: 1401 } });
    await at.logins.users.change(userId, { disabled: true }, 'test');
    expect(await byTenant(await provider.token())).toMatchObject({ status: 403, body: { code: 1405 } });
    await at.logins.users.change(userId, { disabled: false, active: false }, 'test');
    expect(await byTenant(await provider.token())).toMatchObject({ body: { code: 1401 } });
  });

  it('knows a person by the subject, not by the address', async () => {
    const { at, provider, userId, byTenant } = await start();
    expect((await byTenant(await provider.token())).status).toBe(200);
    const renamed = await byTenant(await provider.token({ email: 'new@example.com', email_verified: false }));
    expect(renamed.body).toMatchObject({ userId });
    expect((await byTenant(await provider.token({ sub: 'subject-2' }))).status).toBe(401);
    await at.logins.users.change(userId, { email: 'second@example.com' }, 'test');
    expect((await byTenant(await provider.token({ sub: 'subject-2', email: 'second@example.com' }))).body).toMatchObject({
      userId,
    });
    expect((await byTenant(await provider.token())).status).toBe(401);
  });

  it('never takes a user who logs in otherwise', async () => {
    const { at, provider, byTenant } = await start();
    await at.addUser({ username: 'owner', email: 'owner@example.com' });
    expect((await byTenant(await provider.token({ sub: 'x', email: 'owner@example.com' }))).status).toBe(401);
  });

  const now = START_MS / 1000;
  it.each<[string, Claims]>([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'somebody-else' }],
    ['several audiences without azp', { aud: [AUDIENCE, 'somebody-else'] }],
    ['another tenant', { tid: 'tenant-north' }],
    ['no tenant', { tid: undefined }],
    ['an end in the past', { exp: now - 31 }],
    ['no end', { exp: undefined }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['no time of issue', { iat: undefined }],
    ['a time of issue in the future', { iat: now + 120 }],
    ['a time before which it does not hold', { nbf: now + 120 }],
  ])('refuses a token with %s', async (_, claims) => {
    const { provider, byTenant } = await start();
    expect(await byTenant(await provider.token(claims))).toMatchObject(invalid);
  });

  it('refuses a token that was used, of another key, unsigned, edited, or that brings its own key', async () => {
    const { provider, byTenant, byIdToken } = await start();
    const token = await provider.token();
    expect((await byTenant(token)).status).toBe(200);
    expect(await byTenant(token)).toMatchObject(invalid);
    expect(await byIdToken(token)).toMatchObject(invalid);
    const thief = await generateKeyPair('ES256');
    const jwk = await exportJWK(thief.publicKey);
    expect(await byTenant(await provider.token({}, {}, thief.privateKey))).toMatchObject(invalid);
    expect(await byTenant(await provider.token({}, { jwk }, thief.privateKey))).toMatchObject(invalid);
    expect(await byTenant(await provider.token({}, { jku: 'http://127.0.0.1:1/' }, thief.privateKey))).toMatchObject(invalid);
    expect(await byTenant(await provider.token({}, { kid: '../../etc/passwd' }))).toMatchObject(invalid);
    const claims = { iss: provider.issuer, aud: AUDIENCE, sub: 's', iat: now, exp: now + 60, tid: TENANT };
    expect(await byTenant(new UnsecuredJWT(claims).encode())).toMatchObject(invalid);
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(provider.state.publicKey)));
    const symmetric = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: provider.state.kid }).sign(secret);
    expect(await byTenant(symmetric)).toMatchObject(invalid);
    const [head = '', , signature = ''] = (await provider.token()).split('.');
    const edited = Buffer.from(JSON.stringify({ ...claims, email: 'boss@example.com' })).toString('base64url');
    expect(await byTenant(`${head}.${edited}.${signature}`)).toMatchObject(invalid);
    for (const junk of ['x', 'a.b.c', 'x'.repeat(8193).slice(0, 8180)]) {
      expect(await byTenant(junk)).toMatchObject(invalid);
      expect(await byIdToken(junk)).toMatchObject(invalid);
    }
  });

  it('checks the nonce that the client names', async () => {
    const { provider, byTenant } = await start();
    expect(await byTenant(await provider.token({ nonce: 'a' }), { nonce: 'b' })).toMatchObject(invalid);
    expect(await byTenant(await provider.token(), { nonce: 'b' })).toMatchObject(invalid);
    expect((await byTenant(await provider.token({ nonce: 'b' }), { nonce: 'b' })).status).toBe(200);
  });

  it('opens no other industry', async () => {
    const { at, provider, byIdToken, byTenant } = await start();
    await at.addUser({ username: 'n', kind: 'sso', email: EMAIL, industryId: 'NORTH' });
    expect(await byIdToken(await provider.token(), 'NORTH')).toMatchObject({ status: 401, body: { code: 1401 } });
    expect(await byIdToken(await provider.token(), 'NOWHERE')).toMatchObject({ status: 401, body: { code: 1401 } });
    const north = {
      name: 'N',
      issuer: provider.issuer,
      audience: AUDIENCE,
      jwksUrl: null,
      tenantId: 'tenant-north',
      tenantClaim: 'tid',
    };
    await at.logins.ssoIssuers.create(caller('NORTH'), north, origin);
    expect(await byIdToken(await provider.token(), 'NORTH')).toMatchObject(invalid);
    expect(await byTenant(await provider.token(), { tid: 'tenant-north' })).toMatchObject(invalid);
    expect((await byTenant(await provider.token({ tid: 'tenant-north' }), { tid: 'tenant-north' })).body).toMatchObject({
      industryId: 'NORTH',
    });
  });

  it('takes a token once, also after the clock was a day ahead for a while', async () => {
    const { at, provider, byTenant } = await start();
    const token = await provider.token();
    expect((await byTenant(token)).status).toBe(200);
    at.clock.advance(DAY_MS);
    const times = { iat: at.clock.now() / 1000, exp: at.clock.now() / 1000 + 60 };
    expect((await byTenant(await provider.token(times))).status).toBe(200);
    at.clock.advance(-DAY_MS);
    expect(await byTenant(token)).toMatchObject(invalid);
  });
});

describe('the keys of a provider', () => {
  it('serve from disk while it is away, also after a restart, but not for ever', async () => {
    const { at, provider, byTenant, restart } = await start();
    expect((await byTenant(await provider.token())).status).toBe(200);
    provider.state.isUp = false;
    await restart();
    expect((await byTenant(await provider.token({ jti: 'later' }))).status).toBe(200);
    at.clock.advance(2 * DAY_MS);
    const times = { iat: at.clock.now() / 1000, exp: at.clock.now() / 1000 + 60 };
    expect((await byTenant(await provider.token(times))).status).toBe(200);
    at.clock.advance(31 * DAY_MS);
    const late = { iat: at.clock.now() / 1000, exp: at.clock.now() / 1000 + 60 };
    expect(await byTenant(await provider.token(late))).toMatchObject({
      status: 503,
      body: { message: 'The identity provider does not answer' },
    });
  });

  it('are fetched anew for a key id that is not known, but not again and again', async () => {
    const { at, provider, byTenant } = await start();
    await byTenant(await provider.token());
    await provider.rotate();
    at.clock.advance(31_000);
    expect((await byTenant(await provider.token())).status).toBe(200);
    const asked = provider.state.asked.length;
    for (let i = 0; i < 5; i += 1) await byTenant(await provider.token({}, { kid: `forged-${i}` }));
    expect(provider.state.asked).toHaveLength(asked);
  });

  it('are not fetched from where it redirects to', async () => {
    const { provider, byTenant } = await start();
    let wasAsked = false;
    provider.state.redirectTo = await listen((_, response) => {
      wasAsked = true;
      response.end('{"keys":[]}');
    });
    expect((await byTenant(await provider.token())).status).toBe(503);
    expect(wasAsked).toBe(false);
  });

  it('may have an address of their own', async () => {
    const own = await startProvider();
    const { provider, byTenant } = await start({ jwksUrl: `${own.issuer}/jwks` });
    Object.assign(own.state, { publicKey: provider.state.publicKey });
    expect((await byTenant(await provider.token())).status).toBe(200);
    expect(provider.state.asked).toEqual([]);
    expect(own.state.asked).toEqual(['/jwks']);
  });
});

describe('identity providers of an industry', () => {
  it('are kept by its admins', async () => {
    const { at, provider, byTenant } = await start();
    await at.addUser({ username: 'admin', permissions: ['ACCOUNT_SETTINGS'] });
    await at.addUser({ username: 'north', industryId: 'NORTH', permissions: ['ACCOUNT_SETTINGS'] });
    const tokenOf = async (username: string) => ((await at.login({ username })).body as LoginResponse).access_token;
    const [admin, north] = [await tokenOf('admin'), await tokenOf('north')];
    const path = '/api/plant/sso/issuers';
    const { issuers } = (await at.call('GET', path, admin)).body as { issuers: { id: string; version: number }[] };
    const [known] = issuers;
    expect(issuers).toMatchObject([{ issuer: provider.issuer, version: 1 }]);
    expect((await at.call('GET', path, north)).body).toEqual({ issuers: [] });
    const spec = { name: 'New', issuer: 'https://id.example', audience: 'x', jwksUrl: null, tenantId: null, tenantClaim: 'tid' };
    const add = (token: string, fields: object) => at.call('POST', path, token, { body: { ...spec, ...fields } });
    expect(await add(north, { tenantId: TENANT })).toMatchObject({ status: 409 });
    expect(await add(north, { issuer: provider.issuer, tenantClaim: null })).toMatchObject({ status: 409 });
    for (const issuer of ['http://id.example', 'https://a@id.example', 'ftp://id.example', 'http://127.0.0.1.evil.example'])
      expect(await add(north, { issuer }), issuer).toMatchObject({ status: 400, body: { code: 1430 } });
    expect((await add(north, {})).status).toBe(201);
    const one = `${path}/${known?.id}`;
    expect((await at.call('DELETE', one, north)).status).toBe(404);
    const change = (version: number) =>
      at.call('PUT', one, admin, { body: { ...spec, issuer: 'https://other.example', version } });
    expect((await change(7)).status).toBe(409);
    expect((await change(1)).body).toMatchObject({ name: 'New', version: 2 });
    expect(await byTenant(await provider.token())).toMatchObject({ body: { code: 1404 } });
    expect((await at.call('DELETE', one, admin)).status).toBe(200);
    expect((await at.call('GET', path, admin)).body).toEqual({ issuers: [] });
    expect(at.audited.filter(({ kind }) => kind === 'sso.issuer')).toHaveLength(4);
  });
});

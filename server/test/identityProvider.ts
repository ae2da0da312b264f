import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';
import { type AuthRig, START_MS, startAuth } from './authRig.ts';
import type { Reply } from './httpRig.ts';

export type Claims = { [K in keyof JWTPayload]: JWTPayload[K] | undefined };
export const AUDIENCE = 'headworks-plant';
export const TENANT = 'tenant-demo';
export const EMAIL = 'asha@example.com';
const HOUR_S = 3600;
export const DAY_MS = 86_400_000;

export const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** An identity provider that says what a test wants. */
export const startProvider = async () => {
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

export const caller = (industryId: string) => ({
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
export const origin = { ip: '127.0.0.1', requestId: 'r' };

export const start = async (spec: object = {}) => {
  const provider = await startProvider();
  const at = await startAuth();
  let current: AuthRig = at;
  onTestFinished(() => current.stop());
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

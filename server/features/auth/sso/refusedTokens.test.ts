import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { START_MS } from '../../../test/authRig.ts';
import { AUDIENCE, type Claims, caller, DAY_MS, EMAIL, origin, start, TENANT } from '../../../test/identityProvider.ts';

const invalid = { status: 401, body: { code: 1401, message: 'Identity token is not valid' } };

describe('login by an identity provider', () => {
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

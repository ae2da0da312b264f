import { describe, expect, it } from 'vitest';
import type { LoginResponse } from '../../../contract/user/auth.ts';
import { start, TENANT } from '../../../test/identityProvider.ts';

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

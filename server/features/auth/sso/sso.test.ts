import { describe, expect, it } from 'vitest';
import type { LoginResponse } from '../../../contract/user/auth.ts';
import { EMAIL, start, TENANT } from '../../../test/identityProvider.ts';

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
});

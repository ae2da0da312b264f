import { expect, test } from '@playwright/test';
import { audience, startIdentityProvider, tenant } from '../../conformance/identityProvider.ts';
import { expectAccessible } from '../axe.ts';
import { openSession, signIn } from '../plant.ts';
import { owner, setUp, startEmptyServer } from '../tasks/emptyServer.ts';

const meera = { sub: 'meera', email: 'meera@plant.example', email_verified: true };

test('who has an account at an identity provider signs in by it until it is deleted in the panel', async ({ page, browser }) => {
  test.setTimeout(120_000);
  const provider = await startIdentityProvider();
  const { url, code, stop } = await startEmptyServer({ ssoHosts: [provider.issuer], confirmSeconds: 3600 });
  /** What a company's own page sends with the token that its provider signed. */
  const login = async (): Promise<{ status: number; body: Record<string, unknown> }> => {
    const headers = {
      LoginType: 'sso_tenant',
      Authorization: `Bearer ${await provider.token(Date.now(), meera)}`,
      tid: tenant,
    };
    const response = await fetch(`${url}/api/user/user/login`, { headers });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  try {
    await setUp(url, code);
    await signIn(page, await openSession(url, owner));
    expect((await login()).body).toMatchObject({ code: 1404 });

    await page.goto(`${url}/settings?tab=sso`);
    await page.getByRole('button', { name: 'Add an identity provider' }).click();
    const form = page.getByRole('form', { name: 'Add an identity provider' });
    await form.getByLabel('Name', { exact: true }).fill('Works login');
    await form.getByLabel('Issuer').fill(provider.issuer);
    await form.getByLabel('Client id').fill(audience);
    await form.getByLabel('Tenant (optional)', { exact: true }).fill(tenant);
    await form.getByRole('button', { name: 'Save' }).click();
    const added = page.getByRole('button', { name: /^Works login/ });
    await expect(added).toBeVisible();
    // the provider alone opens nothing: whom it may let in is named here
    expect((await login()).body).toMatchObject({ code: 1401, message: expect.stringContaining('meera@plant.example') });
    const person = page.getByRole('form', { name: 'Add by e-mail address' });
    await person.getByLabel('E-mail address at the provider').fill(meera.email);
    await person.getByLabel('Role').selectOption('viewer');
    await person.getByRole('button').click();
    await expect(person.getByText('meera@plant.example is added.')).toBeVisible();
    await expectAccessible(page, 'a provider and a person who signs in by it');

    // a role of this list is a name: what they may do is said, and changed under People
    await expect(page.getByText('each begins with the rights that you have yourself')).toBeVisible();
    const opened = await login();
    expect(opened.status).toBe(200);
    const hers = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    const { access_token: accessToken, refresh_token: refreshToken } = opened.body;
    await signIn(hers, JSON.stringify({ accessToken, refreshToken, profile: opened.body }));
    await hers.goto(url);
    await expect(hers.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await page.goto(`${url}/settings`);
    await page.getByRole('list', { name: 'People' }).getByRole('button', { name: /meera/ }).click();
    await expect(page.getByRole('region', { name: 'Sessions', exact: true }).getByRole('listitem')).toHaveCount(1);

    await page.goto(`${url}/settings?tab=sso`);
    await added.click();
    await page.getByLabel('Type “Works login” to go on').fill('Works login');
    await page.getByRole('button', { name: 'Delete the provider' }).click();
    await expect(page.getByText('Works login is deleted: nobody signs in by it any more.')).toBeVisible();
    expect((await login()).body).toMatchObject({ code: 1404 });
    await hers.context().close();
  } finally {
    await stop();
    await provider.stop();
  }
});

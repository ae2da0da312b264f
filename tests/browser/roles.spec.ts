import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { expect, openSession, signIn, test } from './plant.ts';
import { editorNeeds, opens, pageNeeds, rightsOf, roleNames } from './roleList.ts';
import { sessionOf } from './roleSessions.ts';

const forbidden = 'Your account may not see this page';
const settled = (page: Page) => expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);

test.describe('each role', () => {
  test.slow();
  for (const role of roleNames)
    test(`${role} opens the pages of their rights, and is refused the others as a whole`, {
      tag: role === 'viewer' || role === 'north' ? [] : '@full',
    }, async ({ page, serverUrl, expectedFaults }) => {
      // another industry has drawn nothing yet
      if (role === 'north') expectedFaults.push(/status of 404/);
      const record = await sessionOf(serverUrl, role);
      const rights = rightsOf(record);
      await signIn(page, record);
      for (const [path, needs] of Object.entries({ ...pageNeeds, ...editorNeeds })) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        const isOpen = opens(needs, rights);
        await expect(page.getByRole('heading', { level: 1, name: forbidden }), `${role} at ${path}`).toHaveCount(isOpen ? 0 : 1);
        if (!isOpen) {
          await expect(page.getByText('The right that is missing:', { exact: false })).toBeVisible();
          // nothing of the page itself is there, in whatever form
          await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
          await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
        }
      }
      const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
      const shown = await links.evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).pathname));
      const own = Object.entries(pageNeeds)
        .filter(([, needs]) => opens(needs, rights))
        .map(([path]) => path);
      expect([...new Set(shown)].toSorted()).toEqual(own.toSorted());
    });

  test('a viewer sees alarms and does nothing with them, and no command anywhere', async ({ page, serverUrl }) => {
    await signIn(page, await sessionOf(serverUrl, 'viewer'));
    await page.goto('/alarms?tab=history');
    await settled(page);
    await expect(page.getByRole('button', { name: /^(Acknowledge|Shelve)/ })).toHaveCount(0);
    await page.goto('/diagram');
    await settled(page);
    await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0);
  });

  test('whatever their rights, everybody has their own password and sessions', async ({ page, serverUrl }) => {
    await signIn(page, await sessionOf(serverUrl, 'viewer'));
    await page.goto('/units');
    await page.getByRole('button', { name: 'Account of viewer' }).click();
    await page
      .getByRole('menuitem', { name: 'My account' })
      .or(page.getByRole('button', { name: 'My account' }))
      .first()
      .click();
    await expect(page.getByRole('form', { name: 'My password' })).toBeVisible();
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await expect(sessions.getByText('(this one)')).toBeVisible();
    await expect(sessions.getByText(/by password/).first()).toBeVisible();
    await expectAccessible(page, 'my account');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectToFit(page);
  });

  test('a manager has people and delivery, and neither the shift day nor the system', async ({ page, serverUrl }) => {
    await signIn(page, await sessionOf(serverUrl, 'manager'));
    await page.goto('/settings');
    await expect(page.getByRole('list', { name: 'People' })).toBeVisible();
    await expect(page.getByText('Alarms and reports', { exact: true })).toBeVisible();
    await expect(page.getByText('Shift day', { exact: true })).toHaveCount(0);
    // by its address too
    await page.goto('/settings?tab=shift');
    await settled(page);
    await expect(page.getByLabel('The day begins at')).toHaveCount(0);
    // nobody gives a right that they do not hold
    await page.goto('/settings?person=new');
    await page.getByLabel('Role').selectOption('Technician');
    await page.getByLabel('User name').fill('above-me');
    await expect(page.getByText(/You cannot give .*Commissioning.*: you do not hold it yourself/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
    await page.getByLabel('Role').selectOption('Read only');
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeEnabled();
    // nor changes the account of somebody who may do more
    await page.goto('/settings');
    await page.getByRole('list', { name: 'People' }).getByRole('button', { name: /admin/ }).click();
    const panel = page.getByRole('region', { name: 'admin', exact: true });
    await expect(panel).toContainText(/This person may do more than you: .*Commissioning/);
    await expect(panel.getByRole('button')).toHaveText(['Close']);
    // of the plant's own settings the parts that are a manager's, and the first of them at once
    await page.goto('/plant');
    await settled(page);
    await expect(page.getByText('Tariffs & facts', { exact: true })).toBeVisible();
    await expect(page.getByText('Units & categories', { exact: true })).toHaveCount(0);
    await expect(page.getByText('Your account may not see this part')).toHaveCount(0);
    await page.goto('/plant?tab=units');
    await expect(page.getByText('Your account may not see this part')).toBeVisible();
  });

  test('whoever holds the audit log alone sees that part of the system and no other', async ({ page, record, serverUrl }) => {
    const { accessToken } = JSON.parse(record) as { accessToken: string };
    const username = `auditor${Date.now()}`;
    const password = 'granite-meadow-compass-7';
    const made = await fetch(`${serverUrl}/api/plant/users`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'X-Confirm-Password': 'demo-admin',
      },
      body: JSON.stringify({ username, role: 'viewer', permissions: ['AUDIT'], password }),
    });
    expect(made.status).toBe(201);
    await signIn(page, await openSession(serverUrl, { username, password }));
    for (const path of ['/system', '/system?tab=backups', '/system?tab=program']) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Check the log' })).toBeVisible();
      await expect(page.getByText('Backups', { exact: true })).toHaveCount(0);
    }
  });

  test('the admin of another industry sees nothing of this one', async ({ page, serverUrl, expectedFaults }) => {
    expectedFaults.push(/status of 4\d\d/);
    await signIn(page, await sessionOf(serverUrl, 'north'));
    await page.goto('/settings');
    await expect(page.getByRole('list', { name: 'People' })).toContainText('Kavita Thakur');
    await expect(page.getByRole('list', { name: 'People' })).not.toContainText('Ravi Shinde');
    await page.goto('/units/demo-rawTank');
    await settled(page);
    await expect(page.getByRole('main').getByRole('link', { name: /Raw water tank/ })).toHaveAttribute('href', /north-rawTank/);
    await expect(page.locator('a[href*="/units/demo-"]')).toHaveCount(0);
  });
});

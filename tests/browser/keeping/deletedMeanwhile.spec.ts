/** What somebody else deletes while its form is open: what was typed stays to be read and copied, and the page says what happened. */
import type { Page } from '@playwright/test';
import { sendElsewhere } from '../elsewhere.ts';
import { askApi } from '../pageWords.ts';
import { expect, test } from '../plant.ts';

const typed = 'typed by hand for a quarter of an hour';
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'What you typed is below until you close it' });

type Case = {
  what: string;
  /** Makes one of its kind. @returns its address in the panel, and what deletes it. */
  make: (page: Page) => Promise<{ path: string; remove: () => Promise<unknown>; open?: () => Promise<void> }>;
  field: string;
};

const deleteBy = (page: Page, path: string, version?: number) => () =>
  sendElsewhere(page, 'DELETE', version === undefined ? path : `${path}?version=${version}`, undefined);

const category = (page: Page) =>
  sendElsewhere(page, 'POST', '/api/plant/categories', {
    displayName: `Short-lived ${Date.now()}`,
    standardCategoryId: 'SOURCE_CATEGORY',
    siUnit: 'KL',
  }) as Promise<{ id: string; version: number }>;

const cases: readonly Case[] = [
  {
    what: 'a person',
    field: 'Name',
    make: async (page) => {
      const { user } = (await sendElsewhere(page, 'POST', '/api/plant/users', {
        username: `short-${Date.now()}`,
        role: 'viewer',
      })) as { user: { id: string } };
      return { path: `/settings?person=${user.id}`, remove: deleteBy(page, `/api/plant/users/${user.id}`) };
    },
  },
  {
    what: 'a category',
    field: 'Name',
    make: async (page) => {
      const { id, version } = await category(page);
      return { path: `/plant?item=category%20${id}`, remove: deleteBy(page, `/api/plant/categories/${id}`, version) };
    },
  },
  {
    what: 'a write point',
    field: 'Name',
    make: async (page) => {
      const { points } = await askApi<{ points: { id: string; kind: string; version: number; address: number }[] }>(
        page,
        '/api/plant/write-points',
      );
      const { id: _, version: __, ...like } = points.find(({ kind }) => kind === 'setpoint') as (typeof points)[number];
      const spec = { ...like, address: like.address + 900, name: `Short-lived ${Date.now()}` };
      const { id, version } = (await sendElsewhere(page, 'POST', '/api/plant/write-points', spec)) as (typeof points)[number];
      return { path: `/plant?tab=points&item=point%20${id}`, remove: deleteBy(page, `/api/plant/write-points/${id}`, version) };
    },
  },
  {
    what: 'a signal',
    field: 'Name',
    make: async (page) => {
      type Tag = { id: string; version: number; deviceId: string };
      const { devices } = await askApi<{ devices: { id: string; connectionId: string }[] }>(page, '/api/plant/devices');
      const { id: deviceId, connectionId } = devices[0] as (typeof devices)[number];
      const { id, version } = (await sendElsewhere(page, 'POST', '/api/plant/tags', {
        deviceId,
        name: `Short-lived ${Date.now()}`,
        kind: 'gauge',
        periodMs: 60_000,
        decode: { type: 'uint16', space: 'holding', address: 9 },
      })) as Tag;
      return {
        path: `/commissioning?tool=device&line=${connectionId}&device=${deviceId}&signal=${id}`,
        remove: deleteBy(page, `/api/plant/tags/${id}`, version),
      };
    },
  },
  {
    what: 'a device',
    field: 'Name',
    make: async (page) => {
      type Device = { id: string; version: number; connectionId: string };
      const { devices } = await askApi<{ devices: Device[] }>(page, '/api/plant/devices');
      const { connectionId } = devices[0] as Device;
      const { id, version } = (await sendElsewhere(page, 'POST', '/api/plant/devices', {
        name: `Short-lived ${Date.now()}`,
        connectionId,
        slaveId: 199,
      })) as Device;
      return {
        path: `/commissioning?tool=device&line=${connectionId}&device=${id}`,
        remove: deleteBy(page, `/api/plant/devices/${id}`, version),
      };
    },
  },
  {
    what: 'a line',
    field: 'Name',
    make: async (page) => {
      const { id, version } = (await sendElsewhere(page, 'POST', '/api/plant/connections', {
        name: `Short-lived ${Date.now()}`,
        settings: { kind: 'tcp', host: '127.0.0.1', port: 9 },
        enabled: false,
      })) as { id: string; version: number };
      return { path: `/commissioning?tool=device&line=${id}`, remove: deleteBy(page, `/api/plant/connections/${id}`, version) };
    },
  },
  {
    what: 'an identity provider',
    field: 'Client id',
    make: async (page) => {
      const name = `Short-lived ${Date.now()}`;
      const { id, version } = (await sendElsewhere(page, 'POST', '/api/plant/sso/issuers', {
        name,
        issuer: `https://login.microsoftonline.com/${Date.now()}/v2.0`,
        audience: 'headworks',
      })) as { id: string; version: number };
      return {
        path: '/settings?tab=sso',
        open: () => page.getByRole('button', { name: new RegExp(`^${name}`) }).click(),
        remove: deleteBy(page, `/api/plant/sso/issuers/${id}`, version),
      };
    },
  },
];

test.describe('deleted by somebody else while it is open', () => {
  // what is gone stands in the console of the browser, and that its device shows nothing at a made-up register
  test.beforeEach(({ expectedFaults }) => void expectedFaults.push(/status of (403|404|503)/));

  for (const { what, field, make } of cases)
    test(`${what}: what was typed stays, it cannot be saved, and closing leads back`, async ({ signedIn: page }) => {
      await page.goto('/units');
      const { path, remove, open } = await make(page);
      await page.goto(path);
      await open?.();
      const box = page.locator('main').getByRole('textbox', { name: field, exact: true }).first();
      await box.fill(typed);
      await remove();
      // a button that is disabled by now does nothing
      await page.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click');
      await expect(notice(page)).toBeVisible();
      await expect(notice(page)).toContainText('It was deleted meanwhile.');
      await expect(box).toHaveValue(typed);
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
      await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0);
      page.on('dialog', (dialog) => void dialog.accept());
      await notice(page).getByRole('button').click();
      await expect(notice(page)).toHaveCount(0);
      await expect(box.and(page.locator(`[value="${typed}"]`))).toHaveCount(0);
    });

  test('a category: another one of the tree is opened only once what was typed may go', async ({ signedIn: page }) => {
    await page.goto('/units');
    const { id, version } = await category(page);
    await page.goto(`/plant?item=category%20${id}`);
    const box = page.locator('main').getByRole('textbox', { name: 'Name', exact: true }).first();
    await box.fill(typed);
    await deleteBy(page, `/api/plant/categories/${id}`, version)();
    await page.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click');
    await expect(notice(page)).toBeVisible();
    const answers: boolean[] = [false, true];
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void (answers.shift() === true ? dialog.accept() : dialog.dismiss());
    });
    const other = page.getByRole('list', { name: 'Categories, groups and units' }).getByRole('button').first();
    await other.click();
    await expect(box).toHaveValue(typed);
    expect(asked).toEqual(['What you typed is not saved yet. Leave this page?']);
    await other.click();
    await expect(notice(page)).toHaveCount(0);
    expect(asked).toHaveLength(2);
  });
});

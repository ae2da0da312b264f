import type { Page } from '@playwright/test';
import { shiftDay } from './api.ts';
import { networkAddress } from './networkAddress.ts';
import { askApi } from './pageWords.ts';
import { expect, test } from './plant.ts';

const isNetwork = networkAddress() !== null;

const settled = async (page: Page, path: string) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
};

/** Of each choice among a few what is chosen; null where nothing is. */
const chosen = (page: Page) =>
  page.getByRole('radiogroup').evaluateAll((groups) =>
    groups.map((group) => {
      const radio = group.querySelector<HTMLInputElement>('input:checked');
      return `${group.getAttribute('aria-label')}: ${radio?.closest('label')?.textContent ?? null}`;
    }),
  );

const nonsense = ['tab', 'range', 'date', 'at', 'period', 'page', 'node', 'view', 'days', 'span', 'service', 'step', 'zoom']
  .map((name) => `${name}=nonsense`)
  .join('&');

/** Those whose address chooses a tab, a range or a day. */
const pages = ['/', '/balance', '/units/demo-rawTank', '/energy', '/rain', '/alarms', '/reports', '/settings', '/system'];

test('an address with nonsense in it shows each page as without', async ({ signedIn: page }) => {
  test.slow();
  // a part that comes late on the first of the two is none of its address
  for (const path of pages)
    await expect(async () => {
      await settled(page, path);
      const without = await chosen(page);
      expect(without.filter((one) => one.endsWith('null'))).toEqual([]);
      await settled(page, `${path}?${nonsense}`);
      await expect.poll(() => chosen(page), { message: path, timeout: 10_000 }).toEqual(without);
    }).toPass({ timeout: 60_000 });
});

test('what a list is narrowed to is still so after a reload and on the way back', async ({ signedIn: page }) => {
  const list = page.getByRole('main');
  const starred = list.getByRole('button', { name: /^Starred/ });
  await settled(page, '/units');
  await list.getByRole('searchbox').pressSequentially('tank', { delay: 5 });
  const count = list.getByRole('status').filter({ hasText: /of \d+ units/ });
  const found = await count.textContent();
  await page.reload();
  await expect(list.getByRole('searchbox')).toHaveValue('tank');
  await expect(count).toHaveText(found ?? '');
  await list.locator('a[data-unit]').first().click();
  await expect(page).toHaveURL(/\/units\/demo/);
  await page.goBack();
  await expect(list.getByRole('searchbox')).toHaveValue('tank');
  await starred.click();
  await page.reload();
  await expect(starred).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Units & trends' }).click();
  await expect(list.getByRole('searchbox')).toHaveValue('');
  await expect(starred).toHaveAttribute('aria-pressed', 'false');

  const filter = page.getByRole('region', { name: 'Audit log' });
  const show = filter.getByRole('button', { name: 'Show' });
  await settled(page, '/system?tab=audit');
  await filter.getByLabel('What', { exact: true }).fill(' login ');
  await filter.getByLabel('From', { exact: true }).fill('1 Nov 2026');
  await filter.getByLabel('Outcome').selectOption('done');
  await show.press('Enter');
  await expect(show).toBeFocused();
  await expect(page).toHaveURL(/kind=login&from=2026-11-01&outcome=done/);
  const kinds = filter.getByRole('row').locator('td:nth-child(2)');
  await expect
    .poll(async () => [...new Set((await kinds.allTextContents()).map((kind) => kind.split(' ')[0]))])
    .toEqual(['login']);
  await page.reload();
  await expect(filter.getByLabel('What', { exact: true })).toHaveValue('login');
  await expect
    .poll(async () => [...new Set((await kinds.allTextContents()).map((kind) => kind.split(' ')[0]))])
    .toEqual(['login']);
  await filter.getByLabel('What', { exact: true }).fill('');
  await show.click();
  await expect(page).not.toHaveURL(/kind/);
  await page.goBack();
  await expect(filter.getByLabel('What', { exact: true })).toHaveValue('login');
});

test.describe('the link to what is shown', () => {
  test.use({ permissions: isNetwork ? [] : ['clipboard-read', 'clipboard-write'] });

  /** Copies it as a person does; where the browser has no clipboard, as over plain HTTP, it is taken from the field. */
  const linkOf = async (page: Page): Promise<URL> => {
    await page.getByRole('button', { name: 'What is shown' }).click();
    await page.getByRole('menuitem', { name: 'Copy the link' }).click();
    if (isNetwork) {
      const field = page.getByRole('textbox', { name: 'Link to what is shown' });
      await expect(field).toBeFocused();
      return new URL(await field.inputValue());
    }
    await expect(page.getByText('Link copied')).toBeVisible();
    return new URL(await page.evaluate(() => navigator.clipboard.readText()));
  };

  test('says the day and the moment that the address leaves to the clock, so that it shows the same tomorrow', async ({
    signedIn: page,
  }) => {
    await settled(page, '/');
    const [today, yesterday] = [await shiftDay(page, 0), await shiftDay(page, 1)];
    const live = await linkOf(page);
    expect(live.pathname).toBe('/');
    expect(live.searchParams.get('at')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d[05]:00Z$/);
    for (const [path, day] of [
      ['/quality', today],
      ['/energy?tab=ro', today],
      ['/balance', yesterday],
      ['/summary?service=energy', yesterday],
      ['/units/demo-line3?compare=day', today],
    ] as const) {
      await settled(page, path);
      const link = await linkOf(page);
      expect(`${link.origin}${link.pathname}`, path).toBe(new URL(page.url()).origin + new URL(page.url()).pathname);
      for (const [name, value] of new URL(page.url()).searchParams) expect(link.searchParams.get(name), path).toBe(value);
      // the shift day may turn while the test runs
      expect([day.iso, (await shiftDay(page, day === today ? 0 : 1)).iso], path).toContain(link.searchParams.get('date'));
    }
  });

  test('of the last 24 hours is a fixed stretch, and shows the same figures', async ({ signedIn: page }) => {
    await settled(page, '/units/demo-line3?range=h24');
    const link = await linkOf(page);
    expect(link.searchParams.get('range')).toBe('own');
    const zoom = JSON.parse(link.searchParams.get('zoom') ?? '[]') as number[];
    expect((zoom[1] ?? 0) - (zoom[0] ?? 0)).toBe(86_400);
    await settled(page, link.href);
    await expect(page.getByRole('radiogroup', { name: 'Range' }).getByRole('radio', { checked: true })).toHaveAccessibleName(
      'From – to',
    );
    await expect(page.getByRole('table', { name: 'Figures of the range' })).toContainText('KL');
  });

  test('of the live overview opens the moment at which it was copied', async ({ signedIn: page }) => {
    await settled(page, '/');
    const link = await linkOf(page);
    await settled(page, link.href);
    await expect(
      page.getByRole('radiogroup', { name: 'View' }).first().getByRole('radio', { checked: true }),
    ).toHaveAccessibleName('Past');
  });
});

test('an address that names what there is no longer says so, and leads back', async ({ signedIn: page }) => {
  const gone = page.getByText('This does not exist, or no longer.');
  await page.goto('/commands?point=gone');
  await expect(gone).toBeVisible();
  await page.goto('/settings?person=gone');
  await expect(gone).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(gone).toHaveCount(0);
  await page.goto('/plant?tab=points&item=point%20gone');
  await expect(gone).toBeVisible();
  await page.goto('/plant?item=unit%20gone');
  await expect(gone).toBeVisible();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(gone).toHaveCount(0);
  // never the doctor of another line in the place of one that is gone
  await page.goto('/commissioning?line=gone');
  await expect(gone).toBeVisible();
  await expect(page.getByRole('complementary')).toHaveCount(0);
  const back = page.getByRole('button', { name: 'Back to the lines' });
  await back.focus();
  // the list is asked again every three seconds
  for (let asked = 0; asked < 2; asked += 1) await page.waitForResponse(/\/api\/plant\/field$/);
  await expect(back).toBeFocused();
  await back.click();
  await expect(page.getByRole('complementary')).toHaveCount(1);
  const { devices } = await askApi<{ devices: { connectionId: string }[] }>(page, '/api/plant/devices');
  await page.goto(`/commissioning?line=${devices[0]?.connectionId}&device=gone&tool=registers`);
  await expect(gone).toBeVisible();
  await expect(page.getByRole('form', { name: 'Registers', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the line', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Registers', exact: true })).toBeVisible();
});

test('the doctor of a line says where the device of the address is gone, and the line is still there', async ({
  signedIn: page,
}) => {
  await settled(page, '/units');
  const { devices } = await askApi<{ devices: { connectionId: string }[] }>(page, '/api/plant/devices');
  await page.goto(`/commissioning?line=${devices[0]?.connectionId}&device=gone`);
  const side = page.getByRole('complementary');
  await expect(side.getByText('This does not exist, or no longer.')).toBeVisible();
  await side.getByRole('button', { name: 'Back to the line', exact: true }).click();
  await expect(side.getByText('This does not exist, or no longer.')).toHaveCount(0);
  await expect(side.getByRole('heading', { name: 'What is wrong' })).toBeVisible();
});

for (const path of ['/diagram', '/balance'])
  test(`an address of ${path} that names a node there is no longer says so, and closes it`, async ({ signedIn: page }) => {
    const gone = page.getByText('This does not exist, or no longer.');
    await page.goto(`${path}?node=gone`);
    await expect(gone).toBeVisible();
    await page.locator('main').getByRole('button', { name: 'Close', exact: true }).click();
    await expect(gone).toHaveCount(0);
    await expect(page).not.toHaveURL(/node=/);
  });

test('the browser’s back closes the search and stays on the page; it is no step itself', async ({ signedIn: page }) => {
  const search = page.getByRole('dialog', { name: 'Search' });
  const go = async (name: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(name);
    await expect(search.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(search).toHaveCount(0);
  };
  await settled(page, '/units');
  await go('water balance');
  await expect(page).toHaveURL(/\/balance/);
  await page.keyboard.press('Control+k');
  await expect(search).toBeVisible();
  await page.goBack();
  await expect(search).toHaveCount(0);
  await expect(page).toHaveURL(/\/balance/);
  // closed it is no step: the next one leaves the page
  await page.goBack();
  await expect(page).toHaveURL(/\/units/);
  await go('neutrality');
  await expect(page).toHaveURL(/\/neutrality/);
  await page.goBack();
  await expect(page).toHaveURL(/\/units/);
});

test('on a phone what is gone in Plant setup has one way back, and what is opened there is closed by the browser’s back', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const back = page.getByRole('button', { name: 'Back to the list' }).filter({ visible: true });
  await page.goto('/plant?item=unit%20gone');
  await expect(page.getByText('This does not exist, or no longer.')).toBeVisible();
  await expect(back).toHaveCount(1);
  await settled(page, '/units');
  await settled(page, '/plant');
  const open = () => page.getByRole('list', { name: 'Categories, groups and units' }).getByRole('button').nth(2).click();
  await open();
  await expect(page).toHaveURL(/[?&]item=/);
  await page.goBack();
  await expect(page).not.toHaveURL(/[?&]item=/);
  await open();
  await back.click();
  await expect(page).not.toHaveURL(/[?&]item=/);
  await page.goBack();
  await expect(page).toHaveURL(/\/units/);
});

for (const { list, path, name } of [
  { list: 'Alarms', path: '/alarms?tab=history&days=30', name: 'alarm' },
  { list: 'People', path: '/settings', name: 'person' },
])
  test(`what a list of ${list} opens over itself on a phone is closed by the browser’s back, and closed leaves no step of it`, async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const rows = page.getByRole('list', { name: list, exact: true }).getByRole('listitem');
    const isOpen = new RegExp(`[?&]${name}=`);
    await settled(page, '/units');
    await settled(page, path);
    await rows.nth(1).getByRole('button').first().click();
    await expect(page).toHaveURL(isOpen);
    await page.goBack();
    await expect(page).not.toHaveURL(isOpen);
    await expect(rows.nth(1)).toBeVisible();
    await rows.nth(1).getByRole('button').first().click();
    await expect(page).toHaveURL(isOpen);
    await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page).not.toHaveURL(isOpen);
    await page.goBack();
    await expect(page).toHaveURL(/\/units/);
  });

test('on a phone the browser’s back closes the sheet of the pages, and a form that is not saved is not asked about', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  const sheet = page.getByRole('dialog', { name: 'More' });
  await settled(page, '/units');
  await page.getByRole('button', { name: 'More' }).click();
  await sheet.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('main').getByRole('list', { name: 'People' }).getByRole('button').first().click();
  await page.getByRole('main').getByRole('textbox', { name: 'Name', exact: true }).fill('Somebody else');
  await page.getByRole('button', { name: 'More' }).click();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Somebody else');
  expect(asked).toEqual([]);
});

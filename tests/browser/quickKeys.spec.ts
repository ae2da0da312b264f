import type { Locator, Page } from '@playwright/test';
import { expect, test } from './plant.ts';
import { alarmsOfOnly, reportAlarm } from './reportAlarm.ts';

/** A computer that is eight times slower, until the test asks for its own speed again. */
const slowed = async (page: Page) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  return () => browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
};

/** Which one of a group is chosen right now, without waiting for it. */
const chosenOf = (group: Locator) =>
  group.getByRole('radio').evaluateAll((all) => all.findIndex((one) => (one as HTMLInputElement).checked));

test.describe('one of a few, chosen by keys', () => {
  // eight times slower, on a machine that may be busy itself
  test.slow();

  test('moves one place at every press, however slowly the page follows', async ({ signedIn: page }) => {
    await page.goto('/units/demo-line3');
    const range = page.getByRole('radiogroup', { name: 'Range' });
    await expect(range.getByRole('radio', { name: 'Shift day' })).toBeChecked();
    const atOwnSpeed = await slowed(page);
    await range.getByRole('radio', { name: 'Shift day' }).focus();
    const places: number[] = [];
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('ArrowRight');
      places.push(await chosenOf(range));
    }
    expect(places).toEqual([2, 3, 4, 5, 0, 1, 2, 3]);
    await atOwnSpeed();
    await expect(page).toHaveURL(/range=month/);
    await expect(range.getByRole('radio', { name: 'Month' })).toBeChecked();
  });

  test('stays chosen in a list of reports, and so does a choice from a menu, while the page follows', async ({
    signedIn: page,
  }) => {
    await page.goto('/reports');
    const subjects = page.getByRole('group', { name: 'Report' });
    await expect(subjects.getByRole('radio').first()).toBeChecked();
    const count = await subjects.getByRole('radio').count();
    const atOwnSpeed = await slowed(page);
    await subjects.getByRole('radio').first().focus();
    const places: number[] = [];
    for (let press = 0; press < count; press += 1) {
      await page.keyboard.press('ArrowDown');
      places.push(await chosenOf(subjects));
    }
    expect(places).toEqual([...Array.from({ length: count - 1 }, (_, place) => place + 1), 0]);
    const unit = page.getByRole('combobox', { name: /^Units/ });
    await expect(unit.locator('option').nth(3)).toBeAttached();
    await unit.focus();
    const units: number[] = [];
    for (let press = 0; press < 3; press += 1) {
      await page.keyboard.press('ArrowDown');
      units.push(await unit.evaluate((one) => (one as HTMLSelectElement).selectedIndex));
    }
    expect(units).toEqual([1, 2, 3]);
    await atOwnSpeed();
    await expect(page).toHaveURL(/unit=/);
    await expect(page).not.toHaveURL(/subject=/);
  });
});

/** Presses a button as often at once, before the page can follow; between two presses only what was pressed is drawn. */
const pressAtOnce = (button: Locator, times: number) =>
  button.evaluate(async (one, count) => {
    for (let press = 0; press < count; press += 1) {
      (one as HTMLElement).click();
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    }
  }, times);

/** The day that a date's button names, in ms. */
const dayOf = async (button: Locator) => Date.parse(`${(await button.innerText()).replace('Sept', 'Sep')} UTC`);
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);

test.describe('steps of a date, pressed at once', () => {
  for (const [path, back, on] of [
    ['/quality', 'Previous day', 'Next day'],
    ['/energy', 'Previous day', 'Next day'],
    ['/balance', 'Day before', 'Next day'],
    ['/summary', 'Day before', 'Next day'],
    ['/executive?period=day', 'Day before', 'Next day'],
    ['/units/demo-line3', 'Previous day', 'Next day'],
  ] as const)
    test(`each counts on ${path}`, async ({ signedIn: page }) => {
      await page.goto(path);
      const dates = page.getByRole('group', { name: 'Date', exact: true });
      const shown = dates.getByRole('button', { name: /^Date: / });
      const before = await dayOf(shown);
      await pressAtOnce(dates.getByRole('button', { name: back }), 4);
      await expect(shown).toHaveText(/\d/);
      expect(iso(await dayOf(shown))).toBe(iso(before - 4 * 86_400_000));
      await expect(page).toHaveURL(new RegExp(`date=${iso(before - 4 * 86_400_000)}`));
      await pressAtOnce(dates.getByRole('button', { name: on }), 2);
      await expect(page).toHaveURL(new RegExp(`date=${iso(before - 2 * 86_400_000)}`));
      expect(iso(await dayOf(shown))).toBe(iso(before - 2 * 86_400_000));
    });

  test('count by months, and after another period was chosen', async ({ signedIn: page }) => {
    await page.goto('/executive?date=2026-03-31');
    const dates = page.getByRole('group', { name: 'Date', exact: true });
    const shown = dates.getByRole('button', { name: /^Date: / });
    await expect(shown).toHaveText('March 2026');
    await pressAtOnce(dates.getByRole('button', { name: 'Month before' }), 3);
    await expect(page).toHaveURL(/date=2025-12-/);
    await expect(shown).toHaveText('December 2025');
    await page.getByRole('radio', { name: 'Year' }).press('Space');
    await dates.getByRole('button', { name: 'Year before' }).click();
    await expect(page).toHaveURL(/date=2024-12-/);
    await expect(shown).toHaveText('2024');
  });

  test('count at a moment of the past', async ({ signedIn: page }) => {
    const at = (daysBack: number) => `${iso(Date.now() - daysBack * 86_400_000)}T07:00:00Z`;
    await page.goto(`/?at=${at(2)}`);
    const dates = page.getByRole('group', { name: 'Date', exact: true });
    await pressAtOnce(dates.getByRole('button', { name: 'Previous day' }), 3);
    await expect.poll(() => decodeURIComponent(page.url())).toContain(`at=${at(5)}`);
  });
});

test('what is typed while the search comes stands in it, and acknowledges nothing', async ({
  signedIn: page,
  serverUrl,
  record,
}) => {
  await reportAlarm(page, serverUrl, record, await alarmsOfOnly(page));
  let come = () => {};
  const mayCome = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route('**/assets/PaletteResults-*.js', async (route) => {
    await mayCome;
    return route.continue();
  });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Acknowledge/ })).toBeVisible();
  // what has just come may not be acknowledged yet
  await page.getByRole('heading', { level: 1 }).click();
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(3000);
  // Enter and the space bar would press what has the focus
  await page.getByRole('button', { name: /^Acknowledge/ }).focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('a raw');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Acknowledge/ })).toBeVisible();
  expect(sent.filter((call) => /POST .*acknowledge/.test(call))).toEqual([]);
  come();
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toHaveValue('a ra');
  await page.keyboard.type('w');
  await expect(field).toHaveValue('a raw');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  // without the search it is the key of the bar again
  await page.keyboard.press('a');
  await expect.poll(() => sent.filter((call) => /POST .*acknowledge/.test(call)).length).toBe(1);
});

test('the search takes an input method, whose Enter and arrows open nothing, before and after what can be found is there', async ({
  signedIn: page,
}) => {
  let come = () => {};
  const mayCome = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route('**/assets/PaletteResults-*.js', async (route) => {
    await mayCome;
    return route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  await page.keyboard.press('Control+k');
  // one key of InScript gives several letters
  await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'क्ष', text: 'क्ष', code: 'Digit7' });
  await browser.send('Input.imeSetComposition', { text: 'िति', selectionStart: 3, selectionEnd: 3 });
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toHaveValue('क्षिति');
  come();
  await expect(page.getByText('Nothing is called')).toBeVisible();
  await browser.send('Input.insertText', { text: '' });
  await field.fill('');
  await browser.send('Input.imeSetComposition', { text: 'raw', selectionStart: 3, selectionEnd: 3 });
  await expect(page.getByRole('option', { name: /^Raw water tank/ })).toBeVisible();
  const url = page.url();
  await field.evaluate((input) => {
    for (const key of ['ArrowDown', 'Enter'])
      input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, isComposing: true }));
  });
  await expect(field).toHaveValue('raw');
  expect(page.url()).toBe(url);
  await browser.send('Input.insertText', { text: 'raw' });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/units\/demo-rawTank/);
});

test('what is typed quickly and sent off by Enter is gone to, also where the units are not known yet', async ({
  signedIn: page,
}) => {
  let come = () => {};
  const mayCome = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route('**/api/plant/overview', async (route) => {
    await mayCome;
    return route.continue();
  });
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.type('Raw water tank');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing is called')).toBeVisible();
  come();
  await expect(page.getByRole('heading', { level: 1, name: 'Raw water tank' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Treated water tank');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Treated water tank' })).toBeVisible();
});

import type { Page } from '@playwright/test';
import { apiOf } from './api.ts';
import { sendElsewhere } from './elsewhere.ts';
import { expect, test } from './plant.ts';
import { reportAlarm } from './reportAlarm.ts';

/** Opens by Enter what a button opens, as who has no mouse. */
const openByKey = async (page: Page, name: string | RegExp) => {
  const button = page.getByRole('main').getByRole('button', { name }).first();
  await button.focus();
  await page.keyboard.press('Enter');
  return button;
};

/** Holds what is asked at an address back until the function that it returns is called, which may be before it is asked. */
const hold = async (page: Page, address: string | RegExp) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

test.describe('the focus', () => {
  test('is again on the button whose work has ended', async ({ signedIn: page }) => {
    await page.goto('/system');
    const go = await hold(page, '**/api/plant/storage/self-test');
    const button = await openByKey(page, 'Test now');
    await expect(button).toBeDisabled();
    go();
    await expect(button).toBeEnabled();
    await expect(button).toBeFocused();
  });

  test('does not come under a key that is held down, and a held key sends once', async ({ signedIn: page }) => {
    await page.goto('/system');
    let sent = 0;
    await page.route('**/api/plant/storage/self-test', async (route) => {
      sent += 1;
      await route.continue();
    });
    const button = page.getByRole('main').getByRole('button', { name: 'Test now' });
    await button.focus();
    await page.keyboard.down('Enter');
    await expect(button).toBeDisabled();
    await expect(button).toBeEnabled();
    for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Enter');
    expect(sent).toBe(1);
    await page.keyboard.up('Enter');
    await expect(button).toBeFocused();
  });

  test('is again on the button also after a key that was never heard to be released', async ({ signedIn: page }) => {
    await page.goto('/system');
    const button = page.getByRole('main').getByRole('button', { name: 'Test now' });
    await expect(button).toBeEnabled();
    // a Mac says nothing of a letter that is released while Command is down
    await page.keyboard.down('Meta');
    await page.keyboard.down('c');
    await page.keyboard.up('Meta');
    const answered = page.waitForResponse('**/api/plant/storage/self-test');
    await button.press('Enter');
    await answered;
    await expect(button).toBeEnabled();
    await expect(button).toBeFocused();
  });

  test('is in the form whose Save or Undo has no more to do', async ({ signedIn: page }) => {
    await page.goto('/settings?tab=delivery');
    const form = page.getByRole('form', { name: 'How alarms reach people' });
    const recipients = form.getByRole('group', { name: 'E-mail', exact: true }).getByLabel('Recipients');
    const before = await recipients.inputValue();
    for (const [typed, name] of [
      ['night@plant.example', 'Undo what I typed'],
      ['night@plant.example', 'Save'],
      [before, 'Save'],
    ] as const) {
      await recipients.fill(typed);
      const button = form.getByRole('button', { name, exact: true });
      await button.press('Enter');
      await expect(button).toBeDisabled();
      await expect(form).toBeFocused();
    }
  });

  test('stays where somebody went meanwhile', async ({ signedIn: page }) => {
    await page.goto('/system');
    const go = await hold(page, '**/api/plant/storage/self-test');
    const button = await openByKey(page, 'Test now');
    await expect(button).toBeDisabled();
    const search = page.getByRole('button', { name: /^Go to unit/ });
    await search.focus();
    go();
    await expect(button).toBeEnabled();
    await expect(search).toBeFocused();
  });

  test('is again on what opened a dialog, by Escape and by its button', async ({ signedIn: page }) => {
    const dialog = page.getByRole('dialog');
    await page.goto('/diagram');
    await openByKey(page, /Line 3 inlet valve/);
    const command = page.getByRole('complementary').getByRole('button', { name: /inlet valve/ });
    for (const close of ['Escape', 'Enter']) {
      await command.press('Enter');
      await expect(dialog).toBeVisible();
      if (close === 'Escape') await page.keyboard.press('Escape');
      else await dialog.getByRole('button', { name: 'Close', exact: true }).press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect(command, close).toBeFocused();
    }
  });

  test('stays on the way out of an alarm while it is loaded', async ({ signedIn: page }) => {
    const go = await hold(page, /\/api\/plant\/alarms\/[^/?]+$/);
    await page.goto('/alarms');
    await openByKey(page, /Possible leak at Line 3/);
    const drawer = page.getByRole('complementary', { name: 'Alarm in detail' });
    const close = drawer.getByRole('button', { name: 'Close', exact: true });
    await close.focus();
    go();
    await expect(drawer.getByRole('heading', { name: /Possible leak at Line 3/ })).toBeVisible();
    await expect(close).toBeFocused();
  });

  test('is again on the button that saved, where somebody else had saved meanwhile', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 409/);
    await page.goto('/plant?item=unit%20demo-rawTank&part=limits');
    const form = page.getByRole('form', { name: 'Raw water tank', exact: true });
    const level = form.getByLabel('Low level');
    const before = await level.inputValue();
    await level.fill('18');
    const { meta, ...unit } = await apiOf<{ meta: { highThreshold: number } }>(page, '/api/plant/units/demo-rawTank');
    const theirs = (highThreshold: number) =>
      sendElsewhere(page, 'PUT', '/api/plant/units/demo-rawTank', { ...unit, meta: { ...meta, highThreshold } });
    await theirs(meta.highThreshold - 1);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.press('Enter');
    const sides = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' });
    await sides.getByRole('button', { name: 'Put my changes on top of theirs' }).press('Enter');
    await expect(sides).toHaveCount(0);
    await expect(save).toBeFocused();
    await level.fill(before);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    const now = await apiOf<object>(page, '/api/plant/units/demo-rawTank');
    await sendElsewhere(page, 'PUT', '/api/plant/units/demo-rawTank', { ...now, meta });
  });

  test('is near the row that opened an alarm where that row has gone meanwhile', async ({
    signedIn: page,
    serverUrl,
    record,
  }) => {
    let isGone = false;
    await page.route('**/api/plant/alarms', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const body = (await response.json()) as { alarms: { title: string }[] };
      const alarms = body.alarms.filter(({ title }) => !isGone || !title.includes('Line 3'));
      await route.fulfill({ response, json: { ...body, alarms } });
    });
    await page.goto('/alarms');
    const row = await openByKey(page, /Possible leak at Line 3/);
    const drawer = page.getByRole('complementary', { name: 'Alarm in detail' });
    await expect(drawer.getByRole('heading', { name: /Possible leak at Line 3/ })).toBeVisible();
    await drawer.getByRole('button', { name: 'Close', exact: true }).focus();
    isGone = true;
    // the live connection says that there is something to read
    await reportAlarm(page, serverUrl, record);
    await expect(row).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await expect(drawer).toHaveCount(0);
    await expect(page.locator('main :focus, main:focus')).toHaveCount(1);
  });

  for (const width of [1280, 390])
    test(`is again on what opened an alarm, a symbol, a node or a person, at ${width} px`, async ({ signedIn: page }) => {
      await page.setViewportSize({ width, height: 800 });
      const main = page.getByRole('main');
      const isBack = async (name: string | RegExp, close: string, isShown = true) => {
        const opener = await openByKey(page, name);
        const end = main.getByRole('button', { name: close, exact: true });
        await end.press('Enter');
        await expect(end).toHaveCount(0);
        await expect(opener).toBeFocused();
        if (isShown) await expect(opener).toBeInViewport();
      };
      await page.goto('/alarms');
      await isBack(/Possible leak at Line 3/, 'Close');
      await page.goto('/diagram');
      await isBack(/Raw water tank/, 'Close');
      await page.goto('/balance');
      // the picture on a wide page is drawn anew, which takes the page to its top
      await isBack(/RO train$/, 'Close', width === 390);
      await page.goto('/settings');
      await isBack('Add a person', 'Cancel');
      await isBack(/^Ravi Shinde/, 'Close');
    });
});

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { LEFT_EVENT } from '../../../server/contract/process/leftEvent.ts';
import { expectAccessible } from '../axe.ts';
import { sendElsewhere } from '../elsewhere.ts';
import { expectToFit } from '../fits.ts';
import { expect, openSession, signIn } from '../plant.ts';
import { test } from './clicks.ts';
import { holdByPointer, holdUntil, makeReady } from './holding.ts';

const hold = async (page: Page, name: RegExp): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await holdByPointer(page, dialog, dialog.getByRole('button', { name }));
};

test.describe('commanding from where one looks', () => {
  test('a valve is switched from the diagram in three clicks and one that is held', async ({ signedIn: page, clicks }) => {
    await page.goto('/diagram');
    const canvas = page.getByRole('region', { name: 'Diagram: Plant overview' });
    await canvas.getByRole('button', { name: 'Valve Line 3 inlet valve' }).click();
    const drawer = page.getByRole('complementary', { name: 'Details' });
    await drawer.getByRole('button', { name: 'Command: Line 3 inlet valve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Line 3 inlet valve' });
    // what it is now, how old that is, and what must hold are said before anything can be sent
    await expect(dialog.getByText(/^It is/)).toContainText(/open|closed/);
    await expect(dialog.getByText(/read .* ago/).first()).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Must hold' })).toBeVisible();
    const isOpen = /open/.test((await dialog.getByText(/^It is/).textContent()) ?? '');
    await dialog
      .getByText(isOpen ? 'Close' : 'Open', { exact: true })
      .first()
      .click();
    expect(clicks.count()).toBeLessThanOrEqual(3);
    await expectAccessible(page, 'the dialog of a valve');
    await hold(page, /: Line 3 inlet valve/);
    // as it was, for the tests that follow
    await dialog
      .getByText(isOpen ? 'Open' : 'Close', { exact: true })
      .first()
      .click();
    await hold(page, /: Line 3 inlet valve/);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  test('a command that was left is not ready any more, and is made ready after another look', async ({ signedIn: page }) => {
    await page.goto('/commands');
    await page.getByRole('button', { name: /^Garden valve/ }).click();
    const valve = page.getByRole('region', { name: 'Garden valve' });
    const button = valve.getByRole('button', { name: /: Garden valve/ });
    await expect(button).toBeEnabled();
    await expect(valve.getByText(/^Ready for \d+ s$/)).toBeVisible();
    // the page was hidden, and somebody comes back to it
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      Reflect.deleteProperty(document, 'visibilityState');
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(button).toBeDisabled();
    await expect(valve.getByText('Not ready. Look at the state once more first.')).toBeVisible();
    await expectAccessible(page, 'a command that is not ready');
    await valve.getByRole('button', { name: 'Make ready again' }).click();
    await expect(button).toBeEnabled();
  });

  test('a command is not sent by a finger that stays on it when the screen of the PC is locked', async ({ signedIn: page }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/plc/')) sent.push(request.url());
    });
    await page.goto('/commands');
    await page.getByRole('button', { name: /^Garden valve/ }).click();
    const valve = page.getByRole('region', { name: 'Garden valve' });
    const button = valve.getByRole('button', { name: /: Garden valve/ });
    await expect(button).toBeEnabled();
    await button.hover();
    await page.mouse.down();
    await expect(button).toContainText('keep holding');
    // as the desktop says it to its panel
    await page.evaluate((left) => dispatchEvent(new Event(left)), LEFT_EVENT);
    await expect(button).toBeDisabled();
    await expect(valve.getByText('Not ready. Look at the state once more first.')).toBeVisible();
    // longer than a command is held until it is sent
    await page.waitForTimeout(2500);
    await page.mouse.up();
    expect(sent).toEqual([]);
    await valve.getByRole('button', { name: 'Make ready again' }).click();
    await expect(button).toBeEnabled();
  });

  test('a valve that another person moved meanwhile is not ready any more, and nothing of the command before is in sight', async ({
    signedIn: page,
  }) => {
    const move = (command: 'open' | 'close') =>
      sendElsewhere(page, 'POST', '/api/user/plc/relay/valve', { deviceId: 'demo-gardenValve', command, deadlineMs: 30_000 });
    await page.goto('/commands');
    await page.getByRole('button', { name: /^Garden valve/ }).click();
    const valve = page.getByRole('region', { name: 'Garden valve' });
    const close = valve.getByRole('button', { name: /^Close: Garden valve/ });
    await expect(close).toBeEnabled();
    await move('close');
    const open = valve.getByRole('button', { name: /^Open: Garden valve/ });
    await expect(open).toBeDisabled();
    await expect(valve.getByText('Not ready. Look at the state once more first.')).toBeVisible();
    await holdByPointer(page, valve, open);
    await makeReady(valve, close, (ready) => ready.click({ timeout: 2000 }));
    await expect(valve.getByText('Confirmed.')).toHaveCount(0);
  });

  test('a set point is given from the page of its unit in one click, a number, and a hold', async ({
    signedIn: page,
    clicks,
  }) => {
    await page.goto('/units/demo-treatedTank');
    await page.getByRole('button', { name: 'Command: Process pump speed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Process pump speed' });
    await expect(dialog.getByRole('listitem')).toContainText('level of the treated water tank');
    await dialog.getByLabel('New value').fill('70');
    expect(clicks.count()).toBeLessThanOrEqual(1);
    // refused by the limits before it is sent
    await holdUntil(page, dialog.getByRole('button', { name: 'Set: Process pump speed' }), dialog.getByText('At most 50.'));
    await expect(dialog.getByText('Sent.')).toHaveCount(0);
    // its register holds tenths
    await dialog.getByLabel('New value').fill('42.04');
    const beside = dialog.getByText('The device cannot hold this value; next to it is 42 Hz.');
    await holdUntil(page, dialog.getByRole('button', { name: 'Set: Process pump speed' }), beside);
    await expect(dialog.getByText('Sent.')).toHaveCount(0);
    // a device whose next reading takes its time
    let isSent = false;
    let sent: { commandId?: string } = {};
    let before: { value: number; readAt: string } | null = null;
    await page.route('**/api/user/plc/write-registers**', (route) => {
      isSent = true;
      sent = route.request().postDataJSON();
      return route.continue();
    });
    await page.route('**/api/plant/write-points/*/now', async (route) => {
      const answer = await route.fetch();
      const now = await answer.json();
      if (!isSent) before = { value: now.value, readAt: now.readAt };
      await route.fulfill({ response: answer, json: { ...now, ...before } });
    });
    await dialog.getByLabel('New value').fill('42');
    await hold(page, /^Set: Process pump speed to 42 Hz/);
    await expect(dialog.getByText(/^Before the command it was/)).toContainText('Hz');
    // a browser may send it again by itself
    expect(sent.commandId).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    await expect(dialog.getByText(/^It is/)).toHaveCount(0);
    await page.unroute('**/api/plant/write-points/*/now');
    await expect(dialog.getByText(/^It is/)).toContainText('42 Hz');
    const last = dialog.getByRole('region', { name: 'Last commands' }).getByRole('row').nth(1);
    await expect(last).toContainText(/admin.*Process pump speed\s*Set\s*[\d.]+ Hz\s*42 Hz\s*confirmed by read-back/);
    await expectAccessible(page, 'the dialog of a set point');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectToFit(page);
    // its last commands beside the list of all points
    for (const width of [1366, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/commands');
      await page.getByRole('button', { name: /^Process pump speed/ }).click();
      await expect(page.getByRole('region', { name: 'Last commands' }).getByRole('row').nth(1)).toBeVisible();
      await expectToFit(page, `commands at ${width}`);
    }
  });

  test('by keyboard alone: opened, held with the space bar, closed', { tag: '@full' }, async ({ signedIn: page }) => {
    await page.goto('/units/demo-treatedTank');
    await page.getByRole('button', { name: 'Command: Process pump speed' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Process pump speed' });
    await dialog.getByLabel('New value').fill('45');
    const set = dialog.getByRole('button', { name: /^Set: Process pump speed/ });
    // it can be pressed once the number is looked at
    await expect(set).toBeEnabled();
    await page.keyboard.press('Tab');
    await expect(set).toBeFocused();
    await page.keyboard.down(' ');
    await expect(dialog.getByText(/^(Sent|Confirmed)\./)).toBeVisible();
    await page.keyboard.up(' ');
    await expect(dialog.getByText('Confirmed.')).toBeVisible({ timeout: 30_000 });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  test('the journal is saved and printed as what people did and saw, in the language that they read', async ({
    signedIn: page,
  }) => {
    await page.goto('/commands');
    const body = { deviceId: 'demo-gardenValve', command: 'open', deadlineMs: 30_000 };
    await sendElsewhere(page, 'POST', '/api/user/plc/relay/valve', body);
    await page.reload();
    const journal = page.getByRole('region', { name: 'Journal' }).first();
    await expect(journal.getByRole('row').nth(1)).toContainText(/Garden valve\s*Open/);
    await page.getByRole('button', { name: 'What is shown' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download as CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(lines[0]).toBe('\uFEFFWhen,Who,From,What,Command,Old,New,Unit,Outcome,Remark');
    expect(lines[1]).toMatch(/,admin,[^,]+,Garden valve,Open,[^,]*,open,,confirmed by read-back,/);
    await page.emulateMedia({ media: 'print' });
    await expect(journal.getByRole('row').last()).toBeVisible();
    expect(
      await journal.evaluate((element) =>
        [...element.querySelectorAll('section')].every((one) => one.scrollHeight <= one.clientHeight + 1),
      ),
    ).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => localStorage.setItem('headworks.locale', 'hi-IN'));
    await page.reload();
    await expect(page.getByRole('region', { name: 'लेखा' }).getByRole('row').nth(1)).toContainText(/खोलें.*खुला.*वापस पढ़कर पुष्ट/);
  });

  test('who may not command finds no command at the same places', async ({ page, serverUrl }) => {
    await signIn(page, await openSession(serverUrl, { username: 'viewer', password: 'demo-viewer' }));
    await page.goto('/units/demo-treatedTank');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Command:/ })).toHaveCount(0);
    await page.goto('/diagram');
    await page.getByRole('button', { name: 'Valve Line 3 inlet valve' }).click();
    await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Command:/ })).toHaveCount(0);
  });
});

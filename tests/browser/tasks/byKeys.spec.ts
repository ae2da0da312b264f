import type { Locator, Page } from '@playwright/test';
import { admin, expect, test } from '../plant.ts';
import { makeReady } from './holding.ts';
import { goTo, press, tabTo, type } from './keyboard.ts';

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test.describe('a person without a pointer', () => {
  test('logs in and adds a read-only person', async ({ page }) => {
    await page.goto('/');
    await type(page, page.getByLabel('User name'), admin.username);
    await type(page, page.getByLabel('Password', { exact: true }), admin.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await goTo(page, 'Settings');
    await press(page, button(page, 'Add a person'));
    const name = `keys-${Date.now()}`;
    await type(page, page.getByLabel('User name'), name);
    await press(page, button(page, 'Add'));
    await expect(page.getByText('shown this once', { exact: false })).toBeVisible();
    await press(page, button(page, 'Close'));
    await expect(page.getByRole('list', { name: 'People' }).getByRole('button', { name: new RegExp(name) })).toContainText(
      'Read only',
    );
  });

  test('changes the start of the shift day and leads it back', async ({ signedIn: page }) => {
    await goTo(page, 'Settings');
    await tabTo(page, page.getByRole('radio', { name: 'People' }));
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
    for (const at of ['07:00', '06:00']) {
      await type(page, page.getByLabel('The day begins at'), at);
      await press(page, button(page, 'Change from then on'));
      await expect(page.getByText(new RegExp(`The day begins at ${at}`))).toBeVisible();
    }
  });

  test('switches a valve by holding the space bar, and switches it back', async ({ signedIn: page }) => {
    test.slow();
    await goTo(page, 'Commands');
    await press(page, page.getByRole('button', { name: /^Garden valve/ }));
    const valve = page.getByRole('region', { name: 'Garden valve' });
    for (const [key, action, state] of [
      ['ArrowRight', 'Close', 'closed'],
      ['ArrowLeft', 'Open', 'open'],
    ] as const) {
      const wanted = valve.getByRole('radio', { name: action });
      await tabTo(page, valve.getByRole('radio', { checked: true }));
      if (!(await wanted.isChecked())) await page.keyboard.press(key);
      await expect(wanted).toBeChecked();
      const hold = valve.getByRole('button', { name: new RegExp(`^${action}: Garden valve`) });
      await makeReady(valve, hold, (ready) => press(page, ready));
      await tabTo(page, hold);
      await page.keyboard.down(' ');
      await expect(valve.getByText(/^(Sent|Confirmed)\./)).toBeVisible();
      await page.keyboard.up(' ');
      await expect(valve.getByText(`It is now ${state}.`)).toBeVisible({ timeout: 30_000 });
    }
  });

  test('adds a device and a signal by hand and deletes both', async ({ signedIn: page, expectedFaults }) => {
    test.slow();
    // nothing answers at its unit id; what was deleted may be asked for once more
    expectedFaults.push(/status of (503|404)/);
    await goTo(page, 'Commissioning');
    await press(page, page.getByRole('button', { name: 'RO skid', exact: true }).last());
    const side = page.getByRole('complementary', { name: 'RO skid' });
    await tabTo(page, side.getByRole('radio', { name: 'Doctor' }));
    await page.keyboard.press('ArrowRight');
    await press(page, button(side, 'Add a device by hand'));
    const device = page.getByRole('form', { name: 'Add a device by hand' });
    await type(page, device.getByLabel('Name', { exact: true }), 'Keys only');
    await type(page, device.getByLabel('Unit id', { exact: true }), '212');
    await press(page, button(device, 'Add the device'));
    await press(page, button(side, 'Add a signal'));
    const signal = page.getByRole('form', { name: 'Add a signal' });
    await type(page, signal.getByLabel('Name', { exact: true }), 'Level');
    await type(page, signal.getByLabel('Register', { exact: true }), '40001');
    await tabTo(page, signal.getByLabel('Type of value'));
    await page.keyboard.type('float32');
    await expect(signal.getByLabel('Type of value')).toHaveValue('float32');
    await press(page, button(signal, 'Add the signal'));
    await press(page, page.getByRole('region', { name: 'Signals of the device, table' }).getByRole('button', { name: 'Level' }));
    for (const name of ['Level', 'Keys only']) {
      await type(page, page.getByLabel(`Type “${name}” to go on`), name);
      await page.keyboard.press('Enter');
    }
    await expect(page.getByRole('form', { name: /^Settings of the line/ })).toBeVisible();
  });

  test('makes a backup, tries a restore and checks the audit log', async ({ signedIn: page, expectedFaults }) => {
    test.slow();
    // it is pressed again while the backup runs
    expectedFaults.push(/status of 409/);
    await page.goto('/system');
    await tabTo(page, page.getByRole('radio', { name: 'State' }));
    await page.keyboard.press('ArrowRight');
    const runs = page.getByRole('region', { name: 'Runs, table' });
    await expect(page.getByRole('region', { name: 'Runs', exact: true })).toBeVisible();
    // the server may have made one by itself
    const before = await runs.getByRole('row').count();
    await press(page, button(page, 'Back up now'));
    await expect.poll(() => runs.getByRole('row').count()).toBeGreaterThan(before);
    await expect(runs.getByRole('row').nth(1)).toContainText(/backup.*verified/, { timeout: 60_000 });
    // one at a time: it waits for what still runs
    await expect(async () => {
      await press(page, button(page, 'Try a restore'));
      await expect(runs.getByRole('row').nth(1)).toContainText('drill', { timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    await expect(runs.getByRole('row').nth(1)).toContainText(/drill.*verified/, { timeout: 60_000 });
    await page.goto('/system?tab=audit');
    await press(page, button(page, 'Check the log'));
    await expect(page.getByText(/All \d+ rows are what was written/)).toBeVisible();
  });
});

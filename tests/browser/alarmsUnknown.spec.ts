/** The list of alarms cannot be read while everything else can: no page may say that there is none. */
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { expect, test } from './plant.ts';
import { reportAlarm } from './reportAlarm.ts';

const noAlarms = { alarms: [], shelved: 0, maintenance: [], outOfService: [] };

for (const path of ['/', '/alarms', '/wall']) {
  test(`${path} does not say that no alarm is active while the list cannot be read, and says it again when it can`, async ({
    signedIn: page,
    serverUrl,
    record,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 500/);
    let fails = false;
    await page.route('**/api/plant/alarms', (route) =>
      fails
        ? route.fulfill({
            status: 500,
            json: { status: 'error', code: 500, message: 'Internal server error', requestId: 'req-1' },
          })
        : route.fulfill({ json: noAlarms }),
    );
    const first = page.waitForResponse('**/api/plant/alarms');
    await page.goto(path);
    await first;
    const shown = page.locator('body');
    const claims = /No alarm is active/;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(shown).not.toContainText(/Alarms are not known yet|Loading/);
    if (path !== '/wall') await expect(shown).toContainText(claims);
    fails = true;
    // the live connection says that there is something to read
    await reportAlarm(page, serverUrl, record);
    await expect(shown).toContainText(/Alarms not known since \d\d:\d\d/);
    await expect(shown).not.toContainText(claims);
    await expect(page.getByRole('heading', { name: 'Normal', exact: true })).toHaveCount(0);
    if (path === '/') {
      await expectAccessible(page, 'alarms not known');
      await page.setViewportSize({ width: 390, height: 844 });
      await expectToFit(page);
    }
    fails = false;
    await expect(shown).not.toContainText('Alarms not known since', { timeout: 60_000 });
    if (path !== '/wall') await expect(shown).toContainText(claims);
  });
}

test('an alarm that does not exist is left again on a phone, by the button and by Escape, and no further try is promised', async ({
  signedIn: page,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 404/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/alarms?alarm=gone');
  const drawer = page.getByRole('complementary', { name: 'Alarm in detail' });
  await expect(drawer.getByRole('alert')).toContainText('This does not exist, or no longer.');
  await expect(drawer).not.toContainText(/again in|trying again/);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Alarms' })).toBeVisible();
  await page.goto('/alarms?alarm=gone');
  await expect(drawer.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
});

test('a page of a program in between, in place of the alarms, is said in the frame, and they come without a click', async ({
  signedIn: page,
}) => {
  let isBetween = true;
  await page.route('**/api/plant/alarms', (route) =>
    isBetween
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Sign in to this network</title>' })
      : route.fulfill({ json: noAlarms }),
  );
  await page.goto('/');
  const bar = page.getByRole('region', { name: 'Alarm bar', exact: true });
  await expect(bar).toContainText('Alarms are not known yet.');
  await expect(page.getByLabel('State of the system')).toContainText(/fails/);
  isBetween = false;
  await expect(bar).toContainText('No alarm is active', { timeout: 30_000 });
  await expect(page.getByLabel('State of the system')).not.toContainText(/fails/);
});

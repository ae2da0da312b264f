import type { Page } from '@playwright/test';
import { expect, test } from './clicks.ts';
import { holdByPointer } from './holding.ts';

const fromAnywhere = async (page: Page) => {
  await page.goto('/units');
  await expect(page.getByRole('heading', { level: 1, name: 'Units & trends' })).toBeVisible();
};
/** A fresh login is asked for no password; one session of all tests may be older. */
const confirmed = async (page: Page, done: () => Promise<void>): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await expect(dialog.or(page.getByText('shown this once', { exact: false })).first()).toBeVisible();
  if ((await dialog.count()) > 0) {
    await dialog.getByLabel('Password', { exact: true }).fill('demo-admin');
    await page.keyboard.press('Enter');
  }
  await done();
};

// 403: the password is asked for again, by the time since it was given last
test.beforeEach(({ expectedFaults }) => void expectedFaults.push(/status of 403/));

test.describe('acting', () => {
  test('a read-only person is added in six clicks', async ({ signedIn: page, clicks }) => {
    await fromAnywhere(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('User name').fill(`reader-${Date.now()}`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const made = clicks.count();
    await confirmed(page, () => expect(page.getByText('shown this once', { exact: false })).toBeVisible());
    expect(made).toBeLessThanOrEqual(6);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('list', { name: 'People' })).toContainText('Read only');
  });

  test('the start of the shift is changed in four clicks, from a day that is named before', async ({
    signedIn: page,
    clicks,
  }) => {
    await fromAnywhere(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Shift day', { exact: true }).click();
    await page.getByLabel('The day begins at').fill('07:00');
    await expect(page.getByText(/From .* on, days begin at 07:00 instead of 06:00/)).toBeVisible();
    await page.getByRole('button', { name: 'Change from then on' }).click();
    await expect(page.getByText('The change is entered.')).toBeVisible();
    await expect(page.getByText(/The day begins at 07:00/)).toBeVisible();
    expect(clicks.count()).toBeLessThanOrEqual(4);
    // as it was, for the tests that follow
    await page.getByLabel('The day begins at').fill('06:00');
    await page.getByRole('button', { name: 'Change from then on' }).click();
    await expect(page.getByText(/The day begins at 06:00/)).toBeVisible();
  });

  test('a valve is switched in three clicks and one that is held', async ({ signedIn: page, clicks }) => {
    await fromAnywhere(page);
    await page.getByRole('link', { name: 'Commands' }).click();
    await page.getByRole('button', { name: /^Garden valve/ }).click();
    const valve = page.getByRole('region', { name: 'Garden valve' });
    await valve.getByText('Close', { exact: true }).click();
    const hold = valve.getByRole('button', { name: /Close: Garden valve/ });
    await expect(hold).toBeEnabled();
    expect(clicks.count()).toBeLessThanOrEqual(3);
    // a short press does nothing
    await hold.click();
    await expect(valve.getByText('Sent.')).toHaveCount(0);
    await holdByPointer(page, valve, hold);
    // what was done and seen, at the valve and in the journal of the page; no registers
    const closed = /Garden valve\s*Close\s*open\s*closed\s*confirmed by read-back/;
    await expect(valve.getByRole('region', { name: 'Last commands' }).getByRole('row').nth(1)).toContainText(closed);
    const journal = page.getByRole('region', { name: 'Journal' }).first();
    await expect(journal.getByRole('row').nth(1)).toContainText(closed);
    // as it was, for the tests that follow
    await valve.getByText('Open', { exact: true }).click();
    await holdByPointer(page, valve, valve.getByRole('button', { name: /Open: Garden valve/ }));
  });
});

/** What was saved stands on the page when its form closes, also where the page is answered late. */
import type { Page } from '@playwright/test';
import { expect, test } from '../plant.ts';

const settingsPath = '**/api/user/accounts/settings';

/** Settings are answered so late from now on. */
const answerLate = (page: Page, lateMs: number) =>
  page.route(settingsPath, async (route) => {
    if (route.request().method() === 'GET') await new Promise((resolve) => setTimeout(resolve, lateMs));
    await route.fallback().catch(() => undefined);
  });

/** Counts from now on how often a page says that somebody else changed or removed something. */
const countOthers = (page: Page) =>
  page.evaluate(() => {
    const said = { others: 0 };
    Object.assign(window, { said });
    new MutationObserver(() => {
      if (/Somebody else|two people/.test(document.body.innerText)) said.others += 1;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
const othersIn = (page: Page) => page.evaluate(() => (window as unknown as { said: { others: number } }).said.others);

const addSchedule = async (page: Page, recipient: string) => {
  await page.getByRole('button', { name: 'Add a schedule' }).click();
  const form = page.getByRole('form', { name: 'Schedule' });
  await form.getByLabel('Mail to').fill(recipient);
  await form.getByRole('button', { name: 'Save' }).click();
  return form;
};

test('a new schedule is in the list when its form closes, and the next one is no conflict', async ({ signedIn: page }) => {
  await page.goto('/reports?tab=schedules');
  await expect(page.getByRole('button', { name: 'Add a schedule' })).toBeVisible();
  await answerLate(page, 1200);
  const rows = page.getByRole('main').getByRole('button', { name: /^Change: / });
  const before = await rows.count();
  await countOthers(page);
  for (const n of [1, 2]) {
    const form = await addSchedule(page, `night${n}@plant.example`);
    await expect(form).toHaveCount(0);
    expect(await rows.count()).toBe(before + n);
  }
  await rows.first().click();
  const opened = page.getByRole('form', { name: 'Schedule' });
  await opened.getByLabel('Mail to').fill('others@plant.example');
  await opened.getByRole('button', { name: 'Save' }).click();
  await expect(opened).toHaveCount(0);
  for (const left of [1, 0]) {
    await rows.first().click();
    const form = page.getByRole('form', { name: 'Schedule' });
    await form.getByRole('button', { name: 'Remove' }).click();
    await expect(form).toHaveCount(0);
    expect(await rows.count()).toBe(before + left);
  }
  expect(await othersIn(page)).toBe(0);
});

test('a form waits for a page that is not answered no longer than a few seconds', async ({ signedIn: page }) => {
  await page.goto('/reports?tab=schedules');
  await expect(page.getByRole('button', { name: 'Add a schedule' })).toBeVisible();
  await answerLate(page, 15_000);
  const form = await addSchedule(page, 'late@plant.example');
  await expect(form).toHaveCount(0, { timeout: 6000 });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await page
    .getByRole('button', { name: /^Change: / })
    .first()
    .click();
  await page.getByRole('form', { name: 'Schedule' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('form', { name: 'Schedule' })).toHaveCount(0);
});

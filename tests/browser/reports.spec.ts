import type { Page } from '@playwright/test';
import { reportServices } from '../../server/contract/model/reports.ts';
import { expectAccessible, expectDocumentAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { expect, signIn, test } from './plant.ts';
import { authOf } from './reportAlarm.ts';
import { sessionOf } from './roleSessions.ts';

const open = async (page: Page, search = '') => {
  await page.goto(`/reports${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
};
// the sandboxed preview refuses what the tests themselves bring into every frame
test.beforeEach(
  ({ expectedFaults }) => void expectedFaults.push(/sessionStorage|localStorage/, /Blocked script execution in 'about:srcdoc'/),
);

test.describe('reports', () => {
  test('show what the file will say before it is made', async ({ signedIn: page }) => {
    await open(page, '?type=monthly&subject=energy');
    const preview = page.frameLocator('iframe');
    await expect(preview.getByRole('heading', { level: 1 })).toContainText('nergy', { timeout: 40_000 });
    await expectAccessible(page, 'preview');
    await page.getByRole('radio', { name: /^Quality/ }).check();
    await expect(page).toHaveURL(/subject=quality/);
    await expect(preview.getByRole('heading', { level: 1 })).toContainText('uality', { timeout: 40_000 });
  });

  for (const service of reportServices)
    test(`of ${service} are accessible`, { tag: service === 'energy' ? [] : '@full' }, async ({ page, serverUrl, record }) => {
      // in the night on the first of a month UTC is a month ahead of the shift day
      const overview = await (await page.request.get(`${serverUrl}/api/plant/overview`, authOf(record))).json();
      const { label: startDate } = (overview as { window: { label: string } }).window;
      const asked = new URLSearchParams({ reportType: 'monthly', reportFormat: 'html', format: 'v2', startDate, service });
      const answer = await page.request.get(`${serverUrl}/api/user/report?${asked}`, authOf(record));
      expect(answer.status()).toBe(200);
      await expectDocumentAccessible(page, await answer.text(), service);
    });

  test('that are being made say so and can be cancelled; one that cannot be made says why', { tag: '@full' }, async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 5/);
    await open(page);
    let release = () => {};
    await page.route('**/api/user/report?**reportFormat=pdf**', async (route) => {
      await new Promise<void>((done) => {
        release = done;
      });
      await route.abort().catch(() => undefined);
    });
    await page.getByRole('button', { name: 'PDF' }).click();
    const list = page.getByRole('list', { name: 'Files being made' });
    await expect(list).toContainText('being made for');
    await expectAccessible(page, 'being made');
    await list.getByRole('button', { name: 'Cancel' }).click();
    await expect(list).toContainText('cancelled');
    release();
    const body = { status: 'error', code: 503, message: 'Too slow', requestId: 'req-1' };
    await page.route('**/api/user/report?**reportFormat=xlsx**', (route) => route.fulfill({ status: 503, json: body }));
    await page.getByRole('button', { name: 'XLSX' }).click();
    await expect(list).toContainText('could not be made: The server cannot do this at the moment: too slow');
  });

  test('are made by schedules that are added, changed and removed', async ({ signedIn: page }) => {
    await open(page, '?tab=schedules');
    await expect(page.getByText('No report is made by itself yet')).toBeVisible();
    await expectAccessible(page, 'no schedules');
    await page.getByRole('button', { name: 'Add a schedule' }).click();
    const form = page.getByRole('form', { name: 'Schedule' });
    await form.getByLabel('At').fill('6 am');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByLabel('At')).toBeFocused();
    await expect(form).toContainText('A time such as 06:10.');
    await expectAccessible(page, 'a field that needs a look');
    await form.getByLabel('At').fill('06:15');
    await form.getByLabel('When').selectOption('week:1');
    await form.getByLabel('Mail to').fill('a@example.org, b@example.org');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    const row = page.getByRole('listitem').filter({ hasText: 'Water, Day, PDF' });
    await expect(row).toContainText(/next: Mon, .* 06:15/);
    await expect(row).toContainText('to 2 people');
    await page.reload();
    await row.getByRole('button', { name: 'Change: Water, Day, PDF' }).click();
    await form.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('No report is made by itself yet')).toBeVisible();
  });

  test('that are typed and not saved are not lost without a question', async ({ signedIn: page }) => {
    await open(page, '?tab=schedules');
    await page.getByRole('button', { name: 'Add a schedule' }).click();
    await page.getByLabel('Mail to').fill('a@example.org');
    const asked = page.waitForEvent('dialog');
    const press = page.getByRole('link', { name: 'Overview' }).click();
    await (await asked).dismiss();
    await press;
    await expect(page.getByLabel('Mail to')).toHaveValue('a@example.org');
  });

  test('for the regulator are files of a month or a fiscal year', { tag: '@full' }, async ({ signedIn: page }) => {
    await open(page, '?tab=returns');
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'GRI 303: JSON' }).click();
    expect((await waiting).suggestedFilename()).toMatch(/json$/);
    await expectAccessible(page, 'returns');
    await open(page, '?tab=made');
    await expect(page.getByText('No schedule has made a report yet')).toBeVisible();
    await expectAccessible(page, 'none made');
  });

  test('offer fiscal years once the month is known in which they begin', async ({ signedIn: page }) => {
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/user/accounts/settings', async (route) => {
      await isAnswered;
      const response = await route.fetch();
      const json = (await response.json()) as { reports: { fiscalYearStartMonth: number } };
      json.reports.fiscalYearStartMonth = 1;
      return route.fulfill({ response, json });
    });
    await open(page, '?tab=returns');
    const main = page.getByRole('main');
    await expect(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    await expect(main.getByRole('combobox')).toHaveCount(0);
    answer();
    const year = main.getByRole('listitem').filter({ hasText: 'GRI 303' }).getByRole('combobox');
    await expect(year).toBeVisible();
    expect(await year.locator('option').allInnerTexts()).toContainEqual(expect.stringMatching(/^\d{4}$/));
  });

  test('name fiscal years by where they begin for who may not read the settings', async ({ page, serverUrl }) => {
    const kept = JSON.parse(await sessionOf(serverUrl, 'admin')) as { profile: { permissions: string[] } };
    kept.profile.permissions = kept.profile.permissions.filter((one) => one !== 'ACCOUNT_SETTINGS');
    await signIn(page, JSON.stringify(kept));
    await open(page, '?tab=returns');
    const year = page.getByRole('listitem').filter({ hasText: 'GRI 303' }).getByRole('combobox');
    await expect(year.locator('option').first()).toHaveText(/^year that begins in \d{4}$/);
  });

  test('fit a phone, in Hindi without a Latin sentence', { tag: '@full' }, async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(() => {
      try {
        localStorage.setItem('headworks.locale', 'hi-IN');
      } catch {
        // the sandboxed preview has no storage
      }
    });
    for (const search of ['', '?tab=returns', '?tab=schedules']) {
      await page.goto(`/reports${search}`);
      await expect(page.getByRole('heading', { level: 1, name: 'रिपोर्ट' })).toBeVisible();
      await expectToFit(page, search);
      // names of units are the plant's own
      const texts = await page
        .locator('main :is(h1, h2, p, span, label, legend, button)')
        .evaluateAll((all) =>
          all.flatMap((one) =>
            [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent),
          ),
        );
      expect(texts.filter((one) => /[A-Za-z]{3,} [A-Za-z]{3,} [A-Za-z]{3,}/.test(one ?? ''))).toEqual([]);
      await expectAccessible(page, `phone ${search}`);
    }
  });
});

import type { Page } from '@playwright/test';
import { literal } from '../api.ts';
import { alarmsOfOnly, nothingUrgent, reportAlarm } from '../reportAlarm.ts';
import { expect, test } from './clicks.ts';
import { deadLine } from './deadLine.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Alarm bar' });

test.describe('watching', () => {
  test('whether the plant is normal is said without a click, within 5 s', async ({ signedIn: page, clicks }) => {
    await page.goto('/');
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await expect(verdict.getByRole('heading')).toHaveText(/^(Normal|Nothing waits for you|\d+ things? needs? you)$/, {
      timeout: 5000,
    });
    await expect(verdict).toBeInViewport();
    await expect(verdict.getByRole('listitem').first()).toContainText(/\w/);
    expect(clicks.count()).toBe(0);
  });

  test('an alarm is acknowledged in one click on any page, and one more click says who did', async ({
    signedIn: page,
    serverUrl,
    record,
    clicks,
  }) => {
    const shown = await alarmsOfOnly(page);
    await page.goto('/units');
    await expect(page.getByRole('heading', { level: 1, name: 'Units & trends' })).toBeVisible();
    const { unitName } = await reportAlarm(page, serverUrl, record, shown);
    const button = bar(page).getByRole('button', { name: new RegExp(`^Acknowledge: ${literal(unitName)}`) });
    await expect(button).toBeVisible();
    await expect(page).toHaveTitle(/^\(\d+!\) Units/);
    await button.click();
    await expect(button).toHaveCount(0);
    await expect(page).toHaveTitle(/^Units/);
    expect(clicks.count()).toBe(1);

    await page.getByRole('link', { name: /^Alarms/ }).click();
    const row = page.getByRole('list', { name: 'Alarms' }).getByRole('listitem').filter({ hasText: unitName });
    await expect(row.first()).toContainText(/Asha Kulkarni, \d\d:\d\d/);
    expect(clicks.count()).toBe(2);
  });

  test('what is wrong with a dead line is said on the overview, and one click opens what to try', async ({
    signedIn: page,
    serverUrl,
    record,
    clicks,
  }) => {
    const mend = await deadLine(page, serverUrl, record);
    try {
      await nothingUrgent(page);
      await page.goto('/');
      const silent = page.getByRole('region', { name: 'Not reporting' });
      await expect(silent).toContainText(/Process gateway.*(no connection|no answer) since \d\d:\d\d/s, { timeout: 60_000 });
      await expect(silent).toContainText(/\d units not known/);
      await expect(silent).toContainText('check its power');
      const thing = page.getByRole('region', { name: 'Verdict' }).getByRole('link', { name: /^Process gateway silent/ });
      await expect(thing).toBeVisible();
      expect(clicks.count()).toBe(0);
      await thing.click();
      const doctor = page.getByRole('complementary', { name: 'Process gateway' });
      await expect(doctor.getByRole('heading', { name: 'What is wrong' })).toBeVisible();
      await expect(doctor.getByRole('heading', { name: 'What to try next' }).first()).toBeVisible();
      await expect(doctor).toContainText(/127\.0\.0\.1:1\b/);
      expect(clicks.count()).toBe(1);
    } finally {
      await mend();
    }
    // the line is back without a click, and nothing on the page says otherwise
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Not reporting' })).not.toContainText('Process gateway', { timeout: 60_000 });
    await expect(page.getByRole('region', { name: 'Verdict' })).not.toContainText('Process gateway');
  });
});

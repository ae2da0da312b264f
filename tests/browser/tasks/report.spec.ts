import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './clicks.ts';

const fromAnywhere = async (page: Page) => {
  await page.goto('/units');
  await expect(page.getByRole('heading', { level: 1, name: 'Units & trends' })).toBeVisible();
};
const saved = async (page: Page, press: () => Promise<void>) => {
  const waiting = page.waitForEvent('download', { timeout: 50_000 });
  await press();
  const file = await waiting;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
};
// the sandboxed preview refuses what the tests themselves bring into every frame
const sandbox = [/sessionStorage|localStorage/];

test.describe('a report of the month', () => {
  for (const [format, begins] of [
    ['PDF', '%PDF-'],
    ['XLSX', 'PK'],
  ] as const)
    test(`is a ${format} in three clicks from anywhere`, { tag: format === 'PDF' ? [] : '@full' }, async ({
      signedIn: page,
      clicks,
      expectedFaults,
    }) => {
      expectedFaults.push(...sandbox);
      await fromAnywhere(page);
      await page.getByRole('link', { name: 'Reports' }).click();
      await page.getByText('Month', { exact: true }).click();
      const { name, bytes } = await saved(page, () => page.getByRole('button', { name: format }).click());
      expect(bytes.subarray(0, begins.length).toString('latin1')).toBe(begins);
      expect(name).toMatch(new RegExp(`\\.${format}$`, 'i'));
      expect(clicks.count()).toBe(3);
      await expect(page.getByRole('list', { name: 'Files being made' })).toContainText('made and handed to the browser');
    });
});

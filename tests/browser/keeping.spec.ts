import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { expect, test } from './plant.ts';

const paths = [
  '/settings',
  '/settings?person=new',
  '/settings?tab=delivery',
  '/settings?tab=sso',
  '/settings?tab=shift',
  '/settings?tab=me',
  '/commands',
  '/commissioning',
  '/system',
  '/system?tab=backups',
  '/system?tab=program',
  '/system?tab=audit',
  '/system?tab=network',
];
const loaded = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
};

test.describe('the pages for acting and keeping', () => {
  for (const path of paths)
    for (const [width, height] of [
      [1366, 768],
      [390, 844],
    ] as const)
      test(`${path} is accessible and fits at ${width}`, { tag: width === 390 || /[?]/.test(path) ? '@full' : [] }, async ({
        signedIn: page,
      }) => {
        await page.setViewportSize({ width, height });
        await page.goto(path);
        await loaded(page);
        await expectAccessible(page, `${path} at ${width}`);
        await expectToFit(page);
      });

  const sideOf = async (page: Page) => {
    await page.goto('/commissioning');
    await expect(page.getByText(/\d+ of \d+ devices answer\./)).toBeVisible();
    await page.getByRole('button', { name: 'RO skid', exact: true }).last().click();
    return page.getByRole('complementary', { name: 'RO skid' });
  };

  test('a line says what is wrong with it, and shows its traffic', { tag: '@full' }, async ({ signedIn: page }) => {
    const side = await sideOf(page);
    await expect(side.getByText('What is wrong')).toBeVisible();
    await side.getByText('Traffic', { exact: true }).click();
    await expect(side.getByRole('row').nth(2)).toContainText(/sent|received/);
    await expectAccessible(page, 'traffic');
  });

  test('a line lets the registers of its devices be read', { tag: '@full' }, async ({ signedIn: page }) => {
    const side = await sideOf(page);
    await side.getByText('Registers', { exact: true }).click();
    await side.getByRole('button', { name: 'Read' }).click();
    await expect(side.getByRole('row').nth(1)).toContainText(/[01]{16}/);
    await expectAccessible(page, 'registers');
  });

  test('commands are off while there is no live reading, and while the field is read-only', async ({ signedIn: page }) => {
    await page.goto('/commands?point=demo-gardenValve');
    await expect(page.getByRole('button', { name: /Garden valve.*hold/ })).toBeEnabled();
    await page.route('**/api/plant/write-points', async (route) => {
      const answer = await route.fetch({ maxRetries: 3 });
      await route.fulfill({ json: { ...((await answer.json()) as object), readOnly: true } });
    });
    await expect(page.getByText('The field is read-only', { exact: false }).first()).toBeVisible({ timeout: 40_000 });
    await expect(page.getByRole('button', { name: /Garden valve.*hold/ })).toBeDisabled();
    await expectAccessible(page, 'read-only');
  });

  test('a backup is made and read again, and the log says who made it', async ({ signedIn: page }) => {
    await page.goto('/system?tab=backups');
    await page.getByRole('button', { name: 'Back up now' }).click();
    const runs = page.getByRole('region', { name: 'Runs, table' });
    await expect(runs.getByRole('row').nth(1)).toContainText(/backup.*verified/, { timeout: 60_000 });
    // the plant may make one of its own meanwhile
    const kept = page.getByRole('region', { name: 'Backups in the folder, table' }).getByRole('row');
    await expect(kept.nth(1)).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page, 'backups made');
    await page.getByRole('button', { name: 'Restore …' }).first().click();
    await expect(page.getByRole('button', { name: 'Restore', exact: true })).toBeDisabled();
    await expectAccessible(page, 'restore asked');
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByText('Audit log', { exact: true }).click();
    await expect(page.getByRole('row', { name: /backup\.run admin/ })).toBeVisible();
    await page.getByLabel('What', { exact: true }).fill('login');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByRole('row', { name: /backup\.run/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Check the log' }).click();
    await expect(page.getByText(/All \d+ rows are what was written/)).toBeVisible();
  });

  test('everything stored is tested against its hashes on demand', async ({ signedIn: page }) => {
    await page.goto('/system');
    await page.getByRole('button', { name: 'Test now' }).click();
    await expect(page.getByText('Everything is what was written.')).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page, 'self-test');
  });

  test('a person who may not sees which right is missing', async ({ page, serverUrl }) => {
    const { openSession, signIn } = await import('./plant.ts');
    await signIn(page, await openSession(serverUrl, { username: 'viewer', password: 'demo-viewer' }));
    for (const path of ['/settings', '/commissioning', '/commands', '/reports', '/system']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Your account may not see this page' })).toBeVisible();
    }
  });

  test('show in Hindi no Latin sentence', { tag: '@full' }, async ({ signedIn: page }) => {
    await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
    for (const path of [...paths, '/commissioning?add=true']) {
      await page.goto(path);
      await loaded(page);
      const texts = await page
        .locator('main :is(h1, h2, h3, p, span, label, legend, button, dt)')
        .evaluateAll((all) =>
          all.flatMap((one) =>
            [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent),
          ),
        );
      // names of people, lines and devices are the plant's own, and so is what it says about a command
      const own = texts.filter((one) => /[A-Za-z]{4,} [a-z]{3,} [a-z]{3,}/.test(one ?? '') && !/[ऀ-ॿ]/.test(one ?? ''));
      expect(
        own.filter((one) => !/it takes about|Line 3 inlet|control|gateway$/i.test(one ?? '')),
        path,
      ).toEqual([]);
    }
  });
});

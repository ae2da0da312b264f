/** What is chosen is shown under its name, or nothing is: an answer that is slow or fails leaves no older figures there. */
import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';

const steps: readonly { path: string; call: string; figures: (page: Page) => ReturnType<Page['locator']> }[] = [
  {
    path: '/quality',
    call: 'plant/quality',
    figures: (page) => page.getByRole('article', { name: 'RO train, Feed conductivity' }),
  },
  { path: '/energy', call: 'deviceDataV2', figures: (page) => page.getByRole('region', { name: 'Meters' }) },
  { path: '/energy?tab=ro', call: 'roEfficiency', figures: (page) => page.getByRole('region', { name: 'Treatment' }) },
  { path: '/summary', call: 'report/dailySummary', figures: (page) => page.locator('main dd').first() },
  { path: '/balance', call: 'waterBalance/data', figures: (page) => page.locator('main dd').first() },
  { path: '/balance?picture=graph', call: 'waterBalance/data', figures: (page) => page.locator('.react-flow__node').first() },
  { path: '/groundwater', call: 'gwi/data', figures: (page) => page.getByRole('article', { name: 'Borewell 1', exact: true }) },
  { path: '/rain', call: 'rainfall/trend', figures: (page) => page.locator('main dd').first() },
  { path: '/rain?tab=harvest', call: 'rainfall/efficiencySaving', figures: (page) => page.locator('main dd').first() },
  { path: '/neutrality', call: 'neutrality', figures: (page) => page.locator('main dd').first() },
  { path: '/executive', call: 'executiveSummary/data', figures: (page) => page.locator('main dd').first() },
  {
    path: '/units/demo-line3?range=shift',
    call: 'plant/trend',
    figures: (page) => page.getByRole('region', { name: 'Figures of the range' }),
  },
];

const back = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^(Previous|Day before|Month before|Shift day before)/ })
    .first();

for (const { path, call, figures } of steps)
  test(`${path}: what was shown is gone while what is chosen does not come`, async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of 500/);
    let isHeld = false;
    let isFailing = false;
    const held: (() => void)[] = [];
    await page.route(`**/${call}*`, async (route) => {
      if (isFailing) return route.fulfill({ status: 500, body: '' });
      if (isHeld) await new Promise<void>((go) => held.push(go));
      return route.continue();
    });
    const awaited = page.getByRole('main').getByText('what you chose is on its way');
    await page.goto(path);
    await expect(figures(page)).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);

    isHeld = true;
    await back(page).click();
    await expect(awaited.first()).toBeVisible();
    await expect(figures(page)).toBeHidden();
    await page.getByRole('button', { name: 'What is shown' }).click();
    await expect(page.getByRole('menuitem', { name: 'Print' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Download as CSV' })).toHaveCount(0);
    await page.keyboard.press('Escape');

    isHeld = false;
    for (const go of held) go();
    await expect(figures(page)).toBeVisible();
    await expect(awaited).toHaveCount(0);

    isFailing = true;
    await back(page).click();
    await expect(awaited.filter({ hasText: 'the server failed' }).first()).toBeVisible();
    await expect(figures(page)).toBeHidden();
    isFailing = false;
    await expect(figures(page)).toBeVisible();
  });

test('the alarms of another tab are not taken for those that were chosen', async ({ signedIn: page }) => {
  let isHeld = false;
  const held: (() => void)[] = [];
  await page.route(/\/api\/plant\/alarms/, async (route) => {
    if (isHeld) await new Promise<void>((go) => held.push(go));
    return route.continue();
  });
  await page.goto('/alarms?tab=history&days=30');
  const list = page.getByRole('main').getByRole('listitem');
  await expect(list.first()).toBeVisible();
  isHeld = true;
  const main = page.getByRole('main');
  await main.getByRole('radiogroup', { name: 'Time' }).getByText('7 days', { exact: true }).click();
  await expect(main.getByText('what you chose is on its way')).toBeVisible();
  await expect(list.first()).toBeHidden();
  await expect(page.getByText('No alarm')).toHaveCount(0);
  isHeld = false;
  for (const go of held) go();
  await expect(main.getByText('what you chose is on its way')).toHaveCount(0);
});

test('the figures of the day before are not compared under the name of the day that was chosen', async ({ signedIn: page }) => {
  let isHeld = false;
  const held: (() => void)[] = [];
  await page.route('**/api/plant/trend*', async (route) => {
    if (isHeld) await new Promise<void>((go) => held.push(go));
    return route.continue();
  });
  await page.goto('/units/demo-line3?range=shift');
  const rows = page.getByRole('region', { name: 'Figures of the range' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(2)).toContainText(/KL/);
  isHeld = true;
  await page.getByLabel('Compare').selectOption('day');
  await expect(rows.nth(2)).not.toContainText(/KL/);
  isHeld = false;
  for (const go of held) go();
  await expect(rows.nth(2)).toContainText(/KL/);
});

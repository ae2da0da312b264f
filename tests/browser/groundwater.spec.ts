import { apiOf, numberIn } from './api.ts';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { expect, test } from './plant.ts';

type Permits = { wells: { unitName: string; yearKL: number; permittedKLY: number; daysLeft: number | null }[] };
type Gwi = {
  yearlyData: { wellName: string; months: { month: string; swlMbgl: number | null; abstractionKL: number | null }[] }[];
};

test.describe('groundwater', () => {
  test('shows permits with their days left, and levels as the server publishes them', async ({ signedIn: page }) => {
    // the sum of the year grows with each slot: the page and this test may have asked on either side of an end
    await expect(async () => {
      await page.goto('/groundwater');
      const { wells } = await apiOf<Permits>(page, '/api/plant/permits');
      const [first] = wells;
      const gauge = page.getByRole('article', { name: `Permits to abstract: ${first?.unitName}` });
      await expect(gauge).toContainText(/this year/);
      expect(numberIn(await gauge.getByText(/this year$/).innerText())).toBeCloseTo(first?.yearKL ?? 0, 0);
      await expect(gauge).toContainText(`${first?.daysLeft} days`, { timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    const { overview } = { overview: await apiOf<{ window: { label: string } }>(page, '/api/plant/overview') };
    const { yearlyData } = await apiOf<Gwi>(page, `/api/user/gwi/data?month=${overview.window.label.slice(3)}`);
    const well = yearlyData.find(({ wellName }) => wellName === 'Borewell 1');
    const newest = well?.months.findLast(({ swlMbgl, abstractionKL }) => swlMbgl !== null || abstractionKL !== null);
    const card = page.getByRole('article', { name: 'Borewell 1', exact: true });
    const level = card.locator('dt', { hasText: /^Static level$/ }).locator('xpath=following-sibling::dd');
    // in the first hours of a month a well has abstraction, and no level at rest yet
    await expect.poll(async () => numberIn(await level.innerText())).toBe(newest?.swlMbgl ?? Number.NaN);
    await expect(card.getByRole('application', { name: /Level below ground/ })).toBeVisible();
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Table', { exact: true }).click();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 12 * yearlyData.length);
  });

  test('reads its levels by keys', async ({ signedIn: page }) => {
    await page.goto('/groundwater');
    const chart = page.getByRole('application', {
      name: 'Chart of Level below ground, by day, Piezometer. The table shows the months.',
    });
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('p[aria-live="polite"]').filter({ hasText: / m bgl$/ })).toHaveCount(1);
  });

  for (const width of [390, 1366])
    test(`is accessible and fits at ${width}`, { tag: width === 390 ? '@full' : [] }, async ({ signedIn: page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/groundwater');
      await expect(page.getByRole('article', { name: 'Piezometer' })).toBeVisible();
      await expectAccessible(page, `groundwater at ${width}`);
      await expectToFit(page);
    });

  test('says that there is no well, and that it failed', { tag: '@full' }, async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of 500/);
    await page.route('**/api/user/gwi/data**', (route) =>
      route.fulfill({ json: { month: '11/2026', staticData: [], yearlyData: [], aquiferData: [] } }),
    );
    await page.goto('/groundwater');
    await expect(page.getByText('No well yet')).toBeVisible();
    await page.unroute('**/api/user/gwi/data**');
    await page.route('**/api/user/gwi/data**', (route) =>
      route.fulfill({ status: 500, json: { status: 'error', code: 500, message: 'x', requestId: 'req-3' } }),
    );
    await page.goto('/groundwater');
    await expect(page.getByRole('alert').filter({ hasText: 'req-3' })).toBeVisible();
    await expectAccessible(page, 'groundwater failed');
  });
});

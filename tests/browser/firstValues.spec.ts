/** A unit whose first value comes while its page is open shows it as it comes, not when the overview is asked next. */
import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';

/** The overview as it was before the unit measured anything; it stays so however often it is asked. */
const beforeFirstValue = (page: Page, unitId: string) =>
  page.route('**/api/plant/overview', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = await response.json();
    const unit = body.units.find((one: { unitId: string }) => one.unitId === unitId);
    for (const param of unit.params) {
      Object.assign(param, { value: null, quality: 'STALE', at: null });
      for (const known of ['lastValue', 'normal']) delete param[known];
    }
    await route.fulfill({ response, json: body });
  });

test('a new unit shows its first values as they come, on its page and in the list', async ({ signedIn: page }) => {
  await beforeFirstValue(page, 'demo-line1');
  // on a phone nothing beside the page asks for the unit's values
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/units/demo-line1');
  const now = page.getByRole('main').locator('dl').first();
  await expect(now).toContainText(/Flow\s*[\d,.]+\s*m³\/h/);
  await expect(now).toContainText(/Counter|Volume|Total/);
  // and its chart opens with the rate, as that of a unit that measures
  await expect(page.getByRole('combobox', { name: 'Parameter' }).or(page.getByLabel('Parameter')).first()).toHaveValue('flow');

  await page.setViewportSize({ width: 1366, height: 800 });
  await page.goto('/units');
  await page.getByRole('searchbox').fill('Line 1');
  await expect(page.getByRole('link', { name: /^Line 1/ })).toContainText('m³/h');
});

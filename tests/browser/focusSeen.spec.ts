/** What has the focus is in sight: the bar with Save stays at the bottom of the settings of alarms, and covers no field that Tab comes to. */
import { expect, signIn, test } from './plant.ts';

for (const [width, height] of [
  [1366, 600],
  [390, 844],
] as const)
  test(`Tab comes to no field of alarms and reports below the bar with Save, at ${width} px`, async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/settings?tab=delivery');
    const save = page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).first();
    await expect(save).toBeVisible();
    await page.getByRole('main').locator('fieldset').first().locator('input, select').first().focus();
    const covered: string[] = [];
    const seen = new Set<string>();
    for (let press = 0; press < 60; press += 1) {
      await page.keyboard.press('Tab');
      const found = await save.evaluate((button) => {
        const focused = document.activeElement;
        if (focused === null || focused === button || focused.closest('form') !== button.closest('form')) return null;
        const bar = button.parentElement?.getBoundingClientRect();
        const { top, bottom } = focused.getBoundingClientRect();
        return { name: `${focused.tagName} ${focused.getAttribute('name') ?? ''}`, isCovered: bottom > (bar?.top ?? 0) + 1, top };
      });
      if (found === null) break;
      seen.add(`${found.name} ${found.top}`);
      if (found.isCovered) covered.push(found.name);
    }
    expect(seen.size).toBeGreaterThan(5);
    expect(covered).toEqual([]);
  });

test('a field that has the focus has the same outline as every control', async ({ page, record }) => {
  const outlineOf = (name: string) =>
    page.getByLabel(name, { exact: true }).evaluate((field) => {
      const drawn = field.closest('.hw-input') ?? field;
      const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
      return `${outlineStyle} ${outlineWidth}`;
    });
  await page.goto('/');
  for (const name of ['User name', 'Password']) {
    await page.getByLabel(name, { exact: true }).focus();
    expect(await outlineOf(name), name).toBe('solid 2px');
  }
  await signIn(page, record);
  await page.goto('/units/demo-rawTank');
  await page.getByLabel('Search units', { exact: true }).focus();
  expect(await outlineOf('Search units')).toBe('solid 2px');
});

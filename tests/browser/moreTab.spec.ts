/** On a phone the bar at the bottom says where one is, also on a page that is behind More. */
import { expectAccessible } from './axe.ts';
import { expect, test } from './plant.ts';

test('marks More while a page behind it is open, and the tab of the page where it has one', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const tabs = page.getByRole('navigation', { name: 'Pages' });
  const marked = tabs.locator('ul > li > [aria-current]').filter({ visible: true });
  for (const { path, name } of [
    { path: '/reports', name: 'More' },
    { path: '/diagram/edit', name: 'More' },
    { path: '/units/demo-rawTank', name: 'Units' },
    { path: '/', name: 'Overview' },
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(marked, path).toHaveCount(1);
    await expect(marked, path).toContainText(name);
  }
  // one's own account is behind its own menu, not behind More
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(marked).toHaveCount(0);

  await page.goto('/reports');
  await expect(marked).toHaveCSS('border-top-style', 'solid');
  const edge = await marked.evaluate((tab) => getComputedStyle(tab).borderTopColor);
  await page.goto('/units');
  await expect(marked).toContainText('Units');
  expect(await marked.evaluate((tab) => getComputedStyle(tab).borderTopColor)).toBe(edge);
  await page.goto('/reports');
  await expectAccessible(page, 'reports on a phone', 'nav');
});

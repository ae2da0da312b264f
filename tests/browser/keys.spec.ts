import type { Page } from '@playwright/test';
import { everyPage } from './everyPage.ts';
import { expect, test } from './plant.ts';

const tabs = [
  ...['facts', 'entries', 'points', 'files', 'models'].map((tab) => `/plant?tab=${tab}`),
  ...['delivery', 'sso', 'devices', 'shift', 'me'].map((tab) => `/settings?tab=${tab}`),
  ...['backups', 'program', 'audit', 'network', 'hub'].map((tab) => `/system?tab=${tab}`),
  ...['device', 'registers', 'traffic', 'tests'].map((tool) => `/commissioning?tool=${tool}`),
  ...['/commissioning?add=true', '/plant?item=unit%20demo-rawTank&part=tank', '/diagram/edit', '/balance/edit'],
];

/** What looks as if it could be pressed and is no control that keys reach. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const control = 'a[href], button, input, select, textarea, summary, label, [tabindex]:not([tabindex="-1"])';
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const isPressed = getComputedStyle(element).cursor === 'pointer';
      const parentIs = element.parentElement !== null && getComputedStyle(element.parentElement).cursor === 'pointer';
      if (isPressed && !parentIs && element.closest(control) === null) found.push(element.outerHTML.slice(0, 120));
    }
    // one of a group holds the focus for all of it, and arrow keys go on from there; a unit in the list has its star on its own page too
    for (const element of document.querySelectorAll<HTMLElement>('button[tabindex="-1"], a[href][tabindex="-1"]'))
      if (
        element.checkVisibility() &&
        !element.getAttribute('aria-label')?.startsWith('Star ') &&
        element.closest('[role], nav')?.querySelector('[tabindex="0"], a[data-unit]:not([tabindex])') == null
      )
        found.push(element.outerHTML.slice(0, 120));
    return found;
  });

test.describe('by keys alone', () => {
  for (const [at, paths] of [everyPage.filter((path) => path !== '/wall'), tabs].entries())
    test(`whatever can be pressed is reached, on ${at === 0 ? 'every page' : 'every tab and editor'}`, async ({
      signedIn: page,
      expectedFaults,
    }) => {
      test.slow();
      // the preview of a report runs no script
      expectedFaults.push(/sessionStorage|localStorage|Blocked script execution|status of 40\d/);
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
        await expect.poll(() => outOfReach(page), { message: path }).toEqual([]);
      }
    });

  test('the list beside a unit is one stop, and arrows go on from it', async ({ signedIn: page }) => {
    await page.goto('/units/demo-line3');
    const list = page.getByRole('navigation', { name: 'Units' });
    await expect(list.locator('a[data-unit]:not([tabindex])')).toHaveCount(1);
    const links = list.locator('a[data-unit]');
    const ids = await links.evaluateAll((all) => all.map((one) => one.getAttribute('data-unit')));
    const here = ids.indexOf('demo-line3');
    await links.nth(here).focus();
    await page.keyboard.press('ArrowUp');
    await expect(list.locator(`a[data-unit="${ids[here - 1]}"]`)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(list.locator(`a[data-unit="${ids[here + 1]}"]`)).toBeFocused();
  });
});

import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './plant.ts';
import { nothingUrgent } from './reportAlarm.ts';

/** Texts that are smaller than so many pixels, digits within marks and pictures left out. */
const smallTexts = (page: Page, least: number) =>
  page.evaluate((pixels) => {
    const all = [...document.querySelectorAll('body *')].filter(
      (element) =>
        !element.closest('svg') && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
    );
    return all.flatMap((element) => {
      const zoom = (element as HTMLElement).currentCSSZoom;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * zoom;
      return size < pixels - 0.5 && element.getClientRects().length > 0 ? [`${size} ${element.textContent}`] : [];
    });
  }, least);

test.describe('the wall', () => {
  for (const name of ['overview', 'water', 'hours'])
    test(`shows ${name} on one screen, in letters that are read from afar`, { tag: name === 'overview' ? [] : '@full' }, async ({
      signedIn: page,
    }) => {
      await nothingUrgent(page);
      await page.setViewportSize({ width: 1920, height: 1080 });
      await page.goto(`/wall?page=${name}`);
      await expect(page.locator(`[data-page="${name}"]`).getByRole('main')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toContainText('read-only');
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await expect.poll(() => smallTexts(page, 18)).toEqual([]);
      const below = () => page.getByRole('main').evaluate((main) => main.getBoundingClientRect().bottom);
      await expect.poll(below).toBeLessThanOrEqual(1080);
      await expect(page.getByRole('button')).toHaveCount(0);
      await expectAccessible(page, `wall ${name}`);
    });

  test('on a phone, is as long as it has to be: nothing runs over its panel, and the page is no wider', async ({
    signedIn: page,
  }) => {
    await nothingUrgent(page);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const name of ['overview', 'water', 'hours']) {
      await page.goto(`/wall?page=${name}`);
      await expect(page.locator(`[data-page="${name}"]`).getByRole('main')).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      const over = () =>
        page.getByRole('main').evaluate((main) => {
          const { bottom } = main.getBoundingClientRect();
          const lowest = Math.max(...[...main.querySelectorAll('*')].map((one) => one.getBoundingClientRect().bottom));
          const foot = document.querySelector('footer')?.getBoundingClientRect().top ?? 0;
          return { below: lowest > bottom + 1, underFoot: lowest > foot + 1, wide: document.documentElement.scrollWidth > 390 };
        });
      await expect.poll(over, { message: name }).toEqual({ below: false, underFoot: false, wide: false });
      // what spares a large screen would make a page of a phone wider than it
      const wall = page.locator('[data-wall]');
      expect(await wall.evaluate((element) => getComputedStyle(element).translate), name).toBe('none');
      // the axes of the hours are drawn smaller with them
      expect(await smallTexts(page, 12), name).toEqual([]);
    }
  });

  test('draws the hours as wide as the screen', async ({ signedIn: page }) => {
    await nothingUrgent(page);
    for (const [width, height] of [
      [1366, 768],
      [1920, 1080],
      [3840, 2160],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('/wall?page=hours');
      const pictures = page.getByRole('region', { name: 'By hour' }).getByRole('img');
      await expect(pictures).toHaveCount(3);
      const narrowest = () =>
        pictures.evaluateAll((all) =>
          Math.min(...all.map((one) => (one.querySelector('line')?.getBoundingClientRect().width ?? 0) / window.innerWidth)),
        );
      await expect.poll(narrowest, { message: `at ${width}` }).toBeGreaterThan(0.8);
      const room = () =>
        page.getByRole('main').evaluate((main) => {
          const lowest = [...main.querySelectorAll('[role="img"]')].at(-1)?.getBoundingClientRect().bottom ?? Number.NaN;
          return main.getBoundingClientRect().bottom - lowest;
        });
      await expect.poll(room, { message: `at ${width}` }).toBeGreaterThanOrEqual(0);
    }
  });

  test('puts all tanks on one line, whether one says much of its future or nothing', async ({ signedIn: page }) => {
    await page.route('**/api/plant/overview', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const body = await response.json();
      const tanks = body.units.filter(({ forecast }: { forecast?: object }) => forecast);
      for (const [at, unit] of tanks.entries())
        if (at % 2 === 0) delete unit.forecast;
        else unit.unitName = `${unit.unitName} of the second effluent plant`;
      await route.fulfill({ response, json: body });
    });
    for (const height of [1080, 768]) {
      await page.setViewportSize({ width: height === 1080 ? 1920 : 1366, height });
      await page.goto('/wall?page=overview');
      const tanks = page.getByRole('list', { name: 'Tanks' }).getByRole('img');
      await expect(tanks.first()).toBeVisible();
      const edges = () =>
        tanks.evaluateAll((all) =>
          all.map((tank) => {
            const { top, bottom } = tank.getBoundingClientRect();
            return `${Math.round(top)} to ${Math.round(bottom)}`;
          }),
        );
      await expect.poll(async () => (await edges()).length).toBeGreaterThan(3);
      await expect.poll(async () => [...new Set(await edges())]).toHaveLength(1);
    }
  });

  test('is held on its first page by an alarm that cannot wait, and says it in full', async ({ signedIn: page }) => {
    await page.route('**/api/plant/alarms', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const body = await response.json();
      const [known] = body.alarms;
      body.alarms = [{ ...known, id: 'urgent', priority: 1, state: 'unack', acknowledgedAt: null, acknowledgedByName: null }];
      await route.fulfill({ response, json: body });
    });
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto('/wall?page=water');
    await expect(page.getByRole('banner')).toContainText('not acknowledged');
    await expect(page.getByRole('contentinfo')).toContainText('Held by an alarm');
    await expect(page.getByRole('main', { name: 'Overview' })).toBeVisible();
  });

  test('that was opened while the server hangs says so within 5 s, though it has nothing to show yet', async ({
    signedIn: page,
  }) => {
    await page.routeWebSocket('**/api/user/live', () => undefined);
    await page.route('**/api/plant/overview', () => undefined);
    await page.goto('/wall');
    await expect(page.getByRole('heading', { name: 'Wall' })).toBeVisible();
    await expect(page.getByText('Not known since')).toBeVisible({ timeout: 7000 });
  });
});

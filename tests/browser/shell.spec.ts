import type { Page } from '@playwright/test';
import { expectAccessibleAsItIs } from './axe.ts';
import { expectToFit } from './fits.ts';
import { expect, test } from './plant.ts';

const pages = ['/', '/units'] as const;
const firstUnit = async (page: Page): Promise<string> => {
  await page.goto('/units');
  const link = page.getByRole('main').getByRole('link').first();
  return (await link.getAttribute('href')) ?? '';
};
const loaded = (page: Page) => expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);

test.describe('the shell', () => {
  test('can be walked by keys alone', async ({ signedIn: page }) => {
    await page.goto('/');
    await expect(page.getByLabel('Today so far')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();

    await page.getByRole('link', { name: 'Overview' }).focus();
    const units = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Units & trends' });
    // the pages between them are those that the account may open
    const isThere = () => units.evaluate((link) => link === document.activeElement);
    for (let at = 0; at < 8 && !(await isThere()); at += 1) await page.keyboard.press('Tab');
    await expect(units).toBeFocused();
    const outline = await units.evaluate((link) => getComputedStyle(link).outlineStyle);
    expect(outline).toBe('solid');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Units & trends' })).toBeVisible();
    await expect(units).toHaveAttribute('aria-current', 'page');
  });

  test('follows the system’s appearance, or the one that was chosen, also after a reload', async ({ signedIn: page }) => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/');
    await expect.poll(background).toBe('rgb(31, 35, 38)');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(background).toBe('rgb(230, 231, 232)');

    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark', exact: true }).click();
    await expect.poll(background).toBe('rgb(31, 35, 38)');
    await page.reload();
    await expect.poll(background).toBe('rgb(31, 35, 38)');
  });

  test('fits a phone of 360 pixels, with targets that a finger meets', { tag: '@full' }, async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const unit = await firstUnit(page);
    for (const path of [...pages, unit, `${unit}?period=month`, `${unit}?view=table`]) {
      await page.goto(path);
      await loaded(page);
      const { wide, small } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        small: [...document.querySelectorAll('button, nav a, main li a, main th a')]
          .filter((target) => target.getClientRects().length > 0)
          .map((target) => ({ text: target.textContent, height: Math.round(target.getBoundingClientRect().height) }))
          .filter(({ height }) => height < 44),
      }));
      expect(wide, path).toBe(0);
      expect(small, path).toEqual([]);
    }
  });

  test('says the same where the system forces its colours: the open page, days outside, parts of a bar', async ({
    signedIn: page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const looks = (selector: string, property: string) =>
      page
        .locator(selector)
        .evaluateAll((all, name) => [...new Set(all.map((one) => getComputedStyle(one).getPropertyValue(name)))], property);
    await page.goto('/');
    await loaded(page);
    const nav = page.getByRole('navigation');
    expect(await nav.locator('a[aria-current="page"]:visible').count()).toBeGreaterThan(0);
    expect(await looks('nav a[aria-current="page"]', 'border-left-color')).not.toEqual(
      await looks('nav a:not([aria-current])', 'border-left-color'),
    );
    const bar = page.getByLabel('Today so far').getByRole('img', { name: /outside/ });
    const grounds = await bar.evaluate((one) =>
      [one, ...one.children].map((part) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(part);
        return `${backgroundColor} ${backgroundImage}`;
      }),
    );
    expect(new Set(grounds).size).toBe(4);
    await page.goto('/neutrality');
    const sides = page.locator('main li > span[aria-hidden="true"]').first();
    await expect(sides).toBeVisible();
    const [track, fill] = await sides.evaluate((one) =>
      [one, one.children[0] ?? one].map((part) => getComputedStyle(part).backgroundColor),
    );
    expect(fill).not.toBe(track);
  });

  test('fits a wall display of 3840 pixels, with larger letters', async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 3840, height: 2160 });
    await page.goto('/');
    await loaded(page);
    const size = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    expect(size).toBeGreaterThan(20);
    await expectToFit(page);
  });

  test('is darker still and without blue where a person chooses the night, keeps it, and is light on paper', async ({
    signedIn: page,
  }) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    await loaded(page);
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitemradio', { name: 'Night, for a dark room' }).click();
    await expect.poll(ground).toBe('rgb(12, 11, 10)');
    await page.reload();
    await expect.poll(ground).toBe('rgb(12, 11, 10)');
    for (const path of ['/', '/units/demo-rawTank', '/alarms', '/balance']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await expectAccessibleAsItIs(page, `${path}, night`);
      const blue = await page.evaluate(() =>
        [...document.querySelectorAll('main *')].flatMap((one) => {
          const { color, backgroundColor, fill, stroke } = getComputedStyle(one);
          return [color, backgroundColor, fill, stroke].filter((paint) => {
            const [red = 0, , blueness = 0] = (/^rgb\((\d+), (\d+), (\d+)\)$/.exec(paint)?.slice(1) ?? []).map(Number);
            // the violet of the lowest priority of alarms is their hue
            return blueness > red + 20 && paint !== 'rgb(167, 131, 189)';
          });
        }),
      );
      expect(blue, path).toEqual([]);
    }
    await page.emulateMedia({ media: 'print' });
    const ink = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--hw-text').trim());
    await expect.poll(ink).toBe('#222');
    await page.emulateMedia({ media: null });
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitemradio', { name: 'As the system' }).click();
    await expect.poll(ground).toBe('rgb(230, 231, 232)');
  });

  for (const scheme of ['light', 'dark', 'night'] as const) {
    test(`has text that can be read and bars that can be seen in ${scheme}`, async ({ signedIn: page }) => {
      await page.emulateMedia({ colorScheme: scheme === 'light' ? 'light' : 'dark' });
      if (scheme === 'night') await page.addInitScript(() => localStorage.setItem('headworks.night', '1'));
      await page.goto('/');
      const figures = ['bar', 'range-edge', 'line', 'zero', 'hatch', 'live'];
      const colors = await page.evaluate((figures) => {
        const style = getComputedStyle(document.documentElement);
        return Object.fromEntries(
          [
            'background',
            'panel',
            'panel-sunken',
            'field',
            'hover',
            'selected',
            'text',
            'text-secondary',
            'live',
            'action',
            'on-action',
            ...figures,
            'track',
          ].map((name) => [name, style.getPropertyValue(`--hw-${name}`).trim()]),
        );
      }, figures);
      const contrast = (a: string, b: string): number => {
        const [light = 0, dark = 0] = [luminance(colors[a] ?? ''), luminance(colors[b] ?? '')].sort((x, y) => y - x);
        return (light + 0.05) / (dark + 0.05);
      };
      for (const ground of ['background', 'panel', 'panel-sunken', 'field', 'hover', 'selected']) {
        for (const ink of ['text', 'text-secondary', 'live'])
          expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThan(4.5);
      }
      expect(contrast('on-action', 'action')).toBeGreaterThan(4.5);
      // bars and the edges of bands, on what they are drawn on (WCAG 1.4.11)
      for (const figure of figures)
        for (const ground of ['panel', 'panel-sunken', 'track'])
          expect(contrast(figure, ground), `${figure} on ${ground}`).toBeGreaterThanOrEqual(3);
    });
  }
});

/** Relative luminance of #rrggbb or #rgb, WCAG 2. */
const luminance = (color: string): number => {
  const hex = color.length === 4 ? color.replaceAll(/[0-9a-f]/gi, '$&$&') : color;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

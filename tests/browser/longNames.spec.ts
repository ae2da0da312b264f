/** Names of lines, points and units as long as the server takes them, where a hand reads them before it acts. */
import type { Page } from '@playwright/test';
import { cutWords, wordsOver } from './cutWords.ts';
import { expectToFit } from './fits.ts';
import { askApi } from './pageWords.ts';
import { expect, test } from './plant.ts';

const name = 'ReverseOsmosisPermeateCollectionTankNumberSeventeenNorthSide';
const spaced = 'Softened process water to the north bottling hall, line three';

const renamed = async (page: Page, call: string, keys: readonly string[], figure?: number) =>
  page.route(call, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch({ maxRetries: 3 });
    let given = 0;
    const changed = (key: string, one: unknown): unknown => {
      if (typeof one === 'string' && keys.includes(key)) {
        given += 1;
        return given % 2 === 0 ? spaced : name;
      }
      if (typeof one === 'number' && figure !== undefined && key === 'value' && Math.abs(one) >= 1) return figure;
      if (Array.isArray(one)) return one.map((item: unknown) => changed('', item));
      if (typeof one !== 'object' || one === null) return one;
      return Object.fromEntries(Object.entries(one).map(([own, value]) => [own, changed(own, value)]));
    };
    return route.fulfill({ response, json: changed('', await response.json()) });
  });

const expectWhole = async (page: Page) => {
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await expect.poll(async () => ({ cut: await cutWords(page), over: await wordsOver(page) })).toEqual({ cut: [], over: [] });
};

for (const width of [390, 1280])
  test(`a command says in full what it switches, at ${width} px`, async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height: 844 });
    await renamed(page, '**/api/plant/write-points**', ['name']);
    await page.goto('/commands?point=demo-line3Valve');
    await expect(page.getByRole('button', { name: /^(Open|Close): / })).toBeVisible();
    await expectWhole(page);
  });

test('lines to choose from, and the values of all units, can be read on a phone', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await renamed(page, '**/api/plant/field/connections', ['name']);
  await renamed(page, '**/api/plant/connections**', ['name']);
  await page.goto('/commissioning?add=true');
  await expect(page.getByRole('button', { name: new RegExp(name) }).first()).toBeVisible();
  await expectWhole(page);
  await renamed(page, '**/api/plant/overview**', ['unitName', 'displayName']);
  await page.goto('/?tab=units');
  await expect(page.getByText(name).first()).toBeVisible();
  await expectWhole(page);
});

test('tables of the system show that they go on beside what is seen', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const tab of ['program', 'audit']) {
    await page.goto(`/system?tab=${tab}`);
    await expect(page.getByRole('main').getByRole('table').first()).toBeVisible();
    await expectWhole(page);
  }
});

test('key figures of nine digits below zero keep their unit within their card', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await renamed(page, '**/api/plant/overview*', [], -123_456_789.12);
  await page.goto('/');
  await expect(page.getByText('−123,456,789').first()).toBeVisible();
  await expectWhole(page);
});

test('the signals of a unit fit a window at twice its size', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto('/units/demo-rawTank?tab=meter');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await expectToFit(page);
  await expectWhole(page);
});

test('a name of eighty letters without a space widens no page of a small phone', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/units');
  const { name } = await askApi<{ name: string }>(page, '/api/plant/units/demo-municipal');
  const text = JSON.stringify(name).slice(1, -1);
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch({ maxRetries: 3 });
    if (!/json/.test(response.headers()['content-type'] ?? '')) return route.fulfill({ response });
    return route.fulfill({ response, body: (await response.text()).replaceAll(text, 'W'.repeat(80)) });
  });
  for (const path of ['/plant?item=unit%20demo-municipal', '/executive', '/units/demo-municipal']) {
    await page.goto(path);
    await expect(page.getByText('W'.repeat(80)).first()).toBeAttached();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    const widerPx = () =>
      page.evaluate(() => {
        const main = document.querySelector('main');
        return main === null ? Number.NaN : main.scrollWidth - main.clientWidth;
      });
    await expect.poll(widerPx, { message: path }).toBe(0);
  }
});

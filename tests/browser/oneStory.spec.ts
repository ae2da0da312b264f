import type { Page } from '@playwright/test';
import { apiOf, shiftDay } from './api.ts';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { latinSentences } from './pageWords.ts';
import { expect, test } from './plant.ts';

/** The plant has the alarms that are given, in the shape of one of its own. */
const withAlarms = async (page: Page, alarms: readonly object[]) => {
  await page.route('**/api/plant/alarms', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = await response.json();
    const [like] = body.alarms;
    body.alarms = alarms.map((alarm, at) => ({ ...like, id: `made-${at}`, insight: false, ...alarm }));
    await route.fulfill({ response, json: body });
  });
};

test('an acknowledged alarm waits for nobody, neither in the alarm bar nor in the verdict nor on the wall', async ({
  signedIn: page,
}) => {
  await withAlarms(page, [
    { state: 'ack', priority: 3 },
    { state: 'ack', priority: 4 },
  ]);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Alarm bar' })).toContainText('Every alarm is acknowledged.');
  const verdict = page.getByRole('region', { name: 'Verdict' });
  const acknowledged = verdict.getByRole('listitem').filter({ hasText: 'acknowledged,' });
  await expect(acknowledged).toHaveCount(2);
  // what else is in the list comes and goes with the plant's own values
  await expect(async () => {
    await page.goto('/');
    await expect(acknowledged).toHaveCount(2);
    const others = (await verdict.getByRole('listitem').count()) - 2;
    const title = others === 0 ? 'Nothing waits for you' : others === 1 ? '1 thing needs you' : `${others} things need you`;
    await expect(verdict.getByRole('heading')).toHaveText(title, { timeout: 5000 });
    await page.goto('/wall?page=overview');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title, { timeout: 5000 });
  }).toPass({ timeout: 60_000 });
});

test('what was used is one figure: that of the cards is that of the row of all consumption', async ({ signedIn: page }) => {
  await page.goto('/');
  type Now = { kpis: { consumption: { value: number } }; units: { unitName: string; type: string; today: { value: number } }[] };
  const { kpis, units } = await apiOf<Now>(page, '/api/plant/overview');
  const total = units.find(({ unitName, type }) => type === 'virtual' && unitName === 'Total consumption');
  expect(total?.today.value).toBe(kpis.consumption.value);
});

test('a unit’s chart is reached from the top of its page by keys without passing every unit', async ({ signedIn: page }) => {
  await page.goto('/units/demo-rawTank');
  await expect(page.getByRole('heading', { level: 1, name: 'Raw water tank' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const chart = page.getByRole('application').first();
  await expect(chart).toBeVisible();
  let presses = 0;
  while (!(await chart.evaluate((one) => one === document.activeElement)) && presses < 60) {
    await page.keyboard.press('Tab');
    presses += 1;
  }
  expect(presses).toBeLessThan(40);
});

test('on a phone laid on its side, and at twice the size, half of the window at least is the page’s own', async ({
  signedIn: page,
}) => {
  for (const [width, height] of [
    [844, 390],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/units/demo-rawTank');
    await expect(page.getByRole('heading', { level: 1, name: 'Raw water tank' })).toBeVisible();
    const main = await page.getByRole('main').evaluate((one) => one.clientHeight);
    expect(main / height, `${width} x ${height}`).toBeGreaterThanOrEqual(0.5);
  }
});

test('an answer of the past that failed is asked for again by itself, with the seconds until then', async ({
  signedIn: page,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 500/);
  let refused = 0;
  await page.route('**/api/plant/trend**', async (route) => {
    refused += 1;
    if (refused > 2) return route.fallback();
    const body = { status: 'error', code: 500, message: 'Internal error', requestId: 'req-1' };
    return route.fulfill({ status: 500, json: body });
  });
  const { iso } = await page.goto('/units').then(() => shiftDay(page, 40));
  await page.goto(`/units/demo-line3?range=month&date=${iso}`);
  await expect(page.getByRole('main')).toContainText(/again in \d+ s|trying again now/);
  await expect(page.getByRole('application').first()).toBeVisible({ timeout: 30_000 });
  expect(refused).toBeGreaterThan(2);
});

test.describe('an address that leads nowhere', () => {
  test('says what was asked and leads to what is written alike, or to where most people go', async ({ signedIn: page }) => {
    await page.goto('/enrgy');
    await expect(page.getByRole('heading', { level: 1, name: 'No such page' })).toBeVisible();
    await expect(page).toHaveTitle(/No such page/);
    await expect(page.getByText('/enrgy', { exact: true })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Written alike' })).toBeVisible();
    await expectAccessible(page, 'not found');
    await main.getByRole('button', { name: 'Search units, pages and alarms' }).click();
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await main.getByRole('link', { name: /^Energy & RO/ }).click();
    await expect(page).toHaveURL(/\/energy$/);
    await page.goto('/zzz/qqq');
    await expect(main.getByRole('heading', { name: 'Where most people go' })).toBeVisible();
    await expect(main.getByRole('link')).toHaveCount(4);
    await page.goto('/tanks/raw');
    await main.getByRole('link', { name: /^Raw water tank/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Raw water tank' })).toBeVisible();
  });

  test('fits a phone and speaks Hindi', async ({ signedIn: page }) => {
    await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/zzz/qqq');
    await expect(page.getByRole('heading', { level: 1, name: 'ऐसा कोई पृष्ठ नहीं' })).toBeVisible();
    await expectToFit(page);
    await expectAccessible(page, 'not found, phone, Hindi');
    expect(await latinSentences(page, ['/zzz/qqq'])).toEqual([]);
  });
});

test.describe('in a browser of the United States', () => {
  test.use({ locale: 'en-US' });

  test('a date of a form is written and typed as the person writes dates, not as the browser does', async ({
    signedIn: page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('headworks.locale', 'en-GB'));
    await page.goto('/plant?tab=entries');
    const form = page.getByRole('form', { name: 'Readings by hand' });
    const from = form.getByRole('textbox', { name: 'From, date' });
    const { iso } = await shiftDay(page, 0);
    const british = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
    await expect(from).toHaveValue(british.format(Date.parse(iso)));
    await from.fill('03/02/2026');
    await from.press('Tab');
    await expect(from).toHaveValue('3 Feb 2026');
    await from.fill('yesterday');
    await from.press('Tab');
    await expect(from).toHaveValue('yesterday');
    await form.getByRole('button', { name: 'From, date: calendar' }).click();
    const calendar = form.getByRole('dialog', { name: 'From, date' });
    await expectAccessible(page, 'calendar of a form');
    await calendar.getByRole('button', { pressed: false }).filter({ hasText: /^15$/ }).click();
    await expect(calendar).toHaveCount(0);
    await expect(from).toHaveValue(/^15 /);
  });
});

test('what the search finds is written out at the width of a laptop, in both languages', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.addInitScript(() => {
    const asked = new URLSearchParams(location.search).get('language');
    if (asked !== null) localStorage.setItem('headworks.locale', asked);
  });
  for (const language of ['en-GB', 'hi-IN']) {
    await page.goto(`/alarms?language=${language}`);
    const word = page.locator('button[aria-keyshortcuts="Control+K"] span').first();
    await expect(word).toBeVisible();
    await expect.poll(() => word.evaluate((one) => one.scrollWidth - one.clientWidth), language).toBeLessThanOrEqual(0);
  }
});

test('the garden’s valve may be open without flow: its pump is beside it and says whether it runs', async ({
  signedIn: page,
}) => {
  await page.goto('/diagram?list=true');
  const pump = page.getByRole('listitem').filter({ hasText: 'Garden pump' });
  await expect(pump).toContainText(/runs|stands still/);
  const flow = Number(/([\d.]+)\s*m³\/h/.exec(await pump.innerText())?.[1]);
  await expect(pump).toContainText(flow > 0 ? 'runs' : 'stands still');
});

test('no device of the plant is said to miss registers that it has, beside those that it has not', async ({ signedIn: page }) => {
  await page.goto('/');
  type Told = { findings: { code: string; params: { name?: string } }[] };
  const missing = async () =>
    (await apiOf<Told>(page, '/api/plant/connections/demo-effluent/doctor')).findings.filter(
      ({ code, params }) => code === 'noRegister' && params.name === 'ETP outlet pH',
    );
  // so long as signals are read once a minute the first values may be under way
  await expect.poll(missing, { timeout: 90_000 }).toEqual([]);
});

test('while values come live, the server is not asked whether it is there', async ({ signedIn: page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/health/.test(new URL(request.url()).pathname)) asked.push(request.url());
  });
  await page.goto('/alarms');
  await expect(page.getByLabel('State of the system')).toContainText('live, ');
  const before = asked.length;
  await page.waitForTimeout(20_000);
  expect(asked.slice(before)).toEqual([]);
});

test('an alarm of another day has its date in the alarm bar, in sight also on the narrowest phone', async ({
  signedIn: page,
}) => {
  const raisedAt = new Date(Date.now() - 25 * 24 * 3600 * 1000).toISOString();
  await withAlarms(page, [{ priority: 1, state: 'unack', raisedAt }]);
  for (const width of [1366, 320]) {
    await page.setViewportSize({ width, height: 780 });
    await page.goto('/units');
    const since = page.getByRole('region', { name: 'Alarm bar' }).getByText(/^since /);
    await expect(since).toHaveText(/^since \d+ \w+, \d\d:\d\d, 25 d$/);
    await expect(since).toBeInViewport({ ratio: 1 });
    await expectToFit(page, `${width} px`);
  }
});

test('what is unaccounted for is one figure in the daily summary', async ({ signedIn: page }) => {
  await page.goto('/summary');
  const figure = page
    .getByRole('main')
    .locator('dl > div', { hasText: /^Unaccounted/ })
    .locator('dd')
    .first();
  const shown = /^(−?[\d,.]+) KL/.exec(await figure.innerText())?.[1];
  expect(shown).toMatch(/\.\d\d$/);
  await expect(page.getByRole('main').getByText(/Unaccounted .* KL: /)).toContainText(`Unaccounted ${shown} KL: `);
});

import type { Page } from '@playwright/test';
import { apiOf, numberIn, shiftDay } from './api.ts';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { expect, test } from './plant.ts';

type Trend = { values: (number | null)[]; quality: string; figures: { total: number; max: number; completeness: number } };

const open = async (page: Page, unitId: string, query = '') => {
  await page.goto(`/units/${unitId}${query}`);
  await expect(page.getByRole('application', { name: /^Chart of / })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Figures of the range' })).toBeVisible();
};
/** The radio itself lies hidden under its label. */
const choose = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click();
const readout = (page: Page) => page.getByLabel('One step');
const totals = (page: Page) => page.getByRole('table', { name: 'Figures of the range' });

test.describe('the list of units', () => {
  test('is searched by name, group or kind, and its search stays in sight', { tag: '@full' }, async ({ signedIn: page }) => {
    await page.goto('/units');
    const search = page.getByRole('searchbox', { name: 'Search units' });
    await search.fill('tank');
    await expect(page.getByRole('status').filter({ hasText: /^\d+ of \d+ units$/ })).toBeVisible();
    await search.fill('no such thing');
    await expect(page.getByText('No unit fits the search')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByRole('navigation', { name: 'Units' }).evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await expect(search).toBeInViewport();
    await expectAccessible(page, 'list of units');
  });

  test('holds only the rows in sight, of a thousand units as of ten', async ({ signedIn: page }) => {
    await page.route('**/api/plant/overview', async (route) => {
      const answer = await route.fetch({ maxRetries: 3 });
      const overview = (await answer.json()) as { units: { unitId: string; unitName: string }[] };
      const [one] = overview.units;
      const units = Array.from({ length: 1000 }, (_, at) => ({ ...one, unitId: `many-${at}`, unitName: `Meter ${at}` }));
      await route.fulfill({ json: { ...overview, units } });
    });
    await page.goto('/units');
    await expect(page.getByRole('status').filter({ hasText: '1000 units' })).toBeVisible();
    const rows = page.getByRole('navigation', { name: 'Units' }).getByRole('listitem');
    expect(await rows.count()).toBeLessThan(80);
    await page.getByRole('searchbox', { name: 'Search units' }).fill('Meter 987');
    await expect(page.getByRole('link', { name: /^Meter 987/ })).toBeVisible();
  });

  test('keeps what is starred', async ({ signedIn: page }) => {
    await page.goto('/units');
    await page.getByRole('button', { name: 'Star Borewell 1' }).click();
    await page.getByRole('button', { name: /^Starred 1$/ }).click();
    await expect(page.getByRole('link', { name: /^Borewell 1/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Borewell 2/ })).toHaveCount(0);
  });
});

test.describe('a trend', () => {
  test('shows the figures that the server publishes, and the same in its table', async ({ signedIn: page }) => {
    await page.goto('/units');
    const yesterday = await shiftDay(page, 1);
    await open(page, 'demo-line1', `?date=${yesterday.iso}&param=volume`);
    const trend = await apiOf<Trend>(page, `/api/plant/trend?unitId=demo-line1&param=volume&date1=${yesterday.dmy}`);
    const data = await apiOf<{ categories: { subCategories: { units: { total: number }[] }[] }[] }>(
      page,
      `/api/user/deviceDataV2?date1=${yesterday.dmy}&category=ALL_CATEGORIES_V2|SOURCE_CATEGORY&unitId=demo-line1`,
    );
    const published = data.categories.flatMap(({ subCategories }) => subCategories.flatMap(({ units }) => units))[0]?.total;
    expect(trend.figures.total).toBe(published);
    const cells = totals(page).getByRole('row').nth(1).getByRole('cell');
    expect(numberIn(await cells.nth(0).innerText())).toBe(published);
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Table', { exact: true }).click();
    const rows = page.getByRole('region', { name: /^Line 1 PET, Volume/ }).getByRole('row');
    await expect(rows).toHaveCount(trend.values.length + 1);
    expect(numberIn(await rows.nth(100).getByRole('cell').nth(1).innerText())).toBeCloseTo(trend.values[99] ?? 0, 2);
  });

  test('opens a flow meter with its flow, and any parameter of any range by the address', async ({ signedIn: page }) => {
    await open(page, 'demo-line1');
    await expect(page.getByRole('combobox', { name: 'Parameter' })).toHaveValue('flow');
    await page.getByRole('combobox', { name: 'Parameter' }).selectOption('counter');
    await expect(page).toHaveURL(/param=counter/);
    await choose(page, 'Range', 'Month');
    await expect(page).toHaveURL(/range=month/);
    await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible();
    await page.goBack();
    await expect(page).not.toHaveURL(/range=month/);
    await expect(page).toHaveURL(/param=counter/);
    await open(page, 'demo-incomer', '?param=power&range=week');
    await expect(readout(page)).toContainText('kW');
    await open(page, 'demo-rawTank', '?param=level&range=h24');
    await expect(readout(page)).toContainText(' m');
  });

  test('is asked once when it is opened', async ({ signedIn: page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/\/trend$/.test(pathname)) asked.push(`${searchParams.get('unitId')} ${searchParams.get('points')}`);
    });
    await open(page, 'demo-line1', '?compare=none');
    await expect(readout(page)).toContainText('m³/h');
    const own = asked.filter((one) => one.startsWith('demo-line1') && !one.endsWith(' 20'));
    expect(own).toHaveLength(1);
  });

  test('pins a step by a tap and by keys, walks it by arrows and frees it', { tag: '@full' }, async ({ signedIn: page }) => {
    await page.goto('/units');
    const { iso } = await shiftDay(page, 1);
    await open(page, 'demo-line1', `?date=${iso}`);
    const chart = page.getByRole('application', { name: /^Chart of Line 1 PET/ });
    await chart.focus();
    await page.keyboard.press('Home');
    await expect(readout(page)).toContainText('06:00 – 06:05');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/at=\d+/);
    await expect(readout(page)).toContainText('Pinned');
    await expect(readout(page)).toContainText('06:05 – 06:10');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(readout(page)).toContainText('07:05 – 07:10');
    await page.reload();
    await expect(readout(page)).toContainText('07:05 – 07:10');
    await page.getByRole('button', { name: 'Free the pin' }).click();
    await expect(page).not.toHaveURL(/at=/);
    const box = await chart.boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 120);
    await expect(page).toHaveURL(/at=\d+/);
    await expectAccessible(page, 'a pinned trend');
  });

  test('is zoomed by drawing a stretch, and the table holds that stretch', async ({ signedIn: page }) => {
    await page.goto('/units');
    const { iso } = await shiftDay(page, 1);
    await open(page, 'demo-line1', `?date=${iso}&range=week&step=slot`);
    const box = await page.getByRole('application', { name: /^Chart of / }).boundingBox();
    const [x, y, width] = [box?.x ?? 0, (box?.y ?? 0) + 120, box?.width ?? 0];
    await page.mouse.move(x + width * 0.4, y);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.5, y, { steps: 4 });
    await page.mouse.up();
    await expect(page).toHaveURL(/zoom=/);
    const rows = await page.evaluate(() => new URL(location.href).searchParams.get('zoom'));
    const [from = 0, to = 0] = JSON.parse(rows ?? '[]') as number[];
    expect(to - from).toBeGreaterThan(3600);
    expect(to - from).toBeLessThan(2 * 86_400);
    await page.keyboard.press('v');
    await expect(page).toHaveURL(/view=table/);
    const shown = page.getByRole('region', { name: /^Line 1 PET, / }).locator('table');
    await expect.poll(async () => Number(await shown.getAttribute('aria-rowcount'))).toBeLessThan((to - from) / 300 + 4);
  });

  test('is moved by a wheel with shift, zoomed by one with Ctrl, and the page stays where it is', async ({ signedIn: page }) => {
    await page.goto('/units');
    const { iso } = await shiftDay(page, 1);
    await open(page, 'demo-line1', `?date=${iso}&range=week&step=slot`);
    const box = await page.getByRole('application', { name: /^Chart of / }).boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 120);
    const zoom = async () => JSON.parse(new URL(page.url()).searchParams.get('zoom') ?? '[0,0]') as [number, number];
    await page.keyboard.down('Control');
    for (let turn = 0; turn < 3; turn += 1) await page.mouse.wheel(0, -400);
    await page.keyboard.up('Control');
    await expect(page).toHaveURL(/zoom=/);
    // each turn of the wheel changes the address by itself
    let [from, to] = await zoom();
    await expect
      .poll(
        async () => {
          const before = [from, to];
          [from, to] = await zoom();
          return from === before[0] && to === before[1] && to - from < 86_400 * 2;
        },
        { intervals: [500] },
      )
      .toBe(true);
    await page.keyboard.down('Shift');
    for (let turn = 0; turn < 3; turn += 1) await page.mouse.wheel(0, 120);
    await page.keyboard.up('Shift');
    await expect.poll(async () => (await zoom())[0]).toBeGreaterThan(from + 600);
    const later = await zoom();
    expect(Math.abs(later[1] - later[0] - (to - from))).toBeLessThan(5);
    expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
  });

  test('of a year sends at most two points a pixel', async ({ signedIn: page }) => {
    let most = 0;
    await page.route('**/api/plant/trend**', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const { values } = (await response.json()) as { values: unknown[] };
      most = Math.max(most, values.length);
      await route.fulfill({ response });
    });
    await open(page, 'demo-line1', '?range=year&step=slot&param=flow');
    await expect(page.getByText(/^Each point stands for \d+ minutes/)).toBeVisible();
    expect(most).toBeGreaterThan(300);
    expect(most).toBeLessThanOrEqual(2 * 1280);
  });

  test('is compared with the day before, any date or nothing', { tag: '@full' }, async ({ signedIn: page }) => {
    await page.goto('/units');
    const [yesterday, before] = [await shiftDay(page, 1), await shiftDay(page, 2)];
    await open(page, 'demo-line1', `?date=${yesterday.iso}&param=volume&compare=day`);
    const trend = await apiOf<Trend>(page, `/api/plant/trend?unitId=demo-line1&param=volume&date1=${before.dmy}`);
    const row = totals(page).getByRole('row').nth(2);
    expect(numberIn(await row.getByRole('cell').nth(0).innerText())).toBe(trend.figures.total);
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption('none');
    await expect(totals(page).getByRole('row')).toHaveCount(2);
  });

  test('lays other units over it on two axes, and takes them out', { tag: '@full' }, async ({ signedIn: page }) => {
    await open(page, 'demo-line1');
    for (const unit of ['demo-permeate', 'demo-rawTank'])
      await page.getByRole('combobox', { name: 'Lay another unit over it' }).selectOption(unit);
    await expect(totals(page).getByRole('row')).toHaveCount(5);
    await expect(page).toHaveURL(/with=/);
    await page.reload();
    await expect(totals(page).getByRole('row')).toHaveCount(5);
    await page.getByRole('button', { name: 'Take RO permeate, Flow out' }).click();
    await expect(totals(page).getByRole('row')).toHaveCount(4);
  });

  test('does not call the running step measured, and leaves it out of the figures', async ({ signedIn: page }) => {
    // in its first seconds a step has no value yet
    await expect(async () => {
      await open(page, 'demo-treatedQuality', '?param=tds');
      await page.getByRole('application', { name: /^Chart of / }).focus();
      const trend = await apiOf<{ running: { value: number } | null }>(
        page,
        `/api/plant/trend?unitId=demo-treatedQuality&param=tds&date1=${(await shiftDay(page, 0)).dmy}`,
      );
      expect(trend.running).not.toBeNull();
      await page.keyboard.press('ArrowLeft');
      await expect(readout(page)).toContainText('not over yet', { timeout: 5000 });
    }).toPass({ timeout: 60_000 });
  });

  test('of a well hangs down and names its limit', async ({ signedIn: page }) => {
    const trend = await (async () => {
      await open(page, 'demo-piezometer');
      return apiOf<{ depth: boolean; limits: { value: number }[] }>(
        page,
        `/api/plant/trend?unitId=demo-piezometer&date1=${(await shiftDay(page, 0)).dmy}`,
      );
    })();
    expect(trend.depth).toBe(true);
    // deeper is further down: a limit beyond the plot is behind its lower side
    await expect(page.getByText('↓ High limit 35.00 m')).toBeVisible();
    const names = totals(page).getByRole('columnheader');
    await expect(names.filter({ hasText: /^(Deepest|Shallowest)$/ })).toHaveCount(2);
    await expect(names.filter({ hasText: /^(Highest|Lowest)$/ })).toHaveCount(0);
  });

  test('writes dates in the form of the person and takes typed ones, none to come', { tag: '@full' }, async ({
    signedIn: page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('headworks.locale', 'en-US'));
    await open(page, 'demo-line1');
    await page.getByRole('button', { name: /^Date: / }).click();
    const typed = page.getByRole('textbox', { name: 'Type a date' });
    await typed.fill('01/02/2126');
    await typed.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'no date up to today' })).toBeVisible();
    await expectAccessible(page, 'an open calendar', '[role="dialog"]');
    await typed.fill('11/02/2026');
    await typed.press('Enter');
    await expect(page.getByRole('button', { name: 'Date: Mon, Nov 2, 2026' })).toBeVisible();
    await expect(page).toHaveURL(/date=2026-11-02/);
    await expect(page.locator('input[type="date"]')).toHaveCount(0);
  });

  test('says that it failed, that there is nothing, and that a unit does not exist', { tag: '@full' }, async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 500/);
    const body = { status: 'error', code: 500, message: 'Internal server error', requestId: 'req-77' };
    await page.route('**/api/plant/trend**', (route) => route.fulfill({ status: 500, json: body }));
    await page.goto('/units/demo-line1');
    await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded' })).toContainText('req-77');
    await expectAccessible(page, 'a failed trend');
    await page.unroute('**/api/plant/trend**');
    await page.goto('/units/demo-line1?date=2020-01-05');
    await expect(page.getByText('No readings in this period')).toBeVisible();
    await expectAccessible(page, 'an empty trend');
    await page.goto('/units/nothing');
    await expect(page.getByRole('heading', { level: 1, name: 'There is no such unit' })).toBeVisible();
  });

  for (const width of [390, 1366])
    test(`is accessible and fits at ${width}`, { tag: width === 390 ? '@full' : [] }, async ({ signedIn: page }) => {
      await page.setViewportSize({ width, height: 844 });
      await open(page, 'demo-processMain', '?with=["demo-permeate"]');
      await expectAccessible(page, `a trend at ${width}`);
      await expectToFit(page);
    });

  test('has beside it what measures the unit and what it is held against, as the configuration says', async ({
    signedIn: page,
  }) => {
    await page.goto('/units/demo-line1?tab=meter');
    type Unit = { meta: { meter: { modulus: number }; unitThreshold: number }; series: { tag: { name: string } }[] };
    const unit = await apiOf<Unit>(page, '/api/plant/units/demo-line1');
    await expect(page.getByLabel('Meter', { exact: true }).filter({ hasText: 'Starts again' })).toContainText(
      `${unit.meta.meter.modulus.toLocaleString('en-GB')} counts`,
    );
    const signals = page.getByRole('table', { name: 'Signals that feed it' });
    await expect(signals.getByRole('row')).toHaveCount(unit.series.length + 1);
    await expect(signals).toContainText(unit.series[0]?.tag.name ?? '?');
    await expect(signals).toContainText(/good, \d\d:\d\d:\d\d/);
    await expectAccessible(page, 'the meter of a unit');
    await choose(page, 'Part', 'Limits');
    await expect(page).toHaveURL(/tab=limits/);
    await expect(page.getByRole('main')).toContainText(`${unit.meta.unitThreshold.toFixed(2)} KL`);
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Table', { exact: true }).click();
    await expect(page.getByRole('table', { name: 'Line 1 PET, Limits' })).toContainText('Limit of a month');
  });

  for (const width of [390, 1366])
    test(`has its ledger accessible at ${width}`, { tag: '@full' }, async ({ signedIn: page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/units/demo-processMain?tab=events');
      await expect(page.getByText(/^as of /)).toBeVisible();
      await expectAccessible(page, `events at ${width}`);
    });
});

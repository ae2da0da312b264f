import type { Locator } from '@playwright/test';
import { apiOf, numberIn, shiftDay } from './api.ts';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { expect, test } from './plant.ts';

type Energy = {
  total: number;
  categories: {
    subCategories: {
      units: { displayName: string; energy: { kWh: number; secKWhPerKL: number | null; maxDemandKVA: number | null } }[];
    }[];
  }[];
};
type Blocks = { units: { unitId: string; blocks: { kWh: number }[] }[] };
type Ro = { data1: { plants: { recoveryPct: number; normalized: { permeateFlowPct: number; measuredAt: string } | null }[] } };

test.describe('energy', () => {
  test('shows total, kWh per KL, demand and tariff blocks as the server publishes them', async ({ signedIn: page }) => {
    await page.goto('/energy');
    const { iso, dmy } = await shiftDay(page, 1);
    await page.goto(`/energy?date=${iso}`);
    const data = await apiOf<Energy>(
      page,
      `/api/user/deviceDataV2?date1=${dmy}&category=ALL_CATEGORIES_V2|ENERGY_CATEGORY&v2=true`,
    );
    const figure = (name: string) =>
      page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd');
    const shown = async (of: Locator) => numberIn(await of.innerText());
    await expect.poll(() => shown(figure('Energy'))).toBe(data.total);
    const units = data.categories.flatMap(({ subCategories }) => subCategories.flatMap((sub) => sub.units));
    const incomer = units.find(({ displayName }) => displayName === 'Main incomer');
    await expect.poll(() => shown(figure('Highest demand'))).toBe(incomer?.energy.maxDemandKVA);
    const ro = units.find(({ displayName }) => displayName === 'RO train energy');
    const row = page
      .getByRole('region', { name: 'Meters' })
      .last()
      .getByRole('row', { name: /^RO train energy/ });
    await expect.poll(() => shown(row.getByRole('cell').nth(1))).toBe(ro?.energy.secKWhPerKL);
    const blocks = await apiOf<Blocks>(page, `/api/plant/tariff-blocks?date1=${dmy}`);
    const first = page.getByRole('region', { name: 'Tariff blocks' }).getByRole('row').nth(1);
    await expect
      .poll(() => shown(first.getByRole('cell').nth(1)))
      .toBe(blocks.units.find(({ unitId }) => unitId === 'demo-incomer')?.blocks[0]?.kWh);
  });

  test('draws the hour that runs apart from those that are over, and reads it as so far', async ({ signedIn: page }) => {
    type Graph = { start: string; stepMinutes: number; values: number[]; quality: string };
    await page.route('**/api/user/deviceDataV2?*', async (route) => {
      const answer = await route.fetch({ maxRetries: 3 });
      const body = await answer.json();
      const nowMs = Date.parse(answer.headers().date ?? '');
      // at any minute of the hour
      const fill = (one: unknown): void => {
        if (typeof one !== 'object' || one === null) return;
        const { stepMinutes, start, values, quality } = one as Graph;
        if (stepMinutes === 60 && Array.isArray(values)) {
          const runs = Math.floor((nowMs - Date.parse(start)) / 3_600_000);
          Object.assign(one, {
            values: values.map((value, at) => (at === runs ? 12 : value)),
            quality: `${quality.slice(0, runs).padEnd(runs, 'G')}G${quality.slice(runs + 1)}`,
          });
        }
        for (const part of Object.values(one)) fill(part);
      };
      fill(body);
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto('/energy');
    const hours = page.getByRole('region', { name: 'Energy by hour' });
    await expect(hours.locator('rect[data-running]')).toHaveCount(1);
    await hours.getByRole('application').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(hours).toContainText(/: 12\.0 kWh, so far/);
    await page.keyboard.press('ArrowLeft');
    await expect(hours).not.toContainText('so far');
    const { iso } = await shiftDay(page, 1);
    await page.goto(`/energy?date=${iso}`);
    await expect(hours.locator('rect').first()).toBeVisible();
    await expect(hours.locator('rect[data-running]')).toHaveCount(0);
  });

  test('shows the tariff whole at 1280 px, each rate with the same digits and what it is a rate of', async ({
    signedIn: page,
  }) => {
    await page.goto('/energy?span=month');
    const table = page.getByRole('region', { name: 'Tariff blocks' }).getByRole('table');
    await expect(table.getByRole('columnheader')).toHaveText(['Tariff blocks', 'INR/kWh', 'kWh', 'Share', 'Cost, INR']);
    for (const rate of await table.locator('tbody tr > :nth-child(2)').allInnerTexts()) expect(rate).toMatch(/^\d+\.\d\d$/);
    const wide = await table.evaluate((it) => it.scrollWidth - (it.parentElement?.clientWidth ?? 0));
    expect(wide).toBeLessThanOrEqual(0);
  });

  test('writes every amount of money alike: its currency, then two digits', async ({ signedIn: page }) => {
    await page.goto('/energy?span=month');
    const cost = page.locator('dt', { hasText: /^Energy cost$/ }).locator('xpath=following-sibling::dd');
    await expect(cost).toContainText(/^INR [\d,]+\.\d\d(?!\d)/);
    await expect(cost).toContainText(/demand charge of INR [\d,]+\.\d\d a kVA/);
    await page.goto('/rain?tab=harvest');
    const saved = page.locator('dt', { hasText: /^Saved$/ }).locator('xpath=following-sibling::dd');
    await expect(saved).toHaveText(/^(INR [\d,]+\.\d\d|–)/);
  });

  test('a limit of the RO plant cuts through no words', async ({ signedIn: page }) => {
    await page.goto('/energy?tab=ro');
    const words = page.getByText(/^watch 95/);
    await expect(words).toBeVisible();
    const cut = await words.evaluate((sub) => {
      const head = sub.closest('p') as HTMLElement;
      const ticks = [...(head.parentElement as HTMLElement).querySelectorAll('i')].map((tick) => tick.getBoundingClientRect());
      const line = sub.getBoundingClientRect();
      return { ticks: ticks.length, over: ticks.filter(({ top }) => top < line.bottom).length };
    });
    expect(cut).toEqual({ ticks: 2, over: 0 });
  });

  test('says that the cost of a month has the demand charge in it, and that of a day has not', async ({ signedIn: page }) => {
    await page.goto('/energy?span=month');
    const cost = page.locator('dt', { hasText: /^Energy cost$/ }).locator('xpath=following-sibling::dd');
    const { dmy } = await shiftDay(page, 0);
    const tariff = await apiOf<{ currency: string; demandRatePerKVA: number }>(page, `/api/plant/tariff-blocks?date1=${dmy}`);
    await expect(cost).toContainText(`demand charge of ${tariff.currency} ${tariff.demandRatePerKVA.toFixed(2)} a kVA`);
    await page.goto('/energy');
    await expect(cost).toContainText('at the prices set now');
    await expect(cost).not.toContainText('demand charge');
  });

  test('shows no cost before its currency is known', async ({ signedIn: page }) => {
    await page.goto('/energy');
    const { iso } = await shiftDay(page, 1);
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/plant/tariff-blocks?**', async (route) => {
      await isAnswered;
      return route.fallback();
    });
    await page.goto(`/energy?date=${iso}`);
    const cost = page.locator('dt', { hasText: /^Energy cost$/ }).locator('xpath=following-sibling::dd');
    const row = page
      .getByRole('region', { name: 'Meters' })
      .last()
      .getByRole('row', { name: /^RO train energy/ });
    await expect(row.getByRole('cell').first()).toContainText(/\d/);
    await expect(cost).toHaveText('–its currency is not known yet');
    await expect(row.getByRole('cell').nth(2)).toHaveText('–');
    answer();
    await expect(cost).toHaveText(/^INR [\d,]+\.\d\dat the prices set now$/);
    await expect(row.getByRole('cell').nth(2)).toHaveText(/^INR [\d,]+\.\d\d$/);
  });

  test('draws an estimate as one, and a value that stands alone', async ({ signedIn: page }) => {
    type Course = { data1: { plants: { graph: { key: string; values: number[]; quality: string }[] }[] } };
    await page.route('**/api/user/roEfficiency?**', async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as Course;
      for (const { graph } of json.data1.plants)
        for (const series of graph) {
          const known = ['M', 'G', 'M', 'G', 'G', 'E', 'E', ...series.quality.slice(7).replaceAll(/./g, 'M')];
          series.quality = known.join('').slice(0, series.values.length);
          series.values = series.values.map((_, at) => at + 1);
        }
      await route.fulfill({ response: answer, json });
    });
    await page.goto('/energy?tab=ro');
    const chart = page.getByRole('application').first();
    await expect(chart).toBeVisible();
    const paths = chart.locator('path[data-look]');
    await expect(paths).toHaveCount(2);
    await expect(chart.locator('path[data-look]:not([data-estimated])')).toHaveAttribute('d', /^M[\d. ]+h0M[\d. ]+L[\d. ]+$/);
    await expect(chart.locator('path[data-look][data-estimated]')).toHaveAttribute('d', /^M[\d. ]+L[\d. ]+L[\d. ]+$/);
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    const readout = chart.locator('xpath=preceding-sibling::p');
    await expect(readout).toContainText('(estimated)');
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowLeft');
    await expect(readout).not.toContainText('estimated');
  });

  test('shows recovery, fouling and the log of the RO plant', async ({ signedIn: page }) => {
    await page.goto('/energy');
    const { iso, dmy } = await shiftDay(page, 1);
    await page.goto(`/energy?tab=ro&date=${iso}`);
    const { data1 } = await apiOf<Ro>(page, `/api/user/roEfficiency?date1=${dmy}&type=DAY`);
    const recovery = page.locator('dt', { hasText: /^Recovery$/ }).locator('xpath=following-sibling::dd');
    await expect(recovery).toBeVisible();
    await expect.poll(async () => numberIn(await recovery.innerText())).toBeCloseTo(data1.plants[0]?.recoveryPct ?? 0, 1);
    const fouling = page.getByRole('region', { name: 'Normalised, percent of the reference' });
    await expect(fouling).toContainText(`${data1.plants[0]?.normalized?.permeateFlowPct.toFixed(1)} %`);
    await expect(fouling).toContainText(new RegExp(`values of ${Number(iso.slice(8))} \\S+, reference of \\d+ `));
    const { logs } = await apiOf<{ logs: { kind: string }[] }>(page, '/api/user/roEfficiency/logActivities?limit=50');
    const log = page.getByRole('region', { name: 'Log' });
    await expect(log.getByRole('row')).toHaveCount(logs.length === 0 ? 0 : 1 + logs.length);
    if (logs.length === 0) await expect(log).toContainText('Nothing is logged.');
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Table', { exact: true }).click();
    await expect(page.getByRole('table')).toContainText('Salt rejection');
  });

  test('names the day of the normalised figures, which is the day before until the plant has run', async ({ signedIn: page }) => {
    await page.goto('/energy');
    const { iso: before } = await shiftDay(page, 1);
    await page.route('**/api/user/roEfficiency?**', async (route) => {
      const answer = await route.fetch({ maxRetries: 3 });
      const json = (await answer.json()) as Ro;
      for (const { normalized } of json.data1.plants) Object.assign(normalized ?? {}, { measuredAt: `${before}T00:30:00Z` });
      await route.fulfill({ response: answer, json });
    });
    await page.goto('/energy?tab=ro');
    const fouling = page.getByRole('region', { name: 'Normalised, percent of the reference' });
    await expect(fouling).toContainText(new RegExp(`values of ${Number(before.slice(8))} \\S+, reference of \\d+ `));
  });

  for (const width of [390, 1366])
    test(`is accessible and fits at ${width}`, { tag: width === 390 ? '@full' : [] }, async ({ signedIn: page }) => {
      await page.setViewportSize({ width, height: 844 });
      for (const path of ['/energy', '/energy?tab=ro&span=month']) {
        await page.goto(path);
        await expect(page.getByRole('application').first()).toBeVisible();
        await expectAccessible(page, `${path} at ${width}`);
        await expectToFit(page);
      }
    });

  test('says that there is no energy meter', { tag: '@full' }, async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of 404/);
    await page.route('**/api/user/deviceDataV2**', (route) =>
      route.fulfill({ status: 404, json: { status: 'error', code: 1401, message: 'category not found', requestId: 'x' } }),
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/energy');
    await expect(page.getByText('No energy meter yet')).toBeVisible();
    // without meters there is nothing to have a tariff
    expect(asked.filter((path) => path.endsWith('/tariff-blocks'))).toEqual([]);
    await expectAccessible(page, 'energy without meters');
  });
});

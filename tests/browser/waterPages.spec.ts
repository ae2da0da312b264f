import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { askApi, latinSentences } from './pageWords.ts';
import { expect, test } from './plant.ts';

const open = async (page: Page, path: string, title: string) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};
const shown = (value: number, decimals: number): string =>
  value.toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
const upTo = (value: number, decimals: number): string => value.toLocaleString('en-GB', { maximumFractionDigits: decimals });

/** The running shift day as DD/MM/YYYY; asked once a page of the panel is open. */
const todayOf = async (page: Page): Promise<string> => {
  const { window } = await askApi<{ window: { label: string } }>(page, '/api/plant/overview');
  return window.label;
};

const soon = { timeout: 8000 };
/** Page and API are asked one after the other: where a slot ended in between, both are asked anew. */
const sameAsApi = async <T>(look: () => Promise<T>): Promise<T> => {
  const seen: T[] = [];
  await expect(async () => {
    seen.push(await look());
  }).toPass({ timeout: 100_000 });
  return seen.at(-1) as T;
};

const failed = { status: 'error', code: 500, message: 'Internal server error', requestId: 'req-4712' };
/** With its call failing the page says so, and with the right missing too. */
const saysWhatFailed = async (page: Page, path: string, call: string) => {
  await page.route(`**${call}**`, (route) => route.fulfill({ status: 500, json: failed }));
  await page.goto(path);
  await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded' })).toContainText('req-4712');
  await page.unroute(`**${call}**`);
  const refused = { ...failed, code: 401, message: 'permission missing', reason: 'permission' };
  await page.route(`**${call}**`, (route) => route.fulfill({ status: 401, json: refused }));
  await page.goto(path);
  await expect(page.getByText('Your account may not see this part.')).toBeVisible();
  await page.unroute(`**${call}**`);
};

test.describe('the pages of water', () => {
  test.slow();

  test('neutrality says what the API says, as a ladder and as a table', async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of (500|401)/);
    type Answer = { index: number; debited: { value: number }; debitedUnits: { unitName: string; counted: number }[] };
    await sameAsApi(async () => {
      await open(page, '/neutrality', 'Neutrality');
      const today = await todayOf(page);
      const answer = await askApi<Answer>(page, `/api/user/neutrality?date1=01${today.slice(2)}&date2=${today}`);
      const facts = page.getByLabel('Key figures');
      await expect(facts).toContainText(shown(answer.index, 3), soon);
      await expect(facts).toContainText(`${shown(answer.debited.value, 2)} KL`, soon);
      const [first] = answer.debitedUnits;
      await expect(page.getByRole('listitem').filter({ hasText: first?.unitName ?? '' })).toContainText(
        shown(first?.counted ?? 0, 2),
        soon,
      );
    });
    await expectAccessible(page, 'neutrality');
    await page.getByText('Table', { exact: true }).click();
    await expect(page.getByRole('table')).toContainText('Village pond');
    await saysWhatFailed(page, '/neutrality', '/api/user/neutrality');
    await page.route('**/api/user/neutrality**', async (route) => {
      const json = (await (await route.fetch({ maxRetries: 3 })).json()) as object;
      await route.fulfill({ json: { ...json, creditedUnits: [], debitedUnits: [] } });
    });
    await page.goto('/neutrality');
    await expect(page.getByText('No unit counts as credited or debited')).toBeVisible();
  });

  test('rain, its harvest and its potential are those of the API', { tag: '@full' }, async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of (500|401)/);
    const today = await sameAsApi(async () => {
      await open(page, '/rain', 'Rain & fresh water');
      const asked = await todayOf(page);
      const { units } = await askApi<{ units: { unitName: string; totalMm: number; rainyDays: number }[] }>(
        page,
        `/api/user/rainfall/trend?type=MONTH&date1=${asked}`,
      );
      const [first] = units;
      const card = page.getByRole('region', { name: first?.unitName ?? '' });
      await expect(card).toContainText(`${shown(first?.totalMm ?? -1, 1)} mm`, soon);
      return asked;
    });
    await expectAccessible(page, 'rain');
    await sameAsApi(async () => {
      await open(page, '/rain', 'Rain & fresh water');
      await page.getByText('Harvest', { exact: true }).click();
      const { data1 } = await askApi<{ data1: { potentialKL: number; harvestedKL: number } }>(
        page,
        `/api/user/rainfall/efficiencySaving?date1=${today}`,
      );
      await expect(page.getByLabel('Key figures')).toContainText(`${shown(data1.potentialKL, 2)} KL`, soon);
    });
    await expectAccessible(page, 'harvest');
    await page.getByText('Potential', { exact: true }).first().click();
    const potential = await askApi<{ storageKL: number }>(
      page,
      '/api/user/rainfall/fwi/fetchAnalyticsRainfallData?unitId=demo-rain',
    );
    await expect(page.getByLabel('Key figures')).toContainText(`${shown(potential.storageKL, 2)} KL`);
    await expectAccessible(page, 'potential');
    await saysWhatFailed(page, '/rain', '/api/user/rainfall/trend');
  });

  test('the fresh-water form is filled in step by step', async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of 400/);
    await open(page, '/rain?tab=form', 'Rain & fresh water');
    // as the server describes its fields, in the panel's own words: nothing is sent until it is right
    await page.getByLabel('District').fill('');
    await page.getByLabel('Area of the site').fill('wide');
    await page.getByRole('button', { name: 'Save and go on' }).click();
    await expect(page.getByText('This is needed.').first()).toBeVisible();
    await expect(page.getByText('This must be a number, without a comma between thousands.')).toBeVisible();
    await expect(page.locator('[aria-invalid]').first()).toBeFocused();
    await expectAccessible(page, 'a step that needs a look');
    await page.getByLabel('Area of the site').fill('-4');
    await expect(page.getByText('At least 0.')).toBeVisible();
    await page.getByLabel('Area of the site').fill('20000');
    await page.getByLabel('District').fill('Pune');
    await page.getByLabel('Kind of industry').selectOption('beverage');
    await page.getByRole('button', { name: 'Save and go on' }).click();
    await expect(page.getByRole('heading', { name: 'Catchments', exact: true })).toBeVisible();
    await expectAccessible(page, 'second step');
    const stored = await askApi<{ steps: Record<string, { data: { areaM2: number } }> }>(
      page,
      '/api/user/fwi/userDataInput?typeId=site',
    );
    expect(stored.steps['1']?.data.areaM2).toBe(20_000);
    await page.getByRole('button', { name: '1. Site' }).click();
    await expect(page.getByLabel('Area of the site')).toHaveValue('20000');
  });

  test('the executive summary has the figures of the API, pins, and a link that opens once', async ({
    signedIn: page,
    browser,
    baseURL,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of (500|401)/);
    const facts = page.getByLabel('Key figures');
    type Answer = { industries: { industryName: string; kpis: Record<string, { value: number | null }> }[] };
    const own = await sameAsApi(async () => {
      await open(page, '/executive', 'Executive');
      await expect(facts).toBeVisible({ timeout: 40_000 });
      const { industries } = await askApi<Answer>(page, '/api/user/executiveSummary/data?type=MONTH');
      for (const [key, name] of [
        ['withdrawalKL', 'Withdrawal'],
        ['recycledPct', 'Recycled'],
        ['roRecoveryPct', 'RO recovery'],
      ] as const) {
        // on the first of a month a plant that has not run yet has none
        const { value } = industries[0]?.kpis[key] ?? { value: -1 };
        await expect(facts).toContainText(value === null ? `${name}–` : upTo(value, 3), soon);
      }
      return industries[0];
    });
    // what a percentage has changed by is a difference in points, not a percentage of a percentage
    await expect(facts.getByText(/\spoints/).first()).toBeVisible();
    await expectAccessible(page, 'executive');
    await page.getByRole('button', { name: `Pin ${own?.industryName} to the top` }).click();
    await expect(page.getByRole('button', { name: `Let ${own?.industryName} go from the top` })).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: `Let ${own?.industryName} go from the top` }).click();
    await page.getByRole('button', { name: 'Make the link' }).click();
    const link = await page.getByRole('textbox', { name: 'Link for somebody without a login' }).inputValue();
    const stranger = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await stranger.goto(link);
    await expect(stranger.getByLabel('Key figures')).toContainText('Withdrawal', { timeout: 30_000 });
    await expectAccessible(stranger, 'shared summary');
    await stranger.goto(`${baseURL}/login`);
    await stranger.goto(link);
    await expect(stranger.getByText('This link was used')).toBeVisible();
    await stranger.context().close();
    await saysWhatFailed(page, '/executive', '/api/user/executiveSummary/data');
  });

  test('the executive summary has every key figure on one screen of a phone, in both languages', async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route('**/api/plant/alarms', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      await route.fulfill({ response, json: { ...(await response.json()), alarms: [] } });
    });
    for (const locale of ['en-GB', 'hi-IN']) {
      await page.addInitScript((chosen) => localStorage.setItem('headworks.locale', chosen), locale);
      await page.goto('/executive');
      const rows = page.getByRole('main').locator('dl[data-brief] > div');
      await expect(rows).toHaveCount(14, { timeout: 40_000 });
      await expect(rows.first()).toBeInViewport({ ratio: 1 });
      await expect(rows.last()).toBeInViewport({ ratio: 1 });
      await expectToFit(page, locale);
    }
  });

  test('the daily summary has the sums of the report, and says where there is none', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of (500|401|404)/);
    await open(page, '/summary', 'Daily summary');
    const facts = page.getByLabel('Key figures');
    await expect(facts).toBeVisible({ timeout: 40_000 });
    const today = await todayOf(page);
    const [day, month, year] = today.split('/').map(Number);
    const before = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 1) - 1))
      .toISOString()
      .slice(0, 10)
      .split('-')
      .reverse()
      .join('/');
    const { kpis } = await askApi<{ kpis: Record<string, { value: number }> }>(
      page,
      `/api/user/report/dailySummary?startDate=${before}`,
    );
    await expect(facts).toContainText(`${shown(kpis.intake?.value ?? -1, 2)} KL`);
    await expect(page.getByRole('region', { name: 'Withdrawal by source' }).first()).toContainText('Ground water');
    // meters without a value are named in a sentence: in a table each looked like the heading of nothing
    const behind = page.getByRole('region', { name: 'Sources: sub-meters' });
    await expect(behind).toContainText('No value of this day: Village pond (offset).');
    await expect(behind.getByRole('table')).toHaveCount(0);
    await expectAccessible(page, 'daily summary');
    await page.goto('/summary?date=2020-01-01');
    await expect(page.getByText('No readings of this day')).toBeVisible({ timeout: 40_000 });
    await saysWhatFailed(page, '/summary', '/api/user/report/dailySummary');
  });

  test('additional features say what each document holds', async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of (500|401)/);
    await open(page, '/features', 'Additional features');
    type Graph = { waterBalance: { version: number; data: { nodes: unknown[]; edges: unknown[] } } };
    const { waterBalance } = await askApi<Graph>(page, '/api/user/additionalFeature?featureData=waterBalance');
    const row = page.getByRole('listitem').filter({ hasText: 'Water balance graph' });
    await expect(row).toContainText(`${waterBalance.data.nodes.length} nodes, ${waterBalance.data.edges.length} flows`);
    await expect(row).toContainText(`version ${waterBalance.version}`);
    await expectAccessible(page, 'additional features');
    await saysWhatFailed(page, '/features', '/api/user/additionalFeature');
  });

  for (const [path, title, hindi] of [
    ['/neutrality', 'Neutrality', 'जल तटस्थता'],
    ['/rain', 'Rain & fresh water', ''],
    ['/features', 'Additional features', ''],
    ['/executive', 'Executive', ''],
  ] as const)
    test(`${title} fits a phone, and speaks Hindi`, { tag: '@full' }, async ({ signedIn: page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await open(page, path, title);
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0, { timeout: 40_000 });
      await expectAccessible(page, `${title} on a phone`);
      await expectToFit(page);
      await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(hindi === '' ? /[\u0900-\u097f]/ : hindi);
      await expect(page.locator('[role="status"][aria-label]')).toHaveCount(0, { timeout: 40_000 });
      // what people entered is shown as they wrote it
      expect(await latinSentences(page, ['District ground water cell', 'Watershed trust, survey of'])).toEqual([]);
    });
});

/** Of what nobody measured nothing good is said, and no number stands for it. */
import { expect, test } from './plant.ts';

const longAgo = '2025-05-01';

test('says of a day without readings that no parameter was compared with its limits', async ({ signedIn: page }) => {
  await page.goto(`/quality?date=${longAgo}`);
  await expect(page.getByText('No parameter was compared with a limit: nothing is known of this day.')).toBeVisible();
});

test('says how many parameters kept their limits where others could not be evaluated', async ({ signedIn: page }) => {
  type Param = { lt: number | null; ht: number | null; minutesOut: number; minutesJudged: number };
  await page.route('**/api/plant/quality*', async (route) => {
    const answer = await route.fetch({ maxRetries: 3 });
    const quality = (await answer.json()) as { units: { params: Param[] }[] };
    const limited = quality.units.flatMap(({ params }) => params).filter(({ lt, ht }) => lt !== null || ht !== null);
    for (const [at, param] of limited.entries()) Object.assign(param, { minutesOut: 0, minutesJudged: at < 2 ? 600 : 0 });
    await route.fulfill({ json: quality });
  });
  await page.goto('/quality');
  await expect(page.getByText(/^The 2 of [1-9]\d* parameters with limits that could be evaluated kept them\.$/)).toBeVisible();
});

test('gives no energy and no cost to the tariff blocks of a day without readings', async ({ signedIn: page }) => {
  await page.goto(`/energy?date=${longAgo}`);
  const blocks = page.getByRole('region', { name: 'Tariff blocks' });
  await expect(blocks.getByRole('row')).toHaveCount(4);
  await expect(blocks.getByRole('row').nth(1)).toContainText(/\d\.\d\d–––$/);
  await expect(blocks.getByRole('columnheader', { name: 'INR/kWh' })).toBeVisible();
  await expect(page.getByText('no tariff entered')).toHaveCount(0);
});

test('does not say of a range without readings that the RO plant stood still', async ({ signedIn: page }) => {
  await page.goto(`/energy?tab=ro&date=${longAgo}`);
  const plant = page.getByRole('region', { name: 'Treatment' });
  await expect(plant.getByText('not known').first()).toBeVisible();
  await expect(plant.getByText('stopped')).toHaveCount(0);
  await expect(plant.getByText('0 h', { exact: true })).toHaveCount(0);
  await expect(plant).toContainText('Not normalised: there is no day to compare with');
});

test('counts no rainy days where no rain was measured', async ({ signedIn: page }) => {
  await page.goto(`/rain?date=${longAgo}`);
  const figures = page.getByRole('region', { name: 'Rain gauge' });
  await expect(figures.locator('div', { has: page.getByText('Rainy days', { exact: true }) }).last()).toContainText(
    'Rainy days–',
  );
  await expect(figures).not.toContainText('–/h');
});

test('names the month of a well’s figures where the chosen month has none', async ({ signedIn: page }) => {
  await page.route('**/api/user/gwi/data*', async (route) => {
    const answer = await route.fetch({ maxRetries: 3 });
    const gwi = (await answer.json()) as { yearlyData: { months: Record<string, unknown>[] }[] };
    for (const { months } of gwi.yearlyData)
      Object.assign(months.at(-1) ?? {}, { swlMbgl: null, abstractionKL: null, runHours: null });
    await route.fulfill({ json: gwi });
  });
  await page.goto('/groundwater');
  await expect(
    page.getByRole('article', { name: 'Borewell 1', exact: true }).getByText(/^Figures of .+: nothing newer is known\.$/),
  ).toBeVisible();
});

test('says that alarms are not listed for a long range, in place of saying that there were none', async ({ signedIn: page }) => {
  await page.goto('/units/demo-line3?range=year&tab=events');
  await expect(page.getByText('Alarms are not listed for more than 31 days: choose a shorter range to see them.')).toBeVisible();
  await expect(page.getByText(/No alarm/)).toHaveCount(0);
});

test('says that the alarms of a range are not known where they cannot be read', async ({ signedIn: page, expectedFaults }) => {
  expectedFaults.push(/status of 500/);
  await page.route(/\/api\/plant\/alarms\?startDate/, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/units/demo-canteen?tab=events');
  await expect(page.getByText(/^The alarms of this range are not known:/)).toBeVisible();
  await expect(page.getByText(/No alarm/)).toHaveCount(0);
});

test('a wall calls no plant normal that has nothing to measure it', async ({ signedIn: page }) => {
  await page.route('**/api/plant/overview*', async (route) => {
    const answer = await route.fetch({ maxRetries: 3 });
    const overview = (await answer.json()) as { kpis: Record<string, object> };
    // nothing of the demo's own night is left: a device that is late, a figure unlike its weekday
    for (const kpi of Object.values(overview.kpis))
      Object.assign(kpi, { value: null, sameWeekday: { n: 0, median: null, low: null, high: null, changePct: null } });
    await route.fulfill({ json: { ...overview, units: [], silent: [] } });
  });
  await page.route('**/api/user/waterBalance/data*', async (route) => {
    const answer = await route.fetch({ maxRetries: 3 });
    const balance = (await answer.json()) as { totals: object };
    Object.assign(balance.totals, { status: 'undetermined' });
    await route.fulfill({ json: balance });
  });
  await page.route('**/api/plant/alarms*', async (route) => {
    const answer = await route.fetch({ maxRetries: 3 });
    await route.fulfill({ json: { ...(await answer.json()), alarms: [] } });
  });
  await page.goto('/wall');
  await expect(page.getByRole('heading', { name: 'No units yet' })).toBeVisible();
  await expect(page.getByText('Normal', { exact: true })).toHaveCount(0);
});

test('a plant without units does not say that a search found none', async ({ signedIn: page }) => {
  await page.route('**/api/plant/overview*', async (route) => {
    const answer = await route.fetch({ maxRetries: 3 });
    await route.fulfill({ json: { ...((await answer.json()) as object), units: [], silent: [] } });
  });
  await page.goto('/units/demo-line3');
  await expect(page.getByRole('complementary', { name: 'Units' }).getByText('No units yet')).toBeVisible();
  await expect(page.getByText('No unit fits the search')).toHaveCount(0);
});

test('does not say of a range without readings that no figure has a target', async ({ signedIn: page }) => {
  await page.goto(`/executive?date=${longAgo}`);
  await expect(page.getByRole('heading', { name: 'Of no figure with a target enough is known' })).toBeVisible();
});

test('says how little of the range before was measured beside a change from it', async ({ signedIn: page }) => {
  await page.route('**/api/user/executiveSummary/data*', async (route) => {
    const answer = await route.fetch({ maxRetries: 3 });
    const data = (await answer.json()) as { industries: { kpis: Record<string, { previous: number | null }> }[] };
    for (const { kpis } of data.industries) Object.assign(kpis.completenessPct ?? {}, { previous: 32.7 });
    await route.fulfill({ json: data });
  });
  await page.goto('/executive');
  await expect(page.getByText('before only 32.7 % complete').first()).toBeVisible();
});

test('shows no list of largest units and no table of surfaces where there are none', async ({ signedIn: page }) => {
  type Summary = { unitComparison: { items: object[] }[] };
  await page.route('**/api/user/executiveSummary/data*', async (route) => {
    const answer = await route.fetch({ maxRetries: 3 });
    const summary = (await answer.json()) as Summary;
    await route.fulfill({ json: { ...summary, unitComparison: summary.unitComparison.map((one) => ({ ...one, items: [] })) } });
  });
  await page.route('**/api/user/rainfall/efficiencySaving*', async (route) => {
    const answer = await route.fetch({ maxRetries: 3 });
    const harvest = (await answer.json()) as { data1: object };
    await route.fulfill({ json: { ...harvest, data1: { ...harvest.data1, catchments: [] } } });
  });
  await page.goto('/executive');
  await expect(page.getByRole('region', { name: 'Plants' }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Largest units/ })).toHaveCount(0);
  await page.goto('/rain?tab=harvest');
  await expect(page.getByText('No surface that catches rain is entered')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Runoff coefficient' })).toHaveCount(0);
});

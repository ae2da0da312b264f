import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { askApi, dmy, latinSentences } from './pageWords.ts';
import { expect, test } from './plant.ts';

type Totals = { inKL: number; unaccountedKL: number; band95KL: number; status: string };
type Balance = {
  totals: Totals;
  nodes: { id: string; label: string; inKL: number; unaccountedKL: number | null; graph?: object }[];
};

const one = (value: number): string =>
  value.toLocaleString('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).replace('-', '−');

const open = async (page: Page, search = '') => {
  await page.goto(`/balance${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Water balance' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Nodes', exact: true })).toBeVisible();
};

test.describe('the water balance', () => {
  test.slow();

  test('shows the sum, the nodes and 30 days as the API has them', async ({ signedIn: page }) => {
    await open(page);
    const yesterday = dmy(await dayBefore(page, 1));
    const { totals, nodes } = await askApi<Balance>(page, `/api/user/waterBalance/data?date1=${yesterday}`);
    const sum = page.getByLabel('In is out, change of stock, known loss and unaccounted');
    await expect(sum).toContainText(one(totals.inKL));
    await expect(sum).toContainText(`${one(totals.unaccountedKL)} ± ${one(totals.band95KL)} KL`);
    const own = nodes.filter((node) => node.graph !== undefined && node.unaccountedKL !== null);
    expect(own.length).toBeGreaterThan(3);
    for (const node of own)
      await expect(page.getByRole('row').filter({ hasText: node.label })).toContainText(one(node.unaccountedKL ?? 0));
    await expect(page.getByRole('region', { name: 'Unaccounted by day, KL' }).getByRole('listitem')).toHaveCount(30);
    await expect(page.getByRole('img', { name: /^Sankey diagram/ })).toBeVisible();
    await expectAccessible(page, 'balance');
  });

  for (const width of [1366, 1920])
    test(`cuts no name at the edge of the picture at ${width} px`, async ({ signedIn: page }) => {
      await page.setViewportSize({ width, height: 900 });
      await open(page);
      const canvas = page.getByRole('img', { name: /^Sankey diagram/ }).locator('canvas');
      /** Darkest of a column of the picture, 0 (black) to 255; names are dark. */
      const darkest = (fromRight: number) =>
        canvas.evaluate((drawn, at) => {
          if (!(drawn instanceof HTMLCanvasElement)) throw new Error('no canvas');
          const copy = new OffscreenCanvas(1, drawn.height).getContext('2d', { willReadFrequently: true });
          copy?.drawImage(drawn, at - drawn.width, 0);
          const { data } = copy?.getImageData(0, 0, 1, drawn.height) ?? { data: [] };
          return Math.min(...Array.from(data, (value, index) => (index % 4 === 0 && data[index + 3] === 255 ? value : 255)));
        }, fromRight);
      // names stand in the last 9 rem, and none reaches the last pixels
      await expect.poll(() => darkest(90)).toBeLessThan(128);
      expect(await darkest(1)).toBeGreaterThan(128);
      expect(await darkest(2)).toBeGreaterThan(128);
    });

  test('writes what is less than nothing with its minus alone', async ({ signedIn: page }) => {
    await page.route('**/api/user/waterBalance/data?*', async (route) => {
      const answer = await route.fetch({ maxRetries: 3 });
      const body = await answer.json();
      Object.assign(body.totals, { stockChangeKL: -36.4, knownLossKL: 3.8, unaccountedKL: -13.5 });
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto('/balance');
    const sum = page.getByRole('main').locator('dl').first();
    await expect(sum.locator('dd').nth(2)).toHaveText('−36.4');
    await expect(sum.locator('dd').nth(3)).toHaveText('+3.8');
    await expect(sum.locator('dd').nth(4)).toHaveText(/^−13\.5 ± /);
  });

  test('opens a node with its flows and meters, draws a graph, compares, and has a table', { tag: '@full' }, async ({
    signedIn: page,
  }) => {
    await open(page, '?picture=graph');
    await expect(page.getByRole('region', { name: /^Graph of nodes/ })).toContainText('Raw water tank');
    await page.getByRole('button', { name: 'RO train' }).click();
    const node = page.getByRole('region', { name: 'Node RO train' });
    type Graph = { edges: { target: string; unitIds: string[] }[] };
    const { edges } = await askApi<Graph>(page, '/api/user/waterBalance/graphEditor');
    const [feed] = edges.find(({ target }) => target === 'ro')?.unitIds ?? [];
    await expect(node.getByRole('link', { name: 'RO feed' })).toHaveAttribute('href', `/units/${feed}`);
    await page.getByRole('button', { name: 'Compare with' }).click();
    await page.getByRole('menuitem', { name: '7 days before' }).click();
    await expect(page.getByRole('columnheader', { name: /^Unaccounted, / })).toBeVisible();
    await expectAccessible(page, 'graph with an open node, compared');
    await page.getByText('Table', { exact: true }).click();
    await expect(page.getByRole('table').filter({ hasText: 'Borewells → Raw water tank' })).toBeVisible();
    await expectAccessible(page, 'table');
  });

  test('shows the day up to any slot as the server has it, marked as past', async ({ signedIn: page }) => {
    await open(page);
    const day = await dayBefore(page, 1);
    const at = `${day}T09:05:00Z`;
    await open(page, `?date=${day}&at=${encodeURIComponent(at)}`);
    await expect(page.getByText(/14:35, past$/).first()).toBeVisible();
    const { totals } = await askApi<Balance>(page, `/api/plant/balance/moment?at=${at}`);
    await expect(page.getByLabel('In is out, change of stock, known loss and unaccounted')).toContainText(one(totals.inKL));
    await expect(page.getByRole('heading', { name: 'Too short to judge' })).toBeVisible();
    await page.getByRole('button', { name: '5 minutes back' }).click();
    await expect(page).toHaveURL(/09%3A00%3A00Z/);
    await page.getByRole('button', { name: 'Whole day' }).click();
    await expect(page).not.toHaveURL(/at=/);
  });

  test('fits a phone, and speaks Hindi', { tag: '@full' }, async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page);
    await expectAccessible(page, 'phone');
    await expectToFit(page);
    // how a node closes is in sight, without a finger
    const columns = page.getByRole('region', { name: 'Nodes', exact: true }).getByRole('columnheader', { name: 'Unaccounted' });
    await expect(columns).toHaveCount(2);
    for (const column of await columns.all())
      await expect.poll(() => column.evaluate((cell) => cell.getBoundingClientRect().right)).toBeLessThanOrEqual(390);
    await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
    await page.goto('/balance');
    await expect(page.getByRole('heading', { level: 1, name: 'जल संतुलन' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'नोड', exact: true })).toBeVisible();
    expect(await latinSentences(page)).toEqual([]);
  });

  test('says that there is no graph, and that it cannot be loaded', { tag: '@full' }, async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 500/);
    const body = { status: 'error', code: 500, message: 'Internal server error', requestId: 'req-4712' };
    await page.route('**/api/user/waterBalance/data**', (route) => route.fulfill({ status: 500, json: body }));
    await page.goto('/balance');
    await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded' })).toContainText('req-4712');
    await expectAccessible(page, 'failed');
    await page.unroute('**/api/user/waterBalance/data**');
    await page.route('**/api/user/waterBalance/data**', async (route) => {
      const reply = await route.fetch({ maxRetries: 3 });
      const json = (await reply.json()) as object;
      await route.fulfill({ json: { ...json, nodes: [], edges: [] } });
    });
    await page.goto('/balance');
    await expect(page.getByText('No balance graph yet')).toBeVisible();
  });
});

/** The shift day so many days before the running one, YYYY-MM-DD. */
const dayBefore = async (page: Page, days: number): Promise<string> => {
  const { window } = await askApi<{ window: { from: string } }>(page, '/api/plant/overview');
  return new Date(Date.parse(window.from) + 5.5 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
};

import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { askApi, latinSentences } from './pageWords.ts';
import { expect, test } from './plant.ts';

type Value = { field: string; value: number | null; quality: string };
type Data = { pages: { nodes: { id: string; values: Value[] }[] }[] };

const open = async (page: Page, search = '') => {
  await page.goto(`/diagram${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Live diagram' })).toBeVisible();
};
const bindingOf = (data: Data, id: string, field: string): Value => {
  const found = data.pages[0]?.nodes.find((node) => node.id === id)?.values.find((value) => value.field === field);
  if (found === undefined) throw new Error(`${id} has no ${field}`);
  return found;
};

test.describe('the live diagram', () => {
  test.slow();

  test('draws every symbol with its value, and opens one in a drawer', async ({ signedIn: page }) => {
    await open(page);
    const canvas = page.getByRole('region', { name: 'Diagram: Plant overview' });
    await expect(canvas.getByRole('button', { name: 'Tank Raw water tank' })).toContainText('%');
    // water flows through it in the demo
    await expect(canvas.getByRole('button', { name: 'Valve Line 3 inlet valve' })).toContainText('open');
    const { pages } = await askApi<{ pages: { nodes: unknown[] }[] }>(page, '/api/user/scada/graphEditor');
    await expect(canvas.getByRole('button', { expanded: false })).toHaveCount(pages[0]?.nodes.length ?? 0);
    await canvas.getByRole('button', { name: 'Tank Raw water tank' }).click();
    const drawer = page.getByRole('complementary', { name: 'Details' });
    await expect(drawer.getByRole('link', { name: 'Open unit: Raw water tank' })).toBeVisible();
    await expectAccessible(page, 'diagram with a drawer');
  });

  test('says of nothing that it runs, stands, is open or flows while the link is lost', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/WebSocket|ERR_FAILED|ERR_CONNECTION/);
    let isCut = false;
    const sockets: { close: () => Promise<void> }[] = [];
    await page.routeWebSocket(/./, (socket) => {
      if (isCut) return void socket.close();
      socket.connectToServer();
      sockets.push(socket);
    });
    await open(page);
    const canvas = page.getByRole('region', { name: 'Diagram: Plant overview' });
    const valve = canvas.getByRole('button', { name: 'Valve Line 3 inlet valve' });
    const pump = canvas.getByRole('button', { name: 'Pump Garden pump' });
    await expect(valve).toContainText('open');
    await expect(pump).toContainText(/runs|stands still/);
    await expect(canvas.locator('.react-flow__edge[aria-label="water flows"]').first()).toBeAttached();
    isCut = true;
    await page.route('**/api/**', (route) => route.abort());
    for (const socket of sockets) await socket.close();
    await expect(pump).toContainText('not known');
    await expect(pump).not.toContainText(/runs|stands still/);
    await expect(valve.locator('[data-doubtful]')).toHaveText('open');
    await expect(canvas.locator('.react-flow__edge:is([aria-label="water flows"], [aria-label="stands at 0"])')).toHaveCount(0);
  });

  test('fills a wall of 3840 px with the plant', async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 3840, height: 2160 });
    await open(page);
    const canvas = page.getByRole('region', { name: 'Diagram: Plant overview' });
    await expect(canvas.getByRole('button', { name: 'Tank Raw water tank' })).toContainText('%');
    const share = await canvas.evaluate((drawn) => {
      const boxes = [...drawn.querySelectorAll('.react-flow__node')].map((node) => node.getBoundingClientRect());
      const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
      const height = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
      return Math.max(width / drawn.clientWidth, height / drawn.clientHeight);
    });
    expect(share).toBeGreaterThan(0.9);
    expect(share).toBeLessThanOrEqual(1);
  });

  test('writes nothing outside of its symbols, whatever the age of a value', async ({ signedIn: page }) => {
    for (const width of [1366, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await open(page);
      const symbols = page.getByRole('region', { name: 'Diagram: Plant overview' }).getByRole('button', { expanded: false });
      await expect(symbols.filter({ hasText: /\d s/ }).first()).toBeVisible();
      const out = (age: string | null) =>
        symbols.evaluateAll(
          (all, wanted) =>
            all.flatMap((symbol) => {
              for (const one of symbol.querySelectorAll('[data-trust] > span:last-child'))
                if (wanted !== null) one.textContent = wanted;
              const { left, right } = symbol.getBoundingClientRect();
              return [...symbol.querySelectorAll('span, b, p')].flatMap((part) => {
                const box = part.getBoundingClientRect();
                return box.width > 1 && part.textContent !== '' && (box.right > right + 1 || box.left < left - 24)
                  ? [`${symbol.textContent}: ${part.textContent}`]
                  : [];
              });
            }),
          age,
        );
      await page.evaluate(() => document.fonts.ready);
      await expect.poll(() => out(null), { message: `at ${width}` }).toEqual([]);
      await expect.poll(() => out('23.5 h'), { message: `at ${width}, old` }).toEqual([]);
    }
  });

  test('is a list where it is asked for, and a table of what the API says', { tag: '@full' }, async ({ signedIn: page }) => {
    await open(page, '?list=true');
    await expect(
      page
        .getByRole('list', { name: /^Everything on this page/ })
        .getByRole('listitem')
        .first(),
    ).toBeVisible();
    await expectAccessible(page, 'list');
    await page.getByText('Table', { exact: true }).click();
    // the total of the running day grows with each slot
    await expect(async () => {
      const { window } = await askApi<{ window: { label: string } }>(page, '/api/plant/overview');
      const now = await askApi<Data>(page, `/api/user/scada/data?date=${window.label}`);
      const { value } = bindingOf(now, 'intake', 'total');
      const row = page.getByRole('row', { name: /^Intake today Meter Total/ });
      await expect(row).toContainText((value ?? Number.NaN).toFixed(2), { timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    await expectAccessible(page, 'table');
  });

  test('shows any slot of the past with its letter, and no commands', { tag: '@full' }, async ({ signedIn: page }) => {
    await open(page);
    const { window } = await askApi<{ window: { from: string } }>(page, '/api/plant/overview');
    const at = new Date(Date.parse(window.from) - 6 * 3_600_000).toISOString().replace('.000Z', 'Z');
    const then = await askApi<Data>(page, `/api/plant/diagram/moment?at=${at}`);
    await open(page, `?at=${encodeURIComponent(at)}`);
    await expect(page.getByText(/, past$/).first()).toBeVisible();
    await expect(page.getByText('nothing can be switched from here')).toBeVisible();
    const { value, quality } = bindingOf(then, 'rawTank', 'percent');
    const tank = page.getByRole('button', { name: 'Tank Raw water tank' });
    await expect(tank).toContainText(`${value?.toFixed(1)} %`);
    await expect(tank).toContainText(quality);
    await expect(page.getByRole('button', { name: 'Valve Line 3 inlet valve' })).toContainText('not kept for the past');
    await expectAccessible(page, 'past');
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    await expect(page).not.toHaveURL(/at=/);
  });

  test('is a list on a phone, and speaks Hindi', { tag: '@full' }, async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page);
    await expect(page.getByRole('list', { name: /^Everything on this page/ })).toBeVisible();
    await expectAccessible(page, 'phone');
    await expectToFit(page);
    await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
    await page.goto('/diagram');
    await expect(page.getByRole('listitem').first()).toBeVisible();
    expect(await latinSentences(page, ['Line 3 inlet valve', 'ETP outlet quality'])).toEqual([]);
  });

  test('says that nothing is drawn, that it cannot be loaded, and who may not see it', { tag: '@full' }, async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 500/);
    await page.route('**/api/user/scada/graphEditor**', (route) =>
      route.fulfill({ json: { prefix: '', docType: 'scadaWaterBalance', version: 0, pages: [] } }),
    );
    await open(page);
    await expect(page.getByText('No diagram yet')).toBeVisible();
    await expectAccessible(page, 'empty');
    await page.unroute('**/api/user/scada/graphEditor**');
    const body = { status: 'error', code: 500, message: 'Internal server error', requestId: 'req-4712' };
    await page.route('**/api/user/scada/graphEditor**', (route) => route.fulfill({ status: 500, json: body }));
    await page.reload();
    await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded' })).toContainText('req-4712');
  });
});

test.describe('in a window of a desk', () => {
  const placeOf = (page: Page) =>
    page.getByRole('region', { name: 'Diagram: Plant overview' }).evaluate((drawn) => {
      const boxes = [...drawn.querySelectorAll('.react-flow__node')].map((node) => node.getBoundingClientRect());
      const within = drawn.getBoundingClientRect();
      return {
        left: Math.min(...boxes.map(({ left }) => left)) - within.left,
        right: within.right - Math.max(...boxes.map(({ right }) => right)),
      };
    });
  for (const width of [1280, 1366])
    test(`of ${width} px the diagram of the plant is not cut`, async ({ signedIn: page }) => {
      await page.setViewportSize({ width, height: 800 });
      await open(page);
      await expect(page.getByRole('button', { name: 'Tank Raw water tank' })).toContainText('%');
      await expect.poll(async () => (await placeOf(page)).left).toBeGreaterThanOrEqual(0);
      await expect.poll(async () => (await placeOf(page)).right).toBeGreaterThanOrEqual(0);
    });

  test('of 1024 px it begins where the water comes in', async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await open(page);
    await expect(page.getByRole('button', { name: 'Tank Raw water tank' })).toContainText('%');
    await expect.poll(async () => (await placeOf(page)).left).toBeGreaterThanOrEqual(0);
  });
});

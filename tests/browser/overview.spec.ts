import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';

const open = async (page: Page) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
};
const rowOf = (page: Page, unit: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: unit, exact: true }) });
const nowOf = (page: Page, unit: string) => rowOf(page, unit).getByRole('cell').first();

test.describe('the overview', () => {
  test('shows live values that change, with their age', async ({ signedIn: page }) => {
    await open(page);
    const now = nowOf(page, 'Main incomer');
    await expect(now).toHaveText(/\d kW\s*\d+ s/);
    await expect(page.getByLabel('State of the system')).toContainText('live');
    const before = (await now.innerText()).replace(/\s*\d+ s$/, '');
    await expect.poll(async () => (await now.innerText()).replace(/\s*\d+ s$/, ''), { timeout: 30_000 }).not.toBe(before);
  });

  test('holds today against the same time yesterday', async ({ signedIn: page }) => {
    await open(page);
    const today = page.getByLabel('Today so far');
    await expect(today.getByText('Intake', { exact: true })).toBeVisible();
    await expect(today).toContainText(/yesterday [\d,.]+/);
    await expect(
      rowOf(page, 'Line 1 PET').getByRole('img', { name: /^Today [\d,.]+ KL, yesterday at this time [\d,.]+ KL$/ }),
    ).toBeVisible();
  });

  test('shows tanks with their level and what is outside limits or silent', async ({ signedIn: page }) => {
    await open(page);
    await expect(page.getByRole('region', { name: 'Tanks' }).getByRole('img', { name: /: [\d.]+ %$/ })).not.toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Not reporting' })).toBeVisible();
  });

  test('hatches, strikes and dates what a dead device last said', async ({ signedIn: page }) => {
    const dead = await unitIdOf(page, 'Borewell 1');
    const at = new Date(Date.now() - 720_000).toISOString();
    // the line to this device is cut: its values come with the quality that the server gives them then
    await page.routeWebSocket(/\/api\/user\/live/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((data) => {
        const message = JSON.parse(String(data));
        if (message.type !== 'reading') return socket.send(data);
        const values = message.values.map((value: { unitId: string }) =>
          value.unitId === dead ? { ...value, value: null, quality: 'BAD_TIMEOUT', at } : value,
        );
        socket.send(JSON.stringify({ ...message, values }));
      });
    });
    await page.route('**/api/plant/overview', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      for (const unit of body.units) {
        if (unit.unitId !== dead) continue;
        unit.online = false;
        for (const param of unit.params) Object.assign(param, { quality: 'BAD_TIMEOUT', at });
      }
      await route.fulfill({ response, json: body });
    });
    await open(page);
    const now = nowOf(page, 'Borewell 1');
    await expect(now).toContainText('?');
    await expect(now).toContainText('12 min');
    await expect(now.locator('s')).toHaveText(/[\d.]+/);
    await expect(nowOf(page, 'Borewell 2').locator('s')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Not reporting' }).getByRole('link', { name: 'Borewell 1' })).toBeVisible();
  });

  test('says when the live connection is lost, and comes back by itself', async ({ signedIn: page }) => {
    let cut: (() => void) | undefined;
    let away = false;
    await page.routeWebSocket(/\/api\/user\/live/, (socket) => {
      if (away) return void socket.close();
      socket.connectToServer();
      cut = () => void socket.close();
    });
    await open(page);
    const state = page.getByLabel('State of the system');
    await expect(state).toContainText('live');
    away = true;
    cut?.();
    const bar = page.getByRole('region', { name: 'Alarms' });
    await expect(bar).toContainText('Not known since');
    await expect(state).toContainText(/lost, again in \d+ s/);
    away = false;
    await expect(state).toContainText('live', { timeout: 40_000 });
    await expect(bar).not.toContainText('Not known since');
  });

  test('offers to try again when it cannot be loaded, and names the request', async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of 500/);
    const body = { status: 'error', code: 500, message: 'Internal server error', requestId: 'req-4711' };
    await page.route('**/api/plant/overview', (route) => route.fulfill({ status: 500, json: body }));
    await page.goto('/');
    const alert = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
    await expect(alert).toContainText('Request req-4711');
    await page.unroute('**/api/plant/overview');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Today so far')).toBeVisible();
  });

  test('says so where a plant has no units yet', async ({ signedIn: page }) => {
    await page.route('**/api/plant/overview', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), units: [] } });
    });
    await page.goto('/');
    await expect(page.getByText('No units yet')).toBeVisible();
  });
});

/** Ids are made by the server; the overview that a first load brings tells them. */
const unitIdOf = async (page: Page, name: string): Promise<string> => {
  const answered = page.waitForResponse('**/api/plant/overview');
  await page.goto('/');
  const body = (await (await answered).json()) as { units: { unitId: string; unitName: string }[] };
  const unit = body.units.find(({ unitName }) => unitName === name);
  if (unit === undefined) throw new Error(`the plant has no ${name}`);
  return unit.unitId;
};

import { apiOf, numberIn, shiftDay } from './api.ts';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { expect, test } from './plant.ts';

type Param = {
  param: string;
  name: string;
  means: (number | null)[];
  states: string;
  minutesOut: number;
  mean: number;
  validPct: number;
};
type Quality = { units: { unitId: string; unitName: string; params: Param[] }[] };

test.describe('quality', () => {
  test('says nothing of the last 30 days before they are known, and why they are not', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 500/);
    let answer: 'wait' | 'fail' = 'wait';
    let go = () => {};
    await page.route('**/api/plant/quality?**days=30**', async (route) => {
      if (answer === 'wait')
        await new Promise<void>((resolve) => {
          go = resolve;
        });
      const body = { status: 'error', code: 500, message: 'failed', requestId: 'r1' };
      await route.fulfill({ status: 500, json: body });
    });
    await page.goto('/quality');
    const card = page.getByRole('article').first();
    await expect(card).toContainText('The last 30 days are not known yet.');
    await expect(card).not.toContainText('evaluated days');
    answer = 'fail';
    go();
    await expect(card).toContainText('The server failed to answer.');
    await expect(card).not.toContainText('evaluated days');
    await page.unroute('**/api/plant/quality?**days=30**');
    await expect(card).toContainText(/of \d+ evaluated days/);
  });

  test('shows means of quarter hours as the server publishes them, evaluated only while water flowed', async ({
    signedIn: page,
  }) => {
    await page.goto('/quality');
    const { iso, dmy } = await shiftDay(page, 1);
    await page.goto(`/quality?date=${iso}`);
    const { units } = await apiOf<Quality>(page, `/api/plant/quality?date1=${dmy}&days=1`);
    const unit = units.find(({ unitId }) => unitId === 'demo-etpQuality');
    const param = unit?.params.find((one) => one.param === 'tss');
    const card = page.getByRole('article', { name: 'ETP outlet quality, TSS' });
    await expect(card).toContainText('at most 100');
    await expect(card.getByText(/^Mean /)).toBeVisible();
    expect(numberIn(await card.getByText(/^Mean /).innerText())).toBeCloseTo(param?.mean ?? 0, 1);
    await expect(card).toContainText(`No flow`);
    const out = units.flatMap(({ params }) => params).filter(({ minutesOut }) => minutesOut > 0).length;
    await expect(page.getByText(out === 0 ? /parameters? with limits .*kept them\.$/ : /outside the limits\./)).toBeVisible();
    await expect(card.getByRole('img')).toHaveAccessibleName(/^Last 30 days: \d+ of \d+ evaluated days/);
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Table', { exact: true }).click();
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(1 + units.reduce((sum, { params }) => sum + params.length, 0));
  });

  test('says of what has no limits neither that it is inside of them nor on how many days it was outside', async ({
    signedIn: page,
  }) => {
    await page.route('**/api/plant/quality**', async (route) => {
      const answer = await route.fetch({ maxRetries: 3 });
      const quality = (await answer.json()) as Quality;
      // the whole day was evaluated, at whatever hour this is asked
      for (const param of quality.units.flatMap(({ params }) => params)) param.states = 'i'.repeat(param.states.length);
      await route.fulfill({ json: quality });
    });
    await page.goto('/quality');
    const limited = page.getByRole('article', { name: 'RO train, Permeate conductivity' });
    await expect(limited).toContainText('in limits');
    await expect(limited).toContainText('evaluated days');
    const free = page.getByRole('article', { name: 'RO train, Reject conductivity' });
    await expect(free).toContainText('no limits set');
    await expect(free).not.toContainText('in limits');
    await expect(free).not.toContainText('evaluated days');
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Table', { exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'Reject conductivity' });
    await expect(row).toContainText('no limits set');
    await expect(row).not.toContainText('in limits');
  });

  test('names what was outside its limits, and for how long', { tag: '@full' }, async ({ signedIn: page }) => {
    await page.route('**/api/plant/quality**', async (route) => {
      const answer = await route.fetch({ maxRetries: 3 });
      const quality = (await answer.json()) as Quality;
      const param = quality.units[0]?.params[0];
      if (param !== undefined) Object.assign(param, { minutesOut: 75, states: `hhhhh${param.states.slice(5)}` });
      await route.fulfill({ json: quality });
    });
    await page.goto('/quality');
    await expect(page.getByText('1 parameter was outside the limits.')).toBeVisible();
    await expect(page.getByText(/1 h 15 min outside/).first()).toBeVisible();
    await expectAccessible(page, 'quality outside');
  });

  for (const width of [390, 1366])
    test(`is accessible and fits at ${width}`, { tag: width === 390 ? '@full' : [] }, async ({ signedIn: page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/quality');
      await expect(page.getByRole('article').first()).toBeVisible();
      await expectAccessible(page, `quality at ${width}`);
      await expectToFit(page);
    });

  test('says that it failed and that there is no analyser', { tag: '@full' }, async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of 500/);
    await page.route('**/api/plant/quality**', (route) =>
      route.fulfill({ status: 500, json: { status: 'error', code: 500, message: 'x', requestId: 'req-9' } }),
    );
    await page.goto('/quality');
    await expect(page.getByRole('alert').filter({ hasText: 'req-9' })).toBeVisible();
    await page.unroute('**/api/plant/quality**');
    await page.route('**/api/plant/quality**', async (route) => {
      const answer = await route.fetch({ maxRetries: 3 });
      await route.fulfill({ json: { ...((await answer.json()) as object), units: [] } });
    });
    await page.goto('/quality');
    await expect(page.getByText('No analyser yet')).toBeVisible();
    await expectAccessible(page, 'quality without analysers');
  });
});

/** Answers that come from something else on the way, or not at all: nothing of them passes for the server's, and nothing is said that is not known. */
import type { Page, Route } from '@playwright/test';
import { shiftDay } from './api.ts';
import { askApi } from './pageWords.ts';
import { expect, test } from './plant.ts';

const networkPage = { contentType: 'text/html; charset=utf-8', body: '<h1>Sign in to the guest network</h1>' };

test.describe('the page of a network in place of', () => {
  test('a report is neither its preview nor its file', async ({ signedIn: page }) => {
    await page.route('**/api/user/report?**', (route) => route.fulfill(networkPage));
    const saved: string[] = [];
    page.on('download', (file) => saved.push(file.suggestedFilename()));
    await page.goto('/reports');
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('alert')).toContainText('Something else answered in the server’s place');
    await expect(preview.locator('iframe')).toHaveCount(0);
    await page.getByRole('button', { name: 'PDF' }).click();
    const made = page.getByRole('list', { name: 'Files being made' });
    await expect(made).toContainText('Something else answered in the server’s place');
    expect(saved).toEqual([]);
  });

  test('a shared summary does not make of its link a used one', async ({ page, expectedFaults }) => {
    expectedFaults.push(/status of 4/);
    await page.route('**/api/user/**', (route) => route.fulfill(networkPage));
    await page.goto('/shared/executive#abc');
    await expect(page.getByText(/Something else answered in the server’s place/)).toBeVisible();
    await expect(page.getByText(/This link was used/)).toHaveCount(0);
    await page.unroute('**/api/user/**');
    await page.goto('/shared/executive#abd');
    await page.reload();
    await expect(page.getByText(/This link was used/)).toBeVisible();
  });

  test('the audit log is not downloaded', async ({ signedIn: page }) => {
    await page.route('**/api/plant/audit/export?**', (route) => route.fulfill(networkPage));
    const saved: string[] = [];
    page.on('download', (file) => saved.push(file.suggestedFilename()));
    await page.goto('/system?tab=audit');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    await expect(page.getByText(/Something else answered in the server’s place/)).toBeVisible();
    expect(saved).toEqual([]);
  });
});

test.describe('a change that is entered and whose answer is lost', () => {
  test.beforeEach(({ expectedFaults }) => void expectedFaults.push(/ERR_CONNECTION|ERR_FAILED|status of 409/));

  /** The server does what is asked by this method; its answer is lost on the way, once. */
  const loseAnswer = async (page: Page, path: string, method: string) => {
    let isLost = false;
    await page.route(path, async (route: Route) => {
      if (isLost || route.request().method() !== method) return route.fallback();
      isLost = true;
      await route.fetch();
      return route.abort('connectionreset');
    });
  };
  const notKnown = /It is not known whether this was done: look before you do it again/;

  test('is said not to be known, and is then found to be saved', async ({ signedIn: page }) => {
    await page.goto('/settings?tab=delivery');
    const form = page.getByRole('form', { name: 'Reports' });
    await form.getByRole('textbox').fill('night@plant.example');
    await loseAnswer(page, '**/api/user/accounts/settings', 'POST');
    let readOn = () => {};
    const isRead = new Promise<void>((resolve) => {
      readOn = resolve;
    });
    await page.route('**/api/user/accounts/settings', async (route) => {
      if (route.request().method() === 'GET') await isRead;
      return route.fallback();
    });
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form.getByRole('alert')).toContainText(notKnown);
    readOn();
    // what came with the next reading is what was typed: nobody else changed anything
    await expect(form.getByRole('status').filter({ hasText: /^Saved\.$/ })).toBeVisible();
    await expect(form.getByRole('alert')).toBeEmpty();
    await expect(form.getByRole('textbox')).toHaveValue('night@plant.example');
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(page).toHaveURL(/\/$/);
  });

  test('is no change of somebody else when it is saved again', async ({ signedIn: page }) => {
    type Facts = { version: number; facts: { waterStressed: boolean } };
    const facts = () => askApi<Facts>(page, '/api/plant/industry/facts');
    await page.goto('/plant?tab=facts&part=other');
    const before = await facts();
    const form = page.getByRole('form', { name: 'Other' });
    await form.getByRole('checkbox').last().click();
    await loseAnswer(page, '**/api/plant/industry/facts', 'PUT');
    const save = form.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await expect(form.getByText(notKnown)).toBeVisible();
    await expect.poll(async () => (await facts()).version).toBe(before.version + 1);
    await save.click();
    await expect(form.getByText('Saved. Undo leads back')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect((await facts()).version).toBe(before.version + 1);
    expect((await facts()).facts.waterStressed).toBe(!before.facts.waterStressed);
    await form.getByRole('button', { name: 'Undo', exact: true }).click();
    await save.click();
    await expect.poll(async () => (await facts()).facts.waterStressed).toBe(before.facts.waterStressed);
  });

  test('is no change of somebody else either where the server writes it in another way', async ({ signedIn: page }) => {
    type Facts = { version: number };
    const version = async () => (await askApi<Facts>(page, '/api/plant/industry/facts')).version;
    await page.goto('/plant?tab=facts');
    const form = page.getByRole('form', { name: 'Tariffs' });
    const before = await form.getByLabel('Price of demand').inputValue();
    const began = await version();
    await form.getByLabel('Price of demand').fill('123.50');
    await loseAnswer(page, '**/api/plant/industry/facts', 'PUT');
    const save = form.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await expect(form.getByText(notKnown)).toBeVisible();
    await expect.poll(version).toBe(began + 1);
    await page.reload();
    await expect(form.getByLabel('Price of demand')).toHaveValue('123.50');
    await expect(page.getByText('Somebody else saved this meanwhile')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await form.getByLabel('Price of demand').fill(before);
    await save.click();
    await expect(form.getByText('Saved. Undo leads back')).toBeVisible();
    expect(await version()).toBe(began + 2);
  });

  test('is one schedule of reports, whose form closes once it is found', async ({ signedIn: page }) => {
    await page.goto('/reports?tab=schedules');
    await page.getByRole('button', { name: 'Add a schedule' }).click();
    const form = page.getByRole('form', { name: 'Schedule' });
    await form.getByLabel('Mail to').fill('a@plant.example,b@plant.example');
    await loseAnswer(page, '**/api/user/accounts/settings', 'POST');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toHaveCount(0);
    await expect(page.getByText('to 2 people')).toHaveCount(1);
    await page.getByRole('button', { name: /^Change/ }).click();
    await form.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('to 2 people')).toHaveCount(0);
  });

  test('is one note of an alarm, which is found before it can be written again', async ({ signedIn: page }) => {
    await page.goto('/alarms?tab=history&days=30');
    await page.getByRole('list', { name: 'Alarms' }).getByRole('listitem').first().getByRole('button').first().click();
    const drawer = page.getByRole('complementary', { name: 'Alarm in detail' });
    const note = `looked at the pump at ${Date.now()}`;
    await drawer.getByLabel('Note', { exact: true }).fill(note);
    await loseAnswer(page, '**/api/plant/alarms/*/comments', 'POST');
    await drawer.getByRole('button', { name: 'Write note' }).click();
    await expect(drawer.getByLabel('Note', { exact: true })).toHaveValue('');
    await expect(drawer.getByRole('alert')).toBeEmpty();
    await expect(drawer.getByRole('region', { name: 'What happened' }).getByText(note)).toHaveCount(1);
  });

  test('is one entry of readings, which is found before it can be entered again', async ({ signedIn: page }) => {
    await page.goto('/plant?tab=entries');
    const form = page.getByRole('form', { name: 'Readings by hand' });
    const { units } = await askApi<{ units: { name: string; type: string }[] }>(page, '/api/plant/units');
    await form.getByLabel('Unit').selectOption(units.find(({ type }) => type === 'flow')?.name ?? '');
    const { iso } = await shiftDay(page, 3);
    for (const name of ['From, date', 'To, date']) await form.getByRole('textbox', { name }).fill(iso);
    await form.getByLabel('From, time').fill('10:00');
    await form.getByLabel('To, time').fill('10:35');
    await form.getByLabel('Amount in all').fill('1');
    await form.getByLabel('Reason').fill('read off the display');
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/plant/readings/manual')) sent += 1;
    });
    await loseAnswer(page, '**/api/plant/readings/manual', 'POST');
    await form.getByRole('button', { name: 'Enter the readings' }).click();
    await expect(form.getByRole('status').filter({ hasText: /^7 slots are entered\.$/ })).toBeVisible();
    await expect(form.getByLabel('Amount in all')).toHaveValue('');
    expect(sent).toBe(1);
    // taken back, for the tests that follow
    await form.getByRole('button', { name: 'Take them back' }).click();
    await expect(form.getByText(/7 slots are taken back/)).toBeVisible();
  });

  test('is said not to be known where the server has nothing of it', async ({ signedIn: page }) => {
    await page.goto('/alarms?tab=history&days=30');
    await page.getByRole('list', { name: 'Alarms' }).getByRole('listitem').first().getByRole('button').first().click();
    const drawer = page.getByRole('complementary', { name: 'Alarm in detail' });
    await drawer.getByLabel('Note', { exact: true }).fill('never arrives');
    await page.route('**/api/plant/alarms/*/comments', (route) => route.abort('connectionreset'));
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/plant\/alarms\/[^/?]+$/, async (route) => {
      await isAnswered;
      return route.fallback();
    });
    const add = drawer.getByRole('button', { name: 'Write note' });
    await add.click();
    await expect(add).toBeDisabled();
    await expect(drawer.getByRole('alert')).toBeEmpty();
    answer();
    await expect(drawer.getByRole('alert')).toContainText(notKnown);
    await expect(add).toBeEnabled();
    await expect(drawer.getByLabel('Note', { exact: true })).toHaveValue('never arrives');
  });

  test('is the same wall display when it is sent again, or a new one where the first was ended', async ({ signedIn: page }) => {
    type Walls = { walls: { id: string; name: string }[] };
    const names = async () => (await askApi<Walls>(page, '/api/plant/walls')).walls.map(({ name }) => name);
    await page.goto('/settings?tab=devices');
    const part = page.getByRole('region', { name: 'Wall displays' });
    const make = part.getByRole('button', { name: 'Make a token' });
    const end = part.getByRole('button', { name: 'End the wall display Pump house wall' });
    await part.getByRole('textbox').fill('Pump house wall');
    await loseAnswer(page, '**/api/plant/walls', 'POST');
    await make.click();
    await expect(part.getByRole('alert').filter({ hasText: notKnown })).toBeVisible();
    await make.click();
    await expect(part.getByText(/#token=/)).toBeVisible();
    expect(await names()).toEqual(['Pump house wall']);
    const address = (await part.getByText(/#token=/).textContent()) ?? '';
    const token = address.slice(address.indexOf('=') + 1);
    const { status } = await page.request
      .get('/api/plant/me', { headers: { authorization: `Bearer ${token}` } })
      .then((answer) => ({ status: answer.status() }));
    expect(status).toBe(200);
    await part.getByRole('button', { name: 'Close' }).click();
    await end.click();
    await expect.poll(names).toEqual([]);

    await part.getByRole('textbox').fill('Pump house wall');
    await loseAnswer(page, '**/api/plant/walls', 'POST');
    await make.click();
    await end.click();
    await expect.poll(names).toEqual([]);
    await make.click();
    await expect(part.getByText(/#token=/)).toBeVisible();
    expect(await names()).toEqual(['Pump house wall']);
    await part.getByRole('button', { name: 'Close' }).click();
    await end.click();
    await expect.poll(names).toEqual([]);
  });

  test('is the same change of meter when it is sent again', async ({ signedIn: page, expectedFaults }) => {
    type Tags = { tags: { deviceId: string; unitId: string | null }[] };
    type Unit = { id: string; type: string; meta: { meter?: object } };
    await page.goto('/commissioning');
    const { units } = await askApi<{ units: Unit[] }>(page, '/api/plant/units');
    const { tags } = await askApi<Tags>(page, '/api/plant/tags');
    const unit = units.find(({ id, meta, type }) => type === 'flow' && meta.meter && tags.some(({ unitId }) => unitId === id));
    await page.goto(`/commissioning?device=${tags.find(({ unitId }) => unitId === unit?.id)?.deviceId ?? ''}&all=true`);
    await page.getByRole('button', { name: 'Change of meter' }).first().click();
    const form = page.getByRole('form', { name: 'Change of meter' }).first();
    await form.getByLabel('Old meter showed').fill('10');
    await form.getByLabel('New meter showed').fill('0');
    const moments: string[] = [];
    await page.route('**/api/plant/units/*/meter-changes', (route) => {
      moments.push((route.request().postDataJSON() as { at: string }).at);
      return route.abort('connectionreset');
    });
    const enter = form.getByRole('button', { name: 'Enter the change' });
    for (const times of [1, 2]) {
      await enter.click();
      await expect.poll(() => moments.length).toBe(times);
      await expect(form.getByRole('alert')).toContainText(notKnown);
    }
    expect(new Set(moments).size).toBe(1);
    // refused for the unit's sake and then not answered: the last is what is said
    await page.unroute('**/api/plant/units/*/meter-changes');
    const conflict = { status: 'error', code: 409, message: 'the unit changed', requestId: 'r' };
    await page.route('**/api/plant/units/*/meter-changes', (route) => route.fulfill({ status: 409, json: conflict }), {
      times: 1,
    });
    await enter.click();
    await expect(form.getByRole('alert')).toContainText('Somebody else changed this unit');
    await page.route('**/api/plant/units/*/meter-changes', (route) => route.abort('connectionreset'));
    await enter.click();
    await expect(form.getByRole('alert')).toContainText(notKnown);
    // 10 is far from what the meter showed: the server asks, with both figures
    await page.unroute('**/api/plant/units/*/meter-changes');
    expectedFaults.push(/status of 400/);
    await enter.click();
    const question = page.getByRole('dialog', { name: 'Is this right?' });
    await expect(question).toContainText(/said to have shown 10\. It was read last at [\d.,]+, and cannot/);
    await question.getByRole('button', { name: 'Look again' }).click();
    await expect(form.getByLabel('Old meter showed')).toHaveValue('10');
    page.once('dialog', (dialog) => void dialog.accept());
  });
});

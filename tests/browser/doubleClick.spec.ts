/** A second press of a hand that presses twice does not undo what the first one did. */
import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';
import { holdByPointer } from './tasks/holding.ts';

const sentTo = (page: Page, path: RegExp): string[] => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && path.test(request.url())) sent.push(request.url());
  });
  return sent;
};

test('commands that are stopped stay stopped where the button is clicked twice', async ({ signedIn: page }) => {
  let readOnly = false;
  const asked: boolean[] = [];
  await page.route('**/api/plant/read-only', (route) => {
    if (route.request().method() !== 'GET') {
      readOnly = (route.request().postDataJSON() as { readOnly: boolean }).readOnly;
      asked.push(readOnly);
    }
    return route.fulfill({ json: { readOnly } });
  });
  await page.goto('/system');
  const panel = page.getByRole('region', { name: 'Commands to the plant' });
  const box = await panel.getByRole('button', { name: 'Make read-only' }).boundingBox();
  await panel.getByRole('button', { name: 'Make read-only' }).click();
  await expect(panel.getByRole('button', { name: 'Allow commands' })).toBeVisible();
  // where the button still is, and now says the opposite
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
  await expect(panel.getByRole('button', { name: 'Allow commands' })).toBeEnabled();
  expect(asked).toEqual([true]);
  // on purpose it is allowed again
  await panel.getByRole('button', { name: 'Allow commands' }).click();
  await expect(panel.getByRole('button', { name: 'Make read-only' })).toBeVisible();
  expect(asked).toEqual([true, false]);
});

test('what is saved by a double click is sent once', async ({ signedIn: page }) => {
  const facts = sentTo(page, /\/industry\/facts$/);
  await page.goto('/plant?tab=facts&part=other');
  const form = page.getByRole('form', { name: 'Other' });
  const save = form.getByRole('button', { name: 'Save', exact: true });
  for (const times of [1, 2]) {
    await form.getByRole('checkbox').last().click();
    await save.dblclick();
    await expect(form.getByText('Saved. Undo leads back')).toBeVisible();
    await expect(save).toBeDisabled();
    expect(facts).toHaveLength(times);
  }
  const notes = sentTo(page, /\/comments$/);
  await page.goto('/alarms?tab=history&days=30');
  await page.getByRole('list', { name: 'Alarms' }).getByRole('listitem').first().getByRole('button').first().click();
  const drawer = page.getByRole('complementary', { name: 'Alarm in detail' });
  const note = `by a double click at ${Date.now()}`;
  await drawer.getByLabel('Note', { exact: true }).fill(note);
  await drawer.getByRole('button', { name: 'Write note' }).dblclick();
  await expect(drawer.getByRole('region', { name: 'What happened' }).getByText(note)).toHaveCount(1);
  expect(notes).toHaveLength(1);
  const people = sentTo(page, /\/users$/);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByLabel('User name').fill(`twice-${Date.now()}`);
  // the first answer is on its way when the second press comes
  await page.route('**/api/plant/users', async (route) => {
    if (route.request().method() === 'POST') await new Promise((done) => setTimeout(done, 500));
    return route.fallback();
  });
  await page.getByRole('button', { name: 'Add', exact: true }).dblclick();
  await expect(page.getByText('shown this once', { exact: false })).toBeVisible();
  expect(people).toHaveLength(1);
});

test('a command that is held once and pressed again is sent once', async ({ signedIn: page }) => {
  const commands = sentTo(page, /\/plc\//);
  await page.goto('/commands');
  await page.getByRole('button', { name: /^Garden valve/ }).click();
  const valve = page.getByRole('region', { name: 'Garden valve' });
  for (const [at, action] of ['Close', 'Open'].entries()) {
    await valve.getByText(action, { exact: true }).first().click();
    const hold = valve.getByRole('button', { name: new RegExp(`^${action}: Garden valve`) });
    const box = await hold.boundingBox();
    await holdByPointer(page, valve, hold);
    await page.mouse.dblclick((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
    expect(commands).toHaveLength(at + 1);
  }
});

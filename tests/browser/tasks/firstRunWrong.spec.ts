import { expect, test } from '@playwright/test';
import { startEmptyServer } from './emptyServer.ts';

test('a first run says what is wrong on the page that asks for it, and not at its end in words of the API', async ({ page }) => {
  test.setTimeout(120_000);
  const { code, url, stop } = await startEmptyServer();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const next = (name = 'Next') => page.getByRole('button', { name, exact: true });
  try {
    await page.goto(url);
    await field('Setup code').fill('AAAA');
    await next().click();
    await expect(field('Setup code')).toHaveAccessibleDescription(/Three groups of four letters and digits are needed/);
    await field('Setup code').fill(code.toLowerCase().replaceAll('-', ' '));
    await next().click();
    await field('Name').fill('Asha Patil');
    await field('E-mail address').fill('asha@plant.example');
    await field('User name').fill('asha');
    await field('Password').fill('password12');
    await next().click();
    await next().click();
    await field('Name of the plant').fill('Kaveri Bottling');
    await field('Time zone').fill('Mars/Olympus');
    await field('The day begins at').fill('6:00');
    await next('Make the plant').click();
    await expect(field('Time zone')).toHaveAccessibleDescription(/There is no such zone/);
    await field('Time zone').fill('Asia/Kolkata');
    await expect(page.getByRole('status').filter({ hasText: 'shift day' })).toContainText('at 06:00');
    await next('Make the plant').click();

    // the plant is not made: the page of the owner comes back, and says it at the password
    await expect(page.getByRole('heading', { level: 1, name: 'Who owns this server?' })).toBeVisible();
    await expect(field('Password')).toBeFocused();
    await expect(field('Password')).toHaveAccessibleDescription(/This is easily guessed\. Choose one that is not/);
    await expect(page.getByText('owner.password')).toHaveCount(0);
    await field('Password').fill('Kaveri-flows-7-north');
    await next().click();
    await expect(field('Name of the plant')).toHaveValue('Kaveri Bottling');
    await next('Make the plant').click();
    await expect(page.getByRole('heading', { level: 1, name: 'How do others reach this PC?' })).toBeVisible();
  } finally {
    await stop();
  }
});

test('a plant that was restored is opened by its id, which is asked for only then', async ({ page }) => {
  test.setTimeout(120_000);
  const { code, url, stop } = await startEmptyServer();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const next = (name = 'Next') => page.getByRole('button', { name, exact: true });
  const ids: unknown[] = [];
  await page.route('**/api/plant/setup', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const { industry } = route.request().postDataJSON() as { industry: { id: string } };
    ids.push(industry.id);
    if (industry.id === 'old_plant') return route.fallback();
    const errors = [{ path: 'industry.id', message: 'must be old_plant, as this plant was restored' }];
    const message = 'This plant was restored: its id is old_plant';
    return route.fulfill({ status: 400, json: { status: 'error', code: 400, message, requestId: 'r', errors } });
  });
  try {
    await page.goto(url);
    await field('Setup code').fill(code);
    await next().click();
    await field('Name').fill('Asha Patil');
    await field('E-mail address').fill('asha@plant.example');
    await field('User name').fill('asha');
    await field('Password').fill('Kaveri-flows-7-north');
    await next().click();
    await next().click();
    await field('Name of the plant').fill('Kaveri Bottling');
    await expect(field('Id of the plant')).toHaveCount(0);
    await next('Make the plant').click();
    await expect(field('Id of the plant')).toBeFocused();
    await expect(field('Id of the plant')).toHaveAccessibleDescription(/This must be old_plant, as this plant was restored/);
    await field('Id of the plant').fill('old_plant');
    await next('Make the plant').click();
    await expect(page.getByRole('heading', { level: 1, name: 'How do others reach this PC?' })).toBeVisible();
    expect(ids).toEqual(['KAVERI-BOTTLING', 'old_plant']);
  } finally {
    await stop();
  }
});

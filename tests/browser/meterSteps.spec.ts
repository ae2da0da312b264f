import { apiOf } from './api.ts';
import { expect, test } from './plant.ts';

test('the last step of a new meter takes nothing that it could not ask for a fact about the meter', async ({
  signedIn: page,
  expectedFaults,
}) => {
  expectedFaults.push(/Failed to load resource/);
  const { tags } = await (async () => {
    await page.goto('/units');
    return apiOf<{ tags: { deviceId: string; unitId: string | null }[] }>(page, '/api/plant/tags');
  })();
  const fed = tags.find(({ unitId }) => unitId !== null);
  const place = new URLSearchParams({ add: 'true', step: 'trusted', device: fed?.deviceId ?? '', unit: fed?.unitId ?? '' });
  const failing = ['tags', 'field', `units/${fed?.unitId}`];
  for (const what of failing) {
    const fails = (url: URL) => url.pathname.startsWith(`/api/plant/${what}`);
    await page.route(fails, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`/commissioning?${place}`);
    await expect(page.getByRole('main').getByRole('alert').first(), what).toBeVisible();
    await expect(page.getByText('No signal of this device feeds the unit.')).toHaveCount(0);
    await expect(page.getByText('Why it can be trusted')).toHaveCount(0);
    await page.unroute(fails);
  }
  await page.goto(`/commissioning?${place}`);
  await expect(page.getByRole('heading', { name: 'Why it can be trusted' })).toBeVisible();
});

test('the first run of a plant that has measured for days says of no reading how many minutes it took', async ({
  signedIn: page,
}) => {
  await page.goto('/first-run');
  await expect(page.getByRole('heading', { name: 'The reading can be trusted' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/First trusted reading after/)).toHaveCount(0);
});

test('what is typed of a new line or unit is left without a question, and is there again', async ({ signedIn: page }) => {
  const leave = page.getByRole('button', { name: 'Save and leave' });
  const isLeft = () => expect(page.getByRole('button', { name: 'Add a meter' }).first()).toBeVisible();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  const newLine = async () => {
    await page.goto('/commissioning?add=true');
    await page.getByRole('button', { name: 'Another line' }).click();
  };
  await newLine();
  await page.getByLabel('Address of the gateway or meter').fill('10.11.12.13');
  await leave.click();
  await isLeft();
  await newLine();
  await expect(page.getByLabel('Address of the gateway or meter')).toHaveValue('10.11.12.13');

  const { devices } = await apiOf<{ devices: { id: string }[] }>(page, '/api/plant/devices');
  const at = `/commissioning?${new URLSearchParams({ add: 'true', step: 'unit', device: devices[0]?.id ?? '' })}`;
  await page.goto(at);
  await page.getByLabel('Name of the unit').fill('Garden inlet');
  await leave.click();
  await isLeft();
  await page.goto(at);
  await expect(page.getByLabel('Name of the unit')).toHaveValue('Garden inlet');
  expect(asked).toEqual([]);
});

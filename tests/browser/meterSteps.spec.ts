import { apiOf } from './api.ts';
import { expect, test } from './plant.ts';
import { startMeter } from './tasks/emptyServer.ts';

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

test('the search of a new line finds the meter, and its model is chosen in sight', async ({ signedIn: page, expectedFaults }) => {
  test.setTimeout(120_000);
  // the page may be reading the meter when it is stopped
  expectedFaults.push(/status of 503/);
  const meter = await startMeter();
  try {
    await page.goto('/commissioning?add=true');
    await page.getByRole('button', { name: 'Another line' }).click();
    await page.getByLabel('Address of the gateway or meter').fill('127.0.0.1');
    await page.getByLabel('Port', { exact: true }).fill(meter.port);
    await page.getByLabel('Name of the line').fill(`Line to search ${meter.port}`);
    await page.getByRole('button', { name: 'Next: model' }).click();
    await page.getByRole('button', { name: 'Next: readings' }).click();
    await expect(page.getByText('Choose the model.')).toBeVisible();
    await page.getByRole('button', { name: /^Search unit ids/ }).click();
    const found = page.getByRole('region', { name: 'Search the line' }).getByRole('button', { name: /TUF-2000M/ });
    await found.click({ timeout: 60_000 });
    await expect(found).toHaveAttribute('aria-pressed', 'true');
    const model = page.getByRole('radio', { name: /TUF-2000M/ });
    await expect(model).toBeChecked();
    await expect(model).toBeInViewport();
    await page.getByRole('button', { name: 'Next: readings' }).click();
    await expect(page.getByRole('heading', { name: 'What the device sends' })).toBeVisible();
  } finally {
    await meter.stop();
  }
});

test('the source of a model is beside its name also where it takes a line of its own', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/units');
  const { connections } = await apiOf<{ connections: { id: string }[] }>(page, '/api/plant/connections');
  await page.goto(`/commissioning?${new URLSearchParams({ add: 'true', step: 'model', line: connections[0]?.id ?? '' })}`);
  const models = page.getByRole('list', { name: 'Library of models' }).getByRole('listitem');
  await expect(models.first()).toBeVisible();
  const lefts = await models.evaluateAll((rows) =>
    rows.map((row) => {
      const name = row.querySelector('strong')?.getBoundingClientRect().left ?? 0;
      const rest = [...row.querySelectorAll('strong ~ span')];
      return rest.every((part) => part.getBoundingClientRect().left >= name);
    }),
  );
  expect(lefts).not.toContain(false);
});

test('another kind of line complains of its fields once they were left, not before', async ({ signedIn: page }) => {
  await page.goto('/commissioning?add=true');
  await page.getByRole('button', { name: 'Another line' }).click();
  const go = page.getByRole('button', { name: 'Next: model' });
  await go.click();
  const main = page.getByRole('main');
  await expect(main.locator('[aria-invalid]')).toHaveCount(1);
  await expect(main.getByRole('alert')).not.toBeEmpty();
  await page.getByText('Serial port', { exact: true }).first().click();
  await expect(page.getByLabel('Serial port', { exact: true }).last()).toBeVisible();
  await expect(main.locator('[aria-invalid]')).toHaveCount(0);
  await expect(main.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await go.click();
  await expect(main.locator('[aria-invalid]')).toHaveCount(1);
});

test('in the first run on a small screen, no value of a device with many registers is cut', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const device of ['demo-line1Meter', 'demo-etpAnalyser']) {
    await page.goto(`/first-run?at=meter&step=readings&line=demo&device=${device}`);
    // signals, and the chosen one in every way that it can be read
    await expect(page.getByRole('table')).toHaveCount(2);
    const over = () =>
      page
        .getByRole('table')
        .evaluateAll((tables) => tables.map((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)));
    await expect.poll(over, { message: device }).toEqual([0, 0]);
  }
});

import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { shiftDay } from './api.ts';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { askApi } from './pageWords.ts';
import { admin, expect, test } from './plant.ts';

/** Types the password again where it is asked for: a sign-in of a few minutes ago counts too. */
const confirmed = async (page: Page, done: Locator): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await expect(dialog.or(done).first()).toBeVisible();
  if ((await dialog.count()) > 0) {
    await dialog.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.keyboard.press('Enter');
  }
  await expect(done).toBeVisible();
};

test.describe('readings by hand, write points and files', () => {
  test('a reading is entered with its reason, and taken back', async ({ signedIn: page }) => {
    await page.goto('/plant?tab=entries');
    const form = page.getByRole('form', { name: 'Readings by hand' });
    await page.getByRole('button', { name: 'Enter the readings' }).click();
    await expect(form.getByLabel('Reason')).toHaveAccessibleDescription(/This is needed/);
    const { units } = await askApi<{ units: { name: string; type: string }[] }>(page, '/api/plant/units');
    await form.getByLabel('Unit').selectOption(units.find(({ type }) => type === 'flow')?.name ?? '');
    const { iso: before } = await shiftDay(page, 2);
    await form.getByRole('textbox', { name: 'From, date' }).fill(before);
    await form.getByRole('textbox', { name: 'To, date' }).fill(before);
    await form.getByLabel('From, time').fill('10:00');
    await form.getByLabel('Amount in all').fill('1,2');
    // an end that is none is wrong at its own field, not at the amount
    for (const end of ['09:00', '10:33']) {
      await form.getByLabel('To, time').fill(end);
      await form.getByLabel('To, time').blur();
      await expect(form.getByLabel('To, time')).toHaveAccessibleDescription(
        /An end after the beginning, on a multiple of 5 minutes/,
      );
      await expect(form.getByLabel('Amount in all')).not.toHaveAttribute('aria-invalid');
    }
    await form.getByLabel('To, time').fill('10:30');
    await form.getByLabel('Reason').fill('read off the display');
    await expect(form.getByText('6 slots of 5 minutes, 200 L each.')).toBeVisible();
    await page.getByRole('button', { name: 'Enter the readings' }).click();
    await expect(form.getByText(/^6 slots are entered\. .* now has [\d.,]+ (KL|kWh)\./)).toBeVisible();
    await page.getByRole('button', { name: 'Take them back' }).click();
    await expect(form.getByText(/^6 slots are taken back\./)).toBeVisible();
  });

  test('a reading of more than the meter can count is asked about with both figures before it is kept', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 400/);
    await page.goto('/plant?tab=entries');
    const form = page.getByRole('form', { name: 'Readings by hand' });
    const { units } = await askApi<{ units: { name: string; type: string }[] }>(page, '/api/plant/units');
    await form.getByLabel('Unit').selectOption(units.find(({ type }) => type === 'flow')?.name ?? '');
    const { iso: before } = await shiftDay(page, 2);
    await form.getByRole('textbox', { name: 'From, date' }).fill(before);
    await form.getByRole('textbox', { name: 'To, date' }).fill(before);
    await form.getByLabel('From, time').fill('11:00');
    await form.getByLabel('To, time').fill('11:30');
    await form.getByLabel('Amount in all').fill('600000');
    await form.getByLabel('Reason').fill('litres typed as KL');
    await page.getByRole('button', { name: 'Enter the readings' }).click();
    const question = page.getByRole('dialog', { name: 'Is this right?' });
    await expect(question).toContainText(/100,000,000 L is typed for each 5 minutes\. .* at most [\d.,]+ L\./);
    await question.getByRole('button', { name: 'Look again' }).click();
    await expect(question).toBeHidden();
    await expect(form.getByLabel('Amount in all')).toHaveValue('600000');
    await page.getByRole('button', { name: 'Enter the readings' }).click();
    await question.getByRole('button', { name: 'It is right, keep it' }).click();
    await expect(form.getByText(/^6 slots are entered\./)).toBeVisible();
    await page.getByRole('button', { name: 'Take them back' }).click();
    await expect(form.getByText(/^6 slots are taken back\./)).toBeVisible();
  });

  test('a write point is tried dry, changed with the password, and led back', async ({ signedIn: page, expectedFaults }) => {
    // the password is asked for by a refusal
    expectedFaults.push(/status of 40[13]/);
    type Points = { points: { id: string; name: string; confirmText: string; interlocks: { text: string }[] }[] };
    await page.goto('/plant?tab=points');
    const { points } = await askApi<Points>(page, '/api/plant/write-points');
    const [point] = points;
    if (point === undefined) throw new Error('the demo has no write point');
    await page.getByRole('list', { name: 'Write points' }).getByRole('button', { name: point.name }).click();
    const form = page.getByRole('form', { name: point.name });
    await form.getByLabel('Value to try').fill('999999');
    await expect(form.getByText('Refused: above the largest value.')).toBeVisible();
    for (const { text } of point.interlocks)
      await expect(form.getByText(new RegExp(`(Holds|Would refuse): ${text}`))).toBeVisible();
    await form.getByLabel('Shown before it is commanded').fill('Ask the shift first');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await confirmed(page, form.getByText('Saved. Undo leads back'));
    const now = await askApi<Points>(page, '/api/plant/write-points');
    expect(now.points.find(({ id }) => id === point.id)).toMatchObject({ confirmText: 'Ask the shift first' });
    while (await page.getByRole('button', { name: 'Undo', exact: true }).isEnabled())
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await confirmed(page, form.getByText('Saved. Undo leads back'));
  });

  test('a file shows line by line what it would change, and is taken over after that', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    // the password is asked for by a refusal
    expectedFaults.push(/status of 40[13]/);
    await page.goto('/plant?tab=files');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as JSON' }).click();
    const text = await readFile(await (await coming).path(), 'utf8');
    type File = { devices: { name: string; version: number }[] };
    const file = JSON.parse(text) as File;
    const [device] = file.devices;
    if (device === undefined) throw new Error('the export has no device');
    const { name } = device;
    const choose = async (content: File) =>
      page
        .getByLabel('Choose a file')
        .and(page.locator('input'))
        .setInputFiles({ name: 'plant.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) });
    await choose(file);
    await expect(page.getByText('The plant is already as the file has it.')).toBeVisible();
    device.name = `${name} (new)`;
    await choose(file);
    await expect(
      page.getByRole('row', { name: new RegExp(`Devices, line 1 changed .* ${name}`.replace(/[()]/g, '.')) }),
    ).toBeVisible();
    await expectAccessible(page, 'what a file would change');
    await page.getByRole('button', { name: 'Take it over' }).click();
    await confirmed(page, page.getByText('plant.json: taken over.'));
    device.name = name;
    device.version += 1;
    await choose(file);
    await page.getByRole('button', { name: 'Take it over' }).click();
    await confirmed(page, page.getByText('plant.json: taken over.'));
  });

  test('a file that cannot be taken over says why, and nothing of being the same', async ({ signedIn: page }) => {
    await page.goto('/plant?tab=files');
    const choose = (content: string) =>
      page
        .getByLabel('Choose a file')
        .and(page.locator('input'))
        .setInputFiles({ name: 'plant.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await choose('kind,id,name,adress\nconnection,,Garden line,7\n');
    await expect(page.getByRole('heading', { name: 'What keeps the file from being taken over' })).toBeVisible();
    await expect(page.getByText('adress: is no column that is known here')).toBeVisible();
    await expect(page.getByText('The plant is already as the file has it.')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Take it over' })).toHaveCount(0);
    await expectAccessible(page, 'what keeps a file out');
    await choose('');
    await expect(page.getByText('plant.csv is empty.')).toBeVisible();
  });

  test('a model of one’s own comes from a file, is compared, and is deleted by its name', async ({ signedIn: page }) => {
    await page.goto('/plant?tab=models');
    const coming = page.waitForEvent('download');
    await page.getByRole('region', { name: 'Models that came with the product' }).getByRole('button').first().click();
    const model = JSON.parse(await readFile(await (await coming).path(), 'utf8')) as { id: string; source: string };
    const choose = async (content: object) =>
      page
        .getByLabel('Choose a model file')
        .and(page.locator('input'))
        .setInputFiles({ name: 'model.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) });
    await choose(model);
    await expect(page.getByText('This id belongs to a model that came with the product.')).toBeVisible();
    await choose({ ...model, id: 'Own Meter' });
    await expect(page.getByRole('list', { name: 'What is wrong with the file' })).toContainText('id:');
    await choose({ ...model, id: 'own-meter' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Delete own-meter' })).toBeDisabled();
    await choose({ ...model, id: 'own-meter', source: 'its display' });
    await expect(page.getByRole('list', { name: 'What differs' })).toContainText('its display');
    await page.getByLabel('Type “own-meter” to go on').fill('own-meter');
    await page.getByRole('button', { name: 'Delete own-meter' }).click();
    await expect(page.getByText('No model of your own yet.')).toBeVisible();
  });

  for (const tab of ['entries', 'points&item=new%20point', 'files', 'models'])
    test(`the tab ${tab} breaks no rule of accessibility and fits a phone, also in Hindi`, { tag: '@full' }, async ({
      signedIn: page,
    }) => {
      await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
      for (const width of [1366, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`/plant?tab=${tab}`);
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('status', { name: 'लोड हो रहा है' })).toHaveCount(0);
        await expectAccessible(page, `${tab} at ${width}`);
        await expectToFit(page, `${tab} at ${width}`);
      }
    });
});

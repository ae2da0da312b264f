import { readFile } from 'node:fs/promises';
import { apiOf, numberIn, shiftDay } from '../api.ts';
import { expect, test } from './clicks.ts';

test.describe('from the list of units', () => {
  test('the exact value at 14:35 yesterday takes 3 clicks', async ({ signedIn: page, clicks }) => {
    await page.goto('/units');
    const { dmy } = await shiftDay(page, 1);
    await page.getByRole('link', { name: /^Line 1 PET/ }).click();
    await page.getByRole('textbox', { name: 'Go to a time' }).click();
    await page.keyboard.type(`${dmy} 14:35`);
    await page.keyboard.press('Enter');
    const readout = page.getByLabel('One step');
    await expect(readout).toContainText('14:35 – 14:40');
    expect(clicks.count()).toBe(3);
    const { values, unit } = await apiOf<{ values: number[]; unit: string }>(
      page,
      `/api/plant/trend?unitId=demo-line1&param=flow&date1=${dmy}`,
    );
    expect(unit).toBe('m3/h');
    // the shift day begins at 06:00
    const cell = readout.locator('[data-role="main"] dd');
    // shown with one decimal
    expect(Math.abs(numberIn(await cell.innerText()) - (values[(8 * 60 + 35) / 5] ?? Number.NaN))).toBeLessThan(0.0501);
  });

  test('yesterday against the same day last week takes 2 clicks', async ({ signedIn: page, clicks }) => {
    await page.goto('/units');
    const [yesterday, weekBefore] = [await shiftDay(page, 1), await shiftDay(page, 8)];
    await page.getByRole('link', { name: /^Line 3 glass/ }).click();
    await page.getByRole('button', { name: 'Previous day' }).click();
    const rows = page.getByRole('table', { name: 'Figures of the range' }).getByRole('row');
    await expect(page).toHaveURL(new RegExp(`date=${yesterday.iso}`));
    const total = async (dmy: string) =>
      (await apiOf<{ figures: { total: number } }>(page, `/api/plant/trend?unitId=demo-line3&param=volume&date1=${dmy}`)).figures
        .total;
    const [now, before] = [await total(yesterday.dmy), await total(weekBefore.dmy)];
    await expect.poll(async () => numberIn(await rows.nth(1).getByRole('cell').nth(0).innerText())).toBe(now);
    await expect.poll(async () => numberIn(await rows.nth(2).getByRole('cell').nth(0).innerText())).toBe(before);
    const change = numberIn((await rows.nth(1).getByRole('cell').nth(1).innerText()).replace('+', ''));
    expect(change).toBeCloseTo((100 * (now - before)) / before, 1);
    expect(clicks.count()).toBe(2);
  });
});

test('a month of a unit as XLSX takes 3 clicks', async ({ signedIn: page, clicks }) => {
  await page.goto('/units/demo-line3');
  await expect(page.getByRole('table', { name: 'Figures of the range' })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Range' }).getByText('Month', { exact: true }).click();
  await expect(page).toHaveURL(/range=month/);
  await expect(page.getByLabel('One step')).toContainText('KL');
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'What is shown' }).click();
  await page.getByRole('menuitem', { name: 'Download as XLSX' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^Line 3 glass, .*\.xlsx$/);
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
  expect(clicks.count()).toBe(3);
});

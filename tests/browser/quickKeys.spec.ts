import { expect, test } from './plant.ts';

test.describe('one of a few, chosen by keys', () => {
  test('moves one place at every press, however slowly the page follows', async ({ signedIn: page }) => {
    await page.goto('/units/demo-line3');
    const range = page.getByRole('radiogroup', { name: 'Range' });
    await expect(range.getByRole('radio', { name: 'Shift day' })).toBeChecked();
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    await range.getByRole('radio', { name: 'Shift day' }).focus();
    const places: number[] = [];
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('ArrowRight');
      places.push(await range.getByRole('radio').evaluateAll((all) => all.findIndex((one) => (one as HTMLInputElement).checked)));
    }
    expect(places).toEqual([2, 3, 4, 5, 0, 1, 2, 3]);
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect(page).toHaveURL(/range=month/);
    await expect(range.getByRole('radio', { name: 'Month' })).toBeChecked();
  });
});

/** A second press of a hand that presses twice does not undo what the first one did. */
import { expect, test } from './plant.ts';

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

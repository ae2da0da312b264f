/** Every tab fits a phone of 320 px, which is also a window of 640 px at 200 %. */
import { tabsOfPages } from './everyPage.ts';
import { expectToFit } from './fits.ts';
import { expect, test } from './plant.ts';

const tabs = {
  '/units/demo-line1': ['events', 'meter', 'limits'],
  '/rain': ['harvest', 'potential', 'form'],
  '/alarms': ['shelved', 'history', 'figures'],
  '/reports': ['schedules', 'made', 'returns'],
  '/plant': ['facts', 'entries', 'points', 'files', 'models'],
  '/settings': ['delivery', 'sso', 'devices', 'shift', 'me'],
  '/system': ['backups', 'program', 'audit', 'network', 'hub'],
};
const paths = [
  ...Object.entries(tabs).flatMap(([path, all]) => all.map((tab) => `${path}?tab=${tab}`)),
  ...tabsOfPages.filter((path) => path.includes('tool=')),
];

test('every tab fits 320 px', async ({ signedIn: page }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expectToFit(page, path);
  }
});

test('names of units are not torn within a word at 320 px', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/units');
  const name = page.getByRole('link', { name: /^Borewell 1/ }).getByText('Borewell 1', { exact: true });
  await expect(name).toBeVisible();
  const lines = await name.evaluate((element) => {
    const range = document.createRange();
    range.setStart(element.firstChild ?? element, 0);
    range.setEnd(element.firstChild ?? element, 'Borewell'.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
  expect(lines).toBe(1);
});

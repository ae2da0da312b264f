import { expect, test } from '../plant.ts';
import { alarmsOfOnly, reportAlarm } from '../reportAlarm.ts';
import { choose, goTo, press, tabTo, type } from './keyboard.ts';

test.describe('a person without a pointer keeps the plant', () => {
  test('adds a unit and deletes it by its name', async ({ signedIn: page }) => {
    const name = `Keys ${Date.now()}`;
    await goTo(page, 'Plant setup');
    await press(page, page.getByRole('button', { name: 'Add a unit', exact: true }));
    await tabTo(page, page.getByLabel('What is it?'));
    await page.keyboard.type('Entered by hand');
    await type(page, page.getByRole('form', { name: 'Add a unit' }).getByLabel('Name'), name);
    await press(page, page.getByRole('button', { name: 'Add', exact: true }));
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    const asked: { method: string; url: string }[] = [];
    page.on('request', (request) => asked.push({ method: request.method(), url: request.url() }));
    await type(page, page.getByLabel(`Type “${name}” to go on`), name);
    await press(page, page.getByRole('button', { name: `Delete ${name}`, exact: true }));
    await expect(page.getByRole('heading', { level: 2, name })).toHaveCount(0);
    const at = asked.findIndex(({ method }) => method === 'DELETE');
    const id = asked[at]?.url.match(/units\/([^?]+)/)?.[1];
    expect(id).toMatch(/^[^/]+$/);
    expect(
      asked.slice(at + 1).filter(({ url }) => url.includes(String(id))),
      'a unit that is deleted is not asked for',
    ).toEqual([]);
  });

  test('sets a limit and leads it back', async ({ signedIn: page }) => {
    await page.goto('/plant?item=unit%20demo-rawTank&part=limits');
    const high = page.getByLabel('High level', { exact: true });
    await expect(high).toHaveValue(/\d/);
    const before = await high.inputValue();
    for (const limit of ['96', before]) {
      await type(page, high, limit);
      await press(page, page.getByRole('button', { name: 'Save', exact: true }));
      await expect(page.getByText('Saved. Undo leads back')).toBeVisible();
      await expect(high).toHaveValue(limit);
    }
  });

  test('shelves an alarm with a reason', async ({ signedIn: page, serverUrl, record }) => {
    const { unitName } = await reportAlarm(page, serverUrl, record, await alarmsOfOnly(page));
    await goTo(page, 'Alarms');
    const row = page.getByRole('list', { name: 'Alarms' }).getByRole('listitem').filter({ hasText: unitName });
    await press(page, row.getByRole('button').first());
    const drawer = page.getByRole('complementary', { name: 'Alarm in detail' });
    await type(page, drawer.getByLabel('Reason'), 'the float is being cleaned');
    await press(page, drawer.getByRole('button', { name: 'Shelve', exact: true }));
    await choose(page, page.getByRole('radio', { name: 'Shelved', exact: true }));
    await expect(page.getByRole('list', { name: 'Alarms' })).toContainText(unitName);
  });
});

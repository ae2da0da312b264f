import { readFile } from 'node:fs/promises';
import { literal, shiftDay } from '../api.ts';
import { admin, expect, test } from '../plant.ts';
import { alarmsOfOnly, reportAlarm } from '../reportAlarm.ts';
import { deadLine } from './deadLine.ts';
import { choose, goTo, press, tabTo, type } from './keyboard.ts';

test.describe('the day of a person without a pointer', { tag: '@full' }, () => {
  test('yesterday against the same day of last week, and the exact value at 14:35', async ({ signedIn: page }) => {
    await goTo(page, 'Line 3 glass');
    const { iso, dmy } = await shiftDay(page, 1);
    await press(page, page.getByRole('button', { name: 'Previous day' }));
    await expect(page).toHaveURL(new RegExp(`date=${iso}`));
    await expect(page.getByRole('table', { name: 'Figures of the range' }).getByRole('row')).toHaveCount(3);
    await type(page, page.getByRole('textbox', { name: 'Go to a time' }), `${dmy} 14:35`);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('One step')).toContainText('14:35 – 14:40');
  });

  test('a month of a unit as XLSX', async ({ signedIn: page }) => {
    await goTo(page, 'Line 3 glass');
    await choose(page, page.getByRole('radiogroup', { name: 'Range' }).getByRole('radio', { name: 'Month' }));
    await expect(page.getByLabel('One step')).toContainText('KL');
    await press(page, page.getByRole('button', { name: 'What is shown' }));
    const wanted = page.getByRole('menuitem', { name: 'Download as XLSX' });
    await expect(wanted).toBeVisible();
    const isFocused = () => wanted.evaluate((element) => element === document.activeElement);
    for (let down = 0; down < 6 && !(await isFocused()); down += 1) await page.keyboard.press('ArrowDown');
    const waiting = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await readFile(await (await waiting).path())).subarray(0, 2).toString()).toBe('PK');
  });

  test('the report of the month as PDF', async ({ signedIn: page, expectedFaults }) => {
    // the sandboxed preview refuses what the tests themselves bring into every frame
    expectedFaults.push(/sessionStorage|localStorage/);
    await goTo(page, 'Reports');
    await choose(page, page.getByRole('radio', { name: 'Month', exact: true }));
    const waiting = page.waitForEvent('download', { timeout: 50_000 });
    await press(page, page.getByRole('button', { name: 'PDF' }));
    expect((await readFile(await (await waiting).path())).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('an alarm is acknowledged from any page, and who did is looked up', async ({ signedIn: page, serverUrl, record }) => {
    const shown = await alarmsOfOnly(page);
    await page.goto('/units');
    await expect(page.getByRole('heading', { level: 1, name: 'Units & trends' })).toBeVisible();
    const { unitName } = await reportAlarm(page, serverUrl, record, shown);
    const button = page
      .getByRole('region', { name: 'Alarm bar' })
      .getByRole('button', { name: new RegExp(`^Acknowledge: ${literal(unitName)}`) });
    await expect(button).toBeVisible();
    // what has just come in the place of another alarm is not acknowledged by a press that was meant for that one
    await expect(async () => {
      // a slow answer may come after the wait below
      if ((await button.count()) > 0) await press(page, button);
      await expect(button).toHaveCount(0, { timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    await goTo(page, 'Alarms');
    const row = page.getByRole('list', { name: 'Alarms' }).getByRole('listitem').filter({ hasText: unitName });
    await expect(row.first()).toContainText(/Asha Kulkarni, \d\d:\d\d/);
  });

  test('from the sign-in to an alarm that is acknowledged in its list', async ({ page, serverUrl, record }) => {
    const { unitName } = await reportAlarm(page, serverUrl, record, await alarmsOfOnly(page));
    await page.goto('/');
    await type(page, page.getByLabel('User name'), admin.username);
    await type(page, page.getByLabel('Password', { exact: true }), admin.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await press(page, page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Alarms/ }));
    await expect(page.getByRole('heading', { level: 1, name: 'Alarms' })).toBeVisible();
    const row = page.getByRole('list', { name: 'Alarms' }).getByRole('listitem').filter({ hasText: unitName }).first();
    await press(page, row.getByRole('button').first());
    const drawer = page.getByRole('complementary', { name: 'Alarm in detail' });
    await press(page, drawer.getByRole('button', { name: /^Acknowledge/ }));
    await expect(drawer.getByRole('button', { name: /^Acknowledge/ })).toHaveCount(0);
    await expect(drawer.getByRole('region', { name: 'What happened' })).toContainText(/Acknowledged[\s\S]*Asha Kulkarni/);
  });

  test('what is wrong with a dead line, from the verdict to what to try', async ({ signedIn: page, serverUrl, record }) => {
    test.slow();
    const mend = await deadLine(page, serverUrl, record);
    try {
      await page.goto('/');
      const thing = page.getByRole('region', { name: 'Verdict' }).getByRole('link', { name: /^Process gateway silent/ });
      await expect(thing).toBeVisible({ timeout: 60_000 });
      await tabTo(page, thing);
      await page.keyboard.press('Enter');
      const doctor = page.getByRole('complementary', { name: 'Process gateway' });
      await expect(doctor.getByRole('heading', { name: 'What to try next' }).first()).toBeVisible();
    } finally {
      await mend();
    }
  });
});

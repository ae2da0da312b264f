import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { askApi } from './pageWords.ts';
import { expect, openSession, signIn, test } from './plant.ts';

type Unit = { id: string; version: number; name: string; position: number; meta: Record<string, unknown> };
const stored = (page: Page, id = 'demo-rawTank') => askApi<Unit>(page, `/api/plant/units/${id}`);
const form = (page: Page, name = 'Raw water tank') => page.getByRole('form', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** Changes a unit past the page, as somebody else would. */
const changeElsewhere = (page: Page, id: string, change: object) =>
  page.evaluate(
    async ({ id: unitId, change: part }) => {
      const { accessToken } = JSON.parse(sessionStorage.getItem('headworks.session') ?? '{}') as { accessToken?: string };
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
      const at = `/api/plant/units/${unitId}`;
      const unit = (await (await fetch(at, { headers })).json()) as { meta: object };
      const body = { ...unit, meta: { ...unit.meta, ...part } };
      const answer = await fetch(at, { method: 'PUT', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    { id, change },
  );

test.describe('forms about the plant', () => {
  test('a limit is checked while one types, kept when refused, saved, and led back by undo', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 400/);
    await page.goto('/plant?item=unit%20demo-rawTank&part=limits');
    const low = form(page).getByLabel('Low level');
    await low.fill('x');
    await low.blur();
    await expect(low).toHaveAccessibleDescription(/This must be a number/);
    // what only the plant's rules know is said at its field, and what was typed stays
    await low.fill('98');
    await save(page).click();
    await expect(form(page).getByLabel('High level')).toHaveAccessibleDescription(/This must not be below “Low level”/);
    await expect(low).toHaveValue('98');
    await low.fill('21,5');
    await save(page).click();
    await expect(form(page).getByText('Saved. Undo leads back')).toBeVisible();
    expect((await stored(page)).meta).toMatchObject({ lowThreshold: 21.5, highThreshold: 97 });
    while (await page.getByRole('button', { name: 'Undo', exact: true }).isEnabled())
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await save(page).click();
    await expect(form(page).getByText('Saved. Undo leads back')).toBeVisible();
    expect((await stored(page)).meta).toMatchObject({ lowThreshold: 15, highThreshold: 97 });
  });

  test('two people who change the same tank see both sides, and lose nothing', async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of 409/);
    await page.goto('/plant?item=unit%20demo-rawTank&part=limits');
    await form(page).getByLabel('Low level').fill('17');
    await changeElsewhere(page, 'demo-rawTank', { highThreshold: 95 });
    await save(page).click();
    const sides = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' });
    await expect(sides.getByText(/, admin changed this meanwhile/)).toBeVisible();
    await expect(sides.getByRole('row', { name: /Low level 15 17 15/ })).toBeVisible();
    await expect(sides.getByRole('row', { name: /High level 97 97 95/ })).toBeVisible();
    await expectAccessible(page, 'both sides');
    await sides.getByRole('button', { name: 'Put my changes on top of theirs' }).click();
    await save(page).click();
    await expect(form(page).getByText('Saved. Undo leads back')).toBeVisible();
    expect((await stored(page)).meta).toMatchObject({ lowThreshold: 17, highThreshold: 95 });
    await changeElsewhere(page, 'demo-rawTank', { lowThreshold: 15, highThreshold: 97 });
  });

  test('a tank is drawn as it is typed, by keys alone, and outlives a reload', async ({ signedIn: page }) => {
    await page.goto('/plant?item=unit%20demo-rawTank');
    await page.getByRole('radio', { name: 'Basics' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await form(page).getByLabel('Shape').selectOption('Upright cylinder');
    await form(page).getByLabel('Inside diameter').fill('9,5');
    await form(page).getByLabel('Inside height').fill('8');
    await expect(page.getByRole('img', { name: /Drawing of the tank: ⌀ 9.5 m, 8 m/ })).toBeVisible();
    // what the basics say is no longer what the shape holds
    await expect(
      form(page).getByText(/The capacity is 800\.00 KL, but the tank holds 567\.06 m³ .* it shows 70\.9 %\./),
    ).toBeVisible();
    await form(page).getByLabel('Capacity').fill('567');
    await expect(form(page).getByText(/The capacity is/)).toHaveCount(0);
    await form(page).getByLabel('Capacity').fill('800');
    // a circle of 9.5 m by 8 m
    await expect(form(page).getByRole('listitem').filter({ hasText: '8 m: 567.06 m³' })).toBeVisible();
    await page.reload();
    await expect(form(page).getByLabel('Inside diameter')).toHaveValue('9,5');
    await form(page).getByLabel('Shape').selectOption('By a strap table');
    const pasted = form(page).getByLabel('Rows of a strap table, level in m and volume in m³, one row a line');
    await pasted.fill('0;0\n1,5;full');
    await form(page).getByRole('button', { name: 'Take over the rows' }).click();
    await expect(form(page).getByText('Line 2 has no two numbers; thousands have no comma.')).toBeVisible();
    await pasted.fill('0;0\n1,5;0');
    await form(page).getByRole('button', { name: 'Take over the rows' }).click();
    await save(page).click();
    await expect(form(page).getByText('Level and volume must both be above those of the row before').first()).toBeVisible();
    await pasted.fill('Level\tVolume\n0\t0\n1,5\t100\n3\t250');
    await form(page).getByRole('button', { name: 'Take over the rows' }).click();
    await expect(form(page).getByLabel('Volume', { exact: true }).nth(2)).toHaveValue('250');
    await expect(page.getByRole('img', { name: /Drawing of the tank: 250 m³, 3 m/ })).toBeVisible();
    // between the rows: half of the height is the second row
    await expect(form(page).getByRole('listitem').filter({ hasText: '1.5 m: 100 m³' })).toBeVisible();
    while (await page.getByRole('button', { name: 'Undo', exact: true }).isEnabled())
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(save(page)).toBeDisabled();
  });

  test('the list shows the unit that is open, however far down it is', async ({ signedIn: page }) => {
    const node = page.getByRole('list', { name: 'Categories, groups and units' }).getByRole('button', { name: 'Rain gauge' });
    await page.goto('/plant?item=unit%20demo-rain');
    await expect(node).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('heading', { name: 'Rain gauge' })).toBeInViewport();
    // the one that is chosen by hand stays under the pointer
    await page.goto('/plant');
    await node.click();
    await expect(page.getByRole('heading', { name: 'Rain gauge' })).toBeInViewport();
    await expect(node).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await expect(node).toBeVisible();
    await expectToFit(page);
  });

  test('a category, a group and a unit are added, moved and deleted, each with its name typed', async ({ signedIn: page }) => {
    await page.goto('/plant');
    await page.getByRole('button', { name: 'Add a category' }).click();
    await form(page, 'Add a category').getByLabel('Name').fill('Lab water');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Lab water' })).toBeVisible();
    await page.getByRole('button', { name: 'Add a group' }).click();
    await form(page, 'Add a group').getByLabel('Category').selectOption('Lab water');
    await form(page, 'Add a group').getByLabel('Name').fill('Benches');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Benches' })).toBeVisible();
    await page.getByRole('button', { name: 'Add a unit' }).click();
    await page.getByLabel('What is it?').selectOption('Entered by hand');
    await form(page, 'Add a unit').getByLabel('Name').fill('Bench 1');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Bench 1' })).toBeVisible();
    await form(page, 'Bench 1').getByLabel('Group').selectOption('Lab water: Benches');
    await save(page).click();
    await expect(form(page, 'Bench 1').getByText('Saved. Undo leads back')).toBeVisible();
    for (const name of ['Bench 1', 'Benches', 'Lab water']) {
      await page.getByRole('list', { name: 'Categories, groups and units' }).getByRole('button', { name, exact: true }).click();
      const remove = page.getByRole('button', { name: `Delete ${name}`, exact: true });
      await expect(remove).toBeDisabled();
      await page.getByLabel(`Type “${name}” to go on`).fill(name);
      await remove.click();
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toHaveCount(0);
    }
  });

  test('a tariff and a rain catchment are facts of the plant', async ({ signedIn: page }) => {
    await page.goto('/plant?tab=facts&part=rain');
    const facts = form(page, 'Rain catchments');
    await facts.getByRole('button', { name: 'Add: Rain catchments' }).click();
    await save(page).click();
    await expect(page.getByRole('list', { name: 'What needs a look' })).toContainText('Area');
    const last = facts.getByRole('group', { name: /^Rain catchments, \d+$/ }).last();
    await last.getByLabel('Short name').fill('lab-roof');
    await last.getByLabel('Name', { exact: true }).fill('Lab roof');
    await last.getByLabel('Surface').selectOption('Roof');
    await last.getByLabel('Area').fill('420');
    await page.getByText('Tariffs', { exact: true }).click();
    await form(page, 'Tariffs').getByLabel('Price of energy at any other hour').fill('7,85');
    await save(page).click();
    await expect(page.getByText('Saved. Undo leads back')).toBeVisible();
    const { facts: now } = await askApi<{ facts: { tariffs: object; catchments: { id: string }[] } }>(
      page,
      '/api/plant/industry/facts',
    );
    expect(now.tariffs).toMatchObject({ ratePerKWh: 7.85 });
    expect(now.catchments.at(-1)).toMatchObject({ id: 'lab-roof', surface: 'roof', areaM2: 420, filterEfficiency: 0.9 });
  });

  test('whoever may not change the plant sees which right is missing, of the page or of a tab', { tag: '@full' }, async ({
    browser,
    serverUrl,
  }) => {
    for (const [name, path, seen] of [
      ['viewer', '/plant', 'Your account may not see this page'],
      ['technician', '/plant?tab=facts', 'Your account may not see this part.'],
    ] as const) {
      const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
      await signIn(page, await openSession(serverUrl, { username: name, password: `demo-${name}` }));
      await page.goto(serverUrl + path);
      await expect(page.getByText(seen)).toBeVisible();
      await page.context().close();
    }
  });

  for (const path of ['/plant?item=unit%20demo-rawTank&part=tank', '/plant?tab=facts&part=rain', '/plant?item=new%20unit'])
    test(`${path} breaks no rule of accessibility and fits a phone, also in Hindi`, { tag: '@full' }, async ({
      signedIn: page,
    }) => {
      await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
      for (const width of [1366, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('form').first()).toBeVisible();
        await expectAccessible(page, `${path} at ${width}`);
        await expectToFit(page, `${path} at ${width}`);
      }
    });
});

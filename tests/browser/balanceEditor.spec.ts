import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { askApi, latinSentences } from './pageWords.ts';
import { expect, test } from './plant.ts';

type Graph = {
  version: number;
  nodes: { id: string; label: string; knownLossPct?: number }[];
  edges: { id: string; unitIds: string[] }[];
};

const stored = (page: Page) => askApi<Graph>(page, '/api/user/waterBalance/graphEditor');
const openEditor = async (page: Page) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/balance');
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit the water balance' })).toBeVisible();
  await expect(page.getByRole('group', { name: /^Source / }).first()).toBeVisible();
};
const state = (page: Page) => page.getByRole('toolbar', { name: 'Tools of the editor' }).getByRole('status');
const side = (page: Page) => page.getByRole('complementary', { name: 'Properties' });

test.describe('the editor of the water balance', () => {
  test.slow();

  test('joins a new node by a line, says what keeps it from being balanced, and saves what mends it', async ({
    signedIn: page,
  }) => {
    await openEditor(page);
    const before = await stored(page);
    const check = page.getByRole('region', { name: 'What cannot be balanced' });
    await page.getByRole('button', { name: 'Add: Process' }).click();
    await side(page).getByLabel('Name', { exact: true }).fill('Canteen');
    await expect(check.getByRole('button', { name: 'Canteen: no line joins it.' })).toBeVisible();
    const [first] = before.nodes;
    await side(page)
      .getByLabel('Line to')
      .selectOption({ label: first?.label ?? '' });
    await side(page).getByRole('button', { name: 'Draw the line' }).click();
    await expect(check.getByRole('button', { name: 'Canteen: nothing leads to it.' })).toBeVisible();
    await check.getByRole('button', { name: /^Canteen: the line .* has neither a meter nor an estimate\./ }).click();
    await expectAccessible(page, 'what cannot be balanced');
    await side(page).getByLabel('Without a meter').selectOption({ label: 'a fixed amount' });
    await side(page).getByLabel('Amount, KL a day').fill('3.5');
    await expect(check.getByRole('button', { name: /^Canteen: the line/ })).toHaveCount(0);

    await page.reload();
    await expect(page.getByRole('group', { name: 'Process Canteen' })).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(state(page)).toHaveText(`Saved as version ${before.version + 1}.`);
    const saved = await stored(page);
    expect(saved.edges.at(-1)).toMatchObject({ estimate: { kind: 'fixedKLD', value: 3.5, uncertaintyPct: 20 } });

    await page.getByText('Versions', { exact: true }).click();
    await page.getByRole('button', { name: new RegExp(`^Version ${before.version},`) }).click();
    await expect(page.getByRole('list', { name: 'Difference' })).toContainText('new Node Canteen');
    await page.getByRole('button', { name: 'Return to this version' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(state(page)).toHaveText(`Saved as version ${before.version + 2}.`);
    const { version: _, ...after } = await stored(page);
    expect(after).toMatchObject({ nodes: before.nodes, edges: before.edges });
  });

  test('takes meters by their names, and is worked by keys alone', async ({ signedIn: page }) => {
    await openEditor(page);
    const node = page.getByRole('group', { name: /^Source / }).first();
    await node.focus();
    await page.keyboard.press('Enter');
    const loss = side(page).getByLabel('Known loss, % of the inflow');
    await loss.fill('2.5');
    await side(page).getByLabel('Add a tank').fill('tank');
    await side(page).getByLabel('Add a tank').press('Enter');
    const tanks = side(page).getByRole('region', { name: 'Tanks whose stock belongs here' });
    await expect(tanks.getByRole('listitem')).toHaveCount(1);
    await tanks.getByRole('button', { name: /^Take .* away$/ }).click();
    await node.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await page.keyboard.press('Delete');
    while (await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).isEnabled()) await page.keyboard.press('Control+z');
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  });

  test('speaks Hindi, and is closed to those who may only look', { tag: '@full' }, async ({
    signedIn: page,
    browser,
    serverUrl,
  }) => {
    await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
    await page.goto('/balance/edit');
    await expect(page.locator('.react-flow__node').first()).toBeVisible();
    expect(await latinSentences(page, [])).toEqual([]);
    const { openSession, signIn } = await import('./plant.ts');
    const other = await (await browser.newContext()).newPage();
    await signIn(other, await openSession(serverUrl, { username: 'viewer', password: 'demo-viewer' }));
    await other.goto(`${serverUrl}/balance/edit`);
    await expect(other.getByRole('heading', { name: 'Your account may not see this page' })).toBeVisible();
    await other.context().close();
  });
});

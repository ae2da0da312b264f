import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { dragWork } from './dragWork.ts';
import { largeDiagram } from './largeDrawings.ts';
import { askApi, latinSentences } from './pageWords.ts';
import { expect, test } from './plant.ts';

type Graph = {
  version: number;
  pages: { id: string; name: string; nodes: { id: string; label: string; x: number; y: number }[] }[];
};

const url = '/api/user/scada/graphEditor';
const stored = (page: Page) => askApi<Graph>(page, url);

const openEditor = async (page: Page) => {
  // what is not saved is warned about; the draft must outlive leaving all the same
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/diagram');
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit the diagram' })).toBeVisible();
  await expect(symbol(page, 'Tank Raw water tank')).toBeVisible();
};
const symbol = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const state = (page: Page) => page.getByRole('toolbar', { name: 'Tools of the editor' }).getByRole('status');
const side = (page: Page) => page.getByRole('complementary', { name: 'Properties' });

/** Saves what is there as another person would, behind the back of the panel. */
const saveAsAnother = (page: Page, label: string) =>
  page.evaluate(
    async ({ address, named }) => {
      const { accessToken } = JSON.parse(sessionStorage.getItem('headworks.session') ?? '{}') as { accessToken?: string };
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
      const graph = (await (await fetch(address, { headers })).json()) as Graph;
      const node = graph.pages[0]?.nodes.find(({ id }) => id === 'syrup');
      if (node !== undefined) node.label = named;
      const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(graph) });
      return answer.status;
    },
    { address: url, named: label },
  );

test.describe('the editor of the diagram', () => {
  test.slow();

  test('adds a symbol, binds it by search, joins it, and saves a new version that can be returned from', async ({
    signedIn: page,
  }) => {
    await openEditor(page);
    const before = await stored(page);
    await page.getByRole('button', { name: 'Add: Pump' }).click();
    await side(page).getByLabel('Name', { exact: true }).fill('Transfer pump');
    await expect(symbol(page, 'Pump Transfer pump')).toBeVisible();
    await side(page).getByLabel('Bind to a unit').fill('line 1');
    await expect(side(page).getByRole('button', { name: /^Use / }).first()).toBeVisible();
    await side(page).getByLabel('Bind to a unit').press('Enter');
    await expect(side(page).getByRole('region', { name: 'Bound to' }).getByRole('combobox')).toHaveCount(1);
    await side(page).getByLabel('Line to').selectOption({ label: 'Raw water tank' });
    await side(page).getByRole('button', { name: 'Draw the line' }).click();
    await expect(state(page)).toHaveText('Not saved; kept in this browser.');
    await expectAccessible(page, 'editor of the diagram');

    // nothing is lost by a reload
    await page.reload();
    await expect(symbol(page, 'Pump Transfer pump')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(state(page)).toHaveText(`Saved as version ${before.version + 1}.`);
    const saved = await stored(page);
    expect(saved.pages[0]?.nodes.at(-1)).toMatchObject({ label: 'Transfer pump', bind: [{ field: 'value' }] });

    await page.getByText('Versions', { exact: true }).click();
    await page.getByRole('button', { name: new RegExp(`^Version ${before.version},`) }).click();
    const difference = page.getByRole('list', { name: 'Difference' });
    await expect(difference).toContainText('new Symbol Transfer pump');
    await expectAccessible(page, 'versions');
    await page.getByRole('button', { name: 'Return to this version' }).click();
    await expect(symbol(page, 'Pump Transfer pump')).toHaveCount(0);
    await page.keyboard.press('Control+s');
    await expect(state(page)).toHaveText(`Saved as version ${before.version + 2}.`);
    expect((await stored(page)).pages).toEqual(before.pages);
  });

  test('is worked by keys alone: choose, move, copy, paste, group, delete, undo, redo', async ({ signedIn: page }) => {
    await openEditor(page);
    const tank = symbol(page, 'Tank Raw water tank');
    await tank.focus();
    await page.keyboard.press('Enter');
    const left = side(page).getByLabel('From the left');
    const x = Number(await left.inputValue());
    await tank.focus();
    await page.keyboard.press('ArrowRight');
    await expect(left).toHaveValue(String(x + 10));
    await page.keyboard.press('Control+z');
    await expect(left).toHaveValue(String(x));
    await page.keyboard.press('Control+y');
    await expect(left).toHaveValue(String(x + 10));
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await expect(tank).toHaveCount(2);
    await page.keyboard.press('Delete');
    await expect(tank).toHaveCount(1);
    await page.keyboard.press('Control+a');
    await expect(page.getByRole('group', { name: /Line up$/ })).toBeVisible();
    await page.keyboard.press('Control+g');
    await expect(page.getByRole('button', { name: 'Take the group apart' })).toBeVisible();
    await page.keyboard.press('Escape');
    await tank.focus();
    await page.keyboard.press('Enter');
    // one of a group brings the others
    await expect(page.getByRole('group', { name: /Line up$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Top', exact: true }).click();
    while (await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).isEnabled()) await page.keyboard.press('Control+z');
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  });

  test('shows both sides when somebody else saved meanwhile, and loses nothing of either', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 409/);
    await openEditor(page);
    const before = await stored(page);
    await symbol(page, 'Meter RO feed').click();
    await side(page).getByLabel('Name', { exact: true }).fill('RO feed of mine');
    expect(await saveAsAnother(page, 'Syrup of theirs')).toBe(200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' });
    await expect(dialog.getByRole('list', { name: 'What you changed' })).toContainText('RO feed → RO feed of mine');
    await expect(dialog.getByRole('list', { name: 'What they changed' })).toContainText('Syrup room → Syrup of theirs');
    await expect(dialog.getByText(/, admin changed this meanwhile/)).toBeVisible();
    await expectAccessible(page, 'conflict of two editors');
    await dialog.getByRole('button', { name: 'Put my changes on top of theirs' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(state(page)).toHaveText(`Saved as version ${before.version + 2}.`);
    const labels = (await stored(page)).pages[0]?.nodes.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['RO feed of mine', 'Syrup of theirs']));

    await page.getByText('Versions', { exact: true }).click();
    await page.getByRole('button', { name: new RegExp(`^Version ${before.version},`) }).click();
    await page.getByRole('button', { name: 'Return to this version' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(state(page)).toHaveText(`Saved as version ${before.version + 3}.`);
  });

  test('builds a page from the balance, and takes a page to another plant as a file', async ({ signedIn: page }) => {
    await openEditor(page);
    await page.getByRole('button', { name: 'Build from the balance' }).click();
    const graph = await askApi<{ nodes: { label: string }[] }>(page, '/api/user/waterBalance/graphEditor');
    await expect(page.getByRole('region', { name: 'Drawing: From the balance' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'From the balance' })).toBeChecked();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save page as JSON' }).click();
    const path = await (await saving).path();
    await page.getByLabel('Read page from JSON').setInputFiles(path);
    await expect(page.getByRole('radio', { name: 'From the balance' })).toHaveCount(2);
    const { readFile } = await import('node:fs/promises');
    const copied = JSON.parse(await readFile(path, 'utf8')) as { nodes: { bind?: { unitId: string }[] }[] };
    expect(copied.nodes).toHaveLength(graph.nodes.length);
    for (const { bind } of copied.nodes) if (bind?.[0] !== undefined) bind[0].unitId = 'unit-of-another-plant';
    const foreign = { name: 'page.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(copied)) };
    await page.getByLabel('Read page from JSON').setInputFiles(foreign);
    await expect(page.getByText('unit unit-of-another-plant, which this plant does not have').first()).toBeVisible();
    await page.getByRole('button', { name: 'Take away the binding that leads nowhere' }).click();
    await expect(page.getByText('which this plant does not have')).toHaveCount(0);
    await expectAccessible(page, 'pages of the drawing');
  });

  test('holds 500 symbols with only those in sight mounted, and can be dragged', async ({ signedIn: page }) => {
    await page.route(`**${url}**`, (route) => route.fulfill({ json: largeDiagram() }));
    await page.goto('/diagram/edit');
    const region = page.getByRole('region', { name: 'Drawing: Large' });
    await expect(region.getByRole('group').first()).toBeVisible();
    await expect.poll(() => region.locator('.react-flow__node').count()).toBeLessThan(150);
    await dragWork(page, region.locator('.react-flow__node').first());
    await expect(state(page)).toHaveText('Not saved; kept in this browser.');
  });

  test('speaks Hindi, and is closed to those who may only look', { tag: '@full' }, async ({
    signedIn: page,
    browser,
    serverUrl,
  }) => {
    await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
    await page.goto('/diagram/edit');
    await expect(page.getByRole('navigation').last()).toBeVisible();
    await expect(page.locator('.react-flow__node').first()).toBeVisible();
    expect(await latinSentences(page, [])).toEqual([]);
    const { openSession, signIn } = await import('./plant.ts');
    const other = await (await browser.newContext()).newPage();
    await signIn(other, await openSession(serverUrl, { username: 'viewer', password: 'demo-viewer' }));
    await other.goto(`${serverUrl}/diagram/edit`);
    await expect(other.getByRole('heading', { name: 'Your account may not see this page' })).toBeVisible();
    await other.context().close();
  });
});

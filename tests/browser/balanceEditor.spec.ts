import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { dragWork } from './dragWork.ts';
import { sendElsewhere } from './elsewhere.ts';
import { largeBalance } from './largeDrawings.ts';
import { askApi, latinSentences } from './pageWords.ts';
import { expect, test } from './plant.ts';

type Node = { id: string; label: string; knownLossPct?: number };
type Graph = {
  version: number;
  nodes: Node[];
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

  test('lets no node cover the label of a line, in the editor and in the picture', async ({ signedIn: page }) => {
    /** Labels that a node or another label covers, and how many there are. */
    const covered = () =>
      page.evaluate(() => {
        const at = (one: Element) => one.getBoundingClientRect();
        const meets = (a: DOMRect, b: DOMRect) =>
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        const labels = [...document.querySelectorAll('.react-flow__edge-text')];
        const nodes = [...document.querySelectorAll('.react-flow__node')];
        const over = labels.flatMap((label, first) =>
          [...nodes, ...labels.slice(first + 1)]
            .filter((other) => meets(at(label), at(other)))
            .map((other) => `${label.textContent} | ${other.textContent}`),
        );
        return { over, labels: labels.length };
      });
    await page.setViewportSize({ width: 1920, height: 1080 });
    await openEditor(page);
    await expect.poll(async () => (await covered()).labels).toBeGreaterThan(10);
    await expect.poll(async () => (await covered()).over).toEqual([]);
    await page.getByRole('button', { name: 'Lay out by the flow' }).click();
    await expect.poll(async () => (await covered()).over).toEqual([]);
    while (await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).isEnabled()) await page.keyboard.press('Control+z');
    await page.goto('/balance?picture=graph');
    await expect.poll(async () => (await covered()).labels).toBeGreaterThan(10);
    await expect.poll(async () => (await covered()).over).toEqual([]);
  });

  test('shows both sides when somebody else saved meanwhile, and loses nothing of either', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 409/);
    await openEditor(page);
    const before = await stored(page);
    const source = page.getByRole('group', { name: /^Source / }).first();
    const named = (await source.getAttribute('aria-label'))?.replace(/^Source /, '') ?? '';
    const first = before.nodes.find(({ label }) => label === named) as Node;
    const second = before.nodes.find(({ label }) => label !== named) as Node;
    await source.focus();
    await page.keyboard.press('Enter');
    await side(page).getByLabel('Name', { exact: true }).fill(`${first.label} of mine`);
    const theirs = before.nodes.map((node) => (node.id === second.id ? { ...node, label: `${node.label} of theirs` } : node));
    await sendElsewhere(page, 'POST', '/api/user/waterBalance/graphEditor', { ...before, nodes: theirs });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' });
    await expect(dialog.getByRole('list', { name: 'What you changed' })).toContainText(`${first.label} of mine`);
    await expect(dialog.getByRole('list', { name: 'What they changed' })).toContainText(`${second.label} of theirs`);
    await expect(dialog.getByText(/, admin changed this meanwhile/)).toBeVisible();
    await expectAccessible(page, 'conflict of two balances');
    await dialog.getByRole('button', { name: 'Put my changes on top of theirs' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(state(page)).toHaveText(`Saved as version ${before.version + 2}.`);
    const after = await stored(page);
    const labels = after.nodes.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining([`${first.label} of mine`, `${second.label} of theirs`]));
    await sendElsewhere(page, 'POST', '/api/user/waterBalance/graphEditor', { ...before, version: after.version });
  });

  test('takes a number as it is typed or pasted, and says of what is none that it is not taken', async ({ signedIn: page }) => {
    await openEditor(page);
    await page
      .getByRole('group', { name: /^Source / })
      .first()
      .click();
    const loss = side(page).getByLabel('Known loss, % of the inflow');
    const change = page.getByRole('button', { name: 'Save', exact: true });
    const drafted = () =>
      page.evaluate(() =>
        Object.values(localStorage).flatMap((kept) =>
          [...String(kept).matchAll(/"knownLossPct":([^,}]+)/g)].map(([, pct]) => pct),
        ),
      );
    await loss.pressSequentially('0,05');
    await expect(loss).toHaveValue('0,05');
    await expect(loss).not.toHaveAttribute('aria-invalid');
    await expect(change).toBeEnabled();
    await expect.poll(drafted).toContain('0.05');
    for (const wrong of ['1,200', '0x10', 'Infinity', '7 or 8']) {
      await loss.fill(wrong);
      await expect(loss, wrong).toHaveAttribute('aria-invalid', 'true');
      await expect(loss, wrong).toHaveAccessibleDescription(/This must be a number/);
      await expect(loss, wrong).toHaveValue(wrong);
    }
    expect(await drafted()).toContain('0.05');
    await loss.fill('\u22120.5');
    await expect.poll(drafted).toContain('-0.5');
    await loss.fill('1 200');
    await expect.poll(drafted).toContain('1200');
    await expect(loss).toHaveValue('1 200');
    await loss.fill('');
    await expect(loss).not.toHaveAttribute('aria-invalid');
    await expect.poll(drafted).not.toContain('1200');
    await page.evaluate(() => localStorage.clear());
  });

  test('takes meters by their names, and is worked by keys alone', async ({ signedIn: page }) => {
    await openEditor(page);
    const node = page.getByRole('group', { name: /^Source / }).first();
    await node.focus();
    await page.keyboard.press('Enter');
    const loss = side(page).getByLabel('Known loss, % of the inflow');
    await loss.fill('2.5');
    await side(page).getByLabel('Add a tank').fill('tank');
    await expect(side(page).getByRole('button', { name: /^Use / }).first()).toBeVisible();
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

  test('holds 500 nodes with only those in sight mounted; what is dragged outlives a reload and a second editor', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 409/);
    let stored = largeBalance(7);
    await page.route('**/api/user/waterBalance/graphEditor', async (route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: stored });
      const sent = route.request().postDataJSON() as typeof stored;
      if (sent.version !== stored.version)
        return route.fulfill({
          status: 409,
          json: { status: 'error', code: 409, message: 'changed meanwhile', requestId: 'r' },
        });
      stored = { ...sent, version: stored.version + 1 };
      return route.fulfill({ json: stored });
    });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto('/balance/edit');
    const drawn = page.locator('.react-flow__node');
    await expect(drawn.first()).toBeVisible();
    await expect.poll(() => drawn.count()).toBeLessThan(150);
    await dragWork(page, page.getByRole('group', { name: 'Source Node 0', exact: true }));
    await expect(state(page)).toHaveText('Not saved; kept in this browser.');

    await page.reload();
    await expect(state(page)).toHaveText('Not saved; kept in this browser.');
    stored = {
      ...stored,
      version: 8,
      nodes: stored.nodes.map((node) => (node.id === 'n499' ? { ...node, label: 'Node of theirs' } : node)),
    };
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' });
    await expect(dialog.getByRole('list', { name: 'What they changed' })).toContainText('Node of theirs');
    await expect(dialog.getByRole('list', { name: 'What you changed' })).toContainText('Node 0');
    await dialog.getByRole('button', { name: 'Put my changes on top of theirs' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(state(page)).toHaveText('Saved as version 9.');
    expect(stored.nodes.find(({ id }) => id === 'n499')?.label).toBe('Node of theirs');
    expect(stored.nodes.find(({ id }) => id === 'n0')?.position.x).toBeGreaterThan(0);
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

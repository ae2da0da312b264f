/** Every dialog over the page by keys alone: the focus goes in, stays in, and is again on what opened it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { admin, expect, openSession, signIn, test } from './plant.ts';

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

type Walk = {
  opener(page: Page): Locator;
  /** What is pressed on the opener, and what is chosen of the menu that it opens. */
  key?: string;
  item?: string;
  path: string;
  /** What is pressed on the page before the opener is there. */
  before?: RegExp;
  name: string | RegExp;
  isPhone?: boolean;
  username?: string;
  /** Closed by this button alone, as a mistake would lose what it shows. */
  closedBy?: string;
};

const walks: Readonly<Record<string, Walk>> = {
  'shell/palette/Palette.tsx': { path: '/units', opener: (page) => button(page, /^Go to unit/), name: 'Search' },
  'shell/MoreSheet.tsx': { path: '/units', opener: (page) => button(page, 'More'), name: 'More', isPhone: true },
  'shell/account/IndustryDialog.tsx': {
    ...{ path: '/', username: 'staff', item: 'Change the industry', name: 'Choose an industry' },
    opener: (page) => button(page, /^Account of/),
  },
  'pages/system/RecoveryKit.tsx': {
    ...{ path: '/system?tab=backups', name: 'Recovery kit', closedBy: 'I have written them down' },
    opener: (page) => button(page, 'Make a recovery kit'),
  },
  'pages/system/Snapshots.tsx': {
    ...{ path: '/system?tab=backups', before: /^Back up now/, name: /^Restore/ },
    opener: (page) => page.getByRole('button', { name: /^Restore/ }).last(),
  },
};

/** What opens in the middle of a task, and is walked where the task is: both sides (`twoPeople`, `plantForms`), a question (`plantFiles`), a password (`login`), a command (`focusKept`). */
const elsewhere = [
  'pages/commands/CommandButtons.tsx',
  'parts/editor/Conflict.tsx',
  'parts/structure/Sides.tsx',
  'parts/form/Unlikely.tsx',
  'shell/account/PasswordDialog.tsx',
];

test('no dialog of the panel is left out', () => {
  const root = resolve(import.meta.dirname, '../../renderer');
  const drawn = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && name !== join('parts', 'Dialog.tsx'))
    .filter((name) => /<dialog\b|<Dialog\b/.test(readFileSync(join(root, name), 'utf8')))
    .map((name) => name.replaceAll('\\', '/'));
  expect(drawn.toSorted()).toEqual([...Object.keys(walks), ...elsewhere].toSorted());
});

for (const [file, walk] of Object.entries(walks))
  test(`${file} is walked by keys`, async ({ page, record, serverUrl }) => {
    const { username, isPhone = false, before, item, closedBy } = walk;
    const other = username === undefined ? null : { ...admin, username, password: `demo-${username}` };
    await signIn(page, other === null ? record : await openSession(serverUrl, other));
    if (isPhone) await page.setViewportSize({ width: 375, height: 700 });
    await page.goto(walk.path);
    if (before !== undefined) await page.getByRole('main').getByRole('button', { name: before }).first().press('Enter');
    const opener = walk.opener(page);
    await opener.focus();
    await page.keyboard.press('Enter');
    if (item !== undefined) await page.getByRole('menuitem', { name: item }).press('Enter');
    const dialog = page.getByRole('dialog', { name: walk.name });
    await expect(dialog).toBeVisible();
    const isOutside = () => page.evaluate(() => document.activeElement?.closest('dialog, body') === document.body);
    await expect.poll(isOutside).toBe(false);
    await expectAccessible(page, file);
    const reached = new Set<string>();
    for (let pressed = 0; pressed < 30; pressed += 1) {
      await page.keyboard.press('Tab');
      // the browser's own bars come after the last of a dialog
      reached.add(
        await page.evaluate(() => {
          const { activeElement } = document;
          return activeElement === document.body || activeElement?.closest('dialog')
            ? 'inside'
            : (activeElement?.outerHTML ?? '');
        }),
      );
    }
    expect([...reached]).toEqual(['inside']);
    await page.keyboard.press('Escape');
    if (closedBy !== undefined) {
      await page.keyboard.press('Escape');
      await expect(dialog).toBeVisible();
      await button(page, closedBy).press('Enter');
    }
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

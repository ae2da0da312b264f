import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ElectronApplication, Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with a page of the shell, by rule and place. It is read in by the debugger, as the page itself runs no script. */
export const faultsOf = async (page: Page): Promise<string[]> => {
  await page.evaluate(source);
  return page.evaluate(async () => {
    type Found = { violations: { id: string; nodes: { html: string }[] }[] };
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<Found> } };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
};

/** The same of a page that has a light and a dark scheme. */
export const faultsInBothSchemes = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await faultsOf(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  return found;
};

/** The same of what the first window shows, also after its page's process was killed: Playwright loses sight of such a page. */
export const faultsShown = async (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(async ({ BrowserWindow, nativeTheme }, axe) => {
    const found: string[] = [];
    const [window] = BrowserWindow.getAllWindows();
    const look = `${axe};axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`;
    for (const scheme of ['light', 'dark'] as const) {
      nativeTheme.themeSource = scheme;
      const faults: string[] = await window?.webContents.executeJavaScript(look);
      found.push(...faults.map((fault) => `${scheme}: ${fault}`));
    }
    nativeTheme.themeSource = 'system';
    return found;
  }, source);

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

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

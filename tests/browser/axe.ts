import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Colours on their way from one to another are of neither scheme, and letters of a font to come are none to judge. */
const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const passing = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
    const ended = Promise.allSettled(passing.map(({ finished }) => finished));
    await Promise.race([ended, new Promise((patience) => setTimeout(patience, 3000))]);
  });

/** True where the rule of sizes is still broken once the target stands in the middle: a bar that covers half of it elsewhere is passed by scrolling. */
const isSmallInTheMiddle = async (page: Page, target: string): Promise<boolean> => {
  await page.locator(target).evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const again = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ iframes: false, runOnly: { type: 'rule', values: ['target-size'] } })
    .analyze();
  return again.violations.some(({ nodes }) => nodes.some((node) => node.target.join(' ') === target));
};

const keep = async (all: readonly string[], isKept: (one: string) => Promise<boolean>): Promise<string[]> => {
  const kept: string[] = [];
  for (const one of all) if (await isKept(one)) kept.push(one);
  return kept;
};

/** Rules that the page breaks, with the places. Frames are left out: into a sandboxed one axe gets only sometimes, after half a minute. */
const violationsOf = async (page: Page, within?: string): Promise<string[]> => {
  await atRest(page);
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ iframes: false, runOnly: { type: 'tag', values: tags } });
  const { violations } = await (within === undefined ? builder : builder.include(within)).analyze();
  const broken: string[] = [];
  for (const { id, nodes } of violations) {
    const targets = nodes.map(({ target }) => target.join(' '));
    const still = id === 'target-size' ? await keep(targets, (target) => isSmallInTheMiddle(page, target)) : targets;
    if (still.length > 0) broken.push(`${id}: ${still.join(' | ')}`);
  }
  return broken;
};

/**
 * What the page shows now, light and dark, breaks no rule of WCAG 2.2 AA and none of axe's best practice.
 * @param within looks at this alone, as at a calendar that covers half of a button behind it.
 */
export const expectAccessible = async (page: Page, what: string, within?: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    expect(await violationsOf(page, within), `${what}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
};

/** The same in the one scheme that was chosen. */
export const expectAccessibleAsItIs = async (page: Page, what: string): Promise<void> => {
  expect(await violationsOf(page), what).toEqual([]);
};

/** The same of a document that is made elsewhere and has one scheme, such as a report. */
export const expectDocumentAccessible = async (page: Page, html: string, what: string): Promise<void> => {
  await page.setContent(html);
  expect(await violationsOf(page), what).toEqual([]);
};

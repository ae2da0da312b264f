import type { Page } from '@playwright/test';
import { test as plant } from '../plant.ts';

/** What a person did with hand or keys since the page was made: presses of a pointer, and keys that act without typing text. */
export type Clicks = { count(): number };

const countOn = async (page: Page): Promise<Clicks> => {
  let count = 0;
  await page.exposeBinding('headworksAct', () => {
    count += 1;
  });
  await page.addInitScript(() => {
    const act = (event: Event) => {
      const bound = Reflect.get(globalThis, 'headworksAct');
      if (event.isTrusted && typeof bound === 'function') bound();
    };
    // behind Playwright's own look at the window, which takes back a press that meets something else than was meant
    document.addEventListener('pointerdown', act, true);
    document.addEventListener(
      'keydown',
      (event) => {
        const typed = event.target instanceof Element && event.target.matches('input, textarea, [contenteditable]');
        if (event.key === 'Enter' || (!typed && (event.key === ' ' || /^[a-z?]$/i.test(event.key)))) act(event);
      },
      true,
    );
  });
  return { count: () => count };
};

/**
 * For the tasks a person does on the panel, with the clicks counted: a press of a pointer or finger is one, and so is a key that
 * acts; text typed into a field is none. `selectOption` and `fill` press nothing: a list is opened and chosen from by `click`.
 */
export const test = plant.extend<{ clicks: Clicks }>({
  viewport: { width: 1366, height: 768 },
  colorScheme: 'light',
  clicks: async ({ page }, use) => use(await countOn(page)),
});

export { expect } from '../plant.ts';

import { expect, type Page } from '@playwright/test';

/**
 * Nothing is wider than the window, neither the page nor its main part, which scrolls by itself on a phone; and no words are squeezed into
 * a column of some letters, where they run over what is beside them.
 */
export const expectToFit = async (page: Page, what = ''): Promise<void> => {
  const found = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      const overhangs = ['html', 'main'].map((name) => {
        const element = document.querySelector(name);
        return element === null ? 0 : element.scrollWidth - element.clientWidth;
      });
      const squeezed = [...document.querySelectorAll<HTMLElement>('main :not(option, svg *)')].flatMap((element) => {
        const words = [...element.childNodes]
          .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
          .map((node) => node.textContent);
        const text = words.join('').trim();
        if (text.length < 7 || element.offsetParent === null || getComputedStyle(element).clipPath !== 'none') return [];
        const range = document.createRange();
        range.selectNodeContents(element);
        const rows = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        return rows > 3 && element.getBoundingClientRect().width < 32 ? [text] : [];
      });
      return { overhangs, squeezed };
    });
  // what is drawn by its size follows a new size of the window a little later
  await expect.poll(found, { message: what }).toEqual({ overhangs: [0, 0], squeezed: [] });
};

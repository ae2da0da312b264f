import type { Page } from '@playwright/test';

/**
 * Words that end at an edge. Allowed are an ellipsis whose whole is the name or title of what holds it, a place that scrolls and shows by
 * a shadow that it does; a drawing that one moves is left out, and so are the headings of the rail, which are lines on a laptop.
 */
export const cutWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll<HTMLElement>(
      'body *:not(svg *, script, style, option, canvas, nav h2, .react-flow *)',
    )) {
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const words = own.map(({ textContent }) => textContent).join('');
      if (words.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      const box = range.getBoundingClientRect();
      for (let around: HTMLElement | null = element; around !== null && around !== document.body; around = around.parentElement) {
        const { overflowX, textOverflow, clipPath, position, backgroundImage } = getComputedStyle(around);
        if (clipPath !== 'none' || position === 'fixed') break;
        if (overflowX === 'visible') continue;
        const edge = around.getBoundingClientRect();
        if (box.right > edge.right + 1.5 || box.left < edge.left - 1.5) {
          const scrolls = (overflowX === 'auto' || overflowX === 'scroll') && backgroundImage.includes('gradient');
          const named = textOverflow === 'ellipsis' && element.closest('[title], [aria-label], a') !== null;
          if (!scrolls && !named) found.add(`${words.trim().slice(0, 60)} (${around.className})`);
        }
        break;
      }
    }
    return [...found];
  });

/** Words that stand out of the box that is drawn around them. */
export const wordsOver = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll<HTMLElement>('main *:not(svg *, script, style, option, .react-flow *)')) {
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const words = own.map(({ textContent }) => textContent).join('');
      if (words.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      const box = range.getBoundingClientRect();
      for (
        let around: HTMLElement | null = element;
        around !== null && around.tagName !== 'MAIN';
        around = around.parentElement
      ) {
        const { overflowX, clipPath, borderRightWidth, borderBottomWidth, display } = getComputedStyle(around);
        if (clipPath !== 'none' || overflowX !== 'visible') break;
        const isDrawn = borderRightWidth !== '0px' && borderBottomWidth !== '0px' && display !== 'inline';
        const edge = around.getBoundingClientRect();
        if (isDrawn && (box.right > edge.right + 1.5 || box.left < edge.left - 1.5 || box.bottom > edge.bottom + 1.5)) {
          found.add(`${words.trim().slice(0, 60)} (${around.className})`);
          break;
        }
      }
    }
    return [...found];
  });

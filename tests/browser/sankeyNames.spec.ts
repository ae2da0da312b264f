/** Names in the picture of the balance lie neither over each other nor over the bars of the next column. */
import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';

type Drawn = { words: string; left: number; right: number; top: number; bottom: number };

/** Notes where words are drawn on a canvas, anew with each picture. */
const noteWords = (page: Page) =>
  page.addInitScript(() => {
    const drawn: Drawn[] = [];
    Object.assign(window, { drawnWords: drawn });
    const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...args) {
      drawn.length = 0;
      clearRect.apply(this, args);
    };
    CanvasRenderingContext2D.prototype.fillText = function (words, x, y, ...rest) {
      fillText.call(this, words, x, y, ...rest);
      const { width, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = this.measureText(words);
      const { a, d, e, f } = this.getTransform();
      const scale = window.devicePixelRatio;
      const left = (a * x + e) / scale;
      const middle = (d * y + f) / scale;
      drawn.push({ words, left, right: left + width, top: middle - up, bottom: middle + down });
    };
  });

const wordsOn = (page: Page): Promise<Drawn[]> =>
  page.evaluate(() => (window as unknown as { drawnWords: Drawn[] }).drawnWords.map((one) => ({ ...one })));

/** A bar is 12 px wide, and its name begins 5 px beside it. */
const barPx = 17;

/** Words over other words, and words over the bars of the next column. */
const clashesIn = (drawn: readonly Drawn[]): string[] => {
  const edges = [...new Set(drawn.map(({ left }) => Math.round(left)))].sort((a, b) => a - b);
  // the number behind a name on the same line begins at no bar
  const columns = edges.filter((edge) => drawn.filter(({ left }) => Math.round(left) === edge).length > 1);
  return drawn.flatMap((one, at) => {
    const next = columns.find((edge) => edge > one.left + barPx);
    return [
      ...(next !== undefined && one.right > next - barPx + 1 ? [`${one.words} reaches the next column`] : []),
      ...drawn
        .slice(at + 1)
        .filter(
          (other) =>
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
            Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
        )
        .map((other) => `${one.words} over ${other.words}`),
    ];
  });
};

for (const width of [1024, 1280, 1440])
  test(`names of the Sankey have room at ${width} px`, async ({ signedIn: page }) => {
    await noteWords(page);
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/balance');
    await expect.poll(async () => (await wordsOn(page)).length).toBeGreaterThan(20);
    await expect.poll(async () => clashesIn(await wordsOn(page))).toEqual([]);
  });

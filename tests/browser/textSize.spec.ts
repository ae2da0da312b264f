/** Letters twice as large, as a person may have set them in their browser for every page. */
import type { Page } from '@playwright/test';
import { framedPages } from './everyPage.ts';
import { expectToFit } from './fits.ts';
import { expect, test } from './plant.ts';

const withLetters = async (page: Page, px: number): Promise<void> => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: px } });
};
const lettersOf = (page: Page) => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));

test('letters are as large as the person has set them', async ({ signedIn: page }) => {
  await page.goto('/account');
  const usual = await lettersOf(page);
  await withLetters(page, 32);
  await expect.poll(() => lettersOf(page)).toBe(2 * usual);
});

for (const path of framedPages)
  test(`${path} fits a desk's window with letters twice as large`, { tag: '@full' }, async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await withLetters(page, 32);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expectToFit(page);
  });

/** Letters of a small chart that are not whole within it. */
const cutLetters = (page: Page) =>
  page.locator('main [role="application"] svg').evaluateAll((charts) =>
    charts.flatMap((chart) => {
      const box = chart.getBoundingClientRect();
      return [...chart.querySelectorAll('text')].flatMap((letters) => {
        const { left, right, top, bottom, height } = letters.getBoundingClientRect();
        // a line has room above and below its letters
        const [first, last] = [top + height / 4, bottom - height / 4];
        const isWhole = left >= box.left - 1 && right <= box.right + 1 && first >= box.top && last <= box.bottom;
        return isWhole ? [] : [letters.textContent ?? ''];
      });
    }),
  );

/** Symbols whose boxes lie over another's. */
const overlapping = (page: Page) =>
  page.locator('main .react-flow__node').evaluateAll((nodes) => {
    const boxes = nodes.map((node) => ({ name: node.textContent ?? '', box: node.getBoundingClientRect() }));
    return boxes.flatMap(({ name, box }, at) =>
      boxes.slice(at + 1).flatMap(({ name: other, box: its }) => {
        const isApart = box.right <= its.left || its.right <= box.left || box.bottom <= its.top || its.bottom <= box.top;
        return isApart ? [] : [`${name} / ${other}`];
      }),
    );
  });

test('the numbers of small charts are whole with letters twice as large, and on a display of 3840 pixels', async ({
  signedIn: page,
}) => {
  await page.goto('/quality');
  await expect(page.getByRole('application').first()).toBeVisible();
  expect(await page.locator('main [role="application"] svg text').count()).toBeGreaterThan(10);
  await expect.poll(() => cutLetters(page)).toEqual([]);
  await page.setViewportSize({ width: 3840, height: 2160 });
  await expect.poll(() => cutLetters(page)).toEqual([]);
  await page.setViewportSize({ width: 1366, height: 768 });
  await withLetters(page, 32);
  await expect.poll(() => lettersOf(page)).toBe(28);
  await expect.poll(() => cutLetters(page)).toEqual([]);
});

test('the symbols of the diagram keep apart on a display of 3840 pixels', async ({ signedIn: page }) => {
  for (const path of ['/diagram', '/diagram/edit']) {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(path);
    await expect(page.locator('main .react-flow__node').first()).toBeVisible();
    const usual = await overlapping(page);
    await page.setViewportSize({ width: 3840, height: 2160 });
    await expect.poll(() => overlapping(page), { message: path }).toEqual(usual);
  }
});

/** What is said in grey below or beside something, in larger letters than that; and whether anything is said so at all. */
const upsideDown = (page: Page) =>
  page.evaluate(() => {
    const grey = getComputedStyle(document.documentElement).getPropertyValue('--hw-text-secondary').trim();
    const probe = document.createElement('i');
    probe.style.color = grey;
    document.body.append(probe);
    const secondary = getComputedStyle(probe).color;
    probe.remove();
    const styled = [...document.querySelectorAll<HTMLElement>('main *:not(svg *, option, script)')]
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ''))
      .filter((one) => one.checkVisibility())
      .map((one) => {
        const { color, fontSize } = getComputedStyle(one);
        return { one, isGrey: color === secondary, px: Number.parseFloat(fontSize), words: one.textContent?.trim().slice(0, 30) };
      });
    const pairs = styled.flatMap(({ one, isGrey, px, words }) => {
      const around = isGrey ? one.closest('li, article, tr, section, p') : null;
      const before = styled.findLast(
        (other) =>
          !other.isGrey &&
          around?.contains(other.one) &&
          other.one.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
      );
      return before === undefined
        ? []
        : [{ isWrong: before.px <= px - 0.5, pair: `${before.words} ${before.px} before ${words} ${px}` }];
    });
    return { isSaid: pairs.length > 0, wrong: pairs.flatMap(({ isWrong, pair }) => (isWrong ? [pair] : [])) };
  });

test('on a phone nothing is smaller than the grey words that say more of it', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [
    ...['/alarms', '/settings', '/quality', '/groundwater', '/summary', '/account', '/energy', '/executive'],
    ...['/plant?tab=points', '/water-balance'],
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expect.poll(() => upsideDown(page), { message: path }).toEqual({ isSaid: true, wrong: [] });
  }
});

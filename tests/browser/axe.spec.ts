import { expect, test } from '@playwright/test';
import { expectAccessibleAsItIs, expectDocumentAccessible } from './axe.ts';

const documentOf = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Sizes</title></head><body><main><h1>Sizes</h1>${body}</main></body></html>`;

const square = (px: number, at: string): string =>
  `<button style="position:absolute;${at};width:${px}px;height:${px}px;padding:0;border:0" aria-label="${at}"></button>`;

test.describe('the look at what a page breaks', () => {
  test('finds targets that are small and close to each other', async ({ page }) => {
    const html = documentOf(square(14, 'left:100px;top:100px') + square(14, 'left:115px;top:100px'));
    await expect(expectDocumentAccessible(page, html, 'two small ones')).rejects.toThrow(/target-size/);
  });

  test('does not take a target for small that a sticky button covers where the page happens to be scrolled to', async ({
    page,
  }) => {
    const bar = '<button style="position:sticky;top:0;width:100%;height:110px;z-index:1">Alarms</button>';
    const tall = '<div style="height:3000px"></div>';
    await page.setContent(documentOf(square(30, 'left:100px;top:1000px') + bar + tall));
    await page.evaluate(() => scrollTo(0, 905));
    await expectAccessibleAsItIs(page, 'half covered');
  });
});

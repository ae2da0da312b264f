import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { framedPages } from './everyPage.ts';
import { expect, signIn, test } from './plant.ts';

/** A4, landscape, in points. */
const a4 = [842, 595];
const most: Record<string, number> = { '/': 2, '/units/demo-rawTank': 2, '/executive': 1, '/quality': 6 };

const readPdf = async (bytes: Buffer) => {
  const pdf = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: true }).promise;
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => {
      const page = await pdf.getPage(at + 1);
      const { items } = await page.getTextContent();
      const [, , width = 0, height = 0] = page.view;
      return { width, height, text: items.map((item) => ('str' in item ? item.str : '')).join(' ') };
    }),
  );
  await pdf.destroy();
  return pages;
};

const slow = new Set<string>(framedPages.slice(6));

for (const path of framedPages) {
  test(`${path} prints what one sees on A4, with plant, time and name at its top, in light colours`, {
    tag: slow.has(path) ? '@full' : [],
  }, async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(path);
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    const pages = await readPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual(pages.map(() => a4));
    expect(pages.length).toBeLessThanOrEqual(most[path] ?? 12);
    const first = pages[0]?.text.replaceAll(/\s+/g, ' ') ?? '';
    expect(first).toContain('Sahyadri Beverages');
    expect(first).toMatch(/printed .*, by admin/);
    expect(first).toContain(title);
    // neither the navigation nor what is pressed
    expect(first).not.toContain('Ctrl K');
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    const { paper, ink, over } = await page.evaluate(() => {
      const main = document.querySelector('main');
      const style = getComputedStyle(document.documentElement);
      return {
        paper: style.getPropertyValue('--hw-panel').trim(),
        ink: style.getPropertyValue('--hw-text').trim(),
        over: main === null ? 0 : main.scrollWidth - main.clientWidth,
      };
    });
    expect({ paper, ink, over }).toEqual({ paper: '#f4f4f4', ink: '#222', over: 0 });
    await page.emulateMedia({ media: null, colorScheme: null });
  });
}

test('a page that is printed between midnight and the start of the shift is dated by the calendar', async ({ page, record }) => {
  const session = JSON.parse(record) as { profile: { shift: { startAt: string }; timezone: string } };
  // at any time of the day the running shift day is still that of the day before
  session.profile.shift = { ...session.profile.shift, startAt: '23:59:59' };
  await signIn(page, JSON.stringify(session));
  await page.goto('/units');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const { timezone: timeZone } = session.profile;
  const today = new Date().toLocaleDateString('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' });
  await expect(page.getByText(/^printed /)).toContainText(today);
});

test('a recovery kit is printed alone, once and whole, below the head of its paper', async ({ signedIn: page }) => {
  await page.goto('/system?tab=backups');
  await page.getByRole('button', { name: 'Make a recovery kit' }).click();
  const kit = page.getByRole('dialog', { name: 'Recovery kit' });
  await expect(kit.getByRole('listitem')).toHaveCount(24);
  const shown = await kit.getByRole('listitem').allInnerTexts();
  const pages = await readPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  expect(pages).toHaveLength(1);
  const paper = pages[0]?.text.replaceAll(/\s+/g, ' ') ?? '';
  for (const word of shown) expect(paper).toContain(word);
  expect(paper).toMatch(/printed .*, by admin/);
  // neither the page below nor what is pressed
  expect(paper).not.toMatch(/Backups in the folder|written them down/);
});

test('a table that is longer than a paper begins on the first', async ({ signedIn: page }) => {
  await page.goto('/units?view=table');
  await expect(page.getByRole('row')).not.toHaveCount(0);
  const pages = await readPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  expect(pages[0]?.text).toMatch(/Borewell\s+1/);
});

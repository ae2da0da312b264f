import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { somePng } from '../../../test/imageSamples.ts';
import { sampleReport } from '../../../test/reportSamples.ts';
import type { ReportModel, TableSection } from '../model.ts';
import { renderHtml } from './html/html.ts';
import { cellText, numberText, rowText } from './numbers.ts';
import { renderPdf } from './pdf/pdf.ts';
import { wrap } from './pdf/wrap.ts';

const root = resolve(import.meta.dirname, '../../../..');
const font = (name: string) => readFileSync(join(root, 'resources/fonts', name));
const fonts = { regular: font('NotoSans-Regular.ttf'), bold: font('NotoSans-Bold.ttf') };
const references = join(root, 'tests/reports');
const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;
if (!hasPoppler) console.log('skipped: what pdftotext and pdftoppm read of a report (poppler-utils is not installed)');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headworks-render-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const pdfText = (bytes: Uint8Array): string => {
  const file = join(folder, 'report.pdf');
  writeFileSync(file, bytes);
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
};
const tables = ({ sections }: ReportModel): TableSection[] => sections.filter((section) => section.kind === 'table');
/** Every figure of every table, as it must be printed. */
const figures = (model: ReportModel): string[] =>
  tables(model).flatMap(({ rows, columns, total }) => [
    ...rows
      .filter(({ isGroup }) => !isGroup)
      .flatMap((row) => columns.filter(({ kind }) => kind === 'number').map((column) => rowText(row, column, 'Asia/Kolkata'))),
    ...Object.values(total?.sums ?? {}).map((sum) => numberText(sum, 2)),
  ]);

describe('numbers in print', () => {
  it('are the same figures everywhere: fixed places, no grouping, nothing for what is not known', () => {
    expect(numberText(1234567.891, 2)).toBe('1234567.89');
    expect(numberText(-0.001, 2)).toBe('0.00');
    // as a spreadsheet shows them, and the dashboards
    expect([705.165, 27.945, -1.005, 0.15].map((value) => numberText(value, value === 0.15 ? 1 : 2))).toEqual([
      '705.17',
      '27.95',
      '-1.01',
      '0.2',
    ]);
    expect(numberText(null, 2)).toBe('–');
    expect(numberText(Number.NaN, 0)).toBe('–');
  });

  it('stand as dates and times of the plant', () => {
    const column = { key: 'at', name: 'At' } as const;
    expect(cellText(Date.UTC(2026, 10, 20, 20, 5), { ...column, kind: 'time' }, 'Asia/Kolkata')).toBe('21/11/2026 01:35');
    expect(cellText('2026-11-20', { ...column, kind: 'date' }, 'Asia/Kolkata')).toBe('20/11/2026');
  });

  it('carry a star when a part is estimated, and none when there is no number', () => {
    const column = { key: 'v', name: 'V', kind: 'number', decimals: 1 } as const;
    expect(rowText({ cells: { v: 2 }, starred: ['v'] }, column, 'UTC')).toBe('2.0*');
    expect(rowText({ cells: { v: null }, starred: ['v'] }, column, 'UTC')).toBe('–');
  });
});

describe('a report as HTML', () => {
  const html = renderHtml(sampleReport());

  it('is one file that runs nothing and fetches nothing', () => {
    expect(html).not.toMatch(/<script|javascript:|\son\w+=|<link|<iframe|@import|url\(/i);
    expect(html.match(/(?:src|href)="(?!data:)/g)).toBeNull();
  });

  it('is printed with numbered pages, on their side where a table is wide', () => {
    const page = renderHtml(sampleReport(2));
    expect(page).toContain('@page{size:A4;');
    expect(page).toContain('content:"page " counter(page) " of " counter(pages)');
    const columns = Array.from({ length: 9 }, (_, at) => ({ key: `c${at}`, name: 'C', kind: 'number' as const }));
    const wide = sampleReport(2, {
      sections: [{ kind: 'table', key: 'wide', title: 'Wide', columns, rows: [{ cells: { c0: 1 } }] }],
    });
    expect(renderHtml(wide)).toContain('@page{size:A4 landscape;');
  });

  it('shows names as text, whatever they hold', () => {
    expect(html).toContain('O&#39;Neil well &lt;3&gt; &amp; &quot;sons&quot;');
    expect(html).not.toContain('<3>');
    const nasty = '</style><script>alert(1)</script>';
    const page = renderHtml(sampleReport(2, { industryName: nasty, title: nasty, generatedBy: nasty, footnotes: [nasty] }));
    expect(page).not.toContain('<script');
  });

  it('prints every figure of the model', () => {
    const expected = figures(sampleReport());
    expect(expected.length).toBeGreaterThan(150);
    for (const text of expected) expect(html).toContain(`>${text}<`);
  });

  it('has figures in v2 and plain tables in v1', () => {
    expect(html.match(/<svg/g)).toHaveLength(3);
    const plain = renderHtml(sampleReport(5, { template: 'v1' }));
    expect(plain).not.toContain('<svg');
    expect(plain).toContain('Raw water intake');
  });

  it('says so where there is nothing', () => {
    expect(html).toContain('No alarm in this period.');
  });

  it('holds the picture of the plant itself', () => {
    const logo = { bytes: somePng(40, 20), mediaType: 'image/png' };
    expect(renderHtml(sampleReport(1, { logo }))).toContain('src="data:image/png;base64,');
  });
});

describe('a report as PDF', () => {
  it('is the same bytes for the same model', async () => {
    const [one, two] = [await renderPdf(sampleReport(3), fonts), await renderPdf(sampleReport(3), fonts)];
    expect(Buffer.compare(one, two)).toBe(0);
  });

  it.skipIf(!hasPoppler)('prints the same figures as the HTML, over as many pages as it takes', async () => {
    const model = sampleReport(120);
    const text = pdfText(await renderPdf(model, fonts));
    for (const figure of figures(model)) expect(text).toContain(figure);
    const pages = text.split('\f').filter((page) => page.trim() !== '');
    expect(pages.length).toBeGreaterThan(3);
    for (const [at, page] of pages.entries()) expect(page).toContain(`page ${at + 1} of ${pages.length}`);
    // the head of the table stands on each page that holds rows of it
    const withRows = pages.filter((page) => /Raw water intake \d+/.test(page));
    expect(withRows.length).toBeGreaterThan(2);
    for (const page of withRows) expect(page).toContain('Consumption');
  });

  it.skipIf(!hasPoppler)('breaks no word of a head that fits its column, however many columns there are', async () => {
    const keys = Array.from({ length: 16 }, (_, at) => `n${at}`);
    const numbers = keys.map((key) => ({ key, name: 'Specific energy', unit: 'kWh/KL', kind: 'number' as const, decimals: 2 }));
    const columns = [{ key: 'note', name: 'Note', kind: 'text' as const }, ...numbers];
    const note = 'a note that is far longer than the room that is left for it beside so many numbers';
    const rows = [{ cells: { note, ...Object.fromEntries(keys.map((key, at) => [key, at * 3.33])) } }];
    const model = sampleReport(1, { sections: [{ kind: 'table', key: 'wide', title: 'Wide', columns, rows }] });
    const text = pdfText(await renderPdf(model, fonts));
    expect(text.match(/\(kWh\/KL\)/g)).toHaveLength(keys.length);
  });

  it.skipIf(!hasPoppler)('has no title without rows at the foot of a page, and no signatures alone on one', async () => {
    for (let units = 18; units < 40; units += 1) {
      const [meters, ...others] = sampleReport(units).sections;
      if (meters?.kind !== 'table') throw new Error('no table');
      const table = { ...meters, notes: ['a first remark', 'another', 'a third', 'the last remark'] };
      const model = sampleReport(units, { sections: [table, { ...table, title: 'The second table' }, ...others.slice(3)] });
      const pages = pdfText(await renderPdf(model, fonts)).split('\f');
      const titled = pages.find((page) => page.includes('The second table')) ?? '';
      expect(titled.slice(titled.indexOf('The second table')), `${units} rows`).toMatch(/Raw water intake 1\s/);
      const noted = pages.filter((page) => page.includes('the last remark'));
      expect(noted.length, `${units} rows`).toBeGreaterThan(0);
      for (const page of noted) expect(page, `${units} rows`).toMatch(/\sTotal\s[\s\S]*a first remark/);
      const signed = pages.find((page) => page.includes('Shift in charge')) ?? '';
      expect(signed, `${units} rows`).toContain('A star marks a value');
    }
  });

  it.skipIf(!hasPoppler)('holds names in Devanagari, quotes and long words', async () => {
    const text = pdfText(await renderPdf(sampleReport(5), fonts));
    expect(text).toContain('O\'Neil well <3> & "sons" 3');
    expect(text).toContain('=SUM(A1:A9) 4');
    expect(text.normalize('NFC')).toContain('जल');
    const long = sampleReport(1, { industryName: `Acme\n${'W'.repeat(300)}\u0000` });
    expect((await renderPdf(long, fonts)).length).toBeGreaterThan(1000);
  });

  it('keeps a logo in bounds, and lives without one that cannot be embedded', async () => {
    const png = { bytes: somePng(1500, 700), mediaType: 'image/png' };
    expect((await renderPdf(sampleReport(1, { logo: png }), fonts)).length).toBeGreaterThan(1000);
    const webp = { bytes: new Uint8Array(10), mediaType: 'image/webp' };
    expect((await renderPdf(sampleReport(1, { logo: webp }), fonts)).length).toBeGreaterThan(1000);
  });

  it.skipIf(!hasPoppler)('looks as it did when a person looked at it', async () => {
    const file = join(folder, 'look.pdf');
    writeFileSync(file, await renderPdf(sampleReport(), fonts));
    execFileSync('pdftoppm', ['-r', '60', '-png', file, join(folder, 'look')]);
    const pages = readdirSync(folder)
      .filter((name) => /^look-\d+\.png$/.test(name))
      .toSorted();
    expect(pages).toHaveLength(3);
    for (const name of pages) {
      const kept = join(references, name);
      if (process.env.KEEP_PICTURES) {
        mkdirSync(references, { recursive: true });
        writeFileSync(kept, readFileSync(join(folder, name)));
      }
      expect(existsSync(kept), `${name} has no reference picture`).toBe(true);
      const [now, then] = [join(folder, name), kept].map((path) => PNG.sync.read(readFileSync(path)));
      if (!now || !then) throw new Error('no picture');
      expect([now.width, now.height]).toEqual([then.width, then.height]);
      const different = pixelmatch(now.data, then.data, undefined, now.width, now.height, { threshold: 0.3 });
      expect(different / (now.width * now.height)).toBeLessThan(0.01);
    }
  });
});

describe('wrapped text', () => {
  const widthOf = (text: string): number => text.length;

  it('loses nothing and stays in its column', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ minLength: 1, maxLength: 30 }).filter((word) => !word.includes(' ')),
          { minLength: 1 },
        ),
        fc.integer({ min: 1, max: 40 }),
        (words, room) => {
          const lines = wrap(words.join(' '), widthOf, room);
          expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''));
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(room);
        },
      ),
    );
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderPdf } from '../../server/features/reports/render/pdf/pdf.ts';
import { figuresOf, sampleReport } from '../../server/test/reportSamples.ts';

const root = resolve(import.meta.dirname, '../..');
const font = (name: string) => readFileSync(join(root, 'resources/fonts', name));
const fonts = { regular: font('NotoSans-Regular.ttf'), bold: font('NotoSans-Bold.ttf') };
const references = join(import.meta.dirname, 'pictures');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headworks-printed-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const pdfText = (bytes: Uint8Array): string => {
  const file = join(folder, 'report.pdf');
  writeFileSync(file, bytes);
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
};

type Box = { left: number; top: number; right: number; bottom: number; word: string };

const boxesOf = (page: string): Box[] =>
  [...page.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g)].map(
    ([, left, top, right, bottom, word = '']) => ({
      ...{ left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom), word },
    }),
  );

/** Words that are printed one over the other, more than a point wide and half a line high. */
const overprinted = (bytes: Uint8Array): string[] => {
  const file = join(folder, 'boxes.pdf');
  writeFileSync(file, bytes);
  const pages = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' }).split('<page ').slice(1);
  return pages.map(boxesOf).flatMap((words) =>
    words.flatMap((one, at) =>
      words
        .slice(at + 1)
        .filter((two) => Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1)
        .filter((two) => Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 4)
        .map((two) => `${one.word} | ${two.word}`),
    ),
  );
};

describe('a report as PDF, read by poppler', () => {
  it('prints no word over another one, however long the names of plant and units are', async () => {
    const name = 'Northern water works of the second bottling hall beside the old river gate and the cooling towers 4';
    const usual = { middle: 10, low: 8, high: 11, days: 5 };
    const figure = {
      name: `Rain: ${name}`,
      value: 12.3,
      unit: 'mm',
      decimals: 1,
      like: 10,
      changePct: 23,
      usual,
      isOutside: true,
    };
    const firstPage = {
      verdict: [name],
      findings: [],
      more: 0,
      figures: [figure, figure],
      against: 'Usual Wednesday',
      picture: null,
    };
    const bytes = await renderPdf(sampleReport(3, { industryName: name, firstPage }), fonts);
    expect(overprinted(bytes)).toEqual([]);
    const text = pdfText(bytes).replace(/\s+/g, ' ');
    expect(text).toContain('page 1 of');
    expect(text).toContain('Daily water report – 20/11/2026');
  });

  it('prints the same figures as the HTML, over as many pages as it takes', async () => {
    const model = sampleReport(120);
    const text = pdfText(await renderPdf(model, fonts));
    for (const figure of figuresOf(model)) expect(text).toContain(figure);
    const pages = text.split('\f').filter((page) => page.trim() !== '');
    expect(pages.length).toBeGreaterThan(3);
    for (const [at, page] of pages.entries()) expect(page).toContain(`page ${at + 1} of ${pages.length}`);
    // the head of the table stands on each page that holds rows of it
    const withRows = pages.filter((page) => /Raw water intake \d+/.test(page));
    expect(withRows.length).toBeGreaterThan(2);
    for (const page of withRows) expect(page).toContain('Consumption');
  });

  it('breaks no word of a head that fits its column, however many columns there are', async () => {
    const keys = Array.from({ length: 16 }, (_, at) => `n${at}`);
    const numbers = keys.map((key) => ({ key, name: 'Specific energy', unit: 'kWh/KL', kind: 'number' as const, decimals: 2 }));
    const columns = [{ key: 'note', name: 'Note', kind: 'text' as const }, ...numbers];
    const note = 'a note that is far longer than the room that is left for it beside so many numbers';
    const rows = [{ cells: { note, ...Object.fromEntries(keys.map((key, at) => [key, (at + 1) * 3.33])) } }];
    const model = sampleReport(1, { sections: [{ kind: 'table', key: 'wide', title: 'Wide', columns, rows }] });
    const text = pdfText(await renderPdf(model, fonts));
    expect(text.match(/\(kWh\/KL\)/g)).toHaveLength(keys.length);
  });

  it('breaks no word of a head, whatever its figures are as wide as', async () => {
    const heads = ['Opening counter', 'Change', 'Highest demand', 'Cost', 'Complete', 'Specific energy', 'Period before'];
    const broken: string[] = [];
    for (let count = 8; count < 17; count += 1) {
      const names = Array.from({ length: count }, (_, at) => heads[(at * 3 + count) % heads.length] ?? '');
      const columns = [
        { key: 'unit', name: 'Meter', kind: 'text' as const },
        ...names.map((name, at) => ({ key: `n${at}`, name, unit: '%', kind: 'number' as const, decimals: at % 4 })),
      ];
      const cells = Object.fromEntries(names.map((_, at) => [`n${at}`, 7 ** (at % 7)]));
      const rows = [{ cells: { unit: 'Main incomer of the works', ...cells } }];
      const model = sampleReport(1, { sections: [{ kind: 'table', key: 'wide', title: 'Wide', columns, rows }] });
      const words = pdfText(await renderPdf(model, fonts)).split(/\s+/);
      broken.push(
        ...names
          .join(' ')
          .split(' ')
          .filter((word) => !words.includes(word)),
      );
    }
    expect(broken).toEqual([]);
  });

  it('has no title without rows at the foot of a page, and no signatures alone on one', async () => {
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

  it('holds names in Devanagari, quotes and long words', async () => {
    const text = pdfText(await renderPdf(sampleReport(5), fonts));
    expect(text).toContain('O\'Neil well <3> & "sons" 3');
    expect(text).toContain('=SUM(A1:A9) 4');
    expect(text.normalize('NFC')).toContain('जल');
    const long = sampleReport(1, { industryName: `Acme\n${'W'.repeat(300)}\u0000` });
    expect((await renderPdf(long, fonts)).length).toBeGreaterThan(1000);
  });

  it('looks as it did when a person looked at it', async () => {
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

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { somePng } from '../../../test/imageSamples.ts';
import { figuresOf, sampleReport } from '../../../test/reportSamples.ts';
import { renderHtml } from './html/html.ts';
import { cellText, numberText, rowText } from './numbers.ts';
import { PdfCanvas } from './pdf/canvas.ts';
import { renderPdf } from './pdf/pdf.ts';
import { wrap } from './pdf/wrap.ts';

const root = resolve(import.meta.dirname, '../../../..');
const font = (name: string) => readFileSync(join(root, 'resources/fonts', name));
const fonts = { regular: font('NotoSans-Regular.ttf'), bold: font('NotoSans-Bold.ttf') };

describe('numbers in print', () => {
  it('are the same figures everywhere: fixed places, no grouping, nothing for what is not known', () => {
    expect(numberText(1234567.891, 2)).toBe('1234567.89');
    expect(numberText(-0.001, 2)).toBe('0.00');
    // as a spreadsheet shows them, and the dashboards
    expect([705.165, 27.945, -1.005, 0.15].map((value) => numberText(value, value === 0.15 ? 1 : 2))).toEqual([
      '705.17',
      '27.95',
      '−1.01',
      '0.2',
    ]);
    expect(numberText(null, 2)).toBe('–');
    expect(numberText(Number.NaN, 0)).toBe('–');
  });

  it('do not read as the limit beside them that they are off, nor as the whole of what is not used up', () => {
    const columns = [
      { key: 'value', name: 'Value', kind: 'number', decimals: 2, beside: ['limit', 9] },
      { key: 'limit', name: 'Limit', kind: 'number', decimals: 2, beside: ['value'] },
      { key: 'used', name: 'Used', kind: 'number', decimals: 1, isShare: true },
    ] as const;
    const shown = (value: number | null, limit: number | null, used: number | null) =>
      columns.map((column) => rowText({ cells: { value, limit, used } }, column, 'UTC'));
    expect([
      shown(2.504, 2.5, 100.16),
      shown(2.4996, 2.5, 99.98),
      shown(2.5, 2.5, 100),
      shown(7.2, 2.5, 100.003),
      shown(9.004, null, 0.02),
      shown(null, 2.5, null),
    ]).toEqual([
      ['2.504', '2.500', '100.2'],
      ['2.4996', '2.5000', '99.9'],
      ['2.50', '2.50', '100.0'],
      ['7.20', '2.50', '100.1'],
      ['9.004', '–', '0.02'],
      ['–', '2.50', '–'],
    ]);
  });

  it('are dates and times of the plant', () => {
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
      sections: [
        {
          kind: 'table',
          key: 'wide',
          title: 'Wide',
          columns,
          rows: [{ cells: Object.fromEntries(columns.map(({ key }) => [key, 1])) }],
        },
      ],
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
    const expected = figuresOf(sampleReport());
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

  it('keeps a logo in bounds, and lives without one that cannot be embedded', async () => {
    const png = { bytes: somePng(1500, 700), mediaType: 'image/png' };
    expect((await renderPdf(sampleReport(1, { logo: png }), fonts)).length).toBeGreaterThan(1000);
    const webp = { bytes: new Uint8Array(10), mediaType: 'image/webp' };
    expect((await renderPdf(sampleReport(1, { logo: webp }), fonts)).length).toBeGreaterThan(1000);
  });

  it('keeps texts apart and on the page, in the last of many rows too', async () => {
    const placed: { y: number; text: string; from: number; to: number }[] = [];
    const draw = PdfCanvas.prototype.text;
    const drawn = vi.spyOn(PdfCanvas.prototype, 'text').mockImplementation(function (this: PdfCanvas, x, y, text, style) {
      const width = this.textWidth(text, style);
      const from = style.anchor === 'end' ? x - width : x;
      placed.push({ y, text, from, to: from + width });
      draw.call(this, x, y, text, style);
    });
    onTestFinished(() => drawn.mockRestore());
    const columns = ['open', 'close', 'volume'].map((key) => ({
      key,
      name: key,
      unit: 'KL',
      kind: 'number' as const,
      decimals: 2,
    }));
    const rows = Array.from({ length: 445 }, (_, at) => {
      const size = at < 440 ? at : 999_999_999.12;
      const unit = at === 3 ? 'Process water to the evaporators of line three behind the second softener, hall 7' : `Meter ${at}`;
      return { cells: { unit, open: size, close: size, volume: -size } };
    });
    const heading = { isGroup: true, cells: { unit: 'BOREWELLS OF THE WESTERN FIELD '.repeat(4) } };
    await renderPdf(
      sampleReport(1, {
        ...{ kpis: [], footnotes: [], signatures: [] },
        sections: [
          {
            ...{ kind: 'table', key: 't', title: 'Meters', rows: [heading, ...rows] },
            columns: [{ key: 'unit', name: 'Unit', kind: 'text' }, ...columns],
          },
        ],
      }),
      fonts,
    );
    for (const { text, to } of placed) expect(to, text).toBeLessThan(560);
    const widest = placed.filter(({ text }) => text.endsWith('999999999.12'));
    expect(widest).toHaveLength(15);
    for (const one of widest) {
      const before = placed.filter(({ y, from }) => y === one.y && from < one.from);
      for (const { text, to } of before) expect(to, `${text} before ${one.text}`).toBeLessThan(one.from);
    }
  });

  it('says so where a name has signs that its fonts lack, and only there', async () => {
    const drawn = vi.spyOn(PdfCanvas.prototype, 'text');
    onTestFinished(() => drawn.mockRestore());
    const texts = async (industryName: string): Promise<string> => {
      drawn.mockClear();
      await renderPdf(sampleReport(1, { industryName }), fonts);
      return drawn.mock.calls.map(([, , text]) => text).join(' ');
    };
    const note = /stands for a letter or sign that the fonts of this PDF lack.* HTML and XLSX/;
    for (const name of ['主水管', 'مضخة', 'நீர்', '💧']) expect(await texts(`${name} 12`), name).toMatch(note);
    for (const name of ['नलकूप', 'Насос', 'Ωμέγα', 'm³ “µ”', 'क्\u200dष'])
      expect(await texts(`${name} 12`), name).not.toMatch(note);
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

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import exceljs, { type Worksheet } from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samples } from '../../../../test/imageSamples.ts';
import { sampleReport } from '../../../../test/reportSamples.ts';
import { readImage } from '../../../accounts/image/read.ts';
import type { ReportModel } from '../../model.ts';
import { sheetName } from './cells.ts';
import { drawingsOf, placeDrawings } from './pictures.ts';
import { chartsLook } from './sheets.ts';
import { writeXlsx } from './xlsx.ts';

const fontFiles = ['NotoSans-Regular.ttf', 'NotoSans-Bold.ttf'].map((name) =>
  resolve(import.meta.dirname, '../../../../../resources/fonts', name),
);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headworks-xlsx-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const write = async (model: ReportModel, isStreamed = false): Promise<string> => {
  files += 1;
  const path = join(folder, `${files}.xlsx`);
  await writeXlsx({ model, path, fontFiles, isStreamed, signal: new AbortController().signal });
  return path;
};
const read = async (path: string) => {
  const book = new exceljs.Workbook();
  await book.xlsx.readFile(path);
  return book;
};
const sheetOf = (book: exceljs.Workbook, name: string): Worksheet => {
  const sheet = book.getWorksheet(name);
  if (!sheet) throw new Error(`no sheet ${name}`);
  return sheet;
};
const table = (model: ReportModel) => {
  const [section] = model.sections;
  if (section?.kind !== 'table') throw new Error('no table');
  return section;
};

describe.each([
  ['in memory', false],
  ['as a stream', true],
])('a workbook written %s', (_, isStreamed) => {
  it('holds the numbers of the model as numbers, and times as times of the plant', async () => {
    const model = sampleReport(12);
    const book = await read(await write(model, isStreamed));
    const sheet = sheetOf(book, 'Meters');
    for (const [at, row] of table(model).rows.entries()) {
      if (row.isGroup) continue;
      const cells = sheet.getRow(4 + at);
      expect(cells.getCell(1).value).toBe(row.cells.unit);
      expect(cells.getCell(4).value).toBe(row.cells.volume);
    }
    const data = sheetOf(book, 'Data').getRow(2);
    expect((data.getCell(1).value as Date).toISOString()).toBe('2026-11-20T06:00:00.000Z');
    expect(data.getCell(3).value).toBe(812.375);
  });

  it('holds names as they are, also those that look like a formula or like an escaped sign', async () => {
    const names = ['=1+1', '_x0041_', 'line_x000d_2', '  two  ', '_x004_'];
    const model = sampleReport(names.length);
    const own = table(model);
    const rows = own.rows
      .filter(({ isGroup }) => !isGroup)
      .map((row, at) => ({ ...row, cells: { ...row.cells, unit: names[at] ?? '' } }));
    const named = { ...model, industryName: 'Plant _x0042_', sections: [{ ...own, title: 'Meters', rows }] };
    const path = await write(named, isStreamed);
    const book = await read(path);
    const sheet = sheetOf(book, 'Meters');
    // the library reads the escapes of shared strings, which a stream has not, and a spreadsheet those of both
    const shown = (value: unknown): string => String(value).replace(/_x005F_/g, isStreamed ? '_' : '?');
    expect(rows.map((_, at) => shown(sheet.getRow(4 + at).getCell(1).value))).toEqual(names);
    expect(shown(sheet.getRow(1).getCell(1).value)).toBe('Plant _x0042_ – Meters');
    expect(shown(sheetOf(book, 'Summary').getRow(1).getCell(1).value)).toBe('Plant _x0042_');
    if (isStreamed) expect(sheet.getRow(5).getCell(1).value).toBe('_x005F_x0041_');
  });

  it('marks an estimate by its look and keeps it a number', async () => {
    const model = sampleReport(12);
    const sheet = sheetOf(await read(await write(model, isStreamed)), 'Meters');
    const at = table(model).rows.findIndex(({ starred }) => starred);
    expect(typeof sheet.getRow(4 + at).getCell(4).value).toBe('number');
    expect(sheet.getRow(4 + at).getCell(4).numFmt).toBe('0.00"*"');
  });

  it('has totals that are formulas and already agree', async () => {
    const model = sampleReport(12);
    const sheet = sheetOf(await read(await write(model, isStreamed)), 'Meters');
    const last = table(model).rows.length + 4;
    const sum = table(model).total?.sums.volume;
    expect(sheet.getRow(last).getCell(4).value).toEqual({ formula: `SUM(D4:D${last - 1})`, result: sum });
  });

  it('computes no total that is not the sum of its rows', async () => {
    const column = (key: string, unit: string) => ({ key, name: key, kind: 'number', unit, decimals: 2 }) as const;
    const table = (key: string, rows: [volume: number, change: number][], sums: Record<string, number>) => ({
      ...{ kind: 'table' as const, key, title: key, total: { label: 'Total', sums } },
      columns: [{ key: 'unit', name: 'Meter', kind: 'text' as const }, column('volume', 'KL'), column('change', '%')],
      rows: rows.map(([volume, change]) => ({ cells: { unit: 'a', volume, change } })),
    });
    const sections = [
      table(
        'Several',
        [
          [0.1, 3],
          [0.2, -100],
        ],
        { volume: 0.3, change: -2.5 },
      ),
      table('One', [[5, 4]], { volume: 5, change: 4 }),
      table('Partial', [[5, 4]], { volume: 7, change: 4 }),
    ];
    const book = await read(await write(sampleReport(12, { sections }), isStreamed));
    const totals = sections.map(({ title, rows }) =>
      [2, 3].map(
        (at) =>
          sheetOf(book, title)
            .getRow(4 + rows.length)
            .getCell(at).value,
      ),
    );
    expect(totals).toEqual([
      [{ formula: 'SUM(B4:B5)', result: 0.3 }, -2.5],
      [{ formula: 'SUM(B4:B4)', result: 5 }, 4],
      [7, 4],
    ]);
  });

  it('never makes a formula of text', async () => {
    const model = sampleReport(12, { industryName: '=1+1', footnotes: ['@SUM(A1)', '+1', '-1'] });
    const book = await read(await write(model, isStreamed));
    const found: unknown[] = [];
    book.eachSheet((sheet) =>
      sheet.eachRow((row) => row.eachCell(({ value, type }) => found.push(type === exceljs.ValueType.Formula ? value : null))),
    );
    expect(found.filter((value) => value !== null)).toEqual([{ formula: 'SUM(D4:D16)', result: expect.any(Number) }]);
    const texts = sheetOf(book, 'Summary').getColumn(1).values;
    for (const text of ['@SUM(A1)', '+1', '-1', '=1+1']) expect(texts).toContain(text);
  });

  it('keeps the head in sight, and prints it on every page', async () => {
    const book = await read(await write(sampleReport(12), isStreamed));
    expect(sheetOf(book, 'Meters').views[0]).toMatchObject({ state: 'frozen', ySplit: 3 });
    expect(sheetOf(book, 'Data').views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    expect(sheetOf(book, 'Meters').pageSetup).toMatchObject({ fitToWidth: 1, paperSize: 9 });
  });
});

describe('a workbook', () => {
  it('holds the figures of v2 as pictures, and none in v1', async () => {
    const rich = await read(await write(sampleReport(3)));
    expect(sheetOf(rich, 'Charts').getImages()).toHaveLength(3);
    const plain = await read(await write(sampleReport(3, { template: 'v1' })));
    expect(plain.worksheets.flatMap((sheet) => sheet.getImages())).toEqual([]);
    expect(plain.getWorksheet('Charts')).toBeUndefined();
  });

  it('prints no figure over two pages', async () => {
    const { sections } = sampleReport(1);
    const figures = sections.filter(({ kind }) => kind !== 'table');
    const model = sampleReport(1, { sections: Array.from({ length: 6 }, () => figures).flat() });
    const book = new exceljs.Workbook();
    const sheet = book.addWorksheet('Charts', chartsLook(model));
    await placeDrawings(book, sheet, drawingsOf(model.sections, fontFiles));
    // breaks are written and not read back by the library
    const breaks = (sheet as Worksheet & { rowBreaks: { id: number }[] }).rowBreaks.map(({ id }) => id);
    expect(breaks.length).toBeGreaterThan(2);
    expect(sheet.pageSetup.fitToPage).toBeFalsy();
    const images = sheet.getImages();
    expect(images).toHaveLength(figures.length * 6);
    for (const { range } of images) {
      const { ext } = range as unknown as { ext: { width: number; height: number } };
      // rows are counted from 0 here, and a break is below the row that it names
      const [from, to] = [range.tl.nativeRow, range.tl.nativeRow + Math.ceil((ext.height * 0.75) / 15)];
      expect(breaks.filter((at) => at > from - 1 && at < to)).toEqual([]);
      expect(ext.width).toBeLessThanOrEqual(640);
    }
    const edges = [0, ...breaks];
    for (const [at, edge] of edges.entries()) {
      const next = edges[at + 1] ?? edge;
      // A4 without an inch at either end, in points
      expect((next - edge) * 15 * ((sheet.pageSetup.scale ?? 100) / 100)).toBeLessThanOrEqual(842 - 144);
    }
  });

  it('bears the logo within its frame, of a format that it can hold', async () => {
    const logoOf = async (bytes: Uint8Array, mediaType: string) => {
      const book = await read(await write(sampleReport(3, { logo: { bytes, mediaType } })));
      const [image] = sheetOf(book, 'Summary').getImages();
      if (!image) return undefined;
      const { width, height } = (image.range as unknown as { ext: { width: number; height: number } }).ext;
      return { type: book.getImage(Number(image.imageId)).extension, width, height };
    };
    const { png, jpeg, webp } = samples;
    for (const [bytes, mediaType, type] of [
      [png, 'image/png', 'png'],
      [jpeg, 'image/jpeg', 'jpeg'],
    ] as const) {
      const drawn = await logoOf(bytes, mediaType);
      const { width, height } = await readImage(bytes);
      expect(drawn?.type).toBe(type);
      expect(drawn?.width).toBeLessThanOrEqual(200);
      expect(drawn?.height).toBeLessThanOrEqual(56);
      expect(Number(drawn?.width) / Number(drawn?.height)).toBeCloseTo(width / height, 1);
    }
    expect(await logoOf(webp, 'image/webp')).toBeUndefined();
    expect(await logoOf(new Uint8Array([1, 2, 3]), 'image/png')).toBeUndefined();
  });

  it('stops and cleans up when it is asked to', async () => {
    const abort = new AbortController();
    const path = join(folder, 'cancelled.xlsx');
    const endless = sampleReport(1, {
      data: {
        columns: [{ key: 'n', name: 'N', kind: 'number' }],
        async *rows() {
          for (let at = 0; ; at += 1) {
            if (at === 5000) abort.abort(new Error('the client went'));
            yield [at];
          }
        },
      },
    });
    const writing = writeXlsx({ model: endless, path, fontFiles, isStreamed: true, signal: abort.signal });
    await expect(writing).rejects.toThrow('the client went');
  });

  it('gives sheets names that a workbook may have, each once', () => {
    const taken = new Set<string>();
    const names = ['Meters: a/b [x]', 'Meters: a/b [x]', "'", 'x'.repeat(50), 'X'.repeat(50)].map((title) =>
      sheetName(title, taken),
    );
    expect(names).toEqual(['Meters  a b  x', 'Meters  a b  x 2', 'Sheet', 'x'.repeat(31), `${'X'.repeat(27)} 2`]);
  });

  it.each([
    ['History', 'History 2'],
    ['hISTORY', 'hISTORY 2'],
    [" 'Old wells' ", 'Old wells'],
    [`${'x'.repeat(30)}'s pond`, 'x'.repeat(30)],
    [`${'x'.repeat(30)}💧 water`, 'x'.repeat(30)],
    ['Hall\u0007 north\nwing', 'Hall  north wing'],
  ])('writes a table that is called %j', async (title, name) => {
    const model = sampleReport(2);
    const book = await read(await write({ ...model, sections: [{ ...table(model), title }] }));
    expect(book.worksheets.map((sheet) => sheet.name)).toContain(name);
  });
});

/**
 * The libraries of reports beside others, on the same tables: exceljs and write-excel-file for workbooks, pdf-lib and pdfkit for
 * documents. Each runs in a process of its own, which tells its time and its peak of memory. No goals: the figures say which to keep.
 */
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { finished } from 'node:stream/promises';
import { SLOT_MS } from '../server/core/slots.ts';

const UNITS = 200;
const DAYS = 7;
const SLOTS_PER_DAY = 288;
const MONTH_DAYS = 31;
const ROUNDS = 3;
const FROM_MS = Date.UTC(2026, 5, 10);
const NUMBERS = '0.000';
const TIMES = 'dd/mm/yyyy hh:mm';
const heads = ['Time', 'Unit id', 'Unit', 'Parameter', 'Value', 'Measured in', 'Quality'];
const font = resolve(import.meta.dirname, '../resources/fonts/NotoSans-Regular.ttf');

type Slot = [at: Date, unitId: string, unit: string, param: string, value: number, measure: string, quality: string];
const volumeOf = (unit: number, at: number): number => 10 + unit / 7 + 5 * Math.sin((at + unit) / 40);

/** A week of 5-minute slots of 200 units: 403,200 readings. */
function* slots(): Generator<Slot> {
  for (let at = 0; at < DAYS * SLOTS_PER_DAY; at += 1)
    for (let unit = 0; unit < UNITS; unit += 1)
      yield [new Date(FROM_MS + at * SLOT_MS), `unit-${unit}`, `Meter ${unit}`, 'volume', volumeOf(unit, at), 'KL', 'G'];
}

/** A month of 200 units: a name and 31 volumes each. */
const month = (): (string | number)[][] =>
  Array.from({ length: UNITS }, (_, unit) => [
    `Meter ${unit}`,
    ...Array.from({ length: MONTH_DAYS }, (_, day) => volumeOf(unit, day)),
  ]);

const exceljsMonth = async (path: string): Promise<void> => {
  const { default: exceljs } = await import('exceljs');
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('Month', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.addRow(['Meter', ...Array.from({ length: MONTH_DAYS }, (_, day) => `Day ${day + 1}`)]).font = { bold: true };
  const look = { numFmt: NUMBERS };
  for (const cells of month()) {
    const row = sheet.addRow(cells);
    for (let at = 2; at <= cells.length; at += 1) row.getCell(at).style = look;
  }
  await book.xlsx.writeFile(path);
};

const exceljsSlots = async (path: string): Promise<void> => {
  const { default: exceljs } = await import('exceljs');
  const stream = createWriteStream(path);
  const written = finished(stream);
  const zip = { zlib: { level: 3 } };
  const book = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false, zip });
  const sheet = book.addWorksheet('Data', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.addRow(heads).commit();
  const [times, numbers] = [{ numFmt: TIMES }, { numFmt: NUMBERS }];
  let rows = 0;
  for (const cells of slots()) {
    const row = sheet.addRow(cells);
    row.getCell(1).style = times;
    row.getCell(5).style = numbers;
    row.commit();
    rows += 1;
    // lets the file take what was written
    if (rows % 2000 === 0) await new Promise((done) => setImmediate(done));
  }
  sheet.commit();
  await book.commit();
  await written;
};

const otherMonth = async (path: string): Promise<void> => {
  const { default: write } = await import('write-excel-file/node');
  const head = ['Meter', ...Array.from({ length: MONTH_DAYS }, (_, day) => `Day ${day + 1}`)];
  const rows = month().map((cells) => cells.map((value, at) => (at === 0 ? { value } : { value, format: NUMBERS })));
  const table = [head.map((value) => ({ value, fontWeight: 'bold' as const })), ...rows];
  await write(table, { sheet: 'Month', stickyRowsCount: 1 }).toFile(path);
};

const otherSlots = async (path: string): Promise<void> => {
  const { default: write } = await import('write-excel-file/node');
  const table: object[][] = [heads.map((value) => ({ value }))];
  for (const cells of slots())
    table.push(
      cells.map((value, at) => (at === 0 ? { value, format: TIMES } : at === 4 ? { value, format: NUMBERS } : { value })),
    );
  await write(table, { sheet: 'Data', stickyRowsCount: 1 }).toFile(path);
};

const PAGE = { width: 842, height: 595, margin: 30, row: 14, size: 7 } as const;
const PDF_COLUMNS = 15;

/** The same table on lying A4 pages: a heading on each, one text a cell, one line a row. */
const layOut = (draw: { page(): void; text(x: number, y: number, text: string): void; line(y: number): void }): void => {
  const width = (PAGE.width - 2 * PAGE.margin) / PDF_COLUMNS;
  let y: number = PAGE.height;
  const row = (cells: readonly string[]): void => {
    for (const [at, text] of cells.entries()) draw.text(PAGE.margin + at * width, y, text);
    draw.line(y + PAGE.row - 3);
    y += PAGE.row;
  };
  for (const cells of month()) {
    if (y > PAGE.height - PAGE.margin - PAGE.row) {
      draw.page();
      y = PAGE.margin;
      row(['Meter', ...Array.from({ length: PDF_COLUMNS - 1 }, (_, day) => `Day ${day + 1}`)]);
    }
    row(cells.slice(0, PDF_COLUMNS).map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)));
  }
};

const pdfLib = async (path: string): Promise<void> => {
  const { PDFDocument } = await import('pdf-lib');
  const { fontEngine } = await import('../server/features/reports/render/pdf/fontEngine.ts');
  const book = await PDFDocument.create();
  book.registerFontkit(fontEngine as unknown as Parameters<typeof book.registerFontkit>[0]);
  const face = await book.embedFont(readFileSync(font), { subset: true });
  let page = book.addPage([PAGE.width, PAGE.height]);
  let isFirst = true;
  layOut({
    page: () => {
      if (!isFirst) page = book.addPage([PAGE.width, PAGE.height]);
      isFirst = false;
    },
    text: (x, y, text) => page.drawText(text, { x, y: PAGE.height - y - PAGE.size, size: PAGE.size, font: face }),
    line: (y) =>
      page.drawLine({
        start: { x: PAGE.margin, y: PAGE.height - y },
        end: { x: PAGE.width - PAGE.margin, y: PAGE.height - y },
        thickness: 0.3,
      }),
  });
  writeFileSync(path, await book.save());
};

const pdfKit = async (path: string): Promise<void> => {
  const { default: PDFDocument } = await import('pdfkit');
  const book = new PDFDocument({ size: [PAGE.width, PAGE.height], margin: 0, autoFirstPage: false });
  const stream = createWriteStream(path);
  const written = finished(stream);
  book.pipe(stream);
  book.font(font).fontSize(PAGE.size);
  layOut({
    page: () => void book.addPage(),
    text: (x, y, text) => void book.text(text, x, y, { lineBreak: false }),
    line: (y) =>
      void book
        .lineWidth(0.3)
        .moveTo(PAGE.margin, y)
        .lineTo(PAGE.width - PAGE.margin, y)
        .stroke(),
  });
  book.end();
  await written;
};

const cases: Record<string, (path: string) => Promise<void>> = {
  'month of 200 units, exceljs': exceljsMonth,
  'month of 200 units, write-excel-file': otherMonth,
  '403,200 readings, exceljs': exceljsSlots,
  '403,200 readings, write-excel-file': otherSlots,
  'table of 200 rows, pdf-lib': pdfLib,
  'table of 200 rows, pdfkit': pdfKit,
};

const [, , asked, path] = process.argv;
const chosen = asked === undefined ? undefined : cases[asked];
if (chosen && path) {
  const began = performance.now();
  await chosen(path);
  const ms = performance.now() - began;
  console.log(JSON.stringify({ ms, peakMiB: process.resourceUsage().maxRSS / 1024 }));
} else {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-bench-'));
  for (const name of Object.keys(cases)) {
    const file = join(folder, 'made');
    const rounds = Array.from({ length: name.startsWith('403') ? 1 : ROUNDS }, () => {
      const made = spawnSync(process.execPath, [import.meta.filename, name, file], { encoding: 'utf8' });
      return made.status === 0 ? (JSON.parse(made.stdout) as { ms: number; peakMiB: number }) : undefined;
    }).filter((round) => round !== undefined);
    if (rounds.length === 0) {
      console.log(`${name} failed: the process ended before its file was whole`);
      process.exitCode = 1;
      continue;
    }
    console.log(`${name} ${Math.min(...rounds.map(({ ms }) => ms)).toFixed(0)} ms`);
    console.log(`${name}, peak ${Math.max(...rounds.map(({ peakMiB }) => peakMiB)).toFixed(0)} MiB`);
    console.log(`${name}, size ${(statSync(file).size / 1024).toFixed(0)} KiB`);
  }
  rmSync(folder, { recursive: true });
}

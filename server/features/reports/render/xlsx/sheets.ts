import type { Writable } from 'node:stream';
import type { AddWorksheetOptions, Row as SheetRow, Style, Worksheet } from 'exceljs';
import type { Column, ReportModel, Row, TableSection } from '../../model.ts';
import { changeText, headText, numberText, placesInRow } from '../numbers.ts';
import { cellValue, formatOf, looks, sumFormula, textValue } from './cells.ts';

/** Rows over the head of a table: who, what and when. */
const HEAD_ROW = 3;
const WIDEST = 60;
export const POINTS_A_LINE = 15;
/** So that a picture is as wide as the page, also where a program draws columns a little wider. */
export const CHARTS_SCALE_PCT = 90;

/**
 * The library knows the object of a look again, and writes down and compares any other: a third of the time of a workbook. So each
 * look is one object for all cells that have it, none must be changed, and text and rows have one too.
 */
const plainText: Partial<Style> = {};
const plainRow: Partial<Style> = {};
const byFormat = new Map<string, Partial<Style>>();
const numberLook = (numFmt: string | undefined): Partial<Style> => {
  if (numFmt === undefined) return plainText;
  const look = byFormat.get(numFmt) ?? { numFmt };
  byFormat.set(numFmt, look);
  return look;
};

/** A row that a streamed workbook may write out and forget. */
const close = (row: SheetRow): void => row.commit();

const widthOf = (column: Column, sample: readonly Row[]): number => {
  if (column.kind === 'time') return 17;
  if (column.kind === 'date') return 12;
  const longest = Math.max(0, ...sample.map(({ cells }) => String(cells[column.key] ?? '').length));
  const head = headText(column);
  return Math.min(
    WIDEST,
    Math.max(10, column.kind === 'number' ? Math.max(...head.split(' ').map((word) => word.length)) + 3 : longest + 2),
  );
};

/** A4, as wide as the page and as many of them as it takes. */
const paper = { paperSize: 9, fitToPage: true, fitToWidth: 1, fitToHeight: 0 } as const;
const footer = (title: string) => ({ oddFooter: `&L${footerText(title)}&RPage &P of &N` });

/** How a table's sheet is seen and printed; a streamed workbook needs it when the sheet is made. */
export const tableLook = ({ columns }: TableSection, { title }: ReportModel): Partial<AddWorksheetOptions> => ({
  views: [{ state: 'frozen', ySplit: HEAD_ROW, xSplit: 0 }],
  pageSetup: { ...paper, orientation: columns.length > 8 ? 'landscape' : 'portrait', printTitlesRow: `1:${HEAD_ROW}` },
  headerFooter: footer(title),
});

export const dataLook = ({ title }: ReportModel): Partial<AddWorksheetOptions> => ({
  views: [{ state: 'frozen', ySplit: 1, xSplit: 0 }],
  pageSetup: { ...paper, printTitlesRow: '1:1' },
  headerFooter: footer(title),
});

export const summaryLook = ({ title }: ReportModel): Partial<AddWorksheetOptions> => ({
  pageSetup: paper,
  headerFooter: footer(title),
});

/** Not fitted to the page: a program that fits leaves out the breaks between the pictures. */
export const chartsLook = ({ title }: ReportModel): Partial<AddWorksheetOptions> => ({
  properties: { defaultRowHeight: POINTS_A_LINE },
  pageSetup: { paperSize: 9, scale: CHARTS_SCALE_PCT },
  headerFooter: footer(title),
});

/** An ampersand is a command in a footer. */
const footerText = (text: string): string => text.replaceAll('&', '&&').slice(0, 200);

const drawHead = (sheet: Worksheet, title: string, columns: readonly Column[], model: ReportModel): void => {
  const name = sheet.addRow([textValue(`${model.industryName} – ${title}`)]);
  Object.assign(name.getCell(1), looks.title);
  close(name);
  const period = sheet.addRow([
    `${model.period.label}, ${model.period.timezone}; made ${model.generatedAt}, revision ${model.revision}`,
  ]);
  Object.assign(period.getCell(1), looks.soft);
  close(period);
  addHead(sheet, columns);
};

/** Lines that a text takes in a column of so many letters. */
const linesIn = (text: string, width: number): number => {
  let [lines, used] = [1, 0];
  for (const { length } of text.split(' ')) {
    if (used > 0 && used + 1 + length > width) [lines, used] = [lines + 1, length];
    else used += (used > 0 ? 1 : 0) + length;
  }
  return lines;
};

/** Heads are aligned with their values; the row is as high as the longest of them, as not every program sees to that. */
const addHead = (sheet: Worksheet, columns: readonly Column[]): void => {
  const head = sheet.addRow(columns.map((column) => textValue(headText(column))));
  let lines = 1;
  for (const [at, column] of columns.entries()) {
    lines = Math.max(lines, linesIn(headText(column), (sheet.getColumn(at + 1).width ?? 9) - 1));
    Object.assign(head.getCell(at + 1), column.kind === 'number' ? looks.numberHead : looks.head);
  }
  head.height = POINTS_A_LINE * lines;
  close(head);
};

/** Figures of a report are rounded to so much. */
const ROUNDING = 1e-6;

/** Whether a program that computes the sum of the rows comes to the total: a change of sums is no sum of changes. */
const isSumOf = (rows: readonly Row[], { key, unit }: Column, total: number): boolean => {
  const values = rows.map(({ cells }) => cells[key]).filter((value) => typeof value === 'number');
  const sum = values.reduce((added, value) => added + value, 0);
  return unit !== '%' && Math.abs(sum - total) <= ROUNDING * (values.length + 1);
};

/** A table of the report on a sheet of its own; totals are formulas where they are the sum of their rows. */
export const fillTable = (sheet: Worksheet, table: TableSection, model: ReportModel): void => {
  const { columns, rows, total, notes = [] } = table;
  const { timezone } = model.period;
  for (const [at, column] of columns.entries()) sheet.getColumn(at + 1).width = widthOf(column, rows);
  drawHead(sheet, table.title, columns, model);
  for (const row of rows) close(addRow(sheet, row, columns, timezone));
  if (rows.length === 0) close(sheet.addRow([table.empty ?? 'Nothing in this period.']));
  if (total && rows.length > 0) {
    const row = sheet.addRow([total.label]);
    for (const [at, column] of columns.entries()) {
      const cell = row.getCell(at + 1);
      const sum = total.sums[column.key];
      if (typeof sum === 'number')
        cell.value = isSumOf(rows, column, sum)
          ? sumFormula(sheet.getColumn(at + 1).letter, HEAD_ROW + 1, HEAD_ROW + rows.length, sum)
          : sum;
      Object.assign(cell, looks.total, { numFmt: formatOf(column) });
    }
    close(row);
  }
  for (const note of notes) addNote(sheet, note, columns.length);
};

const addRow = (sheet: Worksheet, row: Row, columns: readonly Column[], timezone: string): SheetRow => {
  const shown = row.isGroup ? columns.slice(0, 1) : columns;
  const added = sheet.addRow(shown.map((column) => cellValue(row.cells[column.key], column, timezone)));
  for (const [at, column] of columns.entries()) {
    const look = row.isGroup
      ? looks.group
      : numberLook(formatOf({ ...column, decimals: placesInRow(row, column) }, row.starred?.includes(column.key)));
    added.getCell(at + 1).style = look;
  }
  return Object.assign(added, { style: plainRow });
};

/** A text over the whole width, on as many lines as it takes. */
const addNote = (sheet: Worksheet, note: string, columns: number): void => {
  const row = sheet.addRow([textValue(note)]);
  if (columns > 1) sheet.mergeCells(row.number, 1, row.number, columns);
  const width = Array.from({ length: columns }, (_, at) => sheet.getColumn(at + 1).width ?? 9).reduce((sum, one) => sum + one, 0);
  row.height = POINTS_A_LINE * Math.ceil((note.length * 1.1) / width);
  Object.assign(row.getCell(1), looks.note);
  close(row);
};

const SUMMARY_WIDTHS = [30, 16, 16, 18, 14];

/** What the report is about, its tiles and its notes. */
export const fillSummary = (sheet: Worksheet, model: ReportModel): void => {
  const { period, kpis } = model;
  for (const [at, width] of SUMMARY_WIDTHS.entries()) sheet.getColumn(at + 1).width = width;
  const add = (values: (string | number | null)[], look: object = {}): void => {
    const row = sheet.addRow(values.map((value) => (typeof value === 'string' ? textValue(value) : value)));
    for (const at of values.keys()) Object.assign(row.getCell(at + 1), look);
    close(row);
  };
  add([model.industryName], looks.soft);
  add([model.title], looks.title);
  add(['Period', `${period.label}${period.isOpen ? ' (still running)' : ''}`]);
  add(['Shift', `${period.shift}, ${period.timezone}`]);
  add(['Completeness %', model.completenessPct]);
  add(['Revision', model.revision]);
  add(['Made', `${model.generatedAt} by ${model.generatedBy}`]);
  add(['Template', model.template]);
  add([]);
  if (kpis.length > 0) add(['Figure', 'Value', 'Unit', 'Against before', 'Complete %'], looks.head);
  for (const { name, value, unit, decimals, changePct, completenessPct } of kpis) {
    const row = sheet.addRow([textValue(name), value, unit, changeText(changePct), completenessPct]);
    row.getCell(2).numFmt = formatOf({ key: '', name: '', kind: 'number', decimals }) ?? '0';
    if (value === null) row.getCell(2).value = numberText(null, 0);
    close(row);
  }
  add([]);
  for (const note of model.footnotes) addNote(sheet, note, SUMMARY_WIDTHS.length);
  add([]);
  for (const name of model.signatures) add([`${name}: ______________________`]);
};

/** Rows written before the event loop gets its turn. */
const ROWS_AT_ONCE = 500;
const MOST_WAITING_BYTES = 1_048_576;

/** One row per time and unit, read from a stream and written out as it comes. */
export const fillData = async (sheet: Worksheet, model: ReportModel, signal: AbortSignal): Promise<void> => {
  const { columns, rows } = model.data;
  const { timezone } = model.period;
  for (const [at, column] of columns.entries()) {
    const target = sheet.getColumn(at + 1);
    target.width = column.kind === 'time' ? 17 : column.kind === 'text' ? 28 : 13;
  }
  const dataLooks = columns.map((column) => numberLook(formatOf(column)));
  addHead(sheet, columns);
  let count = 0;
  for await (const cells of rows()) {
    const row = sheet.addRow(columns.map((column, at) => cellValue(cells[at], column, timezone)));
    for (const [at, look] of dataLooks.entries()) row.getCell(at + 1).style = look;
    close(Object.assign(row, { style: plainRow }));
    count += 1;
    if (count % ROWS_AT_ONCE !== 0) continue;
    signal.throwIfAborted();
    await drained(sheet);
  }
};

/** The library's streaming sheet takes all it is given: what waits for the disk must be asked of the pipe behind it. */
const drained = async (sheet: Worksheet): Promise<void> => {
  const { stream } = sheet as Worksheet & { stream?: { pipes: Writable[] } };
  do await new Promise(setImmediate);
  while (stream?.pipes.some(({ writableLength }) => writableLength > MOST_WAITING_BYTES));
};

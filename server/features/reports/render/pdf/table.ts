import type { Column, Row, TableSection } from '../../model.ts';
import { ink } from '../drawing.ts';
import { headText, isNumeric, numberText, rowText } from '../numbers.ts';
import type { TextStyle } from './canvas.ts';
import type { PdfSheet } from './sheet.ts';
import { wrap } from './wrap.ts';

const PAD = 3;
const STAR = 3.5;
const LEADING = 1.3;
const LARGEST = 8;
const SMALLEST = 5;
/** Rows looked at to find how wide a column of texts must be, which are broken where they are wider. */
const SAMPLE = 400;
const FIRST_ROWS = 2;
/** More rows fit no page. */
const MOST_MEASURED = 100;
const HEAD_PART = 0.6;
/** Columns are as wide as their widest word, less what sums of fractions lose: a hair, in points. */
const HAIR = 0.01;

type Grid = { size: number; widths: readonly number[] };
type Cell = { size: number; width: number; isBold: boolean };

export type TablePlan = {
  /** Of the head and the first rows, which are kept together. */
  startHeight: number;
  /** Of all of it, on one page. */
  height: number;
  /** @param below room that the last row must leave for the notes kept with it. */
  draw(below: number): void;
};

/** A table that breaks over pages, its head on each of them. */
export const planTable = (sheet: PdfSheet, table: TableSection, timezone: string): TablePlan => {
  const { columns, rows } = table;
  const grid = gridOf(sheet, table, timezone);
  const cellOf = (at: number, isBold: boolean): Cell => ({ size: grid.size, width: grid.widths[at] ?? 0, isBold });
  const head = columns.map(headText);
  const lineHeight = grid.size * LEADING;
  const headLines = columns.map((column, at) => linesOf(sheet, head[at] ?? '', column, cellOf(at, true)));
  const headHeight = heightOf(headLines, lineHeight);
  const drawHead = (): void => {
    sheet.canvas.rect({ x: sheet.left, y: sheet.y, width: sheet.width, height: headHeight, fill: ink.head });
    drawCells(sheet, { lines: headLines, isBold: true }, columns, grid);
    sheet.y += headHeight;
    sheet.canvas.line({ from: [sheet.left, sheet.y], to: [sheet.right, sheet.y], stroke: ink.soft, width: 0.7 });
  };
  const drawRow = (lines: readonly string[][], isBold: boolean, below: number, fill?: string): void => {
    const height = heightOf(lines, lineHeight);
    if (sheet.need(height + below)) drawHead();
    if (fill) sheet.canvas.rect({ x: sheet.left, y: sheet.y, width: sheet.width, height, fill });
    drawCells(sheet, { lines, isBold }, columns, grid);
    sheet.y += height;
    sheet.canvas.line({ from: [sheet.left, sheet.y], to: [sheet.right, sheet.y], stroke: ink.rule, width: 0.4 });
  };
  const rowLines = (row: Row): string[][] =>
    columns.map((column, at) => linesOf(sheet, rowText(row, column, timezone), column, cellOf(at, false)));
  const draw = (below: number): void => {
    drawHead();
    for (const [at, row] of rows.entries()) {
      const room = at === rows.length - 1 && !table.total ? below : 0;
      if (row.isGroup) drawRow(groupLines(sheet, row, columns, grid.size), true, room, ink.faint);
      else drawRow(rowLines(row), false, room);
    }
    if (table.total) drawRow(totalLines(table, table.total), true, below);
  };
  const all = [
    ...rows.map((row) => (row.isGroup ? groupLines(sheet, row, columns, grid.size) : rowLines(row))),
    ...(table.total ? [[]] : []),
  ];
  const height = all.slice(0, MOST_MEASURED).reduce((sum, lines) => sum + heightOf(lines, lineHeight), headHeight);
  return { startHeight: headHeight + FIRST_ROWS * (lineHeight + 2 * PAD), height, draw };
};

/** A heading has the whole row. */
const groupLines = ({ canvas, width }: PdfSheet, row: Row, columns: readonly Column[], size: number): string[][] => {
  const [first] = columns;
  const text = String((first && row.cells[first.key]) ?? '');
  const lines = wrap(text, (part) => canvas.textWidth(part, { size, isBold: true }), width - 2 * PAD);
  return columns.map((_, at) => (at === 0 ? lines : []));
};

const totalLines = ({ columns }: TableSection, { label, sums }: NonNullable<TableSection['total']>): string[][] =>
  columns.map(({ key, decimals = 0 }, at) => (at === 0 ? [label] : key in sums ? [numberText(sums[key] ?? null, decimals)] : []));

const heightOf = (cells: readonly string[][], lineHeight: number): number =>
  Math.max(1, ...cells.map((lines) => lines.length)) * lineHeight + 2 * PAD;

const linesOf = ({ canvas }: PdfSheet, text: string, column: Column, { size, width, isBold }: Cell): string[] => {
  if (isNumeric(column) && !isBold) return [text];
  return wrap(text, (part) => canvas.textWidth(part, { size, isBold }), width - 2 * PAD - (isNumeric(column) ? STAR : 0) + HAIR);
};

const drawCells = (
  sheet: PdfSheet,
  { lines, isBold }: { lines: readonly string[][]; isBold: boolean },
  columns: readonly Column[],
  { size, widths }: Grid,
): void => {
  let x = sheet.left;
  for (const [at, column] of columns.entries()) {
    const width = widths[at] ?? 0;
    for (const [line, text] of (lines[at] ?? []).entries()) {
      const y = sheet.y + PAD + size * (0.95 + line * LEADING);
      if (isNumeric(column)) drawNumber(sheet, text, { right: x + width - PAD - STAR, y }, { size, isBold, colour: ink.text });
      else sheet.canvas.text(x + PAD, y, text, { size, isBold, colour: ink.text });
    }
    x += width;
  }
};

/** Stars hang out to the right, so that figures are aligned. */
const drawNumber = ({ canvas }: PdfSheet, text: string, { right, y }: { right: number; y: number }, style: TextStyle): void => {
  const figures = text.replace(/\*$/, '');
  canvas.text(right, y, figures, { ...style, anchor: 'end' });
  if (figures !== text) canvas.text(right, y, '*', style);
};

/** The longest of all, since no number is broken; figures are of one width. */
const longestNumbers = (rows: readonly Row[], column: Column, timezone: string): string[] => {
  let longest: string[] = [];
  for (const row of rows) {
    const text = rowText(row, column, timezone);
    const length = longest[0]?.length ?? 0;
    if (text.length > length) longest = [text];
    else if (text.length === length && longest.length < SAMPLE) longest.push(text);
  }
  return longest;
};

/** No number is broken; texts share what is left; the print shrinks until all fits. */
const gridOf = (sheet: PdfSheet, { columns, rows, total }: TableSection, timezone: string): Grid => {
  const own = rows.filter(({ isGroup }) => !isGroup);
  const shown = columns.map((column) =>
    isNumeric(column) ? longestNumbers(own, column, timezone) : own.slice(0, SAMPLE).map((row) => rowText(row, column, timezone)),
  );
  for (let size = LARGEST; ; size -= 0.5) {
    const widest = (texts: readonly string[], isBold: boolean): number =>
      Math.max(0, ...texts.map((text) => sheet.canvas.textWidth(text, { size, isBold })));
    const needs = columns.map((column, at) => {
      const texts = shown[at] ?? [];
      const sum = total && column.key in total.sums ? [numberText(total.sums[column.key] ?? null, column.decimals ?? 0)] : [];
      const head = widest(headText(column).split(' '), true);
      // a text's own head takes two lines where there is room
      const named = isNumeric(column) ? head : Math.max(head, HEAD_PART * widest([headText(column)], true));
      const whole = Math.max(widest(texts, false), widest(sum, true), named) + 2 * PAD + (isNumeric(column) ? STAR : 0);
      const least = isNumeric(column)
        ? whole
        : Math.max(
            widest(
              texts.flatMap((text) => text.split(' ')),
              false,
            ),
            head,
          ) +
          2 * PAD;
      return { whole, least: Math.min(least, isNumeric(column) ? whole : sheet.width / 3) };
    });
    const wanted = needs.reduce((sum, { whole }) => sum + whole, 0);
    const least = needs.reduce((sum, need) => sum + need.least, 0);
    if (least > sheet.width && size > SMALLEST) continue;
    return { size, widths: shared(needs, wanted, least, sheet.width) };
  }
};

const shared = (needs: readonly { whole: number; least: number }[], wanted: number, least: number, room: number): number[] => {
  if (least >= room) return needs.map((need) => (need.least * room) / least);
  if (wanted <= room) return needs.map(({ whole }) => (whole * room) / wanted);
  return needs.map((need) => need.least + ((need.whole - need.least) * (room - least)) / (wanted - least));
};

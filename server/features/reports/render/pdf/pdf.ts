import type { Kpi, ReportModel, Section, TableSection } from '../../model.ts';
import { chartDrawing } from '../chart.ts';
import { alarmColour, ink } from '../drawing.ts';
import { flowDrawing } from '../flowFigure.ts';
import { changeWords, numberText } from '../numbers.ts';
import { printedSections } from '../printed.ts';
import { type Fonts, PdfCanvas } from './canvas.ts';
import { drawFirstPage } from './firstPage.ts';
import { PdfSheet } from './sheet.ts';
import { planTable } from './table.ts';
import { wrap } from './wrap.ts';

const A4 = [595.28, 841.89] as const;
/** Tables with more columns than this are printed in landscape. */
const MOST_COLUMNS_UPRIGHT = 8;
const LOGO = { width: 110, height: 44 };
const TILE = { width: 125, height: 50, gap: 8 };
const CHART_HEIGHT = 165;
const FLOW_HEIGHT = 260;
const FOOTNOTES_SPACE = 14;
const NOTES_SPACE = 4;
const SIGNATURES_HEIGHT = 70;
const NOTE_LINE = 10;
const TITLE_HEIGHT = 24;
const BOXES_NOTE =
  'An empty box stands for a letter or sign that the fonts of this PDF lack. The same report as HTML and XLSX has it; names in Latin, Greek, Cyrillic and Devanagari letters are printed.';

/** The report on A4 pages, landscape when a table is wide. Same model, same bytes. */
export const renderPdf = async (model: ReportModel, fonts: Fonts): Promise<Uint8Array> => {
  const isRich = model.template === 'v2';
  const sections = printedSections(model);
  const columns = Math.max(0, ...sections.map((section) => (section.kind === 'table' ? section.columns.length : 0)));
  const canvas = await PdfCanvas.create(fonts, columns > MOST_COLUMNS_UPRIGHT ? [A4[1], A4[0]] : A4);
  canvas.describe({ title: `${model.title} – ${model.industryName}`, author: model.industryName, atMs: model.generatedAtMs });
  const sheet = new PdfSheet(canvas, model);
  await drawHeader(sheet, model);
  if (model.firstPage) drawFirstPage(sheet, model.firstPage);
  else if (isRich) drawTiles(sheet, model.kpis);
  for (const section of sections) drawSection(sheet, section, model.period.timezone);
  const signatures = isRich ? model.signatures : [];
  const footnotes = canvas.hasBoxes ? [...model.footnotes, BOXES_NOTE] : model.footnotes;
  // signatures follow the explanation of the figures on the same page, never on a page of their own
  if (signatures.length > 0) sheet.need(notesHeight(sheet, footnotes, FOOTNOTES_SPACE) + SIGNATURES_HEIGHT);
  drawNotes(sheet, footnotes, FOOTNOTES_SPACE);
  drawSignatures(sheet, signatures);
  sheet.number();
  return canvas.save();
};

const drawHeader = async (sheet: PdfSheet, { logo, industryName, title, ...model }: ReportModel): Promise<void> => {
  const { canvas } = sheet;
  const wide = logo ? await canvas.picture(logo.bytes, logo.mediaType, { x: sheet.left, y: sheet.y - 6, ...LOGO }) : 0;
  const x = sheet.left + (wide > 0 ? wide + 12 : 0);
  canvas.text(x, sheet.y + 6, industryName, { size: 10, colour: ink.soft });
  canvas.text(x, sheet.y + 26, title, { size: 17, isBold: true, colour: ink.text });
  sheet.y += 38;
  canvas.line({ from: [sheet.left, sheet.y], to: [sheet.right, sheet.y], stroke: ink.text, width: 1.2 });
  const { period, completenessPct } = model;
  const facts: [string, string][] = [
    ['Period', `${period.label}${period.isOpen ? ' (still running)' : ''}`],
    ['Shift', `${period.shift}, ${period.timezone}`],
    ['Completeness', completenessPct === null ? 'not known' : `${numberText(completenessPct, 1)} %`],
    ['Revision', model.revision],
    ['Made', `${model.generatedAt} by ${model.generatedBy}`],
  ];
  let at = sheet.left;
  sheet.y += 14;
  for (const [name, value] of facts) {
    const width = Math.max(canvas.textWidth(name, { size: 7 }), canvas.textWidth(value, { size: 8.5 })) + 20;
    if (at > sheet.left && at + width - 20 > sheet.right) {
      at = sheet.left;
      sheet.y += 26;
    }
    canvas.text(at, sheet.y, name, { size: 7, colour: ink.soft });
    canvas.text(at, sheet.y + 11, value, { size: 8.5, colour: ink.text });
    at += width;
  }
  sheet.y += 24;
};

const drawTiles = (sheet: PdfSheet, kpis: readonly Kpi[]): void => {
  if (kpis.length === 0) return;
  const perRow = Math.max(1, Math.floor((sheet.width + TILE.gap) / (TILE.width + TILE.gap)));
  const width = (sheet.width + TILE.gap) / perRow - TILE.gap;
  for (const [index, kpi] of kpis.entries()) {
    const { name, value, unit, decimals, status } = kpi;
    const column = index % perRow;
    if (column === 0) sheet.need(TILE.height);
    const x = sheet.left + column * (width + TILE.gap);
    const { canvas, y } = sheet;
    canvas.rect({ x, y, width, height: TILE.height - 6, fill: '#ffffff', stroke: ink.rule });
    canvas.rect({ x, y, width: 2.5, height: TILE.height - 6, fill: status === 'bad' ? alarmColour : ink.soft });
    const [line = ''] = wrap(name, (text) => canvas.textWidth(text, { size: 7 }), width - 14);
    canvas.text(x + 8, y + 11, line, { size: 7, colour: ink.soft });
    canvas.text(x + 8, y + 27, value === null ? numberText(null, 0) : `${numberText(value, decimals)} ${unit}`, {
      size: 13,
      colour: ink.text,
    });
    canvas.text(x + 8, y + 38, changeWords(kpi), { size: 6.5, colour: ink.soft });
    if (column === perRow - 1 || index === kpis.length - 1) sheet.y += TILE.height;
  }
};

const drawTitle = (sheet: PdfSheet, title: string, height: number): void => {
  sheet.need(TITLE_HEIGHT + height);
  sheet.y += 16;
  sheet.canvas.text(sheet.left, sheet.y, title, { size: 10.5, isBold: true, colour: ink.text });
  sheet.y += 7;
};

const drawSection = (sheet: PdfSheet, section: Section, timezone: string): void => {
  if (section.kind === 'table') {
    drawTableSection(sheet, section, timezone);
    return;
  }
  const height = section.kind === 'chart' ? CHART_HEIGHT : FLOW_HEIGHT;
  drawTitle(sheet, section.title, height);
  const draw = section.kind === 'chart' ? chartDrawing(section, sheet.width, height) : flowDrawing(section, sheet.width, height);
  if (draw.shapes.length > 0) {
    sheet.canvas.drawing(draw, sheet.left, sheet.y);
    sheet.y += height;
  } else drawNotes(sheet, ['Nothing to draw.'], 10);
};

const drawTableSection = (sheet: PdfSheet, table: TableSection, timezone: string): void => {
  if (table.rows.length > 0) {
    const plan = planTable(sheet, table, timezone);
    // a table that fits a page is not broken, but no page is left mostly empty for it
    const isKept = plan.height <= sheet.whole && sheet.isHalfUsed;
    drawTitle(sheet, table.title, isKept ? plan.height : plan.startHeight);
    plan.draw(table.notes?.length ? notesHeight(sheet, table.notes, NOTES_SPACE) : 0);
  } else {
    drawTitle(sheet, table.title, 2 * NOTE_LINE);
    drawNotes(sheet, [table.empty ?? 'Nothing in this period.'], 6);
  }
  if (table.notes?.length) drawNotes(sheet, table.notes, NOTES_SPACE);
};

const noteStyle = { size: 7, colour: ink.soft } as const;
const noteLines = ({ canvas, width }: PdfSheet, notes: readonly string[]): string[] =>
  notes.flatMap((note) => wrap(note, (text) => canvas.textWidth(text, noteStyle), width));

const notesHeight = (sheet: PdfSheet, notes: readonly string[], space: number): number =>
  space + NOTE_LINE * noteLines(sheet, notes).length;

const drawNotes = (sheet: PdfSheet, notes: readonly string[], space: number): void => {
  sheet.y += space;
  for (const line of noteLines(sheet, notes)) {
    sheet.need(NOTE_LINE);
    sheet.canvas.text(sheet.left, sheet.y + 7, line, noteStyle);
    sheet.y += NOTE_LINE;
  }
};

const drawSignatures = (sheet: PdfSheet, names: readonly string[]): void => {
  if (names.length === 0) return;
  sheet.need(SIGNATURES_HEIGHT);
  sheet.y += 52;
  const width = (sheet.width - 24 * (names.length - 1)) / names.length;
  for (const [at, name] of names.entries()) {
    const x = sheet.left + at * (width + 24);
    sheet.canvas.line({ from: [x, sheet.y], to: [x + width, sheet.y], stroke: ink.text, width: 0.7 });
    sheet.canvas.text(x, sheet.y + 11, name, { size: 8, colour: ink.text });
  }
  sheet.y += 16;
};

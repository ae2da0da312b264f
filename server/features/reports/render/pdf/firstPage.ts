import type { FirstPage } from '../../model.ts';
import { chartDrawing } from '../chart.ts';
import { alarmColour, ink } from '../drawing.ts';
import { flowDrawing } from '../flowFigure.ts';
import { bandTexts, changeText, numberText } from '../numbers.ts';
import type { TextStyle } from './canvas.ts';
import type { PdfSheet } from './sheet.ts';
import { wrap } from './wrap.ts';

const VERDICT = { size: 13, isBold: true, colour: ink.text } as const;
const BODY = { size: 8.5, colour: ink.text } as const;
const SOFT = { size: 7.5, colour: ink.soft } as const;
const MARK = 12;
const ROW = 15;
const LINE = 11;
/** Left of a name, and between it and its figure. */
const NAME_SPACE = 4;
const PICTURE = { least: 90, most: 210 };

const paragraph = (sheet: PdfSheet, text: string, style: TextStyle, left = sheet.left): void => {
  const lineHeight = style.size * 1.35;
  for (const line of wrap(text, (part) => sheet.canvas.textWidth(part, style), sheet.right - left)) {
    sheet.canvas.text(left, sheet.y + style.size, line, style);
    sheet.y += lineHeight;
  }
};

const drawFindings = (sheet: PdfSheet, { findings, more }: FirstPage): void => {
  sheet.y += 6;
  for (const { mark, title, body, action } of findings) {
    const isAlarm = /^\d$/.test(mark);
    const { canvas, left, y } = sheet;
    canvas.rect({
      x: left,
      y: y + 1,
      width: MARK,
      height: MARK,
      fill: isAlarm ? '#ffffff' : ink.faint,
      stroke: mark === '1' ? alarmColour : ink.text,
    });
    // arrows are in no printed font
    const sign = mark === '↑' ? '+' : mark === '↓' ? '-' : mark;
    canvas.text(left + MARK / 2, y + 10, sign, { size: 8.5, isBold: true, colour: ink.text, anchor: 'middle' });
    paragraph(sheet, title, { ...BODY, isBold: true }, left + MARK + 6);
    const said = [body, action].filter((one) => one !== '').join(' ');
    if (said !== '') paragraph(sheet, said, SOFT, left + MARK + 6);
    sheet.y = Math.max(sheet.y, y + MARK) + 4;
  }
  if (more > 0) paragraph(sheet, `And ${more} more, in the tables that follow.`, SOFT);
};

const drawFigures = (sheet: PdfSheet, { figures, against }: FirstPage): void => {
  if (figures.length === 0) return;
  const { canvas, left, width } = sheet;
  const at = [0.42, 0.62, 0.76, 1].map((share) => left + share * width);
  const [value = 0, like = 0, change = 0, end = 0] = at;
  sheet.y += 6;
  canvas.rect({ x: left, y: sheet.y, width, height: ROW, fill: ink.head });
  const head = { ...SOFT, isBold: true, colour: ink.text } as const;
  canvas.text(left + 4, sheet.y + 10.5, 'Key figure', head);
  canvas.text(value, sheet.y + 10.5, 'This period', { ...head, anchor: 'end' });
  canvas.text(like, sheet.y + 10.5, against, { ...head, anchor: 'end' });
  canvas.text(change, sheet.y + 10.5, 'Change', { ...head, anchor: 'end' });
  sheet.y += ROW;
  for (const figure of figures) {
    const { name, unit, decimals, usual, isOutside } = figure;
    const y = sheet.y + 10.5;
    const written = bandTexts(figure);
    const amount = `${written.value} ${unit}`;
    const room = value - left - 2 * NAME_SPACE - canvas.textWidth(amount, { ...BODY, isBold: true });
    const lines = wrap(name, (part) => canvas.textWidth(part, BODY), room);
    for (const [line, words] of lines.entries()) canvas.text(left + NAME_SPACE, y + line * LINE, words, BODY);
    canvas.text(value, y, amount, { ...BODY, isBold: true, anchor: 'end' });
    canvas.text(like, y, numberText(figure.like, decimals), { ...BODY, anchor: 'end' });
    canvas.text(change, y, changeText(figure.changePct), { ...BODY, isBold: isOutside, anchor: 'end' });
    const band = usual === null ? '' : `usually ${written.band}`;
    canvas.text(end - 4, y, isOutside ? `outside, ${band}` : band, { ...SOFT, isBold: isOutside, anchor: 'end' });
    sheet.y += ROW + (lines.length - 1) * LINE;
    canvas.line({ from: [left, sheet.y], to: [sheet.right, sheet.y], stroke: ink.rule, width: 0.4 });
  }
};

const drawPicture = (sheet: PdfSheet, { picture }: FirstPage): void => {
  if (picture === null) return;
  const height = Math.min(PICTURE.most, sheet.bottom - sheet.y - 26);
  if (height < PICTURE.least) return;
  sheet.y += 16;
  sheet.canvas.text(sheet.left, sheet.y, picture.title, { size: 10.5, isBold: true, colour: ink.text });
  sheet.y += 7;
  const drawing =
    picture.kind === 'chart' ? chartDrawing(picture, sheet.width, height) : flowDrawing(picture, sheet.width, height);
  if (drawing.shapes.length === 0) return;
  sheet.canvas.drawing(drawing, sheet.left, sheet.y);
  sheet.y += height;
};

/** The summary on one page; the tables begin on the next one. */
export const drawFirstPage = (sheet: PdfSheet, page: FirstPage): void => {
  paragraph(sheet, page.verdict.join(' '), VERDICT);
  drawFindings(sheet, page);
  drawFigures(sheet, page);
  drawPicture(sheet, page);
  sheet.turn();
};

import type { Workbook, Worksheet } from 'exceljs';
import { readImage } from '../../../accounts/index.ts';
import type { ReportModel, Section } from '../../model.ts';
import { chartDrawing } from '../chart.ts';
import type { Drawing } from '../drawing.ts';
import { flowDrawing } from '../flowFigure.ts';
import { drawingPng } from './picture.ts';
import { CHARTS_SCALE_PCT, POINTS_A_LINE } from './sheets.ts';

const CHART = { width: 640, height: 190 } as const;
const FLOW = { width: 640, height: 300 } as const;
/** Pixels of a sheet: it is drawn at 96 to the inch. */
const POINTS_A_PIXEL = 0.75;
/** A title above a picture, and two rows of air below. */
const ROWS_BESIDE = 3;
/** Of A4 between the margins of a sheet and its footer, in its own rows. */
const PAGE_ROWS = Math.floor(690 / (CHARTS_SCALE_PCT / 100) / POINTS_A_LINE);

type Titled = { title: string; drawing: Drawing };
/** A figure whose picture is being drawn. */
type Drawn = Titled & { png: Promise<Uint8Array> };

const drawingOf = (section: Section): Drawing | undefined => {
  if (section.kind === 'chart') return chartDrawing(section, CHART.width, CHART.height);
  return section.kind === 'flow' ? flowDrawing(section, FLOW.width, FLOW.height) : undefined;
};

/** The figures of a report that have something in them; threads begin to draw them at once. */
export const drawingsOf = (sections: readonly Section[], fontFiles: string[]): Drawn[] =>
  sections.flatMap((section) => {
    const drawing = drawingOf(section);
    if (!drawing || drawing.shapes.length === 0) return [];
    const png = drawingPng(drawing, fontFiles);
    // it is awaited later, and one that fails meanwhile is no fault of its own
    png.catch(() => undefined);
    return [{ title: section.title, drawing, png }];
  });

/** Figures one below the other, as pictures; a page ends before one that would not be whole on it. */
export const placeDrawings = async (workbook: Workbook, sheet: Worksheet, drawings: readonly Drawn[]): Promise<void> => {
  let [row, pageFrom] = [1, 1];
  for (const { title, drawing, png } of drawings) {
    const rows = Math.ceil((drawing.height * POINTS_A_PIXEL) / POINTS_A_LINE) + ROWS_BESIDE;
    if (row + rows - pageFrom > PAGE_ROWS && row > pageFrom) {
      sheet.getRow(row - 1).addPageBreak();
      pageFrom = row;
    }
    sheet.getCell(row, 1).value = title;
    const picture = workbook.addImage({ buffer: Buffer.from(await png) as never, extension: 'png' });
    sheet.addImage(picture, { tl: { col: 0, row }, ext: { width: drawing.width, height: drawing.height } });
    row += rows;
  }
};

/** Beside the title, right of what it says. */
const LOGO = { column: 3, width: 200, height: 56 } as const;
const extensions: Record<string, 'png' | 'jpeg'> = { 'image/png': 'png', 'image/jpeg': 'jpeg' };

/** The plant's picture within a frame, its sides in proportion; one that a spreadsheet cannot hold is left out. */
export const placeLogo = async (workbook: Workbook, sheet: Worksheet, logo: ReportModel['logo']): Promise<void> => {
  const extension = extensions[logo?.mediaType ?? ''];
  const size = logo && extension ? await readImage(logo.bytes).catch(() => undefined) : undefined;
  if (!logo || !extension || !size) return;
  const scale = Math.min(LOGO.width / size.width, LOGO.height / size.height, 1);
  const picture = workbook.addImage({ buffer: Buffer.from(logo.bytes) as never, extension });
  sheet.addImage(picture, { tl: { col: LOGO.column, row: 0 }, ext: { width: size.width * scale, height: size.height * scale } });
};

import { renderAsync } from '@resvg/resvg-js';
import type { Drawing } from '../drawing.ts';
import { drawingSvg } from '../html/svg.ts';

/** Points to pixels: sharp in print, small in the file. */
const SCALE = 2;

/** A vector figure as PNG, for formats that hold no other, drawn by another thread; the fonts are those of the PDF. */
export const drawingPng = async (drawing: Drawing, fontFiles: string[]): Promise<Uint8Array> => {
  const drawn = await renderAsync(drawingSvg(drawing), {
    fitTo: { mode: 'width', value: drawing.width * SCALE },
    background: '#ffffff',
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Noto Sans' },
  });
  return drawn.asPng();
};

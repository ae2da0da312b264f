import { Resvg } from '@resvg/resvg-js';
import type { Drawing } from '../drawing.ts';
import { drawingSvg } from '../html/svg.ts';

/** Points to pixels: sharp in print, small in the file. */
const SCALE = 2;

/** A vector figure as PNG, for formats that hold no other; the fonts are those of the PDF. */
export const drawingPng = (drawing: Drawing, fontFiles: string[]): Uint8Array =>
  new Resvg(drawingSvg(drawing), {
    fitTo: { mode: 'width', value: drawing.width * SCALE },
    background: '#ffffff',
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Noto Sans' },
  })
    .render()
    .asPng();

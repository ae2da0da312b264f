/** What came out as PDF, looked at by programs that are not ours. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';

const MM_PER_POINT = 25.4 / 72;
const LABEL_DPI = 300;

export const pdfSize = (path: string): { widthMm: number; heightMm: number; pages: number } => {
  const info = execFileSync('pdfinfo', [path], { encoding: 'utf8', timeout: 60_000 });
  const [, width, height] = /^Page size:\s+([\d.]+) x ([\d.]+) pts/m.exec(info) ?? [];
  const [, pages] = /^Pages:\s+(\d+)/m.exec(info) ?? [];
  return { widthMm: Number(width) * MM_PER_POINT, heightMm: Number(height) * MM_PER_POINT, pages: Number(pages) };
};

/** The text of the code on the first page, as a label printer of 300 dpi would draw it; kept as a picture. */
export const qrIn = (path: string, picture: string): string => {
  mkdirSync(dirname(picture), { recursive: true });
  execFileSync('pdftoppm', ['-png', '-r', `${LABEL_DPI}`, '-singlefile', path, picture.replace(/\.png$/, '')], {
    timeout: 60_000,
  });
  const { data, width, height } = PNG.sync.read(readFileSync(picture));
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data ?? '';
};

import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import exceljs from 'exceljs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { resources } from './frozenPlant.ts';

const { Workbook } = exceljs;
/** Width in pixels of a recorded picture. */
const PICTURE_WIDTH = 480;
const fontFiles = ['NotoSans-Regular.ttf', 'NotoSans-Bold.ttf'].map((name) => join(resources, 'fonts', name));

/** Text of each page by line: pieces of one height, from left to right. */
export const pdfText = async (bytes: Uint8Array): Promise<string[][]> => {
  const document = await getDocument({ data: bytes, verbosity: 0, useSystemFonts: false }).promise;
  const pages: string[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const lines = new Map<number, { left: number; text: string }[]>();
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , , , left, height] = item.transform as number[];
      const line = Math.round(height ?? 0);
      lines.set(line, [...(lines.get(line) ?? []), { left: left ?? 0, text: item.str }]);
    }
    const downwards = [...lines].toSorted(([one], [other]) => other - one);
    pages.push(
      downwards.map(([, pieces]) =>
        pieces
          .toSorted((a, b) => a.left - b.left)
          .map(({ text }) => text)
          .join(' | '),
      ),
    );
  }
  await document.destroy();
  return pages;
};

/** Values and formulas of each sheet by cell. */
export const sheetValues = async (bytes: Uint8Array): Promise<Record<string, Record<string, unknown>>> => {
  const workbook = new Workbook();
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
  const sheets: Record<string, Record<string, unknown>> = {};
  workbook.eachSheet((sheet) => {
    const cells: Record<string, unknown> = {};
    sheet.eachRow((row) => {
      row.eachCell((cell) => {
        if (cell.value !== null) cells[cell.address] = cell.value;
      });
    });
    sheets[sheet.name] = cells;
  });
  return JSON.parse(JSON.stringify(sheets));
};

const svg = /<svg[\s\S]*?<\/svg>/g;

/** A page with its drawings taken out, and each of them as PNG in the fonts of the project. */
export const pageAndPictures = (html: string): { page: string[]; pictures: Uint8Array[] } => {
  const pictures = (html.match(svg) ?? []).map((drawing) =>
    new Resvg(drawing, {
      font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Noto Sans' },
      fitTo: { mode: 'width', value: PICTURE_WIDTH },
      background: 'white',
    })
      .render()
      .asPng(),
  );
  let number = 0;
  const page = html.replace(svg, () => {
    number += 1;
    return `<picture ${number}>`;
  });
  return { page: page.split('\n'), pictures };
};

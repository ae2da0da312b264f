import exceljs, { type CellValue } from 'exceljs';

/** A cell of a table as a reader sees it: its figures or words, null where it is a dash or empty, and whether it is starred. */
export type ShownCell = { text: string | null; isStarred: boolean };
/** A table as it is printed: its heads, its rows with the total as the last one, and what is in the cells. */
export type ShownTable = { title: string; heads: string[]; rows: ShownCell[][] };

const signs: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const plain = (html: string): string => html.replace(/&(?:lt|gt|quot|#39|amp);/g, (sign) => signs[sign] ?? sign);
const partsOf = (html: string, element: RegExp): string[] => [...html.matchAll(element)].map(([, inner = '']) => inner);

const cellOf = (text: string): ShownCell => {
  const isStarred = text.endsWith('*');
  const bare = (isStarred ? text.slice(0, -1) : text).replace('−', '-');
  return { text: bare === '–' || bare === '' ? null : bare, isStarred };
};

/** The tables of a report as a page. */
export const tablesOfHtml = (html: string): ShownTable[] =>
  partsOf(html, /<section>(.*?)<\/section>/gs).map((section) => ({
    title: plain(partsOf(section, /<h2>(.*?)<\/h2>/gs)[0] ?? ''),
    heads: partsOf(section, /<th scope="col"[^>]*>(.*?)<\/th>/gs).map(plain),
    rows: partsOf(section.replace(/<thead>.*?<\/thead>/gs, ''), /<tr[^>]*>(.*?)<\/tr>/gs).map((row) =>
      partsOf(row, /<t[dh][^>]*>(.*?)<\/t[dh]>/gs).map((text) => cellOf(plain(text))),
    ),
  }));

const HEAD_ROW = 3;

const isFormula = (value: CellValue): value is { formula: string; result?: number } =>
  typeof value === 'object' && value !== null && 'formula' in value;

/** The sum that a formula comes to in a program that computes it. */
const computed = (sheet: exceljs.Worksheet, formula: string): number => {
  const [, column = '', from = '', to = ''] = /^SUM\(([A-Z]+)(\d+):\1(\d+)\)$/.exec(formula) ?? [];
  let sum = 0;
  for (let row = Number(from); row <= Number(to); row += 1) {
    const { value } = sheet.getCell(`${column}${row}`);
    if (typeof value === 'number') sum += value;
  }
  return sum;
};

/** As a spreadsheet rounds: by the decimal digits, of which it has fifteen, halves away from zero. */
const inPlaces = (value: number, places: number): string => {
  const [digits = '', exponent = '0'] = String(Number(Math.abs(value).toPrecision(15))).split('e');
  const whole = Math.round(Number(`${digits}e${Number(exponent) + places}`));
  return `${value < 0 && whole > 0 ? '-' : ''}${Number(`${whole}e-${places}`).toFixed(places)}`;
};

const shownOf = (sheet: exceljs.Worksheet, { value, numFmt = '' }: exceljs.Cell): ShownCell => {
  const isStarred = numFmt.endsWith('"*"');
  const number = isFormula(value) ? computed(sheet, value.formula) : value;
  const places = /0\.(0+)/.exec(numFmt)?.[1]?.length ?? 0;
  if (typeof number === 'number') return { text: inPlaces(number, places), isStarred };
  return { text: number === null || number === undefined || number instanceof Date ? null : String(number), isStarred };
};

export type ShownBook = { tables: ShownTable[]; data: { cells: (string | number | null)[] }[] };

/** The sheets of a report as a workbook, and the rows of its sheet of data. */
export const bookOf = async (bytes: Buffer): Promise<ShownBook> => {
  const book = new exceljs.Workbook();
  await book.xlsx.load(bytes as never);
  const rowsOf = (sheet: exceljs.Worksheet, from: number): exceljs.Row[] =>
    Array.from({ length: Math.max(0, sheet.rowCount - from + 1) }, (_, at) => sheet.getRow(from + at));
  const tables = book.worksheets.map((sheet) => {
    const heads = Array.from({ length: sheet.columnCount }, (_, at) =>
      String(sheet.getRow(HEAD_ROW).getCell(at + 1).value ?? ''),
    );
    const title = String(sheet.getRow(1).getCell(1).value ?? '').replace(/^.* – /, '');
    const rows = rowsOf(sheet, HEAD_ROW + 1).map((row) => heads.map((_, at) => shownOf(sheet, row.getCell(at + 1))));
    return { title, heads, rows };
  });
  const data = book.getWorksheet('Data');
  const plainValue = (value: CellValue): string | number | null =>
    typeof value === 'number' || typeof value === 'string' ? value : null;
  return {
    tables,
    data: data
      ? rowsOf(data, 2).map((row) => ({ cells: [1, 2, 3, 4, 5, 6, 7].map((at) => plainValue(row.getCell(at).value)) }))
      : [],
  };
};

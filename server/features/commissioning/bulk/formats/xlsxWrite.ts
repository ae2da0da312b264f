import type { TimeSlice } from '../../../../core/cooperativeScheduler.ts';
import { type ArchiveFile, writeArchive } from './archive.ts';
import { escapeXml } from './ooxmlText.ts';
import type { SheetCell } from './table.ts';

export type WorkbookSheet = { name: string; columns: readonly string[]; rows: Iterable<readonly SheetCell[]> };

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Written together: small enough not to hold up others. */
const ROWS_AT_ONCE = 100;

const BOLD = 1;
/** Stays text when somebody edits the cell. */
const QUOTED = 2;
const styles =
  `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>` +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" quotePrefix="1"/></cellXfs></styleSheet>';

const columnName = (index: number): string =>
  (index >= 26 ? String.fromCharCode(64 + Math.floor(index / 26)) : '') + String.fromCharCode(65 + (index % 26));

const textCell = (place: string, text: string, style: number): string =>
  `<c r="${place}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

const cellXml = (cell: SheetCell, place: string): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return textCell(place, cell, /^[=+\-@]/.test(cell) ? QUOTED : 0);
};

const sheetXml = async ({ columns, rows }: WorkbookSheet, pace: TimeSlice): Promise<Buffer> => {
  const parts: Buffer[] = [];
  const letters = columns.map((_, i) => columnName(i));
  const header = columns.map((column, i) => textCell(`${letters[i]}1`, column, BOLD)).join('');
  let pending = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData><row r="1">${header}</row>`;
  let row = 1;
  for (const cells of rows) {
    await pace.turn();
    row += 1;
    pending += `<row r="${row}">${cells.map((cell, i) => cellXml(cell, `${letters[i]}${row}`)).join('')}</row>`;
    if (row % ROWS_AT_ONCE === 0) {
      parts.push(Buffer.from(pending));
      pending = '';
    }
  }
  parts.push(Buffer.from(`${pending}</sheetData></worksheet>`));
  return Buffer.concat(parts);
};

/** A workbook whose texts are texts: none is a formula, whatever it begins with. */
export const writeXlsx = async (sheets: readonly WorkbookSheet[], pace: TimeSlice): Promise<Buffer> => {
  const of = (name: string, text: string) => ({ name, content: Buffer.from(text) });
  const list = sheets.map(({ name }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const relations = [...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`]), ['styles', 'styles.xml']].map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  const overrides = sheets.map(
    (_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  const entries: ArchiveFile[] = [
    of(
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${overrides.join('')}</Types>`,
    ),
    of(
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    of('xl/workbook.xml', `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets></workbook>`),
    of('xl/_rels/workbook.xml.rels', `${HEAD}<Relationships xmlns="${RELATIONS}">${relations.join('')}</Relationships>`),
    of('xl/styles.xml', styles),
  ];
  for (const [i, sheet] of sheets.entries())
    entries.push({ name: `xl/worksheets/sheet${i + 1}.xml`, content: await sheetXml(sheet, pace) });
  return writeArchive(entries);
};

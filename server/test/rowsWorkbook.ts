import { writeArchive } from '../features/commissioning/bulk/formats/archive.ts';

const HEAD = '<workbook xmlns:r="r"><sheets><sheet name="tags" r:id="r1"/></sheets></workbook>';
const RELATIONS = '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>';
const ROW = '<row><c t="inlineStr"><is><t>x</t></is></c></row>';

/** A workbook whose sheet of tags has so many rows of one short text; a few megabytes for a million of them. */
export const rowsWorkbook = (rows: number): Promise<Buffer> =>
  writeArchive([
    { name: 'xl/workbook.xml', content: Buffer.from(HEAD) },
    { name: 'xl/_rels/workbook.xml.rels', content: Buffer.from(RELATIONS) },
    { name: 'xl/worksheets/s.xml', content: Buffer.from(`<worksheet><sheetData>${ROW.repeat(rows)}</sheetData></worksheet>`) },
  ]);

import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../core/clock.ts';
import { CooperativeScheduler, TimeSlice } from '../../../../core/cooperativeScheduler.ts';
import { isFailure } from '../../../../core/fail.ts';
import { type ArchiveFile, writeArchive } from './archive.ts';
import { readXlsx } from './xlsxRead.ts';
import { writeXlsx } from './xlsxWrite.ts';

const pace = () => new TimeSlice(new CooperativeScheduler(), systemClock, new AbortController().signal);
const texts = ['=1+1', '+a', '-b', '@c', ' spaced ', 'a<b>&"c"', 'line\nbreak', '_x000D_', 'm³ °C', '007', 'TRUE'];

const failureOf = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (isFailure(error, 'badRequest')) return error.message;
    throw error;
  }
  throw new Error('it did not fail');
};

describe('a workbook written here', () => {
  it('is opened by another program, with its texts as texts and nothing as a formula', async () => {
    const rows = texts.map((text, i) => [text, i + 0.5, i % 2 === 0, null]);
    const bytes = await writeXlsx([{ name: 'tags', columns: ['text', 'number', 'flag', 'none'], rows }], pace());
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
    const sheet = book.getWorksheet('tags');
    const read = texts.map((_, i) => [1, 2, 3, 4].map((column) => sheet?.getRow(i + 2).getCell(column).value ?? null));
    // the other program keeps the escape of characters that XML cannot hold
    expect(read).toEqual(rows.map(([text, ...rest]) => [String(text).replace('_x000D_', '_x005F_x000D_'), ...rest]));
    expect(sheet?.getRow(1).getCell(1).font).toMatchObject({ bold: true });
    for (const row of sheet?.getRows(1, texts.length + 1) ?? [])
      row.eachCell((cell) => expect([ExcelJS.ValueType.Formula, ExcelJS.ValueType.SharedString]).not.toContain(cell.type));
  });
});

describe('a workbook written elsewhere', () => {
  it('is read with shared strings, runs, formulas and gaps as what they show', async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet('notes').addRow(['not for us']);
    const sheet = book.addWorksheet('Tags');
    sheet.addRow(['id', 'name', 'scale', 'flag']);
    sheet.addRow(['a', { richText: [{ text: 'bold ', font: { bold: true } }, { text: 'plain' }] }, 0.1, true]);
    sheet.addRow([]);
    sheet.addRow(['b', undefined, { formula: '1+1', result: 2 }, false]);
    for (const text of texts) sheet.addRow([text]);
    const bytes = Buffer.from(await book.xlsx.writeBuffer());
    const sheets = await readXlsx(bytes, (name) => name.toLowerCase() === 'tags', pace());
    expect(sheets.map(({ name }) => name)).toEqual(['Tags']);
    expect(sheets[0]?.rows.slice(0, 3)).toEqual([
      { row: 1, cells: ['id', 'name', 'scale', 'flag'] },
      { row: 2, cells: ['a', 'bold plain', 0.1, true] },
      { row: 4, cells: ['b', null, 2, false] },
    ]);
    expect(sheets[0]?.rows.slice(3).map(({ cells }) => cells[0])).toEqual(texts.map((text) => text.replace('_x000D_', '\r')));
  });
});

describe('a workbook that is made to hurt', () => {
  const workbook =
    '<workbook xmlns:r="r"><sheets><sheet name="tags" r:id="r1"/><sheet name="more" r:id="r2"/></sheets></workbook>';
  const relations =
    '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/><Relationship Id="r2" Target="worksheets/t.xml"/></Relationships>';
  const parts = (sheet: Buffer | string, second: Buffer | string = '<worksheet/>', extra: ArchiveFile[] = []) =>
    writeArchive([
      { name: 'xl/workbook.xml', content: Buffer.from(workbook) },
      { name: 'xl/_rels/workbook.xml.rels', content: Buffer.from(relations) },
      { name: 'xl/worksheets/s.xml', content: Buffer.from(sheet) },
      { name: 'xl/worksheets/t.xml', content: Buffer.from(second) },
      ...extra,
    ]);
  const read = (bytes: Buffer) => readXlsx(bytes, () => true, pace());
  const sheet = (content: string) => `<worksheet><sheetData>${content}</sheetData></worksheet>`;
  const MIB = 1_048_576;

  it('is refused when it unpacks to more than there is room for', async () => {
    const bomb = await parts(Buffer.alloc(80 * MIB));
    expect(bomb.length).toBeLessThan(MIB);
    expect(await failureOf(() => read(bomb))).toContain('too large unpacked');
  });

  it('shares one bound over all its files', async () => {
    const padded = sheet(' '.repeat(40 * MIB));
    expect(await failureOf(async () => read(await parts(padded, padded)))).toContain('too large unpacked');
    expect(await read(await parts(padded))).toHaveLength(2);
  });

  it('is refused when a file unpacks to more than the archive says', async () => {
    const bomb = await parts(sheet(' '.repeat(MIB)));
    const entry = bomb.lastIndexOf('xl/worksheets/s.xml') - 46;
    bomb.writeUInt32LE(100, entry + 24);
    expect(await failureOf(() => read(bomb))).toContain('too many bytes');
  });

  it('is refused for a file whose checksum is another', async () => {
    const bytes = await parts(sheet('<row r="1"><c><v>1</v></c></row>'));
    const entry = bytes.lastIndexOf('xl/worksheets/s.xml') - 46;
    bytes.writeUInt32LE(7, entry + 16);
    expect(await failureOf(() => read(bytes))).toContain('is damaged');
  });

  it('is refused with more files than a workbook has', async () => {
    const files = Array.from({ length: 500 }, (_, i) => ({ name: `x${i}`, content: Buffer.alloc(0) }));
    expect(await failureOf(async () => read(await parts('<worksheet/>', '<worksheet/>', files)))).toContain('504 files');
  });

  it.each([
    ['rows without an end', '<worksheet><row r="1"><c>', /unclosed tag/],
    ['elements that never end', `<worksheet><row r="1">${'<c>'.repeat(200_000)}</row></worksheet>`, /nested too deep/],
    ['one endless row', sheet(`<row r="1">${'<c/>'.repeat(200_000)}</row>`), /row is too long/],
    [
      'an element with attributes without end',
      `<worksheet ${Array.from({ length: 5000 }, (_, i) => `a${i}=""`).join(' ')}/>`,
      /attributes/,
    ],
    ['an entity of its own', '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><row><c><v>&a;</v></c></row></worksheet>', /entity/],
    ['what is not XML', 'no sheet at all', /no workbook/],
    [
      'letters in another encoding, which would be kept as others',
      Buffer.from(sheet('<row><c t="inlineStr"><is><t>Cr\u00e8che</t></is></c></row>'), 'latin1'),
      /not UTF-8/,
    ],
    ['more rows than there is room for', sheet('<row><c><v>1</v></c></row>'.repeat(40_002)), /more than 40000 rows/],
  ])('is refused for %s', async (_, content, reason) => {
    expect(await failureOf(async () => read(await parts(content)))).toMatch(reason);
  });

  it('gives way to others while it is read', async () => {
    const bytes = await parts(sheet('<row><c t="inlineStr"><is><t>some text</t></is></c></row>'.repeat(30_000)));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await read(bytes);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });

  it('is refused wherever it is cut', async () => {
    const whole = await parts(sheet('<row r="1"><c t="inlineStr"><is><t>x</t></is></c></row>'));
    for (let length = 0; length < whole.length; length += 7)
      expect(await failureOf(() => read(whole.subarray(0, length)))).toContain('no workbook');
  });
});

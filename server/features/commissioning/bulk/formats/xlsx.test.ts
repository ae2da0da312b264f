import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../core/clock.ts';
import { CooperativeScheduler, TimeSlice } from '../../../../core/cooperativeScheduler.ts';
import { isFailure } from '../../../../core/fail.ts';
import { readXlsx } from './xlsxRead.ts';
import { writeXlsx } from './xlsxWrite.ts';
import { elements } from './xml.ts';
import { writeZip, ZipReader } from './zip.ts';

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
  const parts = (sheet: Buffer | string, extra: { name: string; content: Buffer }[] = []) =>
    writeZip([
      { name: 'xl/workbook.xml', content: Buffer.from('<workbook><sheets><sheet name="tags" r:id="r1"/></sheets></workbook>') },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: Buffer.from('<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>'),
      },
      { name: 'xl/worksheets/s.xml', content: Buffer.from(sheet) },
      ...extra,
    ]);
  const read = (bytes: Buffer) => readXlsx(bytes, () => true, pace());

  it('is refused when it unpacks to more than there is room for', async () => {
    const bomb = await parts(Buffer.alloc(80 * 1_048_576));
    expect(bomb.length).toBeLessThan(1_048_576);
    expect(await failureOf(() => read(bomb))).toContain('too large unpacked');
  });

  it('shares one bound over all its files', async () => {
    const zip = new ZipReader(
      await parts('<worksheet/>', [
        { name: 'a', content: Buffer.alloc(900) },
        { name: 'b', content: Buffer.alloc(900) },
      ]),
      1000,
    );
    expect((await zip.read('a'))?.length).toBe(900);
    expect(await failureOf(() => zip.read('b'))).toContain('too large unpacked');
  });

  it.each([
    ['rows without an end', '<worksheet><row r="1"><c>'],
    ['one endless row', `<worksheet><row r="1">${'<c>'.repeat(200_000)}</row></worksheet>`],
  ])('is refused for %s', async (_, sheet) => {
    expect(await failureOf(async () => read(await parts(sheet)))).toMatch(/cut off|too long/);
  });

  it('is looked through once, however many elements begin and never end', async () => {
    // one pass takes some milliseconds; one for each element would take minutes, longer than a test may
    expect([...elements('<c>'.repeat(300_000), 'c')]).toEqual([]);
    expect([...elements('<c '.repeat(300_000), 'c')]).toEqual([]);
    const cells = `<worksheet><row r="1">${'<c>'.repeat(80_000)}</row></worksheet>`;
    expect((await read(await parts(cells)))[0]?.rows).toEqual([]);
  });

  it('is refused wherever it is cut', async () => {
    const whole = await parts('<worksheet><row r="1"><c t="inlineStr"><is><t>x</t></is></c></row></worksheet>');
    for (let length = 0; length < whole.length; length += 7)
      expect(await failureOf(() => read(whole.subarray(0, length)))).toContain('no workbook');
  });
});

import type { TimeSlice } from '../../../../core/cooperativeScheduler.ts';
import { ArchiveReader, damagedWorkbook } from './archive.ts';
import { unescapeOoxml } from './ooxmlText.ts';
import { SheetRows } from './sheetRows.ts';
import { MOST_ROWS, type SheetCell } from './table.ts';
import { readXml } from './xmlStream.ts';

export type ReadSheet = { name: string; rows: { row: number; cells: SheetCell[] }[] };

const MIB = 1_048_576;
/** Of everything that is read of a workbook, unpacked. */
const MOST_BYTES = 64 * MIB;
const MOST_SHEETS = 20;
const MOST_SHARED_TEXTS = 500_000;

/** Texts that cells refer to by their index: runs put together, without how they are pronounced. */
const sharedTexts = async (archive: ArchiveReader, pace: TimeSlice): Promise<string[]> => {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await readXml(
    archive.read('xl/sharedStrings.xml'),
    {
      open: (name) => {
        if (name === 'si') text = '';
        else if (name === 'rPh') isPhonetic = true;
        isText = name === 't' && !isPhonetic;
      },
      text: (part) => {
        if (isText) text += part;
      },
      close: (name) => {
        isText = false;
        if (name === 'rPh') isPhonetic = false;
        if (name === 'si') texts.push(unescapeOoxml(text));
        if (texts.length > MOST_SHARED_TEXTS) throw damagedWorkbook('it has too many texts');
      },
    },
    pace,
  );
  return texts;
};

type Listed = { name: string; path: string };

/** Sheets in the order of the workbook, and the file of each. */
const sheetsOf = async (archive: ArchiveReader, pace: TimeSlice): Promise<Listed[]> => {
  const [workbook, relations] = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'];
  if (!archive.has(workbook) || !archive.has(relations)) throw damagedWorkbook('it has no list of sheets');
  const ignore = { text: () => undefined, close: () => undefined };
  const targets = new Map<string, string>();
  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'Relationship') targets.set(attributes.Id ?? '', attributes.Target ?? '');
  };
  await readXml(archive.read(relations, MIB), { open, ...ignore }, pace);
  const listed: Listed[] = [];
  const openSheet = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name !== 'sheet' || listed.length >= MOST_SHEETS) return;
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    const target = targets.get(id ?? '');
    if (target) listed.push({ name: attributes.name ?? '', path: target.startsWith('/') ? target.slice(1) : `xl/${target}` });
  };
  await readXml(archive.read(workbook, MIB), { open: openSheet, ...ignore }, pace);
  return listed;
};

/**
 * The sheets of a workbook that `wanted` names, in steps and within bounds.
 * @throws Failure `badRequest` for what is no workbook, is damaged or too large.
 */
export const readXlsx = async (bytes: Buffer, wanted: (name: string) => boolean, pace: TimeSlice): Promise<ReadSheet[]> => {
  const archive = await ArchiveReader.open(bytes, MOST_BYTES);
  const found = (await sheetsOf(archive, pace)).filter(({ name }) => wanted(name));
  const hasTexts = found.length > 0 && archive.has('xl/sharedStrings.xml');
  const shared = hasTexts ? await sharedTexts(archive, pace) : [];
  const sheets: ReadSheet[] = [];
  let left = MOST_ROWS;
  for (const { name, path } of found) {
    if (!archive.has(path)) throw damagedWorkbook(`sheet ${name} is missing`);
    const sheet = new SheetRows(shared, left + 1);
    await readXml(archive.read(path), sheet, pace);
    left -= sheet.rows.length;
    sheets.push({ name, rows: sheet.rows });
  }
  return sheets;
};

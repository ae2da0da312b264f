import type { TimeSlice } from '../../../../core/cooperativeScheduler.ts';
import { Failure } from '../../../../core/fail.ts';
import { type Cell, MOST_ROWS } from './table.ts';
import { attribute, elements, unescapeXml } from './xml.ts';
import { ZipReader } from './zip.ts';

export type ReadSheet = { name: string; rows: { row: number; cells: Cell[] }[] };

const MIB = 1_048_576;
/** Of everything that is read of a workbook, unpacked. */
const MOST_BYTES = 64 * MIB;
const MOST_SHEETS = 20;
const MOST_COLUMNS = 200;
const LONGEST_ROW_BYTES = 262_144;

const damaged = (reason: string): Failure => new Failure('badRequest', `file is no workbook that can be read: ${reason}`);

/** Some programs write their elements with a prefix. */
const prefixOf = (head: string, root: string): string => new RegExp(`<([A-Za-z]\\w{0,19}:)?${root}[\\s>]`).exec(head)?.[1] ?? '';

const columnIndex = (place: string | undefined): number | undefined => {
  const letters = /^([A-Z]{1,3})\d/.exec(place ?? '')?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
};

/** Runs of a text put together; how it is pronounced is left out. */
const textOf = (xml: string, prefix: string): string => {
  const cut = xml.indexOf(`<${prefix}rPh`);
  let text = '';
  for (const { inner } of elements(cut < 0 ? xml : xml.slice(0, cut), `${prefix}t`)) text += unescapeXml(inner);
  return text;
};

const firstInner = (xml: string, name: string): string | undefined => {
  for (const { inner } of elements(xml, name)) return inner;
  return undefined;
};

const cellOf = (type: string, inner: string, prefix: string, shared: readonly string[]): Cell => {
  if (type === 'inlineStr') return textOf(inner, prefix);
  const value = firstInner(inner, `${prefix}v`);
  if (value === undefined || value === '') return null;
  switch (type) {
    case 's':
      return shared[Number(value)] ?? null;
    case 'b':
      return value === '1';
    case 'str':
    case 'e':
    case 'd':
      return unescapeXml(value);
    default:
      return Number.isFinite(Number(value)) ? Number(value) : unescapeXml(value);
  }
};

/** Pieces of a file between the beginnings and ends of its rows or texts, in steps. */
async function* pieces(content: Buffer, name: string, pace: TimeSlice): AsyncGenerator<{ attributes: string; inner: string }> {
  const close = `</${name}>`;
  for (let at = content.indexOf(`<${name}`); at >= 0; ) {
    await pace.turn();
    const open = content.indexOf('>', at);
    if (open < 0) return;
    const isEmpty = content[open - 1] === 0x2f;
    const follows = String.fromCharCode(content[at + name.length + 1] ?? 0);
    const end = isEmpty || !/[\s/>]/.test(follows) ? open : content.indexOf(close, open);
    if (end < 0) throw damaged('a sheet is cut off');
    if (end - at > LONGEST_ROW_BYTES) throw damaged('a row is too long');
    if (/[\s/>]/.test(follows)) {
      const attributes = content.toString('utf8', at + name.length + 1, isEmpty ? open - 1 : open);
      yield { attributes, inner: isEmpty ? '' : content.toString('utf8', open + 1, end) };
    }
    at = content.indexOf(`<${name}`, end);
  }
}

const sharedStrings = async (content: Buffer | undefined, pace: TimeSlice): Promise<string[]> => {
  if (!content) return [];
  const prefix = prefixOf(content.toString('utf8', 0, 2000), 'sst');
  const texts: string[] = [];
  for await (const { inner } of pieces(content, `${prefix}si`, pace)) texts.push(textOf(inner, prefix));
  return texts;
};

const readRows = async (
  content: Buffer,
  shared: readonly string[],
  pace: TimeSlice,
  left: number,
): Promise<ReadSheet['rows']> => {
  const prefix = prefixOf(content.toString('utf8', 0, 2000), 'worksheet');
  const rows: ReadSheet['rows'] = [];
  for await (const { attributes, inner } of pieces(content, `${prefix}row`, pace)) {
    const cells: Cell[] = [];
    let next = 0;
    for (const one of elements(inner, `${prefix}c`)) {
      const index = columnIndex(attribute(one.attributes, 'r')) ?? next;
      next = index + 1;
      if (index >= MOST_COLUMNS) continue;
      while (cells.length < index) cells.push(null);
      cells[index] = cellOf(attribute(one.attributes, 't') ?? 'n', one.inner, prefix, shared);
    }
    const row = Number(attribute(attributes, 'r') ?? (rows.at(-1)?.row ?? 0) + 1);
    if (cells.some((cell) => cell !== null && cell !== '')) rows.push({ row, cells });
    if (rows.length > left + 1) throw new Failure('badRequest', `file holds more than ${MOST_ROWS} rows`);
  }
  return rows;
};

/**
 * The sheets of a workbook that `wanted` names, in steps and within bounds.
 * @throws Failure `badRequest` for what is no workbook, is damaged or too large.
 */
export const readXlsx = async (bytes: Buffer, wanted: (name: string) => boolean, pace: TimeSlice): Promise<ReadSheet[]> => {
  const zip = new ZipReader(bytes, MOST_BYTES);
  const [workbook, relations] = [await zip.read('xl/workbook.xml'), await zip.read('xl/_rels/workbook.xml.rels')];
  if (!workbook || !relations) throw damaged('it has no list of sheets');
  if (workbook.length > MIB || relations.length > MIB) throw damaged('its list of sheets is too long');
  const targets = new Map<string, string>();
  for (const { attributes } of elements(relations.toString(), 'Relationship'))
    targets.set(attribute(attributes, 'Id') ?? '', attribute(attributes, 'Target') ?? '');
  const list = workbook.toString();
  const prefix = prefixOf(list.slice(0, 2000), 'workbook');
  const found = [...elements(list, `${prefix}sheet`)].slice(0, MOST_SHEETS).flatMap(({ attributes }) => {
    const name = attribute(attributes, 'name') ?? '';
    const target = targets.get(attribute(attributes, '[A-Za-z]\\w*:id') ?? '');
    return wanted(name) && target ? [{ name, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` }] : [];
  });
  const shared = found.length > 0 ? await sharedStrings(await zip.read('xl/sharedStrings.xml'), pace) : [];
  const sheets: ReadSheet[] = [];
  let left = MOST_ROWS;
  for (const { name, path } of found) {
    const content = await zip.read(path);
    if (!content) throw damaged(`sheet ${name} is missing`);
    const rows = await readRows(content, shared, pace, left);
    left -= rows.length;
    sheets.push({ name, rows });
  }
  return sheets;
};

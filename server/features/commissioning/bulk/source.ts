import { unmarkFormula } from '../../../contract/formulas.ts';
import type { BulkFormat, BulkKind } from '../../../contract/plant/commissioning/bulk.ts';
import type { TimeSlice } from '../../../core/cooperativeScheduler.ts';
import { Failure } from '../../../core/fail.ts';
import { columnsOf, kindNamed, kinds, wordOf } from './columns.ts';
import { type CellFault, draftOf } from './draft.ts';
import type { SheetCell } from './formats/table.ts';
import type { ParsedFile, ParsedLine } from './parsedFile.ts';

export type RowFault = { kind: BulkKind; row: number; column: string | null; message: string };

/** One record of a file, whatever the format. */
export type SourceRow = {
  kind: BulkKind;
  row: number;
  id: string | undefined;
  /** @param present cells of the record that it changes. */
  draft(present: readonly SheetCell[] | undefined): { draft: Record<string, unknown>; faults: CellFault[] };
};

export type Source = { format: BulkFormat; rows: SourceRow[]; faults: RowFault[] };

const textOf = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell).trim());

/** Columns of a header by their place; an unknown or repeated one is a fault, for a typing error must not look like an empty cell. */
const headerOf = (
  kind: BulkKind,
  header: ParsedLine,
  known: ReadonlySet<string>,
): { names: (string | undefined)[]; faults: RowFault[] } => {
  const faults: RowFault[] = [];
  const byLower = new Map([...known].map((name) => [name.toLowerCase(), name]));
  const names = header.cells.map((cell) => {
    const text = textOf(cell);
    const name = byLower.get(text.toLowerCase());
    if (text !== '' && !name)
      faults.push({ kind, row: header.row, column: text.slice(0, 50), message: 'is no column that is known here' });
    return name;
  });
  for (const [i, name] of names.entries())
    if (name && names.indexOf(name) !== i) faults.push({ kind, row: header.row, column: name, message: 'is there twice' });
  return { names, faults };
};

/** Reads one line when it is asked for: what would be kept of every line at once is more than what the file holds. */
const rowOf = (
  kind: BulkKind,
  { row, cells }: ParsedLine,
  names: readonly (string | undefined)[],
  own: ReadonlySet<string>,
): SourceRow => {
  const id = textOf(cells[names.indexOf('id')]);
  return {
    kind,
    row,
    id: id === '' ? undefined : id,
    draft: (present) => {
      const byName = new Map<string, SheetCell>();
      const foreign: CellFault[] = [];
      for (const [i, name] of names.entries()) {
        if (name === undefined || name === 'kind') continue;
        const cell = cells[i] ?? null;
        if (own.has(name)) byName.set(name, cell);
        else if (textOf(cell) !== '') foreign.push({ column: name, message: `is not for a ${wordOf[kind]}` });
      }
      for (const [i, cell] of cells.entries())
        if (i >= names.length && textOf(cell) !== '')
          foreign.push({ column: `column ${i + 1}`, message: 'has no name in the first line: a comma in a text needs quotes' });
      const { draft, faults } = draftOf(kind, byName, present);
      return { draft, faults: [...faults, ...foreign] };
    },
  };
};

const ownColumns: Readonly<Record<BulkKind, ReadonlySet<string>>> = {
  connections: new Set(columnsOf.connections.map(({ name }) => name)),
  devices: new Set(columnsOf.devices.map(({ name }) => name)),
  tags: new Set(columnsOf.tags.map(({ name }) => name)),
  writePoints: new Set(columnsOf.writePoints.map(({ name }) => name)),
};

type Sheets = Extract<ParsedFile, { format: 'xlsx' }>['parts'];
type Lists = Extract<ParsedFile, { format: 'json' }>['parts'];

const fromSheets = async (sheets: Sheets, pace: TimeSlice): Promise<Source> => {
  if (sheets.length === 0) throw new Failure('badRequest', `file has none of the sheets ${kinds.join(', ')}`);
  const source: Source = { format: 'xlsx', rows: [], faults: [] };
  for (const { name, rows } of sheets) {
    const kind = kindNamed(name);
    const [header, ...lines] = rows;
    if (!kind || !header) continue;
    const { names, faults } = headerOf(kind, header, ownColumns[kind]);
    source.faults.push(...faults);
    for (const line of lines) {
      await pace.turn();
      source.rows.push(rowOf(kind, line, names, ownColumns[kind]));
    }
  }
  return source;
};

const fromFlat = async ([flat]: Sheets, pace: TimeSlice): Promise<Source> => {
  const [header, ...lines] = flat?.rows ?? [];
  const known = new Set(['kind', ...kinds.flatMap((kind) => columnsOf[kind].map(({ name }) => name))]);
  if (!header?.cells.some((cell) => textOf(cell).toLowerCase() === 'kind'))
    throw new Failure('badRequest', 'file is neither a workbook nor JSON, nor has its first line a column kind');
  const { names, faults } = headerOf('connections', header, known);
  const at = names.indexOf('kind');
  const source: Source = { format: 'csv', rows: [], faults };
  for (const { row, cells } of lines) {
    await pace.turn();
    const word = textOf(cells[at]);
    const kind = kindNamed(word);
    for (const [i, cell] of cells.entries()) cells[i] = unmarkFormula(String(cell));
    if (kind) source.rows.push(rowOf(kind, { row, cells }, names, ownColumns[kind]));
    else
      source.faults.push({
        kind: 'connections',
        row,
        column: 'kind',
        message: `${word.slice(0, 30) || 'kind'} is none of ${kinds.map((one) => wordOf[one]).join(', ')}`,
      });
  }
  return source;
};

const fromJson = (lists: Lists): Source => {
  const rows = lists.flatMap(({ name, rows: records }) => {
    const kind = kindNamed(name);
    if (!kind) return [];
    return records.map((draft, i): SourceRow => {
      const { id } = draft;
      return { kind, row: i + 1, id: typeof id === 'string' && id !== '' ? id : undefined, draft: () => ({ draft, faults: [] }) };
    });
  });
  return { format: 'json', rows, faults: [] };
};

/** The records of a file. @throws Failure `badRequest` for a table that says nothing of the field. */
export const sourceOf = async (file: ParsedFile, pace: TimeSlice): Promise<Source> => {
  if (file.format === 'xlsx') return fromSheets(file.parts, pace);
  return file.format === 'csv' ? fromFlat(file.parts, pace) : fromJson(file.parts);
};

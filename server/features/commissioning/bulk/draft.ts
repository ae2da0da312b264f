import { space as spaces } from '../../../contract/model/field.ts';
import { placeOf } from '../../../contract/model/registerAddress.ts';
import type { BulkKind } from '../../../contract/plant/commissioning/bulk.ts';
import { type BulkColumn, columnsOf } from './columns.ts';
import type { SheetCell } from './formats/table.ts';

export type CellFault = { column: string; message: string };

const flags: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false, yes: true, no: false };

const numberOf = (text: string): number => (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN);

const rangeOf = (text: string): { space: string; from: number; to: number } | undefined => {
  const found = /^(coil|discrete|holding|input)\s+(\d{1,5})(?:\s*-\s*(\d{1,5}))?$/.exec(text);
  return found?.[1] ? { space: found[1], from: Number(found[2]), to: Number(found[3] ?? found[2]) } : undefined;
};

const listOf = <T>(text: string, read: (part: string) => T): T[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(read);

const parsedList = (text: string): unknown[] | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The value of a cell, or a sentence about what it should be. */
const readCell = ({ type }: BulkColumn, cell: Exclude<SheetCell, null>): { value: unknown } | { fault: string } => {
  const text = String(cell).trim();
  switch (type) {
    case 'text':
      return { value: String(cell) };
    case 'number': {
      const value = typeof cell === 'number' ? cell : numberOf(text);
      return Number.isFinite(value) ? { value } : { fault: `${text.slice(0, 30)} is not a number` };
    }
    case 'flag': {
      const value = typeof cell === 'boolean' ? cell : flags[text.toLowerCase()];
      return value === undefined ? { fault: `${text.slice(0, 30)} is neither true nor false` } : { value };
    }
    case 'numbers': {
      const value = typeof cell === 'number' ? [cell] : listOf(text, numberOf);
      return value.every(Number.isFinite) ? { value } : { fault: 'must be numbers with ; between, such as 65535; 32768' };
    }
    case 'ranges': {
      const value = listOf(text, rangeOf);
      return value.every((one) => one !== undefined)
        ? { value }
        : { fault: 'must be ranges with ; between, such as holding 100-109; coil 3' };
    }
    case 'list': {
      const value = parsedList(text);
      return value ? { value } : { fault: 'must be a list in JSON, as it is exported' };
    }
  }
};

const put = (draft: Record<string, unknown>, path: readonly string[], value: unknown): void => {
  let place = draft;
  for (const key of path.slice(0, -1)) {
    place[key] ??= {};
    place = place[key] as Record<string, unknown>;
  }
  place[path.at(-1) ?? ''] = value;
};

/** A tag may say its place by a register number in place of the address, but not two different ones. */
const takeRegister = (draft: { decode?: Record<string, unknown> }, cell: SheetCell): CellFault | undefined => {
  if (cell === null || cell === '') return undefined;
  draft.decode ??= {};
  const named = spaces.safeParse(draft.decode.space);
  if (draft.decode.space !== undefined && !named.success)
    return { column: 'space', message: `must be one of ${spaces.options.join(', ')}` };
  const place = placeOf(String(cell), named.success ? named.data : undefined);
  if ('fault' in place) return { column: 'register', message: place.fault };
  const { address } = draft.decode;
  if (address !== undefined && address !== place.pdu)
    return {
      column: 'register',
      message: `${cell} is address ${place.pdu}, but the column address says ${address}: leave one of them empty`,
    };
  Object.assign(draft.decode, { space: place.space, address: place.pdu });
  return undefined;
};

/**
 * What the cells of a row say, to be parsed by the kind's schema.
 * @param present cells of the record that the row changes: they represent columns that the file does not have.
 */
export const draftOf = (
  kind: BulkKind,
  cells: ReadonlyMap<string, SheetCell>,
  present: readonly SheetCell[] | undefined,
): { draft: Record<string, unknown>; faults: CellFault[] } => {
  const draft: Record<string, unknown> = {};
  const faults: CellFault[] = [];
  const columns = columnsOf[kind];
  const hasPlace = cells.has('address') || cells.has('register');
  for (const [i, column] of columns.entries()) {
    // a new place must not meet the old one in the column that the file leaves out
    const isOldPlace = hasPlace && (column.name === 'address' || column.name === 'register');
    const cell = cells.has(column.name) || isOldPlace ? (cells.get(column.name) ?? null) : (present?.[i] ?? null);
    if (column.path.length === 0 || cell === '' || cell === null) {
      if (column.nullable && (cells.has(column.name) || present)) put(draft, column.path, null);
      continue;
    }
    const read = readCell(column, cell);
    if ('fault' in read) faults.push({ column: column.name, message: read.fault });
    else put(draft, column.path, read.value);
  }
  const register = kind === 'tags' ? takeRegister(draft, cells.get('register') ?? null) : undefined;
  return { draft, faults: register ? [...faults, register] : faults };
};

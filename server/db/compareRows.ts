import { openDatabase, type Sqlite } from './open.ts';
import { type Cells, type CheckedTable, checkedTables, keyOf, rowChecksum, SCHEMA_NAME, schemaRows } from './rowChecks.ts';

/** A row, by its table and its key as `row_checksum` has it, that is not what was stored: without a checksum, with another one, or gone. */
export type RowDamage = { name: string; key: string; reason: 'extra' | 'checksum' | 'missing' };

/** What a plant is set up of, read when it starts: what it measures, counts and switches follows from these. */
const SET_UP: ReadonlySet<string> = new Set([
  'industry',
  'industry_shift',
  'category',
  'sub_category',
  'unit',
  'series',
  'meter',
  'connection',
  'device',
  'device_template',
  'tag',
  'write_point',
  'plc_site',
]);

/**
 * Rows of every table that carries no checksum of its own, and the tables themselves, against their checksums.
 * @param tables of which.
 * @returns how many rows there are.
 */
export const compareRows = (
  sqlite: Sqlite,
  add: (damage: RowDamage) => void,
  tables: readonly CheckedTable[] = checkedTables(sqlite),
): number => {
  const known = sqlite.prepare('select key, checksum from row_checksum where name = ?').raw(true);
  let count = 0;
  const compare = (name: string, rows: Iterable<{ key: string; checksum: number }>): void => {
    const left = new Map(known.all(name) as [key: string, checksum: number][]);
    for (const { key, checksum } of rows) {
      count += 1;
      const wanted = left.get(key);
      left.delete(key);
      if (wanted !== checksum) add({ name, key, reason: wanted === undefined ? 'extra' : 'checksum' });
    }
    for (const key of left.keys()) add({ name, key, reason: 'missing' });
  };
  compare(SCHEMA_NAME, schemaRows(sqlite));
  for (const table of tables) compare(table.name, rowsOf(sqlite, table));
  return count;
};

function* rowsOf(sqlite: Sqlite, { name, keys, select }: CheckedTable): Generator<{ key: string; checksum: number }> {
  const rows = sqlite
    .prepare(`select ${keyOf(keys)}, ${select} from "${name}" not indexed`)
    .raw(true)
    .iterate();
  for (const [key, ...row] of rows as IterableIterator<[string, ...Cells]>) yield { key, checksum: rowChecksum(row) };
}

/** What a step is about to change: rows that are damaged before it. @returns none of a database from before there were checksums. */
export const damagedRows = (sqlite: Sqlite): RowDamage[] => {
  const found: RowDamage[] = [];
  const hasChecksums = sqlite.prepare("select 1 from sqlite_schema where name = 'row_checksum'").get() !== undefined;
  const isSealed = hasChecksums && sqlite.prepare('select 1 from row_checksum where name = ? limit 1').get(SCHEMA_NAME);
  if (isSealed) compareRows(sqlite, (damage) => found.push(damage));
  return found;
};

/** Rows of a plant's set-up that are not what was stored; compared within milliseconds. */
export const damagedSetUp = (sqlite: Sqlite): RowDamage[] => {
  const found: RowDamage[] = [];
  const tables = checkedTables(sqlite).filter(({ name }) => SET_UP.has(name));
  compareRows(sqlite, (damage) => found.push(damage), tables);
  return found;
};

/** As `damagedSetUp`, of a database that nobody has open. */
export const damagedSetUpIn = (path: string): RowDamage[] => {
  const { sqlite } = openDatabase(path, { readonly: true });
  try {
    return damagedSetUp(sqlite);
  } finally {
    sqlite.close();
  }
};

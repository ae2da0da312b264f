import { type RawBuilder, sql } from 'kysely';
import { type Cells, rowChecksum } from './rowChecks.ts';

/** In a select of a table, as a column of its own: the checksum that the row was stored with. */
export const storedChecksum = (table: string, keys: readonly string[]): RawBuilder<number | null> =>
  sql<
    number | null
  >`(select row_checksum.checksum from row_checksum where row_checksum.name = ${table} and row_checksum.key = json_array(${sql.join(keys.map((key) => sql.ref(`${table}.${key}`)))}))`;

/** Whether a row is what was stored. @param row all of its columns in their order. @param checksum null where it has none. */
export const isWhole = (row: Cells, checksum: number | null): boolean => checksum === null || rowChecksum(row) === checksum;

import type { PoolClient } from 'pg';
import type { WireDocument } from '../../contract/hub/exchange.ts';
import { checksumOfDay } from '../commit/checksumOfDay.ts';
import type { DayFault, StoredBlock } from './checkedDay.ts';

export const storedBlock = `b.series_no "seriesNo", s.kind, b.day, b.revision, b.first_slot "firstSlot", b.slots, b.packed, b.hash, b.sum,
  b.min, b.max, b.avg, b.last, b.estimated, b.counter_open "counterOpen", b.counter_close "counterClose", b.expected, b.complete,
  b.checksum`;

/** Closed days that the hub has anything of, by what is left of their number after it was divided. */
export const daysToCheck = async (client: PoolClient, plantId: number, divisor: number, rest: number): Promise<number[]> => {
  const { rows } = await client.query<{ day: number }>(
    'select distinct day from day_node where plant_id = $1 and day % $2 = $3 order by day',
    [plantId, divisor, rest],
  );
  return rows.map(({ day }) => day);
};

export const blocksOn = async (client: PoolClient, plantId: number, day: number): Promise<StoredBlock[]> => {
  const { rows } = await client.query<StoredBlock>(
    `select ${storedBlock} from block b join series s on s.plant_id = b.plant_id and s.series_no = b.series_no
     where b.plant_id = $1 and b.day = $2 order by b.series_no`,
    [plantId, day],
  );
  return rows;
};

/** The revision of a row that its plant is to send again: of a plant the first is 1. */
export const WANTED_AGAIN = 0;

/** Leaves of a damaged row what can be believed, in a revision that any of the plant's takes the place of. */
export const wantBlockAgain = async (
  client: PoolClient,
  plantId: number,
  row: StoredBlock,
  { total }: DayFault,
): Promise<void> => {
  const { sum, min, max, avg, last, estimated, counterOpen, counterClose, expected, complete } = total;
  const checksum = checksumOfDay({ ...row, revision: WANTED_AGAIN, total });
  await client.query(
    `update block set revision = $4, sum = $5, min = $6, max = $7, avg = $8, last = $9, estimated = $10, counter_open = $11,
       counter_close = $12, expected = $13, complete = $14, checksum = $15
     where plant_id = $1 and series_no = $2 and day = $3`,
    [
      ...[plantId, row.seriesNo, row.day, WANTED_AGAIN, sum, min, max, avg, last, estimated],
      ...[counterOpen, counterClose, expected, complete, checksum],
    ],
  );
};

export const nodesAbove = async (client: PoolClient, plantId: number, day: number, month: number): Promise<string[]> => {
  const { rows } = await client.query<{ node: string }>(
    `select industry_id || ' day ' || encode(hash, 'hex') || ' ' || leaves node from day_node where plant_id = $1 and day = $2
     union all select industry_id || ' month ' || encode(hash, 'hex') from month_node where plant_id = $1 and month = $3 order by 1`,
    [plantId, day, month],
  );
  return rows.map(({ node }) => node);
};

/** Until the roots are equal again these days are named as differing: by the hash that was proved. */
export const noteDiffering = async (client: PoolClient, plantId: number, day: number): Promise<void> => {
  await client.query(
    `insert into unequal_day select plant_id, industry_id, day, hash from day_node where plant_id = $1 and day = $2
     on conflict (plant_id, industry_id, day) do nothing`,
    [plantId, day],
  );
};

type HashedRow = WireDocument & { hash: string };

const DOCUMENTS_AT_ONCE = 1000;

export async function* storedDocuments(client: PoolClient, plantId: number): AsyncGenerator<HashedRow[]> {
  for (let after: [string, string] = ['', '']; ; ) {
    const { rows } = await client.query<HashedRow & { body: string; deleted: boolean }>(
      `select kind, id, version, body, deleted, encode(hash, 'hex') hash from document
       where plant_id = $1 and (kind, id) > ($2, $3) order by kind, id limit ${DOCUMENTS_AT_ONCE}`,
      [plantId, ...after],
    );
    yield rows.map(({ deleted, ...row }) => ({ ...row, body: deleted ? null : row.body }));
    const last = rows.at(-1);
    if (!last) return;
    after = [last.kind, last.id];
  }
}

/** Gives a document no hash, so that its plant sends it again. */
export const wantDocumentAgain = async (client: PoolClient, plantId: number, kind: string, id: string): Promise<void> => {
  await client.query(`update document set hash = '' where plant_id = $1 and kind = $2 and id = $3`, [plantId, kind, id]);
};

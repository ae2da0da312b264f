import type { PoolClient } from 'pg';
import type { WireEntry } from '../../contract/hub/exchange.ts';
import { streamName } from '../../contract/hub/statement.ts';
import type { ChainEnd } from '../../core/sync/entryChain.ts';

type End = ChainEnd & { stream: string };

/** Last entry of every stream that the plant sent something of; one look into the index for each, however long they are. */
export const streamEnds = async (client: PoolClient, plantId: number): Promise<End[]> => {
  const { rows } = await client.query<End>(
    `select known.stream, last.seq, encode(last.hash, 'hex') hash from unnest($2::text[]) known (stream), lateral (
       select seq, hash from entry e where e.plant_id = $1 and e.stream = known.stream order by seq desc limit 1) last order by 1`,
    [plantId, streamName.options],
  );
  return rows;
};

/** Hashes of stored entries with these numbers. */
export const storedHashes = async (
  client: PoolClient,
  plantId: number,
  stream: string,
  numbers: readonly number[],
): Promise<Map<number, string>> => {
  const { rows } = await client.query<{ seq: number; hash: string }>(
    `select seq, encode(hash, 'hex') hash from entry where plant_id = $1 and stream = $2 and seq = any ($3)`,
    [plantId, stream, numbers],
  );
  return new Map(rows.map(({ seq, hash }) => [seq, hash]));
};

export const addEntries = async (
  client: PoolClient,
  { plantId, epoch }: { plantId: number; epoch: number },
  stream: string,
  entries: readonly WireEntry[],
): Promise<void> => {
  await client.query(
    `insert into entry (plant_id, stream, epoch, seq, at, body, hash)
     select $1::int, $2, $3, seq, at, body, decode(hash, 'hex')
     from unnest ($4::bigint[], $5::bigint[], $6::text[], $7::text[]) t (seq, at, body, hash)`,
    [
      plantId,
      stream,
      epoch,
      entries.map(({ seq }) => seq),
      entries.map(({ at }) => at),
      entries.map(({ body }) => body),
      entries.map(({ hash }) => hash),
    ],
  );
};

/**
 * Sets aside the entries of a stream from a number on, where all of them came in an earlier epoch: the plant was restored without them.
 * @returns false where one is of this epoch; nothing was changed then.
 */
export const setAside = async (
  client: PoolClient,
  { plantId, epoch }: { plantId: number; epoch: number },
  stream: string,
  fromSeq: number,
): Promise<boolean> => {
  const place = 'plant_id = $1 and stream = $2 and seq >= $3';
  const { rows } = await client.query<{ newest: number | null }>(`select max(epoch) newest from entry where ${place}`, [
    plantId,
    stream,
    fromSeq,
  ]);
  if ((rows[0]?.newest ?? 0) >= epoch) return false;
  await client.query(
    `with gone as (delete from entry where ${place} returning plant_id, stream, epoch, seq, at, body, hash)
     insert into entry_old select * from gone on conflict do nothing`,
    [plantId, stream, fromSeq],
  );
  return true;
};

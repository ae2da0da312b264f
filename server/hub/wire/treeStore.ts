import type { PoolClient } from 'pg';
import type { Leaf } from '../../core/sync/blocks.ts';

type Node = [id: number, hash: string];

export const monthNodes = async (client: PoolClient, plantId: number, industryId: string): Promise<Node[]> => {
  const { rows } = await client.query<{ month: number; hash: string }>(
    `select month, encode(hash, 'hex') hash from month_node where plant_id = $1 and industry_id = $2 order by month`,
    [plantId, industryId],
  );
  return rows.map(({ month, hash }) => [month, hash]);
};

export const dayNodesIn = async (
  client: PoolClient,
  plantId: number,
  industryId: string,
  stretches: readonly { fromDay: number; toDay: number }[],
): Promise<Node[]> => {
  const { rows } = await client.query<{ day: number; hash: string }>(
    `select n.day, encode(n.hash, 'hex') hash from unnest ($3::int[], $4::int[]) t (from_day, to_day)
     join day_node n on n.plant_id = $1 and n.industry_id = $2 and n.day between t.from_day and t.to_day order by 1`,
    [plantId, industryId, stretches.map(({ fromDay }) => fromDay), stretches.map(({ toDay }) => toDay)],
  );
  return rows.map(({ day, hash }) => [day, hash]);
};

/** Leaves of a day; `uid` without dashes, as it travels. */
export const leavesOfDay = async (client: PoolClient, plantId: number, industryId: string, day: number): Promise<Leaf[]> => {
  const { rows } = await client.query<Leaf>(
    `select replace(s.uid::text, '-', '') uid, b.day, b.revision, encode(b.hash, 'hex') hash
     from block b join series s on s.plant_id = b.plant_id and s.series_no = b.series_no
     where b.plant_id = $1 and b.day = $3 and s.industry_id = $2 and b.hash is not null`,
    [plantId, industryId, day],
  );
  return rows;
};

/** Days of single series of an industry, and the last day that it has any of. */
export const extentOf = async (
  client: PoolClient,
  plantId: number,
  industryId: string,
): Promise<{ blocks: number; lastDay: number | null }> => {
  const { rows } = await client.query<{ blocks: number; lastDay: number | null }>(
    `select coalesce(sum(leaves), 0)::int blocks, max(day) "lastDay" from day_node where plant_id = $1 and industry_id = $2`,
    [plantId, industryId],
  );
  return rows[0] ?? { blocks: 0, lastDay: null };
};

type StoredStatement = { epoch: number; seq: number; text: string };

export const lastStatement = async (client: PoolClient, plantId: number, epoch: number): Promise<StoredStatement | undefined> => {
  const { rows } = await client.query<StoredStatement>(
    'select epoch, seq, body text from statement where plant_id = $1 and epoch = $2 order by seq desc limit 1',
    [plantId, epoch],
  );
  return rows[0];
};

/** Epoch of the newest statement; null before the first. */
export const newestEpoch = async (client: PoolClient, plantId: number): Promise<number | null> => {
  const { rows } = await client.query<{ epoch: number | null }>('select max(epoch) epoch from statement where plant_id = $1', [
    plantId,
  ]);
  return rows[0]?.epoch ?? null;
};

export type ProvedStatement = StoredStatement & { atMs: number; signature: string; receipt: string; isEqual: boolean };

/** The same statement again gets the receipt of now, as more may have come since; one that was proved stays so. */
export const putStatement = async (
  client: PoolClient,
  plantId: number,
  { epoch, seq, atMs, text, signature, receipt, isEqual }: ProvedStatement,
): Promise<void> => {
  await client.query(
    `insert into statement values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (plant_id, epoch, seq) do update set receipt = excluded.receipt, is_equal = excluded.is_equal where not statement.is_equal`,
    [plantId, epoch, seq, new Date(atMs), text, signature, receipt, isEqual],
  );
};

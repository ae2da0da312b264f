import type { PoolClient } from 'pg';

/** Up to where the hub has a plant's data, by the plant's newest statement. */
export type StoredOverview = {
  blocks: number;
  lastDay: number | null;
  statement: { seq: number; atMs: number; isEqual: boolean } | null;
  /** Newest statement whose roots, streams and documents were equal to the hub's own. */
  provedAtMs: number | null;
};

export const overviewOf = async (client: PoolClient, plantId: number): Promise<StoredOverview> => {
  const { rows: extents } = await client.query<{ blocks: number; lastDay: number | null }>(
    'select coalesce(sum(leaves), 0)::int blocks, max(day) "lastDay" from day_node where plant_id = $1',
    [plantId],
  );
  const { rows } = await client.query<{ seq: number; at: Date; isEqual: boolean }>(
    'select seq, at, is_equal "isEqual" from statement where plant_id = $1 order by epoch desc, seq desc limit 1',
    [plantId],
  );
  const { rows: proved } = await client.query<{ at: Date }>(
    'select at from statement where plant_id = $1 and is_equal order by epoch desc, seq desc limit 1',
    [plantId],
  );
  const [last, extent] = [rows[0], extents[0]];
  return {
    blocks: extent?.blocks ?? 0,
    lastDay: extent?.lastDay ?? null,
    statement: last ? { seq: last.seq, atMs: last.at.getTime(), isEqual: last.isEqual } : null,
    provedAtMs: proved[0]?.at.getTime() ?? null,
  };
};

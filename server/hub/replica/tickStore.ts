import type { PoolClient } from 'pg';
import { noteKinds } from './changeStore.ts';

/** What a change of ticks is called among the kinds of documents: slots that came, and slots that were taken away. */
export const TICKS_CAME = 'tick';
export const TICKS_GONE = 'tickGone';

export type TickSeries = { no: number; uid: string };

/** Series of an industry that the plant still has. */
export const seriesNow = async (client: PoolClient, plantId: number, industryId: string): Promise<TickSeries[]> => {
  const { rows } = await client.query<TickSeries>(
    `select s.series_no no, s.uid from series s
     where s.plant_id = $1 and s.industry_id = $2 and not exists (
       select from document d where d.plant_id = $1 and d.kind = 'series' and d.id = s.uid::text and d.deleted)`,
    [plantId, industryId],
  );
  return rows;
};

/** First slot after the closed days that the hub has of an industry. */
export const openFrom = async (client: PoolClient, plantId: number, industryId: string): Promise<number> => {
  const { rows } = await client.query<{ slot: number | null }>(
    `select max(b.first_slot + b.slots) slot from block b join series s on s.plant_id = b.plant_id and s.series_no = b.series_no
     where b.plant_id = $1 and s.industry_id = $2 and b.packed is not null
       and b.day = (select max(day) from day_node where plant_id = $1 and industry_id = $2)`,
    [plantId, industryId],
  );
  return rows[0]?.slot ?? 0;
};

export const newestTick = async (client: PoolClient, plantId: number, industryId: string): Promise<number | null> => {
  const { rows } = await client.query<{ slot: number | null }>(
    'select max(slot) slot from tick where plant_id = $1 and industry_id = $2',
    [plantId, industryId],
  );
  return rows[0]?.slot ?? null;
};

/** A slot that is kept, where it is of these series in this order. */
export const tickAt = async (
  client: PoolClient,
  { plantId, industryId, series }: { plantId: number; industryId: string; series: readonly number[] },
  slot: number,
): Promise<Buffer | undefined> => {
  const { rows } = await client.query<{ packed: Buffer }>(
    'select packed from tick where plant_id = $1 and industry_id = $2 and slot = $3 and series = $4',
    [plantId, industryId, slot, series],
  );
  return rows[0]?.packed;
};

/** Stores slots; the same again changes nothing. */
export const putTicks = async (
  client: PoolClient,
  { plantId, industryId, series }: { plantId: number; industryId: string; series: readonly number[] },
  slots: readonly { slot: number; packed: Uint8Array }[],
): Promise<void> => {
  const { rowCount } = await client.query(
    `insert into tick (plant_id, industry_id, slot, number, series, packed)
     select $1, $2, one.slot, nextval('plant_change_number'), $3, one.packed from unnest($4::int[], $5::bytea[]) one (slot, packed)
     on conflict (plant_id, industry_id, slot) do update set number = excluded.number, series = excluded.series,
       packed = excluded.packed where (tick.series, tick.packed) is distinct from (excluded.series, excluded.packed)`,
    [plantId, industryId, series, slots.map(({ slot }) => slot), slots.map(({ packed }) => Buffer.from(packed))],
  );
  if (rowCount) await noteKinds(client, plantId, [TICKS_CAME]);
};

/** Takes away the slots of days that came closed, and informs whoever keeps a copy. */
export const dropClosedTicks = async (client: PoolClient, plantId: number): Promise<void> => {
  const { rows } = await client.query<{ id: string }>('select distinct industry_id id from tick where plant_id = $1', [plantId]);
  for (const { id } of rows) await dropTicks(client, plantId, id, await openFrom(client, plantId, id));
};

/** Takes away the slots before one. */
export const dropTicks = async (client: PoolClient, plantId: number, industryId: string, beforeSlot: number): Promise<void> => {
  const { rowCount } = await client.query('delete from tick where plant_id = $1 and industry_id = $2 and slot < $3', [
    plantId,
    industryId,
    beforeSlot,
  ]);
  if (rowCount) await noteKinds(client, plantId, [TICKS_GONE]);
};

/** Takes away all slots: they are of before the plant was restored. */
export const dropAllTicks = async (client: PoolClient, plantId: number): Promise<void> => {
  const { rowCount } = await client.query('delete from tick where plant_id = $1', [plantId]);
  if (rowCount) await noteKinds(client, plantId, [TICKS_GONE]);
};

/** The oldest slot of each industry that is kept. */
export const oldestTicks = async (client: PoolClient, plantId: number): Promise<Map<string, number>> => {
  const { rows } = await client.query<{ id: string; slot: number }>(
    'select industry_id id, min(slot) slot from tick where plant_id = $1 group by 1',
    [plantId],
  );
  return new Map(rows.map(({ id, slot }) => [id, slot]));
};

export type HubTick = { slot: number; uids: (string | undefined)[]; packed: Buffer };

/** @param since number of a change: only what came after it. */
export async function* ticksSince(client: PoolClient, plantId: number, since: number): AsyncGenerator<HubTick> {
  const { rows: series } = await client.query<TickSeries>('select series_no no, uid from series where plant_id = $1', [plantId]);
  const uids = new Map(series.map(({ no, uid }) => [no, uid]));
  for (let after = since; ; ) {
    const { rows } = await client.query<{ slot: number; number: number; series: number[]; packed: Buffer }>(
      'select slot, number, series, packed from tick where plant_id = $1 and number > $2 order by number limit 24',
      [plantId, after],
    );
    for (const row of rows) yield { slot: row.slot, uids: row.series.map((no) => uids.get(no)), packed: row.packed };
    const last = rows.at(-1);
    if (!last) return;
    after = last.number;
  }
}

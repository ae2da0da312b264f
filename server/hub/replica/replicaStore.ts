import type { PoolClient } from 'pg';

/** A closed day of a series as the hub has it; its slots are null where only the total came. */
export type HubDay = {
  uid: string;
  day: number;
  revision: number;
  sum: number | null;
  min: number | null;
  max: number | null;
  avg: number | null;
  last: number | null;
  expected: number;
  complete: number;
  estimated: number;
  counterOpen: number | null;
  counterClose: number | null;
  firstSlot: number | null;
  slots: number | null;
  packed: Buffer | null;
};

const AT_ONCE = 5000;

/** Rows of a plant's tables as they were sent, without those that are gone. */
export async function* hubDocuments(client: PoolClient, plantId: number): AsyncGenerator<{ kind: string; body: string }> {
  for (let after: [string, string] = ['', '']; ; ) {
    const { rows } = await client.query<{ kind: string; id: string; body: string }>(
      `select kind, id, body from document where plant_id = $1 and not deleted and (kind, id) > ($2, $3)
       order by kind, id limit ${AT_ONCE}`,
      [plantId, ...after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = [last.kind, last.id];
  }
}

/** Every closed day of a plant, the oldest first. */
export async function* hubDays(client: PoolClient, plantId: number): AsyncGenerator<HubDay> {
  for (let after = [-1, -1]; ; ) {
    const { rows } = await client.query<HubDay & { seriesNo: number }>(
      `select b.series_no "seriesNo", s.uid, b.day, b.revision, b.sum, b.min, b.max, b.avg, b.last, b.expected, b.complete, b.estimated,
         b.counter_open "counterOpen", b.counter_close "counterClose",
         case when b.packed is null then null else b.first_slot end "firstSlot",
         case when b.packed is null then null else b.slots end slots, b.packed
       from block b join series s on s.plant_id = b.plant_id and s.series_no = b.series_no
       where b.plant_id = $1 and (b.day, b.series_no) > ($2, $3) order by b.day, b.series_no limit ${AT_ONCE}`,
      [plantId, ...after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = [last.day, last.seriesNo];
  }
}

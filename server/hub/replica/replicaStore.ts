import type { PoolClient } from 'pg';
import type { ClosedDay } from '../../core/counters/aggregate.ts';

/** A closed day of a series as the hub has it; its slots are null where only the total came. */
export type HubDay = ClosedDay & {
  uid: string;
  firstSlot: number | null;
  slots: number | null;
  packed: Buffer | null;
  /** Of its content, which the plant signed. */
  hash: Buffer | null;
};

/** Written in a row into the copy, before others have their turn: some 15 ms. */
const AT_ONCE = 1000;

/** Rows of a plant's tables as they were sent, without those that are gone. @param kinds only of these tables. */
export async function* hubDocuments(
  client: PoolClient,
  plantId: number,
  kinds?: readonly string[],
): AsyncGenerator<{ kind: string; body: string }> {
  for (let after: [string, string] = ['', '']; ; ) {
    const { rows } = await client.query<{ kind: string; id: string; body: string }>(
      `select kind, id, body from document
       where plant_id = $1 and not deleted and (kind, id) > ($2, $3) and ($4::text[] is null or kind = any ($4))
       order by kind, id limit ${AT_ONCE}`,
      [plantId, ...after, kinds ?? null],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = [last.kind, last.id];
  }
}

/** Closed days of a plant, series by series, as its own database keeps them. @param days only these. */
export async function* hubDays(client: PoolClient, plantId: number, days?: readonly number[]): AsyncGenerator<HubDay> {
  for (let after = [-1, -1]; ; ) {
    const { rows } = await client.query<HubDay & { seriesNo: number }>(
      `select b.series_no "seriesNo", s.uid, b.day, b.revision, b.sum, b.min, b.max, b.avg, b.last, b.expected, b.complete, b.estimated,
         b.counter_open "counterOpen", b.counter_close "counterClose",
         case when b.packed is null then null else b.first_slot end "firstSlot",
         case when b.packed is null then null else b.slots end slots, b.packed, b.hash
       from block b join series s on s.plant_id = b.plant_id and s.series_no = b.series_no
       where b.plant_id = $1 and (b.series_no, b.day) > ($2, $3) and ($4::int[] is null or b.day = any ($4))
       order by b.series_no, b.day limit ${AT_ONCE}`,
      [plantId, ...after, days ?? null],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = [last.seriesNo, last.day];
  }
}

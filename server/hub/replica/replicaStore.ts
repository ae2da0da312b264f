import type { PoolClient } from 'pg';
import type { StoredBlock } from '../selfCheck/checkedDay.ts';
import { storedBlock } from '../selfCheck/selfCheckStore.ts';

/** A closed day of a series as the hub has it; its slots are null where only the total came. */
export type HubDay = StoredBlock & { uid: string };

/** Written in a row into the copy, before others have their turn: some 15 ms. */
const AT_ONCE = 1000;

export type HubDocument = { kind: string; id: string; version: number; body: string; hash: string };

/** Rows of a plant's tables as they were sent, without those that are gone. @param kinds only of these tables. */
export async function* hubDocuments(client: PoolClient, plantId: number, kinds?: readonly string[]): AsyncGenerator<HubDocument> {
  for (let after: [string, string] = ['', '']; ; ) {
    const { rows } = await client.query<HubDocument>(
      `select kind, id, version, body, encode(hash, 'hex') hash from document
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

export const kindsOf = async (client: PoolClient, plantId: number): Promise<string[]> => {
  const { rows } = await client.query<{ kind: string }>('select distinct kind from document where plant_id = $1', [plantId]);
  return rows.map(({ kind }) => kind);
};

/** Closed days of a plant, series by series, as its own database keeps them. @param days only these. */
export async function* hubDays(client: PoolClient, plantId: number, days?: readonly number[]): AsyncGenerator<HubDay> {
  for (let after = [-1, -1]; ; ) {
    const { rows } = await client.query<HubDay>(
      `select s.uid, ${storedBlock}
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

import type { PoolClient } from 'pg';
import type { z } from 'zod';
import type { asideRequest } from '../../contract/hub/replacement.ts';
import { bytesOfUid } from '../../core/bytes/blockHash.ts';
import { noteDays } from '../replica/changeStore.ts';
import { dropEmptyNodes, plantSeries } from './commitStore.ts';
import { renewNodes } from './renewNodes.ts';

type Aside = Omit<z.infer<typeof asideRequest>, 'epoch'>;

/** Series that the plant still has, by the 16 bytes of their uids, in hexadecimal. */
const liveSeries = async (client: PoolClient, plantId: number): Promise<ReadonlySet<string>> => {
  const { rows } = await client.query<{ id: string }>(
    "select id from document where plant_id = $1 and kind = 'series' and not deleted",
    [plantId],
  );
  return new Set(rows.map(({ id }) => bytesOfUid(id).toString('hex')));
};

/**
 * Keeps days as history outside all hashes, where the plant says that their series are gone and names exactly what the hub has of them.
 * @returns of how many series.
 */
export const setDaysAside = async (client: PoolClient, plantId: number, { industry, day, leaves }: Aside): Promise<number> => {
  const live = await liveSeries(client, plantId);
  const gone = leaves.filter(([uid]) => !live.has(uid));
  const { rowCount } = await client.query(
    `with gone as (
       delete from block b using unnest($4::text[], $5::int[], $6::text[]) n (uid, revision, hash), series s
       where s.plant_id = $1 and s.industry_id = $2 and s.uid = n.uid::uuid and b.plant_id = $1 and b.series_no = s.series_no
         and b.day = $3 and b.revision = n.revision and b.hash = decode(n.hash, 'hex')
       returning b.series_no, b.day, b.revision, b.hash, b.packed)
     insert into block_old (plant_id, series_no, day, revision, hash, packed, replaced_at)
     select $1, series_no, day, revision, hash, packed, now() from gone
     on conflict (plant_id, series_no, day, revision) do update set packed = coalesce(excluded.packed, block_old.packed)`,
    [plantId, industry, day, gone.map(([uid]) => uid), gone.map(([, revision]) => revision), gone.map(([, , hash]) => hash)],
  );
  if (!rowCount) return 0;
  await dropEmptyNodes(client, plantId, day);
  await renewNodes(client, plantId, [day], (await plantSeries(client, plantId)).values());
  await noteDays(client, plantId, [day]);
  return rowCount;
};

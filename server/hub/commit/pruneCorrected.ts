import { DAY_MS } from '../../core/time.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';

/** Readings that a correction replaced are kept for so long, their hash for good as its proof. Readings that nothing replaced are kept for good. */
const KEEP_READINGS_MS = 400 * DAY_MS;
/** In one transaction: the plant's own bundles wait for it. */
const ROWS_AT_ONCE = 5000;

/**
 * Drops the readings of days that were corrected long ago, by the hub's clock and by the plant's newest statement: one of them may be wrong.
 * @returns of how many days.
 */
export const pruneCorrected = async (database: HubDatabase, plantIds: readonly number[], nowMs: number): Promise<number> => {
  let pruned = 0;
  for (const plantId of plantIds)
    for (let isMore = true; isMore; ) {
      const rowCount = await database.inTurn(plantId, async (client) => {
        const done = await client.query(
          `update block_old set packed = null where (plant_id, series_no, day, revision) in (
             select plant_id, series_no, day, revision from block_old o
             where plant_id = $1 and packed is not null
               and replaced_at < $2
               and replaced_at < (select at - $4 * interval '1 ms' from statement where plant_id = $1 order by epoch desc, seq desc limit 1)
               and exists (
               select from block b where b.plant_id = $1 and b.series_no = o.series_no and b.day = o.day) limit $3)`,
          [plantId, new Date(nowMs - KEEP_READINGS_MS), ROWS_AT_ONCE, KEEP_READINGS_MS],
        );
        return done.rowCount ?? 0;
      });
      pruned += rowCount;
      isMore = rowCount === ROWS_AT_ONCE;
    }
  return pruned;
};

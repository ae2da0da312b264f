import { fieldKinds } from '../../contract/hub/exchange.ts';
import { unpack } from '../../core/bytes/packing.ts';
import type { Clock } from '../../core/clock.ts';
import { openReplica } from '../../db/transfer/replica.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import { changesSince, newestChange } from './changeStore.ts';
import { hubDays, hubDocuments } from './replicaStore.ts';
import { oldestTicks, TICKS_CAME, TICKS_GONE, ticksSince } from './tickStore.ts';

export type Filled = {
  /** Number of the newest change that the copy has. */
  upTo: number;
  /** Rows and closed days of single series that were written. */
  rows: number;
  days: number;
};

/**
 * Makes the copy of a plant from what the hub has of it, or brings it up to date: a file in the plant's own format, which the read-only
 * plant serves. Reads one state of the store and holds up nobody who writes meanwhile.
 * @param since change up to which the file was filled before; undefined for a new file.
 */
export const fillReplica = (
  database: HubDatabase,
  plantId: number,
  { path, clock, since }: { path: string; clock: Clock; since?: number | undefined },
): Promise<Filled> =>
  database.reading(plantId, async (client) => {
    const changed =
      since === undefined
        ? { upTo: await newestChange(client, plantId), kinds: undefined, days: undefined }
        : await changesSince(client, plantId, since);
    const replica = openReplica(path, clock);
    let [rows, days] = [0, 0];
    try {
      const kinds = changed.kinds?.filter((kind) => kind !== TICKS_CAME && kind !== TICKS_GONE);
      for (const kind of kinds ?? []) replica.clear(kind);
      if (kinds?.length !== 0)
        for await (const { kind, body } of hubDocuments(client, plantId, kinds)) {
          if (fieldKinds.includes(kind)) continue;
          replica.putRow(kind, JSON.parse(body));
          rows += 1;
        }
      const isAnew = since === undefined || replica.hasOtherSeries();
      if (isAnew) replica.clearReadings();
      const changedDays = isAnew ? undefined : changed.days;
      if (changedDays?.length !== 0)
        for await (const { uid, ...day } of hubDays(client, plantId, changedDays)) {
          replica.putDay(uid, day);
          days += 1;
        }
      if (changed.kinds?.includes(TICKS_GONE)) replica.dropOpen(await oldestTicks(client, plantId));
      if (isAnew || changed.kinds?.includes(TICKS_CAME))
        for await (const { slot, uids, packed } of ticksSince(client, plantId, isAnew ? 0 : since))
          replica.putOpen(uids, unpack(packed, slot, uids.length));
      replica.finish();
    } finally {
      replica.abandon();
    }
    return { upTo: changed.upTo, rows, days };
  });

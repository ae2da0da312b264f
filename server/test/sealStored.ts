import { hashOfBlock } from '../core/bytes/blockHash.ts';
import { unpack } from '../core/bytes/packing.ts';
import type { Sqlite } from '../db/open.ts';
import { checksumsOf, createDayReading } from '../db/transfer/storedDays.ts';

/** Gives the closed days of an older plant their hashes and checksums, as its server does in the background. */
export const sealStored = (sqlite: Sqlite): void => {
  const reading = createDayReading(sqlite);
  const sealTotal = sqlite.prepare('update day_total set checksum = ? where series_id = ? and day = ?');
  const sealDay = sqlite.prepare('update reading_day set hash = ?, checksum = ? where series_id = ? and day = ?');
  const sealSeries = (id: number): void => {
    for (const one of reading.daysOf(id, 0, 100_000)) {
      const { packed, firstSlot, slots, day } = one;
      const hash = packed && hashOfBlock(unpack(packed, firstSlot ?? 0, slots ?? 0));
      const checksums = checksumsOf(id, one, hash);
      sealTotal.run(checksums.total, id, day);
      if (hash) sealDay.run(hash, checksums.slots, id, day);
    }
  };
  sqlite.transaction(() => {
    for (const { id } of reading.series()) sealSeries(id);
  })();
};

import { checksumOf } from '../../core/bytes/rowChecksum.ts';
import type { Clock } from '../../core/clock.ts';
import { code, isCounted, letterOf, type SlotBlock } from '../../core/slots.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { createRowPutting } from './rowPutting.ts';
import { checksumsOf, type StoredDay } from './storedDays.ts';

/**
 * Writes rows that came as documents, and closed days, into a database in the plant's own format: a copy that answers questions and can
 * be made again at any time, so that nothing of it is written with care for a power cut. The file is made where it is missing.
 */
export const openReplica = (path: string, clock: Clock) => {
  const { sqlite } = openDatabase(path);
  migrate(sqlite, clock);
  sqlite.pragma('synchronous=off');
  // people and other rows that were not shared may be pointed at
  sqlite.pragma('foreign_keys=off');
  const rows = createRowPutting(sqlite);
  const seriesBefore = new Map(
    (sqlite.prepare('select uid, id from series').all() as { uid: string; id: number }[]).map(({ uid, id }) => [uid, id]),
  );
  const seriesIds = new Map(seriesBefore);
  const putDay = sqlite.prepare(
    `insert or replace into reading_day (series_id, day, first_slot, slots, packed, revision, hash, checksum)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const putTotal = sqlite.prepare(
    `insert or replace into day_total (series_id, day, revision, sum, min, max, avg, last, expected, complete, estimated,
       counter_open, counter_close, checksum) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const putOpen = sqlite.prepare(
    'insert or replace into reading_open (slot, series_id, value, quality, raw, mark, checksum) values (?, ?, ?, ?, ?, ?, ?)',
  );
  const dropOpenOne = sqlite.prepare('delete from reading_open where slot = ? and series_id = ?');
  sqlite.exec('begin');
  return {
    /** Before all rows of a table that has changed are put anew: some may be gone. */
    clear: (name: string): void => {
      rows.clear(name);
      if (name === 'series') seriesIds.clear();
    },
    /** A row of a table; of a table that this version does not have it is left out. */
    putRow: (name: string, row: Record<string, unknown>): void => {
      rows.put(name, row);
      if (name === 'series') seriesIds.set(String(row.uid), Number(row.id));
    },
    /** Whether the series are others than before, or have other numbers: what is here of their days may be another's, or not be all. */
    hasOtherSeries: (): boolean =>
      seriesIds.size !== seriesBefore.size || [...seriesIds].some(([uid, id]) => seriesBefore.get(uid) !== id),
    clearReadings: (): void => {
      sqlite.exec('delete from reading_day; delete from day_total');
    },
    /** A closed day, of a series that was put before. */
    putDay: (uid: string, one: StoredDay): void => {
      const id = seriesIds.get(uid);
      if (id === undefined) return;
      const { day, revision, sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose } = one;
      const total = [sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose];
      const checksums = checksumsOf(id, one, one.hash);
      putTotal.run(id, day, revision, ...total, checksums.total);
      if (one.packed) putDay.run(id, day, one.firstSlot, one.slots, one.packed, revision, one.hash, checksums.slots);
    },
    /** One slot of an open day. @param values one for each of these series; undefined for one that is not known. */
    putOpen: (
      uids: readonly (string | undefined)[],
      { firstSlot: slot, values, quality: qualities, raw: readings, mark }: SlotBlock,
    ): void => {
      for (const [place, uid] of uids.entries()) {
        const id = uid === undefined ? undefined : seriesIds.get(uid);
        if (id === undefined) continue;
        const [letter, reading, note] = [qualities[place] ?? code.M, readings[place] ?? Number.NaN, mark[place] ?? 0];
        if (letter === code.M && Number.isNaN(reading) && note === 0) dropOpenOne.run(slot, id);
        else {
          const value = isCounted(letter) ? (values[place] ?? 0) : null;
          const [quality, raw] = [letterOf(letter), Number.isNaN(reading) ? null : reading];
          const checksum = checksumOf([slot, id, value, quality.charCodeAt(0), raw, note]);
          putOpen.run(slot, id, value, quality, raw, note, checksum);
        }
      }
    },
    /** Before all slots of open days are put anew: some are gone. */
    clearOpen: (): void => {
      sqlite.exec('delete from reading_open');
    },
    finish: (): void => {
      sqlite.exec('commit');
      sqlite.close();
    },
    abandon: (): void => {
      if (sqlite.open) sqlite.close();
    },
  };
};

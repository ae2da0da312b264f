import Database from 'better-sqlite3';
import { checksumOf, dayChecksum } from '../../core/bytes/rowChecksum.ts';
import type { ClosedDay } from '../../core/counters/aggregate.ts';
import { syncFile } from '../../core/files/durable.ts';
import type { Sqlite } from '../open.ts';
import { leaveRoom } from './copyDatabase.ts';

/** A closed day of one series as stored in its rows; the slots are null where only the total is kept. */
export type StoredDay = ClosedDay & {
  firstSlot: number | null;
  slots: number | null;
  packed: Uint8Array | null;
  /** SHA-256 of its content; null where it is not sealed yet. */
  hash: Uint8Array | null;
  /** Its rows are not what was written: `total` says nothing of it can be believed, its revision neither. */
  damage?: 'total' | 'slots';
};
export type StoredSeries = { id: number; uid: string; industryId: string };
export type DayRevision = { industryId: string; day: number; revision: number };

type Cells = readonly (number | null)[];
type BlockRow = { day: number; firstSlot: number; slots: number; packed: Uint8Array; hash: Uint8Array | null } & {
  revision: number;
  checksum: number | null;
};

/** Columns of a total, its checksum the last. */
const TOTAL_COLUMNS =
  'series_id, day, revision, sum, min, max, avg, last, expected, complete, estimated, counter_open, counter_close, checksum';
const CHECKSUM_AT = 13;

const damageOf = (seriesId: number, total: Cells, block: BlockRow | undefined): StoredDay['damage'] => {
  const checksum = total[CHECKSUM_AT] ?? null;
  if (checksum !== null && checksum !== checksumOf(total, CHECKSUM_AT)) return 'total';
  if (block?.hash && block.checksum !== dayChecksum({ ...block, seriesId, hash: block.hash })) return 'slots';
  return undefined;
};

const storedDayOf = (seriesId: number, total: Cells, block: BlockRow | undefined): StoredDay => {
  const damage = damageOf(seriesId, total, block);
  const at = (column: number): number | null => total[column] ?? null;
  return {
    day: at(1) ?? 0,
    revision: at(2) ?? 0,
    sum: at(3),
    min: at(4),
    max: at(5),
    avg: at(6),
    last: at(7),
    expected: at(8) ?? 0,
    complete: at(9) ?? 0,
    estimated: at(10) ?? 0,
    counterOpen: at(11),
    counterClose: at(12),
    firstSlot: block?.firstSlot ?? null,
    slots: block?.slots ?? null,
    packed: block?.packed ?? null,
    hash: block?.hash ?? null,
    ...(damage && { damage }),
  };
};

/** Checksums of a day's rows. @param hash of its content */
export const checksumsOf = (
  seriesId: number,
  one: StoredDay,
  hash: Uint8Array | null,
): { total: number; slots: number | null } => {
  const { day, revision, sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose } = one;
  const { firstSlot, slots } = one;
  const isSealed = hash !== null && firstSlot !== null && slots !== null;
  return {
    total: checksumOf([
      ...[seriesId, day, revision, sum, min, max, avg, last, expected, complete, estimated],
      ...[counterOpen, counterClose],
    ]),
    slots: isSealed ? dayChecksum({ seriesId, day, firstSlot, slots, revision, hash }) : null,
  };
};

/** Reads as of one moment; what is committed meanwhile is not seen. */
export const atOneMoment = <T>(sqlite: Sqlite, read: () => T): T => sqlite.transaction(read).deferred();

/** Reads what is stored of closed days; each question sees what is committed then. */
export const createDayReading = (sqlite: Sqlite) => {
  // two statements in step instead of a join: most days of a long history have a total and no slots
  const totals = sqlite
    .prepare(`select ${TOTAL_COLUMNS} from day_total where series_id = ? and day between ? and ? order by day`)
    .raw(true);
  const blocks = sqlite.prepare(
    `select day, first_slot firstSlot, slots, packed, hash, revision, checksum
     from reading_day where series_id = ? and day between ? and ? order by day`,
  );
  const daysOf = (seriesId: number, fromDay: number, toDay: number): StoredDay[] => {
    const packed = blocks.all(seriesId, fromDay, toDay) as BlockRow[];
    let at = 0;
    return (totals.all(seriesId, fromDay, toDay) as Cells[]).map((total) => {
      const day = total[1] ?? 0;
      while ((packed[at]?.day ?? day) < day) at += 1;
      return storedDayOf(seriesId, total, packed[at]?.day === day ? packed[at] : undefined);
    });
  };
  return {
    series: () => sqlite.prepare('select id, uid, industry_id industryId from series order by id').all() as StoredSeries[],
    revisions: () =>
      sqlite
        .prepare('select industry_id industryId, day, revision from day_revision order by industry_id, day')
        .all() as DayRevision[],
    /** Days of one series in order, with their slots where they are kept. */
    daysOf: (seriesId: number, fromDay: number, toDay: number): StoredDay[] =>
      atOneMoment(sqlite, () => daysOf(seriesId, fromDay, toDay)),
    extents: () =>
      sqlite
        .prepare(
          `select s.uid, min(t.day) firstDay, max(t.day) lastDay, count(*) days
           from day_total t join series s on s.id = t.series_id group by t.series_id order by t.series_id`,
        )
        .all() as { uid: string; firstDay: number; lastDay: number; days: number }[],
    schema: () => sqlite.prepare('select coalesce(max(number), 0) from migration').pluck().get() as number,
    auditHead: () =>
      (sqlite.prepare('select id rows, hash head from audit order by id desc limit 1').get() as
        | { rows: number; head: string }
        | undefined) ?? { rows: 0, head: '' },
  };
};
export type DayReading = ReturnType<typeof createDayReading>;

/** Every series of a database file with what it measures. */
export const seriesIn = (path: string): { uid: string; industryId: string; unitId: string; param: string }[] => {
  const sqlite = new Database(path, { readonly: true });
  try {
    return sqlite
      .prepare('select uid, industry_id industryId, unit_id unitId, param from series order by industry_id, unit_id, param')
      .all() as { uid: string; industryId: string; unitId: string; param: string }[];
  } finally {
    sqlite.close();
  }
};

/** Adds closed days to a database that nobody uses yet. */
export const createDayAdding = (path: string) => {
  const sqlite = new Database(path);
  sqlite.pragma('journal_mode=off');
  sqlite.pragma('synchronous=off');
  sqlite.pragma('cache_size=-64000');
  leaveRoom(sqlite, path);
  const putDay = sqlite.prepare(
    'insert or replace into reading_day (series_id, day, first_slot, slots, packed, revision, hash, checksum) values (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const putTotal = sqlite.prepare(
    `insert or replace into day_total (series_id, day, revision, sum, min, max, avg, last, expected, complete, estimated,
       counter_open, counter_close, checksum) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  sqlite.exec('begin');
  return {
    series: () => createDayReading(sqlite).series(),
    add: (seriesId: number, one: StoredDay): void => {
      const { day, revision, sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose } = one;
      const total = [sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose];
      const checksums = checksumsOf(seriesId, one, one.hash);
      putTotal.run(seriesId, day, revision, ...total, checksums.total);
      // of its slots it may be higher than it was, which a hub takes; a lower one it would refuse
      if (one.packed) putDay.run(seriesId, day, one.firstSlot, one.slots, one.packed, revision, one.hash, checksums.slots);
    },
    daysOf: (seriesId: number) =>
      sqlite.prepare('select count(*) from day_total where series_id = ?').pluck().get(seriesId) as number,
    finish: (): void => {
      sqlite.exec('commit');
      sqlite.pragma('journal_mode=wal');
      sqlite.close();
      syncFile(path);
    },
    abandon: (): void => {
      if (sqlite.open) sqlite.close();
    },
  };
};

import { closeSync, fsyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Sqlite } from '../open.ts';

/** A closed day of one series as stored in its rows; the slots are null where only the total is kept. */
export type StoredDay = {
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
  packed: Uint8Array | null;
  /** SHA-256 of its content; null where it is not sealed yet. */
  hash: Uint8Array | null;
};
export type StoredSeries = { id: number; uid: string; industryId: string };
export type DayRevision = { industryId: string; day: number; revision: number };

type BlockRow = [day: number, firstSlot: number, slots: number, packed: Uint8Array, hash: Uint8Array | null];
type TotalRow = [
  day: number,
  revision: number,
  sum: number | null,
  min: number | null,
  max: number | null,
  avg: number | null,
  last: number | null,
  expected: number,
  complete: number,
  estimated: number,
  counterOpen: number | null,
  counterClose: number | null,
];

const storedDayOf = (
  [day, revision, sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose]: TotalRow,
  block: BlockRow | undefined,
): StoredDay => ({
  day,
  revision,
  sum,
  min,
  max,
  avg,
  last,
  expected,
  complete,
  estimated,
  counterOpen,
  counterClose,
  firstSlot: block?.[1] ?? null,
  slots: block?.[2] ?? null,
  packed: block?.[3] ?? null,
  hash: block?.[4] ?? null,
});

/** Reads as of one moment; what is committed meanwhile is not seen. */
export const atOneMoment = <T>(sqlite: Sqlite, read: () => T): T => sqlite.transaction(read).deferred();

/** Reads what is stored of closed days; each question sees what is committed then. */
export const createDayReading = (sqlite: Sqlite) => {
  // two statements in step instead of a join: most days of a long history have a total and no slots
  const totals = sqlite
    .prepare(
      `select day, revision, sum, min, max, avg, last, expected, complete, estimated, counter_open, counter_close
       from day_total where series_id = ? and day between ? and ? order by day`,
    )
    .raw(true);
  const blocks = sqlite
    .prepare(
      'select day, first_slot, slots, packed, hash from reading_day where series_id = ? and day between ? and ? order by day',
    )
    .raw(true);
  const daysOf = (seriesId: number, fromDay: number, toDay: number): StoredDay[] => {
    const packed = blocks.all(seriesId, fromDay, toDay) as BlockRow[];
    let at = 0;
    return (totals.all(seriesId, fromDay, toDay) as TotalRow[]).map((total) => {
      while ((packed[at]?.[0] ?? total[0]) < total[0]) at += 1;
      return storedDayOf(total, packed[at]?.[0] === total[0] ? packed[at] : undefined);
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

const syncFile = (path: string): void => {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** Adds closed days to a database that nobody uses yet. */
export const createDayAdding = (path: string) => {
  const sqlite = new Database(path);
  sqlite.pragma('journal_mode=off');
  sqlite.pragma('synchronous=off');
  sqlite.pragma('cache_size=-64000');
  const putDay = sqlite.prepare(
    'insert or replace into reading_day (series_id, day, first_slot, slots, packed) values (?, ?, ?, ?, ?)',
  );
  const putTotal = sqlite.prepare(
    `insert or replace into day_total (series_id, day, revision, sum, min, max, avg, last, expected, complete, estimated,
       counter_open, counter_close) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  sqlite.exec('begin');
  return {
    series: () => createDayReading(sqlite).series(),
    add: (seriesId: number, one: StoredDay): void => {
      const { day, revision, sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose } = one;
      const total = [sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose];
      putTotal.run(seriesId, day, revision, ...total);
      if (one.packed) putDay.run(seriesId, day, one.firstSlot, one.slots, one.packed);
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

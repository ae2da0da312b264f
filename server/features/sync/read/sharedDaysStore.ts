import { carriedDay } from '../../../backup/dayRows.ts';
import { type CarriedDay, uidOf } from '../../../bundle/dayItems.ts';
import type { Leaf } from '../../../core/sync/blocks.ts';
import type { Sqlite } from '../../../db/open.ts';
import type { StoredDay } from '../../../db/transfer/storedDays.ts';
import { DayTree } from '../../../historian/index.ts';

type Row = StoredDay & { uid: string };

/** A closed day of a series as it travels; undefined where its bytes are damaged. */
export type SharedDay = { uid: string; carried: CarriedDay | undefined };

export const createSharedDays = (sqlite: Sqlite) => {
  // the revision is that of the slots, as in the leaves of the tree: a total that was only worked out anew keeps it
  const rows = sqlite.prepare<[{ day: number; industry: string }], Row>(
    `select s.uid, d.day, d.revision, t.sum, t.min, t.max, t.avg, t.last, t.expected, t.complete, t.estimated,
       t.counter_open counterOpen, t.counter_close counterClose, d.first_slot firstSlot, d.slots, d.packed, d.hash
     from series s
     cross join reading_day d on d.series_id = s.id and d.day = @day
     cross join day_total t on t.series_id = s.id and t.day = @day
     where s.industry_id = @industry order by s.uid`,
  );
  return {
    daysOf: (industry: string, day: number): SharedDay[] =>
      rows.all({ day, industry }).map((row) => ({ uid: row.uid, carried: carriedDay(uidOf(row.uid), row) })),
  };
};

/** The leaves of a day, as they are compared. @throws Failure `server` naming the series of a row that is damaged. */
export const readLeaves = (sqlite: Sqlite, industry: string, day: number): Leaf[] =>
  new DayTree(sqlite).leaves(industry, day).map(({ uid, revision, hash }) => ({
    uid: uidOf(uid),
    day,
    revision,
    hash: Buffer.from(hash).toString('hex'),
  }));

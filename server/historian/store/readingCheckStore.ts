import { dayHash } from '../../core/bytes/blockHash.ts';
import type { Sqlite } from '../../db/open.ts';
import { type DayRow, isOpenRowWhole, isTotalWhole, type OpenRow, readDay, totalColumns } from './dayRows.ts';
import { DayTree } from './dayTreeStore.ts';
import { openPart, openRowsOf, type RunningRow, runningColumns, SERIES_PER_PART } from './runningPart.ts';

/** What is wrong with a row of readings; `slot` of an open one. */
export type ReadingDamage = {
  part: 'slots' | 'total' | 'openSlot' | 'dayHash';
  seriesId: number | null;
  industryId?: string;
  day: number | null;
  slot?: number;
  reason: 'checksum' | 'hash' | 'unreadable' | 'unsealed' | 'missing';
};
export type ReadingCount = { days: number; totals: number; openSlots: number };

const isSealed = (sqlite: Sqlite): boolean =>
  sqlite.prepare("select 1 from integrity_step where name = 'days sealed'").get() !== undefined;

/**
 * Walks every row of readings. A row without a checksum is damage once all rows were sealed; so is a day that has a total and no
 * slots, or slots and no total.
 */
export const checkReadings = (sqlite: Sqlite, found: (damage: ReadingDamage) => void): ReadingCount => {
  const sealed = isSealed(sqlite);
  const days = checkDays(sqlite, sealed, found);
  const totals = checkTotals(sqlite, sealed, found);
  const openSlots = checkOpen(sqlite, sealed, found) + checkRunning(sqlite, found);
  checkPairs(sqlite, found);
  checkNodes(sqlite, found);
  return { days, totals, openSlots };
};

const checkDays = (sqlite: Sqlite, sealed: boolean, found: (damage: ReadingDamage) => void): number => {
  const rows = sqlite
    .prepare(
      'select series_id seriesId, day, first_slot firstSlot, slots, packed, revision, hash, checksum from reading_day order by series_id, day',
    )
    .iterate() as IterableIterator<DayRow>;
  let count = 0;
  for (const row of rows) {
    count += 1;
    const read = readDay(row);
    const { seriesId, day } = row;
    if ('damage' in read) found({ part: 'slots', seriesId, day, reason: read.damage });
    else if (sealed && row.hash === null) found({ part: 'slots', seriesId, day, reason: 'unsealed' });
  }
  return count;
};

const checkTotals = (sqlite: Sqlite, sealed: boolean, found: (damage: ReadingDamage) => void): number => {
  const rows = sqlite
    .prepare(`select ${totalColumns} from day_total not indexed order by series_id, day`)
    .raw(true)
    .iterate() as IterableIterator<(number | null)[]>;
  let count = 0;
  for (const row of rows) {
    count += 1;
    const [seriesId = null, day = null] = row;
    if (!isTotalWhole(row)) found({ part: 'total', seriesId, day, reason: 'checksum' });
    else if (sealed && row.at(-1) === null) found({ part: 'total', seriesId, day, reason: 'unsealed' });
  }
  return count;
};

const checkOpen = (sqlite: Sqlite, sealed: boolean, found: (damage: ReadingDamage) => void): number => {
  const rows = sqlite
    .prepare('select slot, series_id, value, quality, raw, mark, checksum from reading_open order by slot, series_id')
    .raw(true)
    .iterate() as IterableIterator<OpenRow>;
  let count = 0;
  for (const row of rows) {
    count += 1;
    const [slot, seriesId] = row;
    const isWhole = isOpenRowWhole(row);
    if (!isWhole || (sealed && row[6] === null))
      found({ part: 'openSlot', seriesId, day: null, slot, reason: isWhole ? 'unsealed' : 'checksum' });
  }
  return count;
};

/** One row of many series: what is damaged may have been of any of them. */
const checkRunning = (sqlite: Sqlite, found: (damage: ReadingDamage) => void): number => {
  const idsOf = sqlite.prepare<[number, number], number>('select id from series where id >= ? and id < ? order by id').pluck();
  let count = 0;
  for (const row of sqlite.prepare(`select ${runningColumns} from reading_running`).all() as RunningRow[]) {
    const { slot, part } = row;
    const block = openPart(row);
    if (block) count += openRowsOf(part, block).length;
    else {
      const ids = idsOf.all(part * SERIES_PER_PART, (part + 1) * SERIES_PER_PART);
      for (const seriesId of ids.length > 0 ? ids : [null])
        found({ part: 'openSlot', seriesId, day: null, slot, reason: 'checksum' });
    }
  }
  return count;
};

/** Every closed day has both, written in one transaction. */
const checkPairs = (sqlite: Sqlite, found: (damage: ReadingDamage) => void): void => {
  const unpaired = (from: string, other: string): [number, number][] =>
    sqlite
      .prepare(
        `select series_id, day from ${from} a not indexed
         where not exists (select 1 from ${other} b not indexed where b.series_id = a.series_id and b.day = a.day)`,
      )
      .raw(true)
      .all() as [number, number][];
  for (const [seriesId, day] of unpaired('reading_day', 'day_total')) found({ part: 'total', seriesId, day, reason: 'missing' });
};

/** The hashes of days that are kept, worked out again. */
const checkNodes = (sqlite: Sqlite, found: (damage: ReadingDamage) => void): void => {
  const tree = new DayTree(sqlite);
  const nodes = sqlite.prepare('select industry_id industryId, day, hash from day_node where hash is not null').all() as {
    industryId: string;
    day: number;
    hash: Buffer;
  }[];
  for (const { industryId, day, hash } of nodes) {
    try {
      if (dayHash(day, tree.leaves(industryId, day)).equals(hash)) continue;
    } catch {
      // a damaged leaf is found where it is
    }
    found({ part: 'dayHash', seriesId: null, industryId, day, reason: 'hash' });
  }
};

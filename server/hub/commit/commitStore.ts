import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { CarriedDay } from '../../bundle/dayItems.ts';
import type { DayLeaf } from '../../core/bytes/blockHash.ts';
import { daysOf, monthOfDay } from '../../core/months.ts';
import { checksumOfDay } from './checksumOfDay.ts';
import type { CopyBytes } from './copyBytes.ts';

export type KnownSeries = { seriesNo: number; kind: 'counter' | 'gauge' | 'stock'; uid: string; industryId: string };

/** By the 16 bytes of their uids, in hexadecimal. */
export const plantSeries = async (client: PoolClient, plantId: number): Promise<Map<string, KnownSeries>> => {
  const { rows } = await client.query<KnownSeries>(
    'select uid, series_no "seriesNo", kind, industry_id "industryId" from series where plant_id = $1',
    [plantId],
  );
  return new Map(rows.map((series) => [series.uid.replaceAll('-', ''), series]));
};

const columns = `series_no, day, revision, hash, first_slot, slots, packed, sum, min, max, avg, last, estimated, counter_open,
  counter_close, expected, complete, checksum`;
const FIELDS = 19;

export const addDay = (rows: CopyBytes, item: number, seriesNo: number, { day, revision, total, block }: CarriedDay): void => {
  rows.row(FIELDS);
  for (const number of [item, seriesNo, day, revision]) rows.int32(number);
  rows.bytes(block?.hash ?? null);
  rows.int32(block?.firstSlot ?? 0);
  rows.int16(block?.slots ?? 0);
  rows.bytes(block?.packed ?? null);
  const { sum, min, max, avg, last, estimated, counterOpen, counterClose } = total;
  for (const number of [sum, min, max, avg, last, estimated, counterOpen, counterClose]) rows.float64(number);
  rows.int16(total.expected);
  rows.int16(total.complete);
  rows.int32(checksumOfDay({ seriesNo, day, revision, total, firstSlot: block?.firstSlot ?? 0, slots: block?.slots ?? 0 }));
};

/** Rows of one commit, in a table of this connection alone that is empty again when the transaction ends. */
export const stage = async (client: PoolClient, pieces: AsyncIterable<Buffer>): Promise<void> => {
  await client.query(`create temporary table if not exists staged (
    item int, series_no int, day int, revision int, hash bytea, first_slot int, slots smallint, packed bytea,
    sum float8, min float8, max float8, avg float8, last float8, estimated float8, counter_open float8, counter_close float8,
    expected smallint, complete smallint, checksum int) on commit delete rows`);
  await pipeline(Readable.from(pieces), client.query(copyFrom('copy staged from stdin (format binary)')));
};

export const stagedDays = async (client: PoolClient): Promise<number[]> => {
  const { rows } = await client.query<{ day: number }>('select distinct day from staged order by day');
  return rows.map(({ day }) => day);
};

/** Whether nothing is known of any of the staged days, and each is there once: most bundles are so, and need no comparing. */
export const isAllNew = async (client: PoolClient, plantId: number, days: readonly number[]): Promise<boolean> => {
  const { rows } = await client.query<{ isNew: boolean }>(
    `select not exists (select from staged s join block b on b.plant_id = $1 and b.day = any ($2) and b.series_no = s.series_no
         and b.day = s.day)
       and (select count(*) = count(distinct (series_no::bigint << 32) + day) from staged) "isNew"`,
    [plantId, days],
  );
  return rows[0]?.isNew ?? false;
};

/** Puts staged days of which nothing is known where they belong, in the order in which they are read. @returns how many. */
export const addStaged = async (client: PoolClient, plantId: number): Promise<number> => {
  const { rowCount } = await client.query(
    `insert into block (plant_id, ${columns}) select $1::int, ${columns} from staged order by day, series_no`,
    [plantId],
  );
  return rowCount ?? 0;
};

/** Lets staged rows be found by their place: without it each would be compared with every other one. Gone again before the next commit. */
export const withIndex = async <T>(client: PoolClient, work: () => Promise<T>): Promise<T> => {
  await client.query('create index staged_place on staged (series_no, day)');
  await client.query('analyze staged');
  const result = await work();
  await client.query('drop index staged_place');
  return result;
};

/**
 * Takes out of the staged rows those whose revision is known with another content.
 * @returns the numbers of their items.
 */
export const dropConflicts = async (client: PoolClient, plantId: number): Promise<number[]> => {
  const { rows } = await client.query<{ item: number }>(
    `delete from staged s where s.hash is not null and (
       exists (select from block b where b.plant_id = $1 and b.series_no = s.series_no and b.day = s.day
         and b.revision = s.revision and b.hash <> s.hash)
       or exists (select from block_old b where b.plant_id = $1 and b.series_no = s.series_no and b.day = s.day
         and b.revision = s.revision and b.hash <> s.hash))
     returning item`,
    [plantId],
  );
  const { rows: own } = await client.query<{ item: number }>(
    `delete from staged s using (select series_no, day, revision from staged where hash is not null
       group by series_no, day, revision having count(distinct hash) > 1) forked
     where s.series_no = forked.series_no and s.day = forked.day and s.revision = forked.revision returning item`,
  );
  return [...rows, ...own].map(({ item }) => item);
};

/** Which of two versions of a day counts: one with slots before one without, else the higher revision. The order in which they arrive does not matter. */
const rank = (table: string): string => `(${table}.packed is not null, ${table}.revision)`;

/**
 * Puts the staged days where they belong: the newest of each into `block`, in the order in which they are read; others with slots into `block_old`,
 * as the proof of a correction.
 * @returns how many are the newest now.
 */
export const mergeStaged = async (client: PoolClient, plantId: number): Promise<number> => {
  const isNewest = `not exists (select from staged o where o.series_no = s.series_no and o.day = s.day
    and (${rank('o')} > ${rank('s')} or (${rank('o')} = ${rank('s')} and o.item < s.item)))`;
  const same = 'b.plant_id = $1 and b.series_no = s.series_no and b.day = s.day';
  await client.query(
    `insert into block_old (plant_id, series_no, day, revision, hash, packed, replaced_at)
     select distinct on (series_no, day, revision) $1::int, series_no, day, revision, hash, packed, now() from (
       select b.series_no, b.day, b.revision, b.hash, b.packed from staged s join block b on ${same}
         where ${rank('s')} > ${rank('b')} and b.revision <> s.revision
       union all
       select s.series_no, s.day, s.revision, s.hash, s.packed from staged s
         where exists (select from staged o where o.series_no = s.series_no and o.day = s.day and o.revision <> s.revision
             and ${rank('o')} > ${rank('s')})
           or exists (select from block b where ${same} and b.revision <> s.revision and ${rank('b')} > ${rank('s')})
     ) passed where hash is not null order by series_no, day, revision
     on conflict (plant_id, series_no, day, revision) do nothing`,
    [plantId],
  );
  const { rowCount } = await client.query(
    `insert into block (plant_id, ${columns}) select $1::int, ${columns} from staged s where ${isNewest} order by day, series_no
     on conflict (plant_id, series_no, day) do update set (${columns.replace('series_no, day, ', '')}) =
       row (${columns
         .replace('series_no, day, ', '')
         .split(/,\s+/)
         .map((name) => `excluded.${name}`)
         .join(', ')})
       where ${rank('excluded')} > ${rank('block')}`,
    [plantId],
  );
  return rowCount ?? 0;
};

type DayLeaves = { industryId: string; day: number; leaves: DayLeaf[] };
const [NUMBER_BYTES, HASH_BYTES] = [4, 32];
const LEAF_BYTES = 2 * NUMBER_BYTES + HASH_BYTES;

/** The leaves of these days of all industries. They come as one run of bytes a day: a row for each costs more than its hash. */
export const leavesOf = async (
  client: PoolClient,
  plantId: number,
  days: readonly number[],
  series: ReadonlyMap<number, { uid: string; industryId: string }>,
): Promise<DayLeaves[]> => {
  const { rows } = await client.query<{ day: number; leaves: Buffer }>(
    `select day, string_agg(int4send(series_no) || int4send(revision) || hash, '') leaves from block
     where plant_id = $1 and day = any ($2) and hash is not null group by 1 order by 1`,
    [plantId, days],
  );
  return rows.flatMap(({ day, leaves }) => {
    const industries = new Map<string, DayLeaf[]>();
    for (let at = 0; at < leaves.length; at += LEAF_BYTES) {
      const of = series.get(leaves.readInt32BE(at));
      if (!of) continue;
      const hash = leaves.subarray(at + 2 * NUMBER_BYTES, at + LEAF_BYTES);
      const leaf = { uid: of.uid, day, revision: leaves.readInt32BE(at + NUMBER_BYTES), hash };
      const known = industries.get(of.industryId);
      if (known) known.push(leaf);
      else industries.set(of.industryId, [leaf]);
    }
    return [...industries].map(([industryId, its]) => ({ industryId, day, leaves: its }));
  });
};

export type DayNode = { industryId: string; day: number; hash: Buffer; leaves: number };

export const putDayNodes = async (client: PoolClient, plantId: number, nodes: readonly DayNode[]): Promise<void> => {
  await client.query(
    `insert into day_node select $1::int, * from unnest ($2::text[], $3::int[], $4::bytea[], $5::int[])
     on conflict (plant_id, industry_id, day) do update set hash = excluded.hash, leaves = excluded.leaves`,
    [
      plantId,
      nodes.map(({ industryId }) => industryId),
      nodes.map(({ day }) => day),
      nodes.map(({ hash }) => hash),
      nodes.map(({ leaves }) => leaves),
    ],
  );
};

/** Takes away the node of a day of which an industry has nothing any more, and of its month without days. */
export const dropEmptyNodes = async (client: PoolClient, plantId: number, day: number): Promise<void> => {
  await client.query(
    `delete from day_node n where n.plant_id = $1 and n.day = $2 and not exists (
       select from block b join series s on s.plant_id = b.plant_id and s.series_no = b.series_no
       where b.plant_id = $1 and b.day = $2 and b.hash is not null and s.industry_id = n.industry_id)`,
    [plantId, day],
  );
  const { fromDay, toDay } = daysOf(monthOfDay(day));
  await client.query(
    `delete from month_node m where m.plant_id = $1 and m.month = $2 and not exists (
       select from day_node n where n.plant_id = $1 and n.industry_id = m.industry_id and n.day between $3 and $4)`,
    [plantId, monthOfDay(day), fromDay, toDay],
  );
};

export type DayHash = { industryId: string; day: number; hash: Buffer };

/** Hashes of the days in these stretches, ordered by industry and day. */
export const dayHashesIn = async (
  client: PoolClient,
  plantId: number,
  stretches: readonly { fromDay: number; toDay: number }[],
): Promise<DayHash[]> => {
  const { rows } = await client.query<DayHash>(
    `select n.industry_id "industryId", n.day, n.hash from unnest ($2::int[], $3::int[]) t (from_day, to_day)
     join day_node n on n.plant_id = $1 and n.day between t.from_day and t.to_day order by 1, 2`,
    [plantId, stretches.map(({ fromDay }) => fromDay), stretches.map(({ toDay }) => toDay)],
  );
  return rows;
};

export const putMonthNodes = async (
  client: PoolClient,
  plantId: number,
  nodes: readonly { industryId: string; month: number; hash: Buffer }[],
): Promise<void> => {
  await client.query(
    `insert into month_node select $1::int, * from unnest ($2::text[], $3::int[], $4::bytea[])
     on conflict (plant_id, industry_id, month) do update set hash = excluded.hash`,
    [plantId, nodes.map(({ industryId }) => industryId), nodes.map(({ month }) => month), nodes.map(({ hash }) => hash)],
  );
};

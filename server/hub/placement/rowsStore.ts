import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { monthOfDay } from '../../core/months.ts';
import type { BlockPartitions } from '../database/partitions.ts';

/** Some of a plant's rows of one table, small enough to be copied in one transaction; `condition` is SQL. */
export type Stretch = { table: string; condition: string };

/** Tables whose rows move with a plant, each with the key that orders its rows. The plant's own row, keys and people stay on the first cluster. */
const keys: Readonly<Record<string, string>> = {
  industry: 'industry_id',
  series: 'series_no',
  block: 'series_no, day',
  block_old: 'series_no, day, revision',
  day_node: 'industry_id, day',
  month_node: 'industry_id, month',
  entry: 'stream, seq',
  entry_old: 'stream, epoch, seq',
  document: 'kind, id',
  object: 'sha256',
  statement: 'epoch, seq',
  upload: 'upload_id',
  plant_change: 'kind, day',
  proposal: 'number',
  tick: 'industry_id, slot',
  unequal_day: 'industry_id, day',
};
export const movedTables = Object.keys(keys);

/** Some 60 MB of a plant of 1,000 series. */
const DAYS_AT_ONCE = 30;
const ENTRIES_AT_ONCE = 50_000;

const daysFrom = (fromDay: number): Stretch => ({
  table: 'block',
  condition: `day >= ${fromDay} and day < ${fromDay + DAYS_AT_ONCE}`,
});

/** The stretches that hold these days. */
export const stretchesOfDays = (days: readonly number[]): Stretch[] =>
  [...new Set(days.map((day) => Math.floor(day / DAYS_AT_ONCE) * DAYS_AT_ONCE))].map(daysFrom);

const oneByOne = new Set(['block', 'entry', 'document']);

/** All rows of a plant but its days. */
export const besideDays = async (client: PoolClient, plantId: number): Promise<Stretch[]> => {
  const { rows: entries } = await client.query<{ stream: string; at: number }>(
    'select distinct stream, seq / $2 "at" from entry where plant_id = $1 order by 1, 2',
    [plantId, ENTRIES_AT_ONCE],
  );
  const { rows: kinds } = await client.query<{ kind: string }>('select distinct kind from document where plant_id = $1', [
    plantId,
  ]);
  return [
    ...movedTables.filter((table) => !oneByOne.has(table)).map((table) => ({ table, condition: 'true' })),
    ...kinds.map(({ kind }) => ({ table: 'document', condition: `kind = ${client.escapeLiteral(kind)}` })),
    ...entries.map(({ stream, at }) => ({
      table: 'entry',
      condition: `stream = ${client.escapeLiteral(stream)} and seq >= ${at * ENTRIES_AT_ONCE} and seq < ${(at + 1) * ENTRIES_AT_ONCE}`,
    })),
  ];
};

/** The newest days first, as they were sent. */
export const dayStretches = async (client: PoolClient, plantId: number): Promise<Stretch[]> => {
  const { rows } = await client.query<{ day: number }>(
    'select distinct day / $2::int * $2::int "day" from block where plant_id = $1 order by 1 desc',
    [plantId, DAYS_AT_ONCE],
  );
  return rows.map(({ day }) => daysFrom(day));
};

/** How rows are written as text, whatever the cluster's own settings are. */
export const asTextAlike = async (client: PoolClient): Promise<void> => {
  await client.query(
    "set local timezone to 'UTC'; set local datestyle to 'ISO'; set local bytea_output to 'hex'; set local extra_float_digits to 1",
  );
};

/** Number and hash of the rows of a stretch, over every column. */
export const digestOf = async (client: PoolClient, plantId: number, { table, condition }: Stretch): Promise<string> => {
  const { rows } = await client.query<{ digest: string }>(
    `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by ${keys[table]})), '') digest
     from ${table} t where plant_id = $1 and ${condition}`,
    [plantId],
  );
  return rows[0]?.digest ?? '';
};

/** Makes the rows of a stretch at one cluster those of the other. */
export const copyStretch = async (
  from: PoolClient,
  to: { client: PoolClient; partitions: BlockPartitions },
  plantId: number,
  { table, condition }: Stretch,
): Promise<void> => {
  const { client, partitions } = to;
  const where = `plant_id = ${plantId} and ${condition}`;
  await client.query(`create temporary table moved (like ${table}) on commit drop`);
  await pipeline(
    from.query(copyTo(`copy (select * from ${table} where ${where}) to stdout (format binary)`)),
    client.query(copyFrom('copy moved from stdin (format binary)')),
  );
  if (table === 'block') {
    const { rows } = await client.query<{ day: number }>('select distinct day from moved');
    const months = new Map(rows.map(({ day }) => [monthOfDay(day), day]));
    await partitions.haveDays(client, [...months.values()]);
  }
  await client.query(`delete from ${table} where ${where}`);
  await client.query(`insert into ${table} select * from moved order by ${keys[table]}`);
  await client.query('drop table moved');
};

/** Raises the change numbers of this cluster above those that came with the plant: copies of the plant rely on numbers that only grow. */
export const passChangeNumber = async (client: PoolClient, plantId: number): Promise<void> => {
  // whoever is given a number waits for the end of this transaction
  await client.query('alter sequence plant_change_number cache 1');
  await client.query(
    `select setval('plant_change_number', greatest(n.last_value, c.newest)) from plant_change_number n,
       (select coalesce(max(number), 1) newest from plant_change where plant_id = $1) c`,
    [plantId],
  );
};

import type { PoolClient } from 'pg';

/** Changes of a plant's data since its replica was last updated. */
export type Changes = {
  /** Number of the newest change; a replica that has these days and kinds is up to date with it. */
  upTo: number;
  days: number[];
  kinds: string[];
};

const NO_DAY = -1;

const note = async (client: PoolClient, plantId: number, kinds: readonly string[], days: readonly number[]): Promise<void> => {
  if (kinds.length === 0) return;
  await client.query(
    `insert into plant_change (plant_id, kind, day, number)
     select $1, what.kind, what.day, nextval('plant_change_number') from unnest($2::text[], $3::int[]) what (kind, day)
     on conflict (plant_id, kind, day) do update set number = excluded.number`,
    [plantId, kinds, days],
  );
};

/** Says within a commit which closed days it touched; whoever keeps a copy of the plant reads them again. */
export const noteDays = (client: PoolClient, plantId: number, days: readonly number[]): Promise<void> =>
  note(
    client,
    plantId,
    days.map(() => ''),
    days,
  );

/** The same of the kinds of documents that were stored. */
export const noteKinds = (client: PoolClient, plantId: number, kinds: Iterable<string>): Promise<void> => {
  const all = [...new Set(kinds)];
  return note(
    client,
    plantId,
    all,
    all.map(() => NO_DAY),
  );
};

/** Commits of one plant follow each other, so that a number which can be read means that all lower ones can. */
export const newestChange = async (client: PoolClient, plantId: number): Promise<number> => {
  const { rows } = await client.query<{ number: number | null }>(
    'select max(number) number from plant_change where plant_id = $1',
    [plantId],
  );
  return rows[0]?.number ?? 0;
};

export const changesSince = async (client: PoolClient, plantId: number, since: number): Promise<Changes> => {
  const { rows } = await client.query<{ kind: string; day: number; number: number }>(
    'select kind, day, number from plant_change where plant_id = $1 and number > $2 order by number',
    [plantId, since],
  );
  return {
    upTo: rows.at(-1)?.number ?? since,
    days: rows.filter(({ day }) => day !== NO_DAY).map(({ day }) => day),
    kinds: rows.filter(({ day }) => day === NO_DAY).map(({ kind }) => kind),
  };
};

import type { PoolClient } from 'pg';

/** A day with the plant's hash of it in hexadecimal; null where the plant has no such day. */
export type StatedDay = readonly [day: number, hash: string | null];

/** Notes of which days the hub has something else than the plant has, in place of what was noted before. */
export const putUnequalDays = async (
  client: PoolClient,
  plantId: number,
  industryId: string,
  days: readonly StatedDay[],
): Promise<void> => {
  await dropUnequalDays(client, plantId, [industryId]);
  await client.query(
    `insert into unequal_day select $1, $2, day, decode(hash, 'hex') from unnest($3::int[], $4::text[]) stated (day, hash)`,
    [plantId, industryId, days.map(([day]) => day), days.map(([, hash]) => hash)],
  );
};

/** Their roots are equal. */
export const dropUnequalDays = async (client: PoolClient, plantId: number, industryIds: readonly string[]): Promise<void> => {
  await client.query('delete from unequal_day where plant_id = $1 and industry_id = any($2)', [plantId, industryIds]);
};

/** Days that differ still: what came since may have made some equal. */
export const unequalDaysOf = async (client: PoolClient, plantId: number): Promise<{ industryId: string; day: number }[]> => {
  const { rows } = await client.query<{ industryId: string; day: number }>(
    `select u.industry_id "industryId", u.day from unequal_day u
     join day_node n on n.plant_id = u.plant_id and n.industry_id = u.industry_id and n.day = u.day
     where u.plant_id = $1 and n.hash is distinct from u.hash order by 1, 2`,
    [plantId],
  );
  return rows;
};

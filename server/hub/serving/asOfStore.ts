import type { PoolClient } from 'pg';
import { z } from 'zod';

/** Up to which day the hub has the data of an industry. */
export type AsOf = {
  /** Last closed day of the newest statement that the hub's own rows came to; null before the first. */
  completeTo: string | null;
  lastRequestMs: number | null;
};

const stated = z.object({ industries: z.array(z.object({ id: z.string(), closedTo: z.string().nullable() })) });

export const asOf = async (client: PoolClient, plantId: number, industryId: string): Promise<AsOf> => {
  const { rows } = await client.query<{ lastRequest: Date | null; body: string | null }>(
    `select last_heard "lastRequest", (select body from statement s where s.plant_id = p.plant_id and is_equal
       order by epoch desc, seq desc limit 1) body from plant p where plant_id = $1`,
    [plantId],
  );
  const [row] = rows;
  const industry = row?.body ? stated.parse(JSON.parse(row.body)).industries.find(({ id }) => id === industryId) : undefined;
  return { completeTo: industry?.closedTo ?? null, lastRequestMs: row?.lastRequest?.getTime() ?? null };
};

import type { PoolClient } from 'pg';
import { dateOfDay } from '../../core/shift.ts';
import { unequalDaysOf } from '../commit/unequalDayStore.ts';
import { closedDaysIn } from './closedDays.ts';

export type FleetIndustry = {
  id: string;
  name: string;
  /** Last closed day by the newest statement, and by the newest that the hub's own rows agreed with. */
  closedTo: string | null;
  provedTo: string | null;
  /** Of which the hub has something else than the plant, as after a restore; nothing of them was replaced. */
  unequalDays: string[];
  /** Alarms that have neither cleared nor been resolved, nor are put aside for now, as of what was sent; 1 critical to 4 low. */
  openAlarms: { priority: number; count: number /** Of these, what somebody has seen to. */; acknowledged: number }[];
};

/** A series with the name of its unit, for a page. */
export type NamedSeries = { unitId: string; param: string; unitName: string; measure: string };

/** The series of an industry by the names of their units, as the plant has them. */
export const namedSeries = async (client: PoolClient, plantId: number, industryId: string): Promise<NamedSeries[]> => {
  const { rows } = await client.query<NamedSeries>(
    `select s.unit_id "unitId", s.param, coalesce(u.name, s.unit_id) "unitName", s.measure from series s
     left join (select body::jsonb ->> 'id' id, body::jsonb ->> 'name' "name" from document
                where plant_id = $1 and kind = 'unit' and not deleted) u on u.id = s.unit_id
     where s.plant_id = $1 and s.industry_id = $2 order by 3, s.param`,
    [plantId, industryId],
  );
  return rows;
};

const closedDays = (body: string | null): ReadonlyMap<string, string | null> => (body === null ? new Map() : closedDaysIn(body));

/** How far each industry of a plant is known, and how it is. */
export const fleetIndustries = async (client: PoolClient, plantId: number, nowMs: number): Promise<FleetIndustry[]> => {
  const newest = async (condition: string): Promise<string | null> => {
    const { rows } = await client.query<{ body: string }>(
      `select body from statement where plant_id = $1 and ${condition} order by epoch desc, seq desc limit 1`,
      [plantId],
    );
    return rows[0]?.body ?? null;
  };
  const [closed, proved] = [closedDays(await newest('true')), closedDays(await newest('is_equal'))];
  const { rows: industries } = await client.query<{ id: string; name: string }>(
    'select industry_id id, name from industry where plant_id = $1 order by name',
    [plantId],
  );
  type Alarms = FleetIndustry['openAlarms'][number] & { industry: string };
  const { rows: alarms } = await client.query<Alarms>(
    `select row ->> 'industry_id' industry, (row ->> 'priority')::int priority, count(*)::int count,
       (count(*) filter (where row ->> 'acked_at' is not null or (row ->> 'insight')::int = 1))::int acknowledged
     from (select body::jsonb "row" from document where plant_id = $1 and kind = 'alarm' and not deleted) alarm
     where row ->> 'cleared_at' is null and row ->> 'resolved_at' is null
       and coalesce((row ->> 'suppressed')::int, 0) = 0 and coalesce((row ->> 'shelved_until')::bigint, 0) <= $2 group by 1, 2 order by 2`,
    [plantId, nowMs],
  );
  const unequal = await unequalDaysOf(client, plantId);
  return industries.map(({ id, name }) => ({
    ...{ id, name, closedTo: closed.get(id) ?? null, provedTo: proved.get(id) ?? null },
    unequalDays: unequal.filter(({ industryId }) => industryId === id).map(({ day }) => dateOfDay(day)),
    openAlarms: alarms.filter(({ industry }) => industry === id).map(({ industry: _, ...one }) => one),
  }));
};

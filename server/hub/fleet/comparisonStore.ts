import type { PoolClient } from 'pg';

/** An industry's rows that say which of its meters count, as the plant sent them. */
export const industryDocuments = async (
  client: PoolClient,
  plantId: number,
  industryId: string,
): Promise<{ kind: string; body: string }[]> => {
  const { rows } = await client.query<{ kind: string; body: string }>(
    `select kind, body from document where plant_id = $1 and not deleted and (
       (kind = 'industry' and body::jsonb ->> 'id' = $2)
       or (kind in ('category', 'sub_category', 'unit') and body::jsonb ->> 'industry_id' = $2))`,
    [plantId, industryId],
  );
  return rows;
};

/** The series that counts volume, by the unit that has one. */
export const volumeCounters = async (client: PoolClient, plantId: number, industryId: string): Promise<Map<string, number>> => {
  const { rows } = await client.query<{ unitId: string; seriesNo: number }>(
    `select unit_id "unitId", series_no "seriesNo" from series
     where plant_id = $1 and industry_id = $2 and kind = 'counter' and param = 'volume'`,
    [plantId, industryId],
  );
  return new Map(rows.map(({ unitId, seriesNo }) => [unitId, seriesNo]));
};

export type DayWindow = { fromDay: number; toDay: number };
export type WindowTotal = {
  seriesNo: number;
  sum: number;
  /** Days that have a total. */
  days: number[];
  complete: number;
  expected: number;
};

/** Adds up the totals of days in windows [fromDay, toDay], for each window and series that has one in it. */
export const totalsOfWindows = async (
  client: PoolClient,
  plantId: number,
  seriesNos: readonly number[],
  windows: readonly DayWindow[],
): Promise<WindowTotal[][]> => {
  const { rows } = await client.query<WindowTotal & { place: number }>(
    `select w.place::int place, b.series_no "seriesNo", sum(b.sum) sum, array_agg(b.day) days, sum(least(b.complete, b.expected))::int complete,
       sum(b.expected)::int expected
     from unnest($3::int[], $4::int[]) with ordinality w (from_day, to_day, place)
     join block b on b.plant_id = $1 and b.series_no = any ($2) and b.day between w.from_day and w.to_day
     where b.sum is not null group by 1, 2`,
    [plantId, seriesNos, windows.map(({ fromDay }) => fromDay), windows.map(({ toDay }) => toDay)],
  );
  return windows.map((_, index) => rows.filter(({ place }) => place === index + 1));
};

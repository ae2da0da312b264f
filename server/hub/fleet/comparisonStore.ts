import type { PoolClient } from 'pg';

/** What an industry took in and used over days that are proved, from the totals of its days. */
export type WaterFigures = {
  /** Of meters that count as sources; null where none has a total in these days. */
  intakeKL: number | null;
  /** The same number of days before. */
  intakeBeforeKL: number | null;
  consumedKL: number | null;
  /** Slots measured of those expected, %. */
  completeness: number | null;
};

const LITRES_A_KL = 1000;

/**
 * Adds up totals of days in PostgreSQL: of deployed units of enabled categories that count as a source or as a consumer, each counter once.
 * @param toDay last day, a day number; the window has so many days.
 */
export const waterFigures = async (
  client: PoolClient,
  plantId: number,
  industryId: string,
  window: { toDay: number; days: number },
): Promise<WaterFigures> => {
  const { toDay, days } = window;
  const { rows } = await client.query<{
    is_source: boolean;
    is_used: boolean;
    age: number;
    sum: number | null;
    complete: number;
    expected: number;
  }>(
    `with listed as (
       select body::jsonb ->> 'id' id from document sub where sub.plant_id = $1 and kind = 'sub_category' and not deleted
         and body::jsonb ->> 'industry_id' = $2 and (body::jsonb ->> 'enabled')::int = 1
         and exists (select from document c where c.plant_id = $1 and c.kind = 'category' and not c.deleted
           and c.body::jsonb ->> 'industry_id' = $2 and c.body::jsonb ->> 'id' = sub.body::jsonb ->> 'category_id'
           and (c.body::jsonb ->> 'enabled')::int = 1)
     ), counted as (
       select body::jsonb ->> 'id' id, (body::jsonb ->> 'standard_category_ids')::jsonb ids, body::jsonb ->> 'standard_category_id' own
       from document where plant_id = $1 and kind = 'unit' and not deleted and body::jsonb ->> 'industry_id' = $2
         and (body::jsonb ->> 'deployed')::int = 1 and body::jsonb ->> 'sub_category_id' in (select id from listed)
     ), wanted as (
       select s.series_no, (c.own = 'ID_SOURCE' or c.ids ? 'ID_SOURCE') is_source, (c.own = 'ID_CONSUMPTION' or c.ids ? 'ID_CONSUMPTION') is_used
       from series s join counted c on c.id = s.unit_id
       where s.plant_id = $1 and s.industry_id = $2 and s.kind = 'counter' and s.param = 'volume'
     )
     select w.is_source, w.is_used, (($3 - b.day) / $4)::int age, sum(b.sum) sum, sum(b.complete)::int complete, sum(b.expected)::int expected
     from wanted w join block b on b.plant_id = $1 and b.series_no = w.series_no and b.day > $3 - 2 * $4 and b.day <= $3
     where w.is_source or w.is_used group by 1, 2, 3`,
    [plantId, industryId, toDay, days],
  );
  const klOf = (isWanted: (row: (typeof rows)[number]) => boolean): number | null => {
    const sums = rows.filter(isWanted).flatMap(({ sum }) => (sum === null ? [] : [sum]));
    return sums.length === 0 ? null : sums.reduce((all, sum) => all + sum, 0) / LITRES_A_KL;
  };
  const now = rows.filter(({ age }) => age === 0);
  const expected = now.reduce((all, row) => all + row.expected, 0);
  return {
    intakeKL: klOf(({ age, is_source }) => age === 0 && is_source),
    intakeBeforeKL: klOf(({ age, is_source }) => age === 1 && is_source),
    consumedKL: klOf(({ age, is_used }) => age === 0 && is_used),
    completeness: expected === 0 ? null : (100 * now.reduce((all, row) => all + row.complete, 0)) / expected,
  };
};

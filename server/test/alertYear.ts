import { alertCategories } from '../contract/model/alertCategories.ts';

const YEAR_MS = 365 * 86_400_000;

type Options = { industryId: string; unitId: string; rows: number; nowMs: number };

/** SQL that writes so many notifications, evenly over the year before a time: of three units, every category, most of them over. */
export const alertYearSql = ({ industryId, unitId, rows, nowMs }: Options): string => `
with recursive n(i) as (select 0 union all select i + 1 from n where i < ${rows - 1}),
  one as (
    select i, ${nowMs} - ${YEAR_MS} + cast(i * ${YEAR_MS / rows} as integer) as at,
      case i % ${alertCategories.length} ${alertCategories.map((name, index) => `when ${index} then '${name}'`).join(' ')} end as category
    from n)
insert into alarm (id, industry_id, unit_id, category, alert_type, key, param, date, title, body, action, priority, insight,
  value, threshold, meta, raised_at, cleared_at, acked_at, acked_by)
select 'year-' || i, '${industryId}', '${unitId}' || case i % 3 when 0 then '' when 1 then '-2' else '-3' end, category,
  category || '_alert', 'year-' || i, 'flow', strftime('%Y-%m-%d', at / 1000, 'unixepoch'),
  'Raw water intake number ' || (i % 40) || ' flow high', '62.4 m3/h for 10 min, limit 50 m3/h.',
  'Look for an open valve or a burst behind the meter.', 1 + i % 4, i % 20 = 0, 62.4 + i % 7, 50,
  json_object('unit', 'Raw water intake number ' || (i % 40), 'v', 62.4, 'thr', 50, 'min', 10), at,
  case when i % 100 > 0 or i < ${rows - 1000} then at + 1800000 end, case when i % 10 > 0 then at + 600000 end,
  case when i % 10 > 0 then 'operator' end
from one;
`;

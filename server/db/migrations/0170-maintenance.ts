import type { Migration } from '../migration.ts';

export const maintenance: Migration = {
  number: 170,
  name: 'maintenance',
  sql: `
-- somebody works at a unit: its alarms are held back meanwhile
create table unit_maintenance (
  industry_id text not null references industry(id),
  unit_id text not null,
  from_at integer not null,
  until_at integer not null,
  reason text not null,
  user_id text not null,
  primary key (industry_id, unit_id, from_at)
) strict, without rowid;
create index unit_maintenance_until on unit_maintenance (industry_id, until_at);
`,
};

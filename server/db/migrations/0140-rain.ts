import type { Migration } from '../migration.ts';

export const rain: Migration = {
  number: 140,
  name: 'rain',
  sql: `
-- rain of days before a gauge was there, as somebody else recorded it
create table rain_day (
  industry_id text not null references industry(id),
  unit_id text not null references unit(id) on delete cascade,
  day integer not null,
  mm real not null check (mm >= 0),
  source text not null,
  primary key (industry_id, unit_id, day)
) strict, without rowid;
-- normals of the calendar months at a gauge, 1 for January
create table rain_normal (
  industry_id text not null references industry(id),
  unit_id text not null references unit(id) on delete cascade,
  month integer not null check (month between 1 and 12),
  mm real not null check (mm >= 0),
  source text not null,
  primary key (industry_id, unit_id, month)
) strict, without rowid;
-- counts up with every change of either, for the tags of answers
create table rain_change (
  industry_id text not null references industry(id),
  unit_id text not null references unit(id) on delete cascade,
  revision integer not null,
  primary key (industry_id, unit_id)
) strict, without rowid;
`,
};

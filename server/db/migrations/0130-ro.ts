import type { Migration } from '../migration.ts';

export const ro: Migration = {
  number: 130,
  name: 'ro',
  sql: `
-- what was done to an RO plant, a sub-category; kept when the plant is gone
create table ro_log (
  id text primary key,
  industry_id text not null references industry(id),
  plant_id text not null,
  kind text not null,
  started_at integer not null,
  ended_at integer not null check (ended_at >= started_at),
  document text not null,
  created_at integer not null,
  created_by text not null
) strict;
create index ro_log_newest on ro_log (industry_id, plant_id, started_at);

create trigger ro_log_keeps before update on ro_log
begin select raise(abort, 'an entry of the RO log is never changed'); end;

-- what a plant is compared with since its start or a membrane change: medians of its first stable day
create table ro_reference (
  industry_id text not null references industry(id),
  plant_id text not null,
  since integer not null,
  day integer not null,
  water real not null,
  salt real not null,
  pressure real not null,
  signature text not null,
  saved_at integer not null,
  primary key (industry_id, plant_id, since)
) strict, without rowid;
`,
};

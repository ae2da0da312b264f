import type { Migration } from '../migration.ts';

export const field: Migration = {
  number: 30,
  name: 'field',
  sql: `
create table connection (
  id text primary key,
  industry_id text not null references industry(id),
  name text not null,
  enabled integer not null default 1,
  settings text not null,
  version integer not null default 1,
  unique (industry_id, id)
) strict;

create table device (
  id text primary key,
  industry_id text not null,
  connection_id text not null,
  name text not null,
  slave_id integer not null,
  template_id text,
  enabled integer not null default 1,
  timeout_ms integer,
  accept_any_unit integer not null default 0,
  limits text not null,
  version integer not null default 1,
  unique (industry_id, id),
  unique (connection_id, slave_id),
  foreign key (industry_id, connection_id) references connection (industry_id, id)
) strict;

-- a tag feeds one parameter of one unit, or nothing; a parameter has one source
create table tag (
  id text primary key,
  industry_id text not null,
  device_id text not null,
  name text not null,
  kind text not null,
  decode text not null,
  period_ms integer not null,
  measure text not null default '',
  unit_id text,
  param text,
  version integer not null default 1,
  foreign key (industry_id, device_id) references device (industry_id, id),
  foreign key (industry_id, unit_id) references unit (industry_id, id)
) strict;
create index tag_device on tag (industry_id, device_id);
create unique index tag_feed on tag (unit_id, param) where unit_id is not null;
`,
};

import type { Migration } from '../migrate.ts';

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
  version integer not null default 1
) strict;
create index connection_industry on connection (industry_id);

create table device (
  id text primary key,
  industry_id text not null references industry(id),
  connection_id text not null references connection(id),
  name text not null,
  slave_id integer not null,
  template_id text,
  enabled integer not null default 1,
  timeout_ms integer,
  accept_any_unit integer not null default 0,
  limits text not null,
  version integer not null default 1,
  unique (connection_id, slave_id)
) strict;
create index device_industry on device (industry_id);

-- a tag feeds one parameter of one unit, or nothing
create table tag (
  id text primary key,
  industry_id text not null references industry(id),
  device_id text not null references device(id),
  name text not null,
  kind text not null,
  decode text not null,
  period_ms integer not null,
  measure text not null default '',
  unit_id text references unit(id),
  param text,
  version integer not null default 1
) strict;
create index tag_device on tag (device_id);
create index tag_industry on tag (industry_id);
`,
};

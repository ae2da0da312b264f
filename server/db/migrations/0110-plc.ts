import type { Migration } from '../migration.ts';

export const plc: Migration = {
  number: 110,
  name: 'plc',
  sql: `
-- what may be written, and how
create table write_point (
  id text not null primary key,
  industry_id text not null references industry(id),
  device_id text not null,
  spec text not null,
  version integer not null default 1
) strict, without rowid;
create index write_point_industry on write_point (industry_id);

-- one row for each frame, durable before the frame leaves
create table plc_command (
  id text not null primary key,
  command_id text not null,
  -- of the frame in its command
  position integer not null default 0,
  industry_id text not null references industry(id),
  user_id text not null,
  username text not null,
  request_id text not null,
  ip text not null,
  device_id text not null,
  point_id text,
  asset text not null,
  command text not null,
  frame_id text not null,
  fn integer not null,
  address integer not null,
  value real,
  old_value real,
  raw_out text not null,
  raw_before text not null default '',
  raw_back text not null default '',
  -- null from before the frame leaves until it is known what became of it
  outcome text check (outcome in ('CONFIRMED', 'ACCEPTED_UNVERIFIED', 'REFUSED', 'UNKNOWN')),
  sent integer not null default 0,
  exception integer,
  error text not null default '',
  reason text not null default '',
  created_at integer not null,
  settled_at integer
-- the rowid is the order of arrival, whatever the clock did meanwhile
) strict;
create index plc_command_newest on plc_command (industry_id, created_at);
create index plc_command_point on plc_command (point_id);
create index plc_command_together on plc_command (command_id);
create index plc_command_open on plc_command (created_at) where outcome is null;

-- settings of the whole site
create table plc_site (
  name text not null primary key,
  value text not null
) strict, without rowid;
`,
};

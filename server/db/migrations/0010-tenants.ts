import type { Migration } from '../migration.ts';

export const tenants: Migration = {
  number: 10,
  name: 'tenants',
  sql: `
create table industry (
  id text primary key,
  name text not null,
  currency text not null default 'INR',
  joined_at integer not null,
  disabled integer not null default 0,
  meta text not null default '{}',
  version integer not null default 1
) strict;

-- a change of shift or zone never rewrites closed days: each row rules from its date on
create table industry_shift (
  industry_id text not null references industry(id),
  valid_from text not null,
  timezone text not null,
  start_at text not null,
  end_at text not null,
  shift_name text not null,
  primary key (industry_id, valid_from)
) strict, without rowid;

create table user (
  id text primary key,
  industry_id text not null references industry(id),
  username text not null unique,
  email text,
  phone text,
  name text not null default '',
  role text not null,
  permissions text not null,
  password_hash text,
  active integer not null default 1,
  disabled integer not null default 0,
  internal integer not null default 0,
  created_at integer not null
) strict;
create index user_industry on user (industry_id);
`,
};

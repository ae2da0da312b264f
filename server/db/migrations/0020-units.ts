import type { Migration } from '../migrate.ts';

export const units: Migration = {
  number: 20,
  name: 'units',
  sql: `
-- the view of clients: named groups of sub-categories, each of one standard category
create table category (
  id text primary key,
  industry_id text not null references industry(id),
  display_name text not null,
  standard_category_id text not null,
  si_unit text not null,
  enabled integer not null default 1,
  position integer not null default 0
) strict;
create index category_industry on category (industry_id);

create table sub_category (
  id text primary key,
  category_id text not null references category(id),
  display_name text not null,
  group_name text not null default '',
  enabled integer not null default 1,
  position integer not null default 0
) strict;
create index sub_category_category on sub_category (category_id);

create table unit (
  id text primary key,
  industry_id text not null references industry(id),
  sub_category_id text not null references sub_category(id),
  name text not null,
  type text not null,
  standard_category_id text not null,
  standard_category_ids text not null default '[]',
  si_unit text not null,
  deployed integer not null default 1,
  position integer not null default 0,
  max_capacity real,
  meta text not null default '{}',
  created_at integer not null,
  version integer not null default 1
) strict;
create index unit_industry on unit (industry_id);

-- one parameter of one unit; the integer id is the key of every reading, the uid is unique across sites
create table series (
  id integer primary key,
  uid text not null unique,
  industry_id text not null references industry(id),
  unit_id text not null references unit(id),
  param text not null,
  kind text not null,
  measure text not null,
  unique (unit_id, param)
) strict;
create index series_industry on series (industry_id);

-- how a counter's display counts, from a slot on: a meter change adds a row and rewrites no history
create table meter (
  series_id integer not null references series(id),
  valid_from_slot integer not null,
  modulus real not null,
  base_per_count real not null,
  max_per_hour real not null,
  back_deadband real not null,
  primary key (series_id, valid_from_slot)
) strict, without rowid;
`,
};

import type { Migration } from '../migration.ts';

export const units: Migration = {
  number: 20,
  name: 'units',
  sql: `
-- the view of clients: named groups of sub-categories, each of one standard category; foreign keys carry the industry, so
-- that no row can point into another one
create table category (
  industry_id text not null references industry(id),
  id text not null,
  display_name text not null,
  standard_category_id text not null,
  si_unit text not null,
  enabled integer not null default 1,
  position integer not null default 0,
  version integer not null default 1,
  primary key (industry_id, id)
) strict, without rowid;

create table sub_category (
  industry_id text not null,
  id text not null,
  category_id text not null,
  display_name text not null,
  group_name text not null default '',
  enabled integer not null default 1,
  position integer not null default 0,
  version integer not null default 1,
  primary key (industry_id, id),
  foreign key (industry_id, category_id) references category (industry_id, id)
) strict, without rowid;
create index sub_category_category on sub_category (industry_id, category_id);

create table unit (
  id text primary key,
  industry_id text not null references industry(id),
  sub_category_id text not null,
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
  version integer not null default 1,
  unique (industry_id, id),
  foreign key (industry_id, sub_category_id) references sub_category (industry_id, id)
) strict;
create index unit_sub_category on unit (industry_id, sub_category_id);

-- one parameter of one unit; the integer id is the key of every reading, the uid is unique across sites
create table series (
  id integer primary key,
  uid text not null unique,
  industry_id text not null,
  unit_id text not null,
  param text not null,
  kind text not null,
  measure text not null,
  unique (unit_id, param),
  foreign key (industry_id, unit_id) references unit (industry_id, id)
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

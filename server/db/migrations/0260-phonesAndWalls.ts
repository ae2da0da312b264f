import type { Migration } from '../migration.ts';

export const phonesAndWalls: Migration = {
  number: 260,
  name: 'phones-and-walls',
  sql: `
create table phone (
  id text primary key,
  industry_id text not null references industry(id),
  name text not null,
  model text not null,
  public_key blob not null,
  paired_at integer not null,
  paired_by text not null,
  last_used_at integer,
  revoked_at integer
) strict;

create table wall (
  id text primary key,
  industry_id text not null references industry(id),
  name text not null,
  -- SHA-256 of the token, base64url
  token_hash text not null unique,
  created_at integer not null,
  created_by text not null,
  last_used_at integer,
  revoked_at integer
) strict;
`,
};

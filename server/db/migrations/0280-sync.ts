import type { Migration } from '../migration.ts';

export const sync: Migration = {
  number: 280,
  name: 'sync',
  sql: `
-- the hub that this plant sends to; one row or none
create table sync_hub (
  id integer primary key check (id = 1),
  url text not null,
  -- Ed25519 key of the hub, base64url
  key text not null,
  name text not null,
  -- X25519 key for which sticks are sealed, base64url; empty until the hub has answered
  opening_key text not null,
  certificate text,
  -- of the code, until the hub has confirmed the pairing
  secret text not null,
  state text not null check (state in ('waiting', 'paired', 'revoked', 'forked')),
  share text not null,
  bytes_per_hour integer,
  paired_by text not null,
  paired_at integer not null,
  last_ok_at integer,
  last_error text,
  last_error_at integer,
  failures integer not null
) strict;

-- what the plant stated, and what the hub answered, both as they were signed
create table sync_statement (
  seq integer primary key,
  at integer not null,
  text text not null,
  signature text not null,
  receipt text,
  receipt_signature text,
  -- whether the hub had worked out the same of its own rows
  equal integer not null
) strict;

-- versions of rows that are sent as documents; content is SHA-256 of the row, empty once it is gone
create table sync_document (
  kind text not null,
  id text not null,
  version integer not null,
  content text not null,
  hash text not null,
  primary key (kind, id)
) strict, without rowid;

-- what the hub refused: tried again once a day, and in the way of nothing else
create table sync_refusal (
  item text not null primary key,
  code text not null,
  tries integer not null,
  first_at integer not null,
  next_at integer not null
) strict, without rowid;
`,
};

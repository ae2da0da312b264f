import type { Migration } from '../migration.ts';

export const rowChecksums: Migration = {
  number: 220,
  name: 'row-checksums',
  sql: `
-- CRC-32 of every row of the tables that carry none of their own; key is the primary key as a JSON array
create table row_checksum (
  name text not null,
  key text not null,
  checksum integer not null,
  primary key (name, key)
) strict, without rowid;

-- what happened, in order and without gaps: each hash covers the one before it
create table entry (
  stream text not null,
  seq integer not null,
  at integer not null,
  body text not null,
  hash blob not null,
  primary key (stream, seq)
) strict, without rowid;
`,
};

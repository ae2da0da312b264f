import type { Migration } from '../migration.ts';

export const dayHashes: Migration = {
  number: 210,
  name: 'day-hashes',
  sql: `
-- SHA-256 of a closed day's content, how often it changed, and a checksum of the row; null in rows from before this step until
-- they are sealed in the background
alter table reading_day add column revision integer not null default 1;
alter table reading_day add column hash blob;
alter table reading_day add column checksum integer;
alter table reading_open add column checksum integer;
alter table day_total add column checksum integer;
drop index day_total_day;
create index day_total_day on day_total (
  day, series_id, revision, sum, min, max, avg, last, expected, complete, estimated, counter_open, counter_close, checksum
);

-- the hash of a day of all series of an industry; null while it has to be worked out again
create table day_node (
  industry_id text not null references industry(id),
  day integer not null,
  hash blob,
  primary key (industry_id, day)
) strict, without rowid;

-- closed days that were damaged when they were found, as they were, once something new takes their place
create table damaged_day (
  id integer primary key,
  series_id integer not null,
  day integer not null,
  first_slot integer not null,
  slots integer not null,
  packed blob not null,
  hash blob
) strict;

-- what has been done once about the proof of what is stored: the name of a step and when it was finished
create table integrity_step (
  name text primary key,
  finished_at integer not null
) strict;
`,
};

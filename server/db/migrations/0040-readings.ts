import type { Migration } from '../migration.ts';

export const readings: Migration = {
  number: 40,
  name: 'readings',
  sql: `
-- the open days, clustered by slot so that a tick appends in place; raw is the counter's last good reading in the slot, mark the
-- second of the slot it was taken at and how it was judged, or how many samples a mean has
create table reading_open (
  slot integer not null,
  series_id integer not null references series(id),
  value real,
  quality text not null,
  raw real,
  mark integer not null default 0,
  primary key (slot, series_id)
) strict, without rowid;

-- a closed shift day of one series: quality letters, values, raw readings and marks, byte plane by byte plane and deflated;
-- day counts days since the epoch
create table reading_day (
  series_id integer not null references series(id),
  day integer not null,
  first_slot integer not null,
  slots integer not null,
  packed blob not null,
  primary key (series_id, day)
) strict, without rowid;

create table day_total (
  series_id integer not null references series(id),
  day integer not null,
  revision integer not null default 1,
  sum real,
  min real,
  max real,
  avg real,
  last real,
  expected integer not null,
  complete integer not null,
  estimated real not null default 0,
  counter_open real,
  counter_close real,
  primary key (series_id, day)
) strict, without rowid;
-- a second copy of the totals in the order of days: those of all series of a day lie together
create index day_total_day on day_total (
  day, series_id, revision, sum, min, max, avg, last, expected, complete, estimated, counter_open, counter_close
);

-- grows with each change of a day, whichever series it was: what answers about the day are tagged with
create table day_revision (
  industry_id text not null references industry(id),
  day integer not null,
  revision integer not null default 1,
  primary key (industry_id, day)
) strict, without rowid;

-- what changed after it had been told, until everybody who hears of it is done with it
create table reading_revised (
  id integer primary key autoincrement,
  industry_id text not null references industry(id),
  from_slot integer not null,
  to_slot integer not null,
  series_ids text not null
) strict;

create table counter_event (
  id integer primary key,
  series_id integer not null references series(id),
  slot integer not null,
  kind text not null,
  before real,
  after real,
  note text not null default '',
  unique (series_id, slot, kind)
) strict;
`,
};

import type { Migration } from '../migration.ts';

export const runningSlots: Migration = {
  number: 300,
  name: 'running-slots',
  sql: `
-- a slot that is not over, of the series with ids from 1024 * part on: one row for all of them, written anew every 10 s; each gets its
-- row in reading_open once the slot is over
create table reading_running (
  slot integer not null,
  part integer not null,
  places integer not null,
  packed blob not null,
  checksum integer not null,
  primary key (slot, part)
) strict;
`,
};

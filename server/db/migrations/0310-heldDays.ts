import type { Migration } from '../migration.ts';

export const heldDays: Migration = {
  number: 310,
  name: 'heldDays',
  sql: `
-- closed days of which the hub has something else than the plant, as the hub has them, until a person decides which is kept
create table sync_held_day (
  series_id integer not null,
  day integer not null,
  industry_id text not null,
  revision integer not null,
  hash blob not null,
  first_slot integer not null,
  slots integer not null,
  packed blob not null,
  -- what the day comes to, as JSON
  total text not null,
  -- whether the plant itself had signed it before
  signed integer not null,
  -- of the plant's own day when they were compared; 0 where it has none
  own_revision integer not null,
  -- slots of which one side has something else than the other
  unequal_slots integer not null,
  primary key (series_id, day)
) strict, without rowid;
`,
};

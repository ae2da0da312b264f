import type { Migration } from '../migration.ts';

export const meterChanges: Migration = {
  number: 180,
  name: 'meterChanges',
  sql: `
-- what a person read of a meter that was changed; without a closing reading, the opening reading of a counter's first meter
create table meter_change (
  series_id integer not null references series(id),
  slot integer not null,
  second integer not null,
  closing real,
  opening real not null,
  old_base_per_count real not null,
  note text not null default '',
  primary key (series_id, slot, second)
) strict, without rowid;
`,
};

import type { Migration } from '../migration.ts';

export const goneSeries: Migration = {
  number: 320,
  name: 'goneSeries',
  sql: `
-- closed days that the hub has of series which this plant does not know any more, until a person has seen them and the hub has put them aside
create table sync_gone_day (
  -- of the series, without dashes
  uid text not null,
  day integer not null,
  industry_id text not null,
  revision integer not null,
  hash blob not null,
  slots integer not null,
  -- what the series was, as the hub has it
  unit_id text not null,
  param text not null,
  kind text not null,
  measure text not null,
  -- what the day comes to, as JSON
  total text not null,
  signed integer not null,
  -- whether a person has seen it: the hub is to put it aside
  decided integer not null default 0,
  primary key (uid, day)
) strict, without rowid;
`,
};

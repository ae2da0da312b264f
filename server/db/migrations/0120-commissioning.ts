import type { Migration } from '../migration.ts';

export const commissioning: Migration = {
  number: 120,
  name: 'commissioning',
  sql: `
-- device models that an industry described itself
create table device_template (
  industry_id text not null references industry(id),
  id text not null,
  document text not null,
  version integer not null default 1,
  saved_at integer not null,
  saved_by text not null,
  primary key (industry_id, id)
) strict, without rowid;

-- comparisons of a unit's display with a reference; never changed, a wrong one is corrected by another
create table loop_test (
  id text primary key,
  industry_id text not null references industry(id),
  -- certificates outlive the unit
  unit_id text not null,
  param text not null,
  tested_at integer not null,
  -- first day on which the next one is due
  due_on text,
  -- reference, points, tolerance, note and whoever tested
  document text not null,
  corrects text references loop_test(id),
  saved_at integer not null,
  saved_by text not null
) strict;
create index loop_test_newest on loop_test (industry_id, unit_id, tested_at);

create trigger loop_test_keeps before update on loop_test
begin select raise(abort, 'a loop test is never changed'); end;

create table loop_test_photo (
  id text primary key,
  industry_id text not null references industry(id),
  loop_test_id text not null references loop_test(id),
  type text not null check (type in ('png', 'jpg', 'webp')),
  width integer not null,
  height integer not null,
  content blob not null,
  saved_at integer not null,
  saved_by text not null
) strict;
create index loop_test_photo_of on loop_test_photo (loop_test_id, saved_at);
`,
};

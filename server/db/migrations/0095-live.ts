import type { Migration } from '../migration.ts';

export const live: Migration = {
  number: 95,
  name: 'live',
  sql: `
-- what went out on the live channel and a client may ask for again; the id is never used twice
create table live_message (
  id integer primary key autoincrement,
  industry_id text not null references industry(id),
  audience text not null check (audience in ('alerts', 'desk')),
  user_id text,
  at integer not null,
  type text not null,
  title text not null,
  body text not null,
  data text not null
) strict;
create index live_message_industry on live_message (industry_id, id);
`,
};

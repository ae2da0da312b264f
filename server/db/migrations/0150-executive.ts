import type { Migration } from '../migration.ts';

export const executive: Migration = {
  number: 150,
  name: 'executive',
  sql: `
create table executive_grant (
  user_id text not null references user(id),
  industry_id text not null references industry(id),
  primary key (user_id, industry_id)
) strict, without rowid;

create table executive_pin (
  user_id text not null references user(id),
  industry_id text not null references industry(id),
  primary key (user_id, industry_id)
) strict, without rowid;

-- a ticket opens once: its id is kept here from its use to the end of its time
create table executive_ticket (
  jti text primary key,
  expires_at integer not null
) strict, without rowid;
`,
};

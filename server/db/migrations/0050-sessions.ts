import type { Migration } from '../migrate.ts';

export const sessions: Migration = {
  number: 50,
  name: 'sessions',
  sql: `
create table session (
  id text primary key,
  family_id text not null,
  user_id text not null references user(id),
  industry_id text not null references industry(id),
  login_type text not null,
  device_id text,
  base_url text,
  platform text,
  panel integer not null default 0,
  status text not null,
  created_at integer not null,
  access_expires_at integer not null,
  refresh_hash text not null,
  refresh_expires_at integer not null,
  ended_at integer
) strict;
create index session_user on session (user_id);
create index session_family on session (family_id);
create unique index session_refresh on session (refresh_hash);
`,
};

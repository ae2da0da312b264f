import type { Migration } from '../migration.ts';

export const sessions: Migration = {
  number: 50,
  name: 'sessions',
  sql: `
-- one row per login; every token of it carries its id, and only the hash of the newest refresh token is kept
create table session (
  id text primary key,
  user_id text not null references user(id),
  industry_id text not null references industry(id),
  login_type text not null,
  device_id text,
  base_url text,
  platform text,
  panel integer not null default 0,
  status text not null check (status in ('active', 'INACTIVE')),
  created_at integer not null,
  refresh_hash text not null,
  refresh_expires_at integer not null,
  ended_at integer,
  ended_by text
) strict;
create index session_user on session (user_id);
`,
};

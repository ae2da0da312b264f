import type { Migration } from '../migration.ts';

export const accounts: Migration = {
  number: 80,
  name: 'accounts',
  sql: `
-- how many active users an industry may have
alter table industry add column max_users integer not null default 5;
alter table industry add column max_sso_users integer not null default 10;

-- alert and report settings; a change adds a version and keeps those before it
create table settings_document (
  industry_id text not null references industry(id),
  section text not null check (section in ('alerts', 'reports')),
  version integer not null,
  document text not null,
  saved_at integer not null,
  saved_by text not null references user(id),
  primary key (industry_id, section, version)
) strict, without rowid;

-- when a path of the industry was last changed, and by whom
create table checkpoint (
  industry_id text not null references industry(id),
  path text not null,
  user_id text not null references user(id),
  created_at integer not null,
  primary key (industry_id, path)
) strict, without rowid;
create index checkpoint_newest on checkpoint (industry_id, created_at);
`,
};

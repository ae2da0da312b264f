import type { Migration } from '../migration.ts';

export const alarms: Migration = {
  number: 100,
  name: 'alarms',
  sql: `
-- one notification: a thing that somebody must act on, or an insight
create table alarm (
  id text not null unique,
  industry_id text not null references industry(id),
  unit_id text not null,
  category text not null,
  alert_type text not null,
  key text not null,
  param text not null,
  date text not null,
  title text not null,
  body text not null,
  action text not null,
  priority integer not null check (priority between 1 and 4),
  insight integer not null check (insight in (0, 1)),
  value real,
  threshold real,
  meta text not null,
  raised_at integer not null,
  cleared_at integer,
  acked_at integer,
  acked_by text,
  resolved_at integer,
  resolved_by text,
  shelved_until integer,
  suppressed integer not null default 0,
  late integer not null default 0,
  count integer not null default 1,
  assignees text not null default '[]',
  -- a stretch of time lies together
  primary key (industry_id, raised_at, id)
) strict, without rowid;
create index alarm_counted on alarm (industry_id, raised_at, unit_id, category, alert_type);
create index alarm_unit on alarm (industry_id, unit_id, raised_at);
create index alarm_by_key on alarm (industry_id, key, raised_at);
create index alarm_open on alarm (industry_id, priority, raised_at)
  where cleared_at is null or (resolved_at is null and acked_at is null and insight = 0);

-- what happened to it, by whom and when
create table alarm_step (
  id integer primary key autoincrement,
  alarm_id text not null references alarm(id),
  at integer not null,
  kind text not null,
  user_id text,
  note text not null default ''
) strict;
create index alarm_step_alarm on alarm_step (alarm_id, id);
create index alarm_step_at on alarm_step (at);

-- where people's phones are reached
create table push_token (
  user_id text not null references user(id),
  device_id text not null,
  industry_id text not null references industry(id),
  token text not null,
  updated_at integer not null,
  primary key (user_id, device_id)
) strict, without rowid;

-- what the engine keeps of each key between slots
create table alarm_key (
  industry_id text not null references industry(id),
  key text not null,
  unit_id text not null,
  category text not null,
  state text not null,
  primary key (industry_id, key)
) strict, without rowid;

-- the slot through which an industry was judged
create table alarm_progress (
  industry_id text not null primary key references industry(id),
  slot integer not null
) strict, without rowid;
`,
};

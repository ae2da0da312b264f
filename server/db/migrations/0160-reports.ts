import type { Migration } from '../migration.ts';

export const reports: Migration = {
  number: 160,
  name: 'reports',
  sql: `
create table report_schedule (
  industry_id text not null references industry(id),
  schedule_id text not null,
  seen_at integer not null,
  primary key (industry_id, schedule_id)
) strict, without rowid;

create table report_run (
  industry_id text not null references industry(id),
  schedule_id text not null,
  date text not null,
  state text not null check (state in ('waiting', 'made', 'failed')),
  due_at integer not null,
  attempts integer not null default 0,
  made_at integer,
  file text not null default '',
  error text not null default '',
  primary key (industry_id, schedule_id, date)
) strict, without rowid;

create table report_mail (
  id text not null primary key,
  industry_id text not null references industry(id),
  schedule_id text not null,
  date text not null,
  recipient text not null,
  state text not null check (state in ('queued', 'sent', 'failed')),
  due_at integer not null,
  attempts integer not null default 0,
  sent_at integer,
  error text not null default ''
) strict, without rowid;
create index report_run_date on report_run (industry_id, date);
create index report_mail_date on report_mail (industry_id, date);
create index report_mail_due on report_mail (due_at) where state = 'queued';
`,
};

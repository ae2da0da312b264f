import type { Migration } from '../migration.ts';

export const outbox: Migration = {
  number: 105,
  name: 'outbox',
  sql: `
-- one message to one person on one channel
create table delivery (
  id text not null primary key,
  industry_id text not null references industry(id),
  alarm_id text not null references alarm(id),
  kind text not null check (kind in ('raised', 'reminded', 'escalated')),
  channel text not null check (channel in ('email', 'sms', 'messaging', 'push', 'web', 'horn')),
  recipient text not null,
  -- of the escalation, from 1; 0 for the first telling
  step integer not null default 0,
  state text not null check (state in ('queued', 'sent', 'confirmed', 'failed', 'escalated', 'expired')),
  -- told together with others, in one message
  digest integer not null default 0,
  attempts integer not null default 0,
  due_at integer not null,
  expires_at integer not null,
  created_at integer not null,
  settled_at integer,
  error text not null default ''
) strict, without rowid;
create index delivery_due on delivery (channel, due_at) where state = 'queued';
create index delivery_alarm on delivery (alarm_id);
create index delivery_recent on delivery (industry_id, created_at);
`,
};

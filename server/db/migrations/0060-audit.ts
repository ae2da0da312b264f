import type { Migration } from '../migration.ts';

export const audit: Migration = {
  number: 60,
  name: 'audit',
  sql: `
-- autoincrement keeps the highest id given, so that rows cut off the end are missed
create table audit (
  id integer primary key autoincrement,
  at integer not null,
  industry_id text,
  user_id text,
  kind text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  count integer not null,
  ip text,
  request_id text,
  subject text,
  before text,
  after text,
  prev_hash text not null,
  hash text not null
) strict;
create index audit_at on audit (at);
create index audit_kind on audit (kind, at);
create index audit_user on audit (user_id, at);
create index audit_industry on audit (industry_id, at);
create index audit_subject on audit (subject, at);

create trigger audit_no_update before update on audit
begin select raise(abort, 'the audit log is append-only'); end;
create trigger audit_no_delete before delete on audit
begin select raise(abort, 'the audit log is append-only'); end;
-- "insert or replace" removes a row without the delete trigger
create trigger audit_no_replace before insert on audit
when exists (select 1 from audit where id = new.id)
begin select raise(abort, 'the audit log is append-only'); end;
`,
};

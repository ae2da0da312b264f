import type { Migration } from '../migration.ts';

export const auditPending: Migration = {
  number: 190,
  name: 'audit-pending',
  sql: `
-- changes that were stored and whose audit entries were not yet; written in the transaction of the change
create table audit_pending (
  id text primary key,
  -- the entry without its details, as JSON
  entry text not null
) strict;
`,
};

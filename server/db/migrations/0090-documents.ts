import type { Migration } from '../migration.ts';

export const documents: Migration = {
  number: 90,
  name: 'documents',
  sql: `
-- graphs, diagrams and feature settings; a save adds a version and keeps those before it
create table document (
  industry_id text not null references industry(id),
  kind text not null,
  name text not null,
  version integer not null check (version > 0),
  saved_at integer not null,
  saved_by text not null,
  body text not null,
  primary key (industry_id, kind, name, version)
) strict;
`,
};

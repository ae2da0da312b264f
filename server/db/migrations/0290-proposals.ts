import type { Migration } from '../migration.ts';

export const proposals: Migration = {
  number: 290,
  name: 'proposals',
  sql: `
-- what hubs proposed, as they signed it, and what became of it; kept for good, so that none is carried out twice
create table sync_proposal (
  id text not null primary key,
  -- Ed25519 key of the hub, base64url
  hub text not null,
  number integer not null,
  text text not null,
  signature text not null,
  expires_at integer not null,
  state text not null check (state in ('held', 'applying', 'applied', 'refused', 'expired', 'superseded')),
  code text,
  message text,
  decided_by text,
  decided_at integer,
  -- whether the hub knows this state
  reported integer not null
) strict, without rowid;
create index sync_proposal_state on sync_proposal (state, decided_at);

-- what happens to proposals of a kind when they come; held where there is no row
create table sync_policy (
  kind text not null primary key,
  policy text not null check (policy in ('apply', 'hold', 'refuse')),
  set_by text not null,
  set_at integer not null
) strict, without rowid;
`,
};

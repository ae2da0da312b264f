import type { Migration } from '../migration.ts';

export const logins: Migration = {
  number: 70,
  name: 'logins',
  sql: `
-- regular: password or one-time code; sso: by the identity provider of the industry
alter table user add column kind text not null default 'regular' check (kind in ('regular', 'sso'));
create unique index user_phone on user (phone) where phone is not null;
create unique index user_sso_email on user (industry_id, lower(email)) where kind = 'sso';

-- tries in fixed windows; the subject is a hash, so that a password typed as a name is not kept
create table attempt (
  scope text not null,
  subject text not null,
  seconds integer not null,
  started_at integer not null,
  used integer not null,
  primary key (scope, subject, seconds)
) strict, without rowid;

-- issued one-time codes: the code follows from the nonce and a key that is not in the database
create table otp_code (
  phone_hash text not null,
  issued_s integer not null,
  nonce text not null,
  tries integer not null default 0,
  used integer not null default 0,
  expires_at integer not null,
  primary key (phone_hash, issued_s)
) strict, without rowid;

create table sso_issuer (
  id text primary key,
  industry_id text not null references industry(id),
  name text not null,
  issuer text not null,
  audience text not null,
  jwks_url text,
  tenant_id text,
  tenant_claim text,
  created_at integer not null,
  version integer not null default 1
) strict;
create unique index sso_issuer_of_industry on sso_issuer (industry_id, issuer, audience);
create unique index sso_issuer_tenant on sso_issuer (tenant_id) where tenant_id is not null;

-- who a provider's subject is, fixed at the first login
create table sso_identity (
  industry_id text not null references industry(id),
  issuer text not null,
  subject text not null,
  user_id text not null references user(id),
  bound_at integer not null,
  primary key (industry_id, issuer, subject)
) strict, without rowid;
create unique index sso_identity_user on sso_identity (user_id, issuer);

-- identity tokens that opened a session once and shall not again
create table sso_token (
  hash text primary key,
  expires_at integer not null
) strict, without rowid;
`,
};

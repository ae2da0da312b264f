/** One numbered step of the hub's tables; never edited once shipped. */
export type HubMigration = { number: number; name: string; sql: string };

/** Tables that hold rows of plants: each is walled off by row-level security, as a second wall behind the code's own conditions. */
const ofPlants = [
  ...['industry', 'series', 'block', 'block_old', 'day_node', 'month_node'],
  ...['entry', 'document', 'object', 'statement', 'upload'],
];
const wallOf = (table: string): string => `
  alter table ${table} enable row level security;
  alter table ${table} force row level security;
  create policy of_plants on ${table}
    using (plant_id = any (nullif(current_setting('hub.plants', true), '')::int[]))
    with check (plant_id = any (nullif(current_setting('hub.plants', true), '')::int[]));`;
const walls = ofPlants.map(wallOf);
const ENTRY_PARTITIONS = 8;
const entryPartitions = Array.from(
  { length: ENTRY_PARTITIONS },
  (_, rest) => `create table entry_${rest} partition of entry for values with (modulus ${ENTRY_PARTITIONS}, remainder ${rest});
  alter table entry_${rest} enable row level security; alter table entry_${rest} force row level security;`,
);
const ofPlant = 'plant_id int not null references plant on delete cascade';

const firstTables = `
  create table plant (
    plant_id int generated always as identity primary key, site uuid not null unique, name text not null, key bytea not null,
    epoch int not null, state text not null check (state in ('waiting', 'paired', 'forked', 'unpaired')),
    paired_at timestamptz, last_heard timestamptz, last_seq bigint not null default 0, shard smallint not null default 0);
  create table industry (${ofPlant}, industry_id text, name text not null, primary key (plant_id, industry_id));
  create table series (
    ${ofPlant}, series_no int, uid uuid not null, industry_id text not null, unit_id text not null,
    param text not null, kind text not null check (kind in ('counter', 'gauge', 'stock')), measure text not null,
    primary key (plant_id, series_no), unique (plant_id, uid));
  create table block (
    plant_id int not null, series_no int not null, day int not null, revision int not null, hash bytea, first_slot int not null,
    slots smallint not null, packed bytea, sum float8, min float8, max float8, avg float8, last float8,
    estimated float8 not null, counter_open float8, counter_close float8, expected smallint not null, complete smallint not null,
    primary key (plant_id, series_no, day)) partition by range (day);
  create table block_old (
    plant_id int not null, series_no int not null, day int not null, revision int not null, hash bytea, packed bytea,
    replaced_at timestamptz not null, primary key (plant_id, series_no, day, revision));
  alter table block_old alter column packed set storage external;
  create table day_node (plant_id int not null, industry_id text, day int, hash bytea not null, leaves int not null,
    primary key (plant_id, industry_id, day));
  create table month_node (plant_id int not null, industry_id text, month int, hash bytea not null,
    primary key (plant_id, industry_id, month));
  create table entry (
    plant_id int not null, stream text not null, epoch int not null, seq bigint not null, at bigint not null, body text not null,
    hash bytea not null, primary key (plant_id, stream, seq)) partition by hash (plant_id);
  ${entryPartitions.join('\n  ')}
  create table document (
    ${ofPlant}, kind text, id text, version int not null, body text not null, hash bytea not null,
    deleted boolean not null, primary key (plant_id, kind, id));
  create table object (${ofPlant}, sha256 bytea, body bytea not null, primary key (plant_id, sha256));
  create table statement (
    ${ofPlant}, epoch int, seq bigint, at timestamptz not null, body text not null, signature text not null,
    receipt text not null, is_equal boolean not null, primary key (plant_id, epoch, seq));
  create table upload (
    ${ofPlant}, upload_id uuid, sha256 bytea not null, bytes bigint not null, result text,
    expires_at timestamptz not null, primary key (plant_id, upload_id), unique (plant_id, sha256));
  create table pairing_code (code text primary key, secret bytea not null, expires_at timestamptz not null, used_by uuid);
  create table hub_user (
    user_id int generated always as identity primary key, username text not null unique, name text not null,
    password_hash text not null, is_owner boolean not null);
  create table hub_grant (
    user_id int references hub_user on delete cascade, ${ofPlant}, industry_id text, role text not null,
    primary key (user_id, plant_id, industry_id));
  create table hub_audit (seq bigint primary key, at bigint not null, body text not null, hash bytea not null);
  ${walls.join('')}`;

const people = `
  alter table hub_user add column disabled boolean not null default false;
  create index hub_grant_plant on hub_grant (plant_id);
  create table hub_session (
    session_id uuid primary key, user_id int not null references hub_user on delete cascade, plant_id int references plant on delete cascade,
    industry_id text, platform text, created_at bigint not null, refresh_hash text not null, refresh_expires_at bigint not null);
  create index hub_session_user on hub_session (user_id);
  create sequence plant_change_number as bigint;
  create table plant_change (${ofPlant}, kind text not null, day int not null, number bigint not null, primary key (plant_id, kind, day));
  create index plant_change_newest on plant_change (plant_id, number);
  ${wallOf('plant_change')}`;

export const hubMigrations: readonly HubMigration[] = [
  { number: 10, name: 'hub', sql: firstTables },
  { number: 20, name: 'people', sql: people },
];

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

/** Keys of PCs that were replaced, and whoever asks to replace one. */
const replacements = `
  alter table plant add column share text;
  alter table pairing_code add column replaces uuid;
  create table replaced_key (${ofPlant}, epoch int, key bytea not null, closed_at timestamptz not null, statement text not null,
    signature text not null, primary key (plant_id, epoch));
  create table replacement (${ofPlant}, code text not null, key bytea not null, asked_at timestamptz not null, primary key (plant_id));
  ${['replaced_key', 'replacement'].map(wallOf).join('')}`;

/** What people of the hub propose to a plant, as it was signed, and what became of it. */
const proposals = `
  create table proposal (${ofPlant}, number int, proposal_id uuid not null, industry_id text not null, body text not null,
    signature text not null, state text not null, code text, message text, decided_by text, decided_at timestamptz,
    handed_out_at timestamptz, expires_at timestamptz not null, primary key (plant_id, number), unique (plant_id, proposal_id));
  ${wallOf('proposal')}`;

/** Keys that plants changed: the one before is taken for some time, and what it signed about the next stays as a proof. */
const rotations = `
  alter table plant add column old_key bytea, add column old_key_until timestamptz;
  create table rotated_key (${ofPlant}, number int, key bytea not null, new_key bytea not null, rotated_at timestamptz not null,
    statement text not null, signature text not null, primary key (plant_id, number));
  ${wallOf('rotated_key')}`;

/** Keys that the hub itself changed: what each signed about the next, for plants that come after long. */
const hubRotations = `
  create table hub_key_rotation (number int primary key, rotated_at timestamptz not null, statement text not null, signature text not null);`;

/** Where plants are: said by people of the hub. */
const places = 'alter table plant add column latitude float8, add column longitude float8;';

/** Which cluster this one is, which plants' rows are leaving or have left it, and which moves are under way (on the first cluster). */
const clusters = `
  create table hub_cluster (one boolean primary key default true check (one), number int not null, directory uuid not null);
  create table plant_gate (plant_id int primary key, is_gone boolean not null);
  create table plant_move (plant_id int primary key references plant on delete cascade, from_cluster int not null, to_cluster int not null,
    began_at timestamptz not null);`;

/**
 * What a copy of a plant is compared with, of one state of the rows and in one question: whether the rows are elsewhere by now, the newest change,
 * and the newest statement that was proved. The wall is opened for that plant alone, and closed before it answers.
 */
const plantNow = `
  create function plant_now(asked int, out is_gone boolean, out newest bigint, out proved text) language plpgsql strict as $now$
  begin
    perform set_config('hub.plants', '{' || asked || '}', true);
    select exists (select from plant_gate g where g.plant_id = asked and g.is_gone),
      coalesce((select max(c.number) from plant_change c where c.plant_id = asked), 0),
      (select s.body from statement s where s.plant_id = asked and s.is_equal order by s.epoch desc, s.seq desc limit 1)
      into is_gone, newest, proved;
    perform set_config('hub.plants', '', true);
  end $now$;`;

/** Slots of open days, until their day is closed: the values of these series in this order. `number` is that of the change. */
const ticks = `
  create table tick (${ofPlant}, industry_id text, slot int, number bigint not null, series int[] not null, packed bytea not null,
    primary key (plant_id, industry_id, slot));
  create index tick_number on tick (plant_id, number);
  ${wallOf('tick')}`;

/** Days of which the hub has something else than its plant, by the hash that the plant stated; null where the plant has no such day. */
const unequalDays = `
  create table unequal_day (${ofPlant}, industry_id text, day int, hash bytea, primary key (plant_id, industry_id, day));
  ${wallOf('unequal_day')}`;

/** Entries of an earlier epoch that a restored plant has no more: kept as they came, and no part of its streams. */
const entriesAside = `
  create table entry_old (plant_id int not null, stream text not null, epoch int not null, seq bigint not null, at bigint not null,
    body text not null, hash bytea not null, primary key (plant_id, stream, epoch, seq));
  ${wallOf('entry_old')}`;

/** Of a row's place and total, so that a bit that flips shows; null in rows of before, whose totals are worked out anew from their slots. */
const dayChecksums = 'alter table block add column checksum int;';

export const hubMigrations: readonly HubMigration[] = [
  { number: 10, name: 'hub', sql: firstTables },
  { number: 20, name: 'people', sql: people },
  { number: 30, name: 'replacements', sql: replacements },
  { number: 40, name: 'proposals', sql: proposals },
  { number: 50, name: 'rotations', sql: rotations },
  { number: 60, name: 'hubRotations', sql: hubRotations },
  { number: 70, name: 'places', sql: places },
  { number: 80, name: 'clusters', sql: clusters },
  { number: 90, name: 'plantNow', sql: plantNow },
  { number: 100, name: 'ticks', sql: ticks },
  { number: 110, name: 'unequalDays', sql: unequalDays },
  { number: 120, name: 'entriesAside', sql: entriesAside },
  { number: 130, name: 'dayChecksums', sql: dayChecksums },
];

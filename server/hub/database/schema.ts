import type { ColumnType, Generated } from 'kysely';

/** Tables of the hub in PostgreSQL; the plant comes first in every key. Numbers of 64 bits are read as numbers: none here passes 2^53. */
type At = ColumnType<Date, Date, Date>;
/** Whether a plant and the hub agree on its history; `forked` waits for a person. */
export type PlantState = 'waiting' | 'paired' | 'forked' | 'unpaired';

export type HubSchema = {
  hub_migration: { number: number; name: string; applied_at: At };
  plant: {
    plant_id: Generated<number>;
    site: string;
    name: string;
    /** Ed25519, 32 bytes. */
    key: Buffer;
    epoch: number;
    state: PlantState;
    paired_at: At | null;
    last_heard: At | null;
    /** Highest number of a request that was answered. */
    last_seq: number;
    /** Number of the cluster that its rows are on. */
    shard: Generated<number>;
    /** The key before this one, while what it signs is taken. */
    old_key: Generated<Buffer | null>;
    old_key_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** Degrees; null until a person of the hub said where it is. */
    latitude: Generated<number | null>;
    longitude: Generated<number | null>;
    /** JSON of what the plant said that it shares; null until it did. */
    share: Generated<string | null>;
  };
  industry: { plant_id: number; industry_id: string; name: string };
  series: {
    plant_id: number;
    series_no: number;
    uid: string;
    industry_id: string;
    unit_id: string;
    param: string;
    kind: 'counter' | 'gauge' | 'stock';
    measure: string;
  };
  day_node: { plant_id: number; industry_id: string; day: number; hash: Buffer; leaves: number };
  month_node: { plant_id: number; industry_id: string; month: number; hash: Buffer };
  entry: { plant_id: number; stream: string; epoch: number; seq: number; at: number; body: string; hash: Buffer };
  document: {
    plant_id: number;
    kind: string;
    id: string;
    version: number;
    body: string;
    hash: Buffer;
    deleted: boolean;
  };
  object: { plant_id: number; sha256: Buffer; body: Buffer };
  statement: {
    plant_id: number;
    epoch: number;
    seq: number;
    at: At;
    body: string;
    signature: string;
    receipt: string;
    is_equal: boolean;
  };
  upload: {
    plant_id: number;
    upload_id: string;
    sha256: Buffer;
    bytes: number;
    /** JSON of what the commit was answered with; null until then. */
    result: string | null;
    expires_at: At;
  };
  /** `replaces`: the site of a lost PC, where the code is for the one that takes its place. */
  pairing_code: { code: string; secret: Buffer; expires_at: At; used_by: string | null; replaces: Generated<string | null> };
  /** Keys that a site had before, each with its last epoch and what the hub signed when it closed it. */
  replaced_key: { plant_id: number; epoch: number; key: Buffer; closed_at: At; statement: string; signature: string };
  /** A new PC that waits for the owner's word. */
  replacement: { plant_id: number; code: string; key: Buffer; asked_at: At };
  hub_user: {
    user_id: Generated<number>;
    username: string;
    name: string;
    password_hash: string;
    is_owner: boolean;
    disabled: Generated<boolean>;
  };
  /** A session of a person at the hub; the plant is null until one is chosen. */
  hub_session: {
    session_id: string;
    user_id: number;
    plant_id: number | null;
    industry_id: string | null;
    platform: string | null;
    created_at: number;
    refresh_hash: string;
    refresh_expires_at: number;
  };
  /** When rows of a plant changed last, by day or kind of document: what its copies read again. */
  plant_change: { plant_id: number; kind: string; day: number; number: number };
  hub_grant: { user_id: number; plant_id: number; industry_id: string; role: string };
  /** What each key of the hub signed about the next. */
  hub_key_rotation: { number: number; rotated_at: At; statement: string; signature: string };
  /** A plant whose rows are on their way to another cluster. */
  plant_move: { plant_id: number; from_cluster: number; to_cluster: number; began_at: At };
  hub_audit: { seq: number; at: number; body: string; hash: Buffer };
};

import type { Clock } from '../../core/clock.ts';
import type { HubDatabase, HubTransaction } from '../database/hubDatabase.ts';
import type { PlantState } from '../database/schema.ts';
import { type Ask, askWithin } from './auditStore.ts';
import { newestEpoch } from './treeStore.ts';
import { WireRefusal } from './wireRefusal.ts';

/** A row of the hub's table of plants. */
export type KnownPlant = {
  plantId: number;
  site: string;
  name: string;
  /** Ed25519, 32 bytes. */
  key: Buffer;
  /** The previous key, while its signatures are still accepted. */
  oldKey: Buffer | null;
  epoch: number;
  state: PlantState;
  lastSeq: number;
  lastHeard: Date | null;
  /** Number of the PostgreSQL that its rows are on. */
  cluster: number;
  /** Degrees; null until a person of the hub said where the plant is. */
  latitude: number | null;
  longitude: number | null;
  /** JSON of what the plant shares; null until it said so. */
  share: string | null;
};

const columns = [
  'plant_id as plantId',
  'site',
  'name',
  'key',
  'epoch',
  'state',
  'last_seq as lastSeq',
  'last_heard as lastHeard',
  'latitude',
  'longitude',
  'share',
  'shard as cluster',
  'old_key as oldKey',
  'old_key_until as oldKeyUntil',
] as const;

/** Public keys whose signatures count as the plant's. */
export const keysOf = ({ key, oldKey }: Pick<KnownPlant, 'key' | 'oldKey'>): Buffer[] => (oldKey ? [key, oldKey] : [key]);

/**
 * A request says by its key which site it is of: what one signs could be said to be of the other, and both have the same words.
 * @param ask within the transaction that stores the key; others that store one wait for its end.
 * @throws WireRefusal `conflict` where another site has or had this key.
 */
export const refuseKeyOfOther = async (ask: Ask, site: string, key: Buffer): Promise<void> => {
  await ask('select pg_advisory_xact_lock(2, 0)', []);
  const { rows } = await ask('select site from plant where site <> $1 and (key = $2 or old_key = $2)', [site, key]);
  if (rows.length > 0) throw new WireRefusal('conflict', 'this key is that of another plant of this hub');
};

/**
 * The PC of before a restore or an exchange, whose request waited for its turn meanwhile: what it sent would replace what is there now.
 * @throws WireRefusal `epochOld`.
 */
export const refuseOldEpoch = async (
  { kysely }: HubDatabase,
  { plantId, epoch }: Pick<KnownPlant, 'plantId' | 'epoch'>,
): Promise<void> => {
  const known = await kysely.selectFrom('plant').select('epoch').where('plant_id', '=', plantId).executeTakeFirst();
  if (known && epoch < known.epoch) throw new WireRefusal('epochOld', `the hub knows epoch ${known.epoch} of this site`);
};

/** Plants of the hub, and the pairing codes with which plants join it. */
export class PlantStore {
  readonly #database: HubDatabase;
  readonly #clock: Clock;

  constructor(database: HubDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async all(): Promise<KnownPlant[]> {
    const rows = await this.#database.kysely.selectFrom('plant').select(columns).orderBy('name').orderBy('site').execute();
    return rows.map((row) => this.#known(row));
  }

  async bySite(site: string): Promise<KnownPlant | undefined> {
    const row = await this.#database.kysely.selectFrom('plant').select(columns).where('site', '=', site).executeTakeFirst();
    return row && this.#known(row);
  }

  /**
   * Epoch of what came of a site before it was confirmed last, where it is this one or a later one. Undefined once something came since: by then
   * the plant that was confirmed has its epoch, and whoever asks is another copy of it.
   */
  async pastEpoch(site: string, epoch: number): Promise<number | undefined> {
    const row = await this.#database.kysely
      .selectFrom('plant')
      .select(['plant_id as plantId', 'state', 'epoch', 'paired_at as pairedAt', 'last_heard as lastHeard'])
      .where('site', '=', site)
      .executeTakeFirst();
    const isJustIn =
      row?.state === 'paired' && (row.lastHeard === null || (row.pairedAt !== null && row.lastHeard <= row.pairedAt));
    if (!isJustIn) return undefined;
    const stated = await this.#database.reading(row.plantId, (client) => newestEpoch(client, row.plantId));
    const past = Math.max(stated ?? 0, row.epoch > epoch ? row.epoch : 0);
    return past >= epoch ? past : undefined;
  }

  #known({
    oldKeyUntil,
    oldKey,
    ...row
  }: Omit<KnownPlant, 'oldKey'> & { oldKey: Buffer | null; oldKeyUntil: Date | null }): KnownPlant {
    const isTaken = oldKeyUntil !== null && oldKeyUntil.getTime() > this.#clock.now();
    return { ...row, oldKey: isTaken ? oldKey : null };
  }

  /** Stores the sequence number of a request. @returns false where it is not higher than all before it: the request is a replay. */
  async advance(plantId: number, seq: number, nowMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('plant')
      .set({ last_seq: seq, last_heard: new Date(nowMs) })
      .where('plant_id', '=', plantId)
      .where('last_seq', '<', seq)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** @param tx of what is said about it. */
  async setState(plantId: number, state: PlantState, nowMs: number, tx?: HubTransaction): Promise<void> {
    await (tx ?? this.#database.kysely)
      .updateTable('plant')
      .set({ state, ...(state === 'paired' && { paired_at: new Date(nowMs) }) })
      .where('plant_id', '=', plantId)
      .execute();
  }

  async setPlace(
    tx: HubTransaction,
    plantId: number,
    place: { latitude: number | null; longitude: number | null },
  ): Promise<void> {
    await tx.updateTable('plant').set(place).where('plant_id', '=', plantId).execute();
  }

  async raiseEpoch(plantId: number, epoch: number): Promise<void> {
    const rows = this.#database.kysely.updateTable('plant').set({ epoch }).where('plant_id', '=', plantId);
    await rows.where('epoch', '<', epoch).execute();
  }

  async setName(plantId: number, name: string): Promise<void> {
    const rows = this.#database.kysely.updateTable('plant').set({ name }).where('plant_id', '=', plantId);
    await rows.where('name', '!=', name).execute();
  }

  async setShare(plantId: number, share: string): Promise<void> {
    const rows = this.#database.kysely.updateTable('plant').set({ share }).where('plant_id', '=', plantId);
    await rows.where('share', 'is distinct from', share).execute();
  }

  /** @param replaces site of the lost PC that the code is for. */
  async addCode(
    tx: HubTransaction,
    {
      code,
      secret,
      expiresMs,
      replaces = null,
    }: { code: string; secret: Buffer; expiresMs: number; replaces?: string | undefined | null },
  ): Promise<void> {
    const row = { code, secret, expires_at: new Date(expiresMs), used_by: null, replaces };
    await tx.insertInto('pairing_code').values(row).execute();
  }

  code(code: string) {
    const rows = this.#database.kysely
      .selectFrom('pairing_code')
      .select(['secret', 'expires_at as expiresAt', 'used_by as usedBy', 'replaces']);
    return rows.where('code', '=', code).executeTakeFirst();
  }

  /**
   * Adds a site that has a valid code; a person still has to confirm it. A code is used once.
   * @returns false where another site used it.
   * @throws WireRefusal `conflict` where another site has or had its key.
   */
  enter(code: string, plant: { site: string; name: string; key: Buffer; epoch: number }): Promise<boolean> {
    const { site, name, key, epoch } = plant;
    return this.#database.kysely.transaction().execute(async (tx) => {
      await refuseKeyOfOther(askWithin(tx), site, key);
      const { numUpdatedRows } = await tx
        .updateTable('pairing_code')
        .set({ used_by: site })
        .where('code', '=', code)
        .where((where) => where.or([where('used_by', 'is', null), where('used_by', '=', site)]))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await tx
        .insertInto('plant')
        .values({ site, name, key, epoch, state: 'waiting', paired_at: null, last_heard: null, last_seq: 0 })
        .onConflict((on) => on.column('site').doUpdateSet({ name, key, old_key: null, old_key_until: null, state: 'waiting' }))
        .execute();
      return true;
    });
  }
}

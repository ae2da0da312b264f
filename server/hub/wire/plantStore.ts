import type { HubDatabase } from '../database/hubDatabase.ts';
import type { PlantState } from '../database/schema.ts';

/** A row of the hub's table of plants. */
export type KnownPlant = {
  plantId: number;
  site: string;
  name: string;
  /** Ed25519, 32 bytes. */
  key: Buffer;
  epoch: number;
  state: PlantState;
  lastSeq: number;
  lastHeard: Date | null;
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
] as const;

/** Plants of the hub, and the pairing codes with which plants join it. */
export class PlantStore {
  readonly #database: HubDatabase;

  constructor(database: HubDatabase) {
    this.#database = database;
  }

  all(): Promise<KnownPlant[]> {
    return this.#database.kysely.selectFrom('plant').select(columns).orderBy('name').orderBy('site').execute();
  }

  bySite(site: string): Promise<KnownPlant | undefined> {
    return this.#database.kysely.selectFrom('plant').select(columns).where('site', '=', site).executeTakeFirst();
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

  async setState(plantId: number, state: PlantState, nowMs: number): Promise<void> {
    await this.#database.kysely
      .updateTable('plant')
      .set({ state, ...(state === 'paired' && { paired_at: new Date(nowMs) }) })
      .where('plant_id', '=', plantId)
      .execute();
  }

  async raiseEpoch(plantId: number, epoch: number): Promise<void> {
    const rows = this.#database.kysely.updateTable('plant').set({ epoch }).where('plant_id', '=', plantId);
    await rows.where('epoch', '<', epoch).execute();
  }

  async addCode(code: string, secret: Buffer, expiresMs: number): Promise<void> {
    const row = { code, secret, expires_at: new Date(expiresMs), used_by: null };
    await this.#database.kysely.insertInto('pairing_code').values(row).execute();
  }

  code(code: string) {
    const rows = this.#database.kysely
      .selectFrom('pairing_code')
      .select(['secret', 'expires_at as expiresAt', 'used_by as usedBy']);
    return rows.where('code', '=', code).executeTakeFirst();
  }

  /** Lets a site in that knows a code: it waits for a person's word. A code is used once. @returns false where another site used it. */
  enter(code: string, plant: { site: string; name: string; key: Buffer; epoch: number }): Promise<boolean> {
    const { site, name, key, epoch } = plant;
    return this.#database.kysely.transaction().execute(async (tx) => {
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
        .onConflict((on) => on.column('site').doUpdateSet({ name, key, state: 'waiting' }))
        .execute();
      return true;
    });
  }
}

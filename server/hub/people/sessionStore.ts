import type { HubDatabase } from '../database/hubDatabase.ts';

export type StoredSession = {
  id: string;
  userId: number;
  /** The plant and industry that were chosen at the login; null for a session of the fleet pages. */
  plantId: number | null;
  industryId: string | null;
  platform: string | null;
  createdAtMs: number;
  refreshHash: string;
  refreshExpiresAtMs: number;
};

/** Sessions of people at the hub; every server process reads them where they are kept, so that an end counts at once. */
export class SessionStore {
  readonly #database: HubDatabase;

  constructor(database: HubDatabase) {
    this.#database = database;
  }

  async add({ id, userId, plantId, industryId, platform, ...rest }: StoredSession): Promise<void> {
    const { createdAtMs, refreshHash, refreshExpiresAtMs } = rest;
    await this.#database.kysely
      .insertInto('hub_session')
      .values({
        ...{ session_id: id, user_id: userId, plant_id: plantId, industry_id: industryId, platform },
        ...{ created_at: createdAtMs, refresh_hash: refreshHash, refresh_expires_at: refreshExpiresAtMs },
      })
      .execute();
  }

  find(id: string): Promise<StoredSession | undefined> {
    return this.#database.kysely
      .selectFrom('hub_session')
      .select([
        ...(['session_id as id', 'user_id as userId', 'plant_id as plantId', 'industry_id as industryId', 'platform'] as const),
        ...(['created_at as createdAtMs', 'refresh_hash as refreshHash', 'refresh_expires_at as refreshExpiresAtMs'] as const),
      ])
      .where('session_id', '=', id)
      .executeTakeFirst();
  }

  /** @returns false where the refresh token was replaced before. */
  async replaceRefresh(id: string, from: string, to: string, expiresAtMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('hub_session')
      .set({ refresh_hash: to, refresh_expires_at: expiresAtMs })
      .where('session_id', '=', id)
      .where('refresh_hash', '=', from)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async end(id: string): Promise<void> {
    await this.#database.kysely.deleteFrom('hub_session').where('session_id', '=', id).execute();
  }

  async purge(nowMs: number): Promise<void> {
    await this.#database.kysely.deleteFrom('hub_session').where('refresh_expires_at', '<', nowMs).execute();
  }
}

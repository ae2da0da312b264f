import { changesFile, type HubDatabase, type PlantNow } from '../database/hubDatabase.ts';
import type { Grant, HubPerson } from './peopleStore.ts';

export type HubSession = {
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

/** A plant that a request is about, and that its person has a grant for. */
export type AskedPlant = {
  plantId: number;
  /** When it asked last. */
  lastHeard: Date | null;
  /** Undefined where its rows are on another cluster. */
  now: PlantNow | undefined;
};

/** A session with what its person may do now, read from the store for each request. */
export type OpenSession = { session: HubSession; person: HubPerson; grants: Grant[] };
export type Asking = OpenSession & { plant: AskedPlant | undefined };

type Row = Omit<HubSession & HubPerson, 'id'> & {
  grants: Grant[];
  askedPlantId: number | null;
  lastHeard: Date | null;
  isGone: boolean | null;
  newest: number;
  proved: string | null;
  file: number;
};

/** All that is looked up for a request before it is answered, in one round trip; most of a small answer's time would go into more of them. */
const askSession = {
  name: 'session',
  text: `
    with opened as (
      select s.*, u.username, u.name, u.password_hash, u.is_owner, u.disabled
      from hub_session s join hub_user u on u.user_id = s.user_id where s.session_id = $1),
    granted as materialized (
      select g.plant_id, p.site, p.name, g.industry_id, g.role, p.last_heard, p.shard
      from opened o join hub_grant g on g.user_id = o.user_id join plant p on p.plant_id = g.plant_id where p.state <> 'waiting')
    select o.user_id "userId", o.plant_id "plantId", o.industry_id "industryId", o.platform, o.created_at "createdAtMs",
      o.refresh_hash "refreshHash", o.refresh_expires_at "refreshExpiresAtMs", o.username, o.name, o.password_hash "passwordHash",
      o.is_owner "isOwner", o.disabled,
      (select coalesce(json_agg(json_build_object('plantId', plant_id, 'site', site, 'plantName', name, 'industryId', industry_id,
         'role', role) order by name, site, industry_id), '[]') from granted) grants,
      a.plant_id "askedPlantId", a.last_heard "lastHeard", n.is_gone "isGone", n.newest, n.proved, ${changesFile} file
    from opened o
    left join lateral (select g.plant_id, g.last_heard, g.shard from granted g
      where case when $2::text is null then g.plant_id = o.plant_id else g.site::text = $2 end limit 1) a on true
    left join lateral plant_now(case when a.shard = 0 then a.plant_id end) n on true`,
};

/** Sessions of people at the hub; every server process reads them where they are kept, so that an end counts at once. */
export class SessionStore {
  readonly #database: HubDatabase;

  constructor(database: HubDatabase) {
    this.#database = database;
  }

  /** @returns false, and keeps none, where the person has got another password than this one, or was shut out: that ends all sessions. */
  add({ id, userId, plantId, industryId, platform, ...rest }: HubSession, passwordHash: string): Promise<boolean> {
    const { createdAtMs, refreshHash, refreshExpiresAtMs } = rest;
    return this.#database.kysely.transaction().execute(async (tx) => {
      const person = await tx
        .selectFrom('hub_user')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('password_hash', '=', passwordHash)
        .where('disabled', '=', false)
        .forShare()
        .executeTakeFirst();
      if (!person) return false;
      await tx
        .insertInto('hub_session')
        .values({
          ...{ session_id: id, user_id: userId, plant_id: plantId, industry_id: industryId, platform },
          ...{ created_at: createdAtMs, refresh_hash: refreshHash, refresh_expires_at: refreshExpiresAtMs },
        })
        .execute();
      return true;
    });
  }

  /** @param site that is asked about; undefined for the plant that was chosen at the login. */
  async find(id: string, site?: string): Promise<Asking | undefined> {
    const [row] = await this.#database.ask<Row>(askSession, [id, site ?? null]);
    if (!row) return undefined;
    const { userId, plantId, industryId, platform, createdAtMs, refreshHash, refreshExpiresAtMs, grants } = row;
    const { username, name, passwordHash, isOwner, disabled } = row;
    const { askedPlantId, lastHeard, isGone, newest, proved, file } = row;
    const now = { newest, proved, store: { cluster: 0, file } };
    return {
      session: { id, userId, plantId, industryId, platform, createdAtMs, refreshHash, refreshExpiresAtMs },
      person: { userId, username, name, passwordHash, isOwner, disabled },
      grants,
      plant: askedPlantId === null ? undefined : { plantId: askedPlantId, lastHeard, now: isGone === false ? now : undefined },
    };
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

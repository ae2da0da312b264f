import type { HubDatabase, HubTransaction } from '../database/hubDatabase.ts';

/** A person who may log in at the hub. */
export type HubPerson = {
  userId: number;
  username: string;
  name: string;
  passwordHash: string;
  isOwner: boolean;
  disabled: boolean;
};

/** Access of a person to one industry of one plant, with a role. */
export type Grant = { plantId: number; site: string; plantName: string; industryId: string; role: string };

type GivenAccess = Pick<Grant, 'plantId' | 'industryId' | 'role'>;

export type HubPersonChange = { name?: string; passwordHash?: string; isOwner?: boolean; disabled?: boolean };

const columns = [
  'user_id as userId',
  'username',
  'name',
  'password_hash as passwordHash',
  'is_owner as isOwner',
  'disabled',
] as const;

/** Keyboards write an accent with its letter or after it: it is one name. */
const asKept = (username: string): string => username.normalize('NFC');

/** Tables of the hub's user accounts and their access to plants. */
export class PeopleStore {
  readonly #database: HubDatabase;

  constructor(database: HubDatabase) {
    this.#database = database;
  }

  all(): Promise<HubPerson[]> {
    return this.#database.kysely.selectFrom('hub_user').select(columns).orderBy('username').execute();
  }

  byName(username: string): Promise<HubPerson | undefined> {
    return this.#database.kysely
      .selectFrom('hub_user')
      .select(columns)
      .where('username', '=', asKept(username))
      .executeTakeFirst();
  }

  /** @returns false where the name is taken. */
  async add(tx: HubTransaction, person: Omit<HubPerson, 'userId' | 'disabled'>): Promise<boolean> {
    const { username, name, passwordHash, isOwner } = person;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('hub_user')
      .values({ username: asKept(username), name, password_hash: passwordHash, is_owner: isOwner })
      .onConflict((on) => on.column('username').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  /**
   * A changed password and a closed account end the sessions of the person.
   * @returns false, and changes nothing, where no owner would be left.
   */
  async change(tx: HubTransaction, userId: number, { name, passwordHash, isOwner, disabled }: HubPersonChange): Promise<boolean> {
    if (isOwner === false || disabled === true) {
      // in one order, so that two who take the right from each other wait for one another
      const owners = await tx
        .selectFrom('hub_user')
        .select('user_id')
        .where('is_owner', '=', true)
        .where('disabled', '=', false)
        .orderBy('user_id')
        .forUpdate()
        .execute();
      if (owners.length === 1 && owners[0]?.user_id === userId) return false;
    }
    await tx
      .updateTable('hub_user')
      .set({
        ...(name !== undefined && { name }),
        ...(passwordHash !== undefined && { password_hash: passwordHash }),
        ...(isOwner !== undefined && { is_owner: isOwner }),
        ...(disabled !== undefined && { disabled }),
      })
      .where('user_id', '=', userId)
      .execute();
    if (passwordHash !== undefined || disabled) await tx.deleteFrom('hub_session').where('user_id', '=', userId).execute();
    return true;
  }

  /** Access of a person to plants that are confirmed, not only announced. */
  grantsOf(userId: number): Promise<Grant[]> {
    return this.#grants().where('hub_grant.user_id', '=', userId).execute();
  }

  allGrants(): Promise<(Grant & { userId: number })[]> {
    return this.#grants().select('hub_grant.user_id as userId').execute();
  }

  async grant(tx: HubTransaction, userId: number, { plantId, industryId, role }: GivenAccess): Promise<void> {
    await tx
      .insertInto('hub_grant')
      .values({ user_id: userId, plant_id: plantId, industry_id: industryId, role })
      .onConflict((on) => on.columns(['user_id', 'plant_id', 'industry_id']).doUpdateSet({ role }))
      .execute();
  }

  async revoke(tx: HubTransaction, userId: number, { plantId, industryId }: Omit<GivenAccess, 'role'>): Promise<void> {
    await tx
      .deleteFrom('hub_grant')
      .where('user_id', '=', userId)
      .where('plant_id', '=', plantId)
      .where('industry_id', '=', industryId)
      .execute();
  }

  industriesOf(plantId: number): Promise<{ id: string; name: string }[]> {
    return this.#database.reading(plantId, async (client) => {
      const { rows } = await client.query<{ id: string; name: string }>(
        'select industry_id id, name from industry where plant_id = $1 order by industry_id',
        [plantId],
      );
      return rows;
    });
  }

  #grants() {
    return this.#database.kysely
      .selectFrom('hub_grant')
      .innerJoin('plant', 'plant.plant_id', 'hub_grant.plant_id')
      .select(['hub_grant.plant_id as plantId', 'site', 'plant.name as plantName', 'industry_id as industryId', 'role'])
      .where('plant.state', '!=', 'waiting')
      .orderBy('plant.name')
      .orderBy('site')
      .orderBy('industry_id');
  }
}

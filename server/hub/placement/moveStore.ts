import type { PoolClient } from 'pg';
import type { HubDatabase, HubTransaction } from '../database/hubDatabase.ts';

export type PlantMove = { plantId: number; from: number; to: number };

const columns = ['plant_id as plantId', 'from_cluster as from', 'to_cluster as to'] as const;

export const movesUnderWay = (database: HubDatabase): Promise<PlantMove[]> =>
  database.kysely.selectFrom('plant_move').select(columns).orderBy('plant_id').execute();

/** @returns false where one is under way already. */
export const addMove = async (tx: HubTransaction, { plantId, from, to }: PlantMove, at: Date): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('plant_move')
    .values({ plant_id: plantId, from_cluster: from, to_cluster: to, began_at: at })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

export const endMove = async (tx: HubTransaction, plantId: number): Promise<void> => {
  await tx.deleteFrom('plant_move').where('plant_id', '=', plantId).execute();
};

export const clusterOf = async (database: HubDatabase, plantId: number): Promise<number> => {
  const row = database.kysely.selectFrom('plant').select('shard').where('plant_id', '=', plantId);
  return (await row.executeTakeFirstOrThrow()).shard;
};

export const switchTo = async (database: HubDatabase, plantId: number, cluster: number): Promise<void> => {
  await database.kysely.updateTable('plant').set({ shard: cluster }).where('plant_id', '=', plantId).execute();
};

type PlantRow = { site: string; name: string; key: Buffer; epoch: number; state: string };

export const plantRow = (database: HubDatabase, plantId: number): Promise<PlantRow> =>
  database.kysely
    .selectFrom('plant')
    .select(['site', 'name', 'key', 'epoch', 'state'])
    .where('plant_id', '=', plantId)
    .executeTakeFirstOrThrow();

/** The row to which a plant's other rows refer. What is in it counts on the first cluster alone. */
export const putPlantRow = async (client: PoolClient, plantId: number, row: PlantRow): Promise<void> => {
  await client.query(
    `insert into plant (plant_id, site, name, key, epoch, state) overriding system value values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [plantId, row.site, row.name, row.key, row.epoch, row.state],
  );
};

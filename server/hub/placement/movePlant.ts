import type { PoolClient } from 'pg';
import { Failure } from '../../core/fail.ts';
import type { Cluster } from '../database/cluster.ts';
import { beginInTurn, beginReading, type HubDatabase, type HubTransaction } from '../database/hubDatabase.ts';
import { changesSince, newestChange } from '../replica/changeStore.ts';
import { clusterOf, endMove, type PlantMove, plantRow, putPlantRow, switchTo } from './moveStore.ts';
import {
  asTextAlike,
  besideDays,
  copyStretch,
  dayStretches,
  digestOf,
  movedTables,
  passChangeNumber,
  type Stretch,
  stretchesOfDays,
} from './rowsStore.ts';

/** What has been done when `onStep` is called: a process may end at each of them, and the next start goes on. */
export const moveSteps = ['begun', 'copied', 'closed', 'compared', 'switched', 'gone'] as const;
export type MoveStep = (typeof moveSteps)[number];

type Transaction = <T>(cluster: Cluster, plantId: number, work: (client: PoolClient) => Promise<T>) => Promise<T>;

const inTurnAt: Transaction = (cluster, plantId, work) =>
  cluster.within(beginInTurn(plantId), (_, client) => asTextAlike(client), work);

const readingAt: Transaction = (cluster, plantId, work) =>
  cluster.within(beginReading(plantId), (_, client) => asTextAlike(client), work);

const stretchesAt = async (client: PoolClient, plantId: number): Promise<Stretch[]> => [
  ...(await besideDays(client, plantId)),
  ...(await dayStretches(client, plantId)),
];
const nameOf = ({ table, condition }: Stretch): string => `${table} ${condition}`;

/** Moves the rows of one plant to another cluster, while it goes on sending but for the last step. */
class Moving {
  readonly #database: HubDatabase;
  readonly #plantId: number;
  readonly #from: Cluster;
  readonly #to: Cluster;

  constructor(database: HubDatabase, { plantId, from, to }: PlantMove) {
    this.#database = database;
    this.#plantId = plantId;
    this.#from = database.cluster(from);
    this.#to = database.cluster(to);
  }

  async isSwitched(): Promise<boolean> {
    return (await clusterOf(this.#database, this.#plantId)) === this.#to.number;
  }

  /** Copies everything, stretch by stretch, from one state each. @returns the newest change before it. */
  async copy(signal: AbortSignal | undefined): Promise<number> {
    const plantId = this.#plantId;
    const row = await plantRow(this.#database, plantId);
    await inTurnAt(this.#to, plantId, (client) => putPlantRow(client, plantId, row));
    const [before, stretches] = await readingAt(this.#from, plantId, async (client) => [
      await newestChange(client, plantId),
      await stretchesAt(client, plantId),
    ]);
    for (const stretch of stretches) {
      signal?.throwIfAborted();
      await readingAt(this.#from, plantId, (from) =>
        inTurnAt(this.#to, plantId, async (client) => {
          if (await this.isSwitched()) throw new Error('the plant has been moved by another process');
          await this.#makeEqual(from, client, stretch);
        }),
      );
    }
    return before;
  }

  /** From now on nothing of the plant is taken in where it was. */
  async close(): Promise<void> {
    await this.#from.pool.query('insert into plant_gate values ($1, false) on conflict do nothing', [this.#plantId]);
  }

  /**
   * Copies what arrived since, compares row by row all that could have changed, and makes the new cluster the plant's place. Nothing is being
   * taken in meanwhile: that needs the lock which the move holds.
   */
  async finish(before: number, onStep: (step: MoveStep) => Promise<void>): Promise<void> {
    const plantId = this.#plantId;
    await inTurnAt(this.#from, plantId, (from) =>
      inTurnAt(this.#to, plantId, async (to) => {
        if (await this.isSwitched()) return;
        const { days } = await changesSince(from, plantId, before);
        const [here, there] = [await stretchesAt(from, plantId), await stretchesAt(to, plantId)];
        const isHere = new Set(here.map(nameOf));
        const touched = [
          ...here.filter(({ table }) => table !== 'block'),
          ...stretchesOfDays(days),
          // left by a move that broke off
          ...there.filter((stretch) => !isHere.has(nameOf(stretch))),
        ];
        for (const stretch of touched) await this.#makeEqual(from, to, stretch);
        await passChangeNumber(to, plantId);
        await to.query('delete from plant_gate where plant_id = $1', [plantId]);
        // what is in the directory must be there, whatever happens
        await to.query('commit');
        await onStep('compared');
        await switchTo(this.#database, plantId, this.#to.number);
      }),
    );
  }

  async remove(): Promise<void> {
    const plantId = this.#plantId;
    const gone = 'insert into plant_gate values ($1, true) on conflict (plant_id) do update set is_gone = true';
    await this.#from.pool.query(gone, [plantId]);
    for (const table of movedTables)
      await inTurnAt(this.#from, plantId, (client) => client.query(`delete from ${table} where plant_id = $1`, [plantId]));
  }

  async #makeEqual(from: PoolClient, client: PoolClient, stretch: Stretch): Promise<void> {
    const plantId = this.#plantId;
    const wanted = await digestOf(from, plantId, stretch);
    if (wanted === (await digestOf(client, plantId, stretch))) return;
    await copyStretch(from, { client, partitions: this.#to.partitions }, plantId, stretch);
    if (wanted !== (await digestOf(client, plantId, stretch)))
      throw new Error(`rows of ${stretch.table} are not the same after they were copied`);
  }
}

export type MoveWatch = {
  /** Called after each step. */
  onStep?(step: MoveStep): Promise<void>;
  /** Ends it between two stretches; it goes on from there another time. */
  signal?: AbortSignal;
  /** Called last, with what ends the move: by itself where this is absent. */
  onEnd?(end: (tx: HubTransaction) => Promise<void>): Promise<void>;
};

const carryOut = async (
  database: HubDatabase,
  move: PlantMove,
  { onStep = async () => undefined, signal, onEnd = (end) => database.kysely.transaction().execute(end) }: MoveWatch,
): Promise<void> => {
  const moving = new Moving(database, move);
  await onStep('begun');
  if (!(await moving.isSwitched())) {
    const before = await moving.copy(signal);
    await onStep('copied');
    await moving.close();
    await onStep('closed');
    await moving.finish(before, onStep);
    await onStep('switched');
  }
  await moving.remove();
  await onStep('gone');
  await onEnd((tx) => endMove(tx, move.plantId));
};

/**
 * Carries out a move that has begun, or the rest of it.
 * @throws Failure `conflict` where another process carries it out.
 */
export const movePlant = (database: HubDatabase, move: PlantMove, watch: MoveWatch = {}): Promise<void> =>
  database.cluster(0).within(
    `begin; select pg_try_advisory_xact_lock(2, ${move.plantId}) "isMine"`,
    ([row]) => {
      if (!(row as { isMine: boolean }).isMine) throw new Failure('conflict', 'another process of the hub moves this plant');
    },
    () => carryOut(database, move, watch),
  );

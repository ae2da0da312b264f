import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { PoolClient, QueryResultRow } from 'pg';
import { Failure } from '../../core/fail.ts';
import { Cluster, type Prepared } from './cluster.ts';
import { OwnTurns } from './ownTurns.ts';
import type { BlockPartitions } from './partitions.ts';
import type { HubSchema } from './schema.ts';

export type HubTransaction = Transaction<HubSchema>;
type Work<T> = (client: PoolClient, partitions: BlockPartitions, isFirst: boolean) => Promise<T>;

const DIRECTORY = 0;
const LOOKS_ANEW = 3;

/** The plant's rows are not where the directory said a moment ago. */
class Elsewhere extends Error {}

export type StoreMark = { cluster: number; file: number };
/** SQL of the file. */
export const changesFile = "pg_relation_filenode('plant_change')::bigint";

/** What the hub has of a plant at one moment. */
export type PlantNow = {
  /** Number of the newest change. */
  newest: number;
  /** Cluster, and file of its table of changes. A dump that is restored makes another file; the same change numbers may be given again then. */
  store: StoreMark;
  /** The newest statement that the hub's own rows agreed with; null before the first. */
  proved: string | null;
};
const askNow: Prepared = {
  name: 'plant_now',
  text: `select is_gone "isGone", newest, proved, ${changesFile} file from plant_now($1)`,
};

const refuseElsewhere = (gates: unknown[]): void => {
  if (gates.length > 0) throw new Elsewhere();
};

/** Begins a transaction that sees one state of a plant's rows on a cluster. */
export const beginReading = (plantId: number): string =>
  `begin isolation level repeatable read read only; select set_config('hub.plants', '{${plantId}}', true)`;

/** Begins a transaction that writes a plant's rows on a cluster, one after the other. */
export const beginInTurn = (plantId: number): string =>
  `begin; select set_config('hub.plants', '{${plantId}}', true), pg_advisory_xact_lock(1, ${plantId})`;

/** Addresses of further clusters by their numbers, from 1 on. */
export type ClusterUrls = Readonly<Record<string, string>>;

/**
 * The hub's store of record: a first PostgreSQL cluster that knows all plants and people, and further ones where it is not enough, each with
 * the rows of some plants. All work names the plants whose rows it may touch; PostgreSQL itself shows it no others (row-level security).
 */
export class HubDatabase {
  /** The first cluster: plants with their keys, people, grants, sessions, the hub's own log. */
  readonly kysely: Kysely<HubSchema>;
  readonly #first: Cluster;
  readonly #clusters: ReadonlyMap<number, Cluster>;
  readonly #turns = new OwnTurns();
  readonly #turnsAbout = new OwnTurns();

  /** @param onLost called when a connection breaks. */
  constructor(url: string, onLost: (error: Error) => void, further: ClusterUrls = {}) {
    this.#first = new Cluster(DIRECTORY, url, onLost);
    const others = Object.entries(further).map(([number, other]) => new Cluster(Number(number), other, onLost));
    this.#clusters = new Map([this.#first, ...others].map((cluster) => [cluster.number, cluster]));
    this.kysely = new Kysely<HubSchema>({ dialect: new PostgresDialect({ pool: this.#first.forKysely }) });
  }

  /**
   * Checks each cluster and makes the tables that are missing.
   * @throws Failure in one line where one does not answer or is not the one that it is named as, or where a plant is on one that is not named.
   */
  async start(): Promise<void> {
    const directory = await this.#first.start();
    for (const cluster of this.#clusters.values()) if (cluster !== this.#first) await cluster.start(directory);
    const used = await this.kysely.selectFrom('plant').select('shard').distinct().execute();
    const missing = used.find(({ shard }) => !this.#clusters.has(shard));
    if (missing) throw new Failure('parameter', `plants are on cluster ${missing.shard}: name its address in hub.clusters`);
  }

  /** Another one as soon as one of the clusters that answered was started anew. */
  get startedAt(): string {
    return [...this.#clusters.values()].map(({ startedAt }) => startedAt).join();
  }

  /** @throws Failure `notFound` for a number that is not named. */
  cluster(number: number): Cluster {
    const cluster = this.#clusters.get(number);
    if (!cluster) throw new Failure('notFound', `no cluster has the number ${number}`);
    return cluster;
  }

  /** One transaction on the first cluster that reads and writes rows of these plants alone. */
  forPlants<T>(plantIds: readonly number[], work: (tx: HubTransaction) => Promise<T>): Promise<T> {
    return this.kysely.transaction().execute(async (tx) => {
      await sql`select set_config('hub.plants', ${`{${plantIds.join()}}`}, true)`.execute(tx);
      return work(tx);
    });
  }

  /** One question to the first cluster, in one round trip. */
  ask<R extends QueryResultRow>(prepared: Prepared, values: readonly unknown[]): Promise<R[]> {
    return this.#first.ask<R>(prepared, values);
  }

  /** The same of a plant's own rows, wherever they are. */
  plantNow(plantId: number): Promise<PlantNow> {
    return this.#placed(plantId, async (cluster) => {
      const [row] = await cluster.ask<Omit<PlantNow, 'store'> & { isGone: boolean; file: number }>(askNow, [plantId]);
      if (!row || row.isGone) throw new Elsewhere();
      return { newest: row.newest, proved: row.proved, store: { cluster: cluster.number, file: row.file } };
    });
  }

  /** One state of a plant's rows, on a plain connection; holds up nobody who writes. */
  reading<T>(plantId: number, work: Work<T>): Promise<T> {
    return this.#placed(plantId, (cluster) =>
      cluster.within(
        `${beginReading(plantId)}; select from plant_gate where plant_id = ${plantId} and is_gone`,
        refuseElsewhere,
        (client) => work(client, cluster.partitions, cluster === this.#first),
      ),
    );
  }

  /**
   * One transaction of a plant's rows on a plain connection, for COPY; commits of one plant follow each other, those of several run side by side.
   * @param check whether it is still to be done once its turn has come; before it has a connection.
   */
  inTurn<T>(plantId: number, work: Work<T>, check?: () => Promise<void>): Promise<T> {
    return this.#turns.take(plantId, async () => {
      await check?.();
      return this.#placed(plantId, (cluster) =>
        cluster.within(
          // after the lock, in a statement of its own: what was decided while this one waited counts
          `${beginInTurn(plantId)}; select from plant_gate where plant_id = ${plantId}`,
          refuseElsewhere,
          (client) => work(client, cluster.partitions, cluster === this.#first),
        ),
      );
    });
  }

  /** What says who a plant is: its row, its keys, and whoever asks to replace it. They stay on the first cluster. */
  readAboutPlant<T>(plantId: number, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#first.within(beginReading(plantId), () => undefined, work);
  }

  /** The same to change it, one after the other. */
  aboutPlant<T>(plantId: number, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#turnsAbout.take(plantId, () => this.#first.within(beginInTurn(plantId), () => undefined, work));
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#clusters.values()].map((cluster) => cluster.stop()));
  }

  async #placed<T>(plantId: number, work: (cluster: Cluster) => Promise<T>): Promise<T> {
    for (let looks = LOOKS_ANEW; ; looks -= 1)
      try {
        return await work(await this.#clusterOf(plantId));
      } catch (error) {
        if (!(error instanceof Elsewhere)) throw error;
        if (looks === 0) throw new Failure('unavailable', 'the plant is moved to another cluster: ask again');
      }
  }

  async #clusterOf(plantId: number): Promise<Cluster> {
    if (this.#clusters.size === 1) return this.#first;
    const row = await this.kysely.selectFrom('plant').select('shard').where('plant_id', '=', plantId).executeTakeFirst();
    return this.cluster(row?.shard ?? DIRECTORY);
  }
}

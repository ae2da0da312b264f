import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool, type PoolClient, types } from 'pg';
import { Failure, messageOf } from '../../core/fail.ts';
import { hubMigrations } from './migrations.ts';
import { BlockPartitions } from './partitions.ts';
import type { HubSchema } from './schema.ts';

export type HubTransaction = Transaction<HubSchema>;

const CONNECTIONS = 16;
const CONNECT_TIMEOUT_MS = 10_000;
/** Held while migrations run, so that two servers that start at once do not both run them. */
const MIGRATION_LOCK = 728_101;
const BIGINT_OID = 20;

const numbersAsNumbers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT_OID && format !== 'binary' ? Number : types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
};

/**
 * The hub's store of record. Every piece of work names the plants whose rows it may touch; PostgreSQL itself then answers no others.
 */
export class HubDatabase {
  readonly kysely: Kysely<HubSchema>;
  readonly partitions: BlockPartitions;
  readonly #pool: Pool;
  readonly #partitioning: Pool;

  /** @param onLost called when a connection breaks. */
  constructor(url: string, onLost: (error: Error) => void) {
    const connectTo = (max: number): Pool => {
      const pool = new Pool({ connectionString: url, max, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, types: numbersAsNumbers });
      // also of connections in use, whose query fails by itself: an error without a listener would end the server
      pool.on('connect', (client) => client.on('error', onLost));
      return pool.on('error', onLost);
    };
    this.#pool = connectTo(CONNECTIONS);
    this.#partitioning = connectTo(1);
    this.partitions = new BlockPartitions(this.#partitioning);
    this.kysely = new Kysely<HubSchema>({ dialect: new PostgresDialect({ pool: this.#pool }) });
  }

  /**
   * Checks the role and makes the tables that are missing.
   * @throws Failure `unavailable` in one line where the server does not answer, or where its walls would not hold this role back.
   */
  async start(): Promise<void> {
    const client = await this.#connect();
    try {
      const { rows } = await client.query<{ unbound: boolean }>(
        'select rolsuper or rolbypassrls unbound from pg_roles where rolname = current_user',
      );
      if (rows[0]?.unbound !== false)
        throw new Failure(
          'parameter',
          'the role of the hub in PostgreSQL must be neither superuser nor free of row-level security',
        );
      await migrate(client);
    } finally {
      client.release();
    }
  }

  /** One transaction that reads and writes rows of these plants alone. */
  forPlants<T>(plantIds: readonly number[], work: (tx: HubTransaction) => Promise<T>): Promise<T> {
    return this.kysely.transaction().execute(async (tx) => {
      await sql`select set_config('hub.plants', ${`{${plantIds.join()}}`}, true)`.execute(tx);
      return work(tx);
    });
  }

  /** One state of a plant's rows, on a plain connection; holds up nobody who writes. */
  async reading<T>(plantId: number, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#within('begin isolation level repeatable read read only', work, async (client) => {
      await client.query("select set_config('hub.plants', $1, true)", [`{${plantId}}`]);
    });
  }

  /** The same on a plain connection, for COPY; commits of one plant follow each other, those of several run side by side. */
  async inTurn<T>(plantId: number, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#within('begin', work, async (client) => {
      await client.query("select set_config('hub.plants', $1, true), pg_advisory_xact_lock(1, $2)", [`{${plantId}}`, plantId]);
    });
  }

  async #within<T>(
    begin: string,
    work: (client: PoolClient) => Promise<T>,
    prepare: (client: PoolClient) => Promise<void>,
  ): Promise<T> {
    const client = await this.#begin(begin);
    let broken: Error | undefined;
    const onBroken = (error: Error): void => {
      broken = error;
    };
    client.on('error', onBroken);
    try {
      await prepare(client);
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((failed: Error) => {
        broken ??= failed;
      });
      throw error;
    } finally {
      client.off('error', onBroken);
      client.release(broken);
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.kysely.destroy(), this.#partitioning.end()]);
  }

  /** After PostgreSQL was started again, every connection that was kept is broken, and says so only when it is used. */
  async #begin(begin: string): Promise<PoolClient> {
    for (let tries = CONNECTIONS; ; tries -= 1) {
      const client = await this.#connect();
      try {
        await client.query(begin);
        return client;
      } catch (error) {
        client.release(true);
        if (tries === 0) throw error;
      }
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw new Failure('unavailable', `PostgreSQL does not answer: ${messageOf(error)}`, { cause: error });
    }
  }
}

const migrate = async (client: PoolClient): Promise<void> => {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'create table if not exists hub_migration (number int primary key, name text not null, applied_at timestamptz not null)',
    );
    const { rows } = await client.query<{ number: number }>('select coalesce(max(number), 0) number from hub_migration');
    const stored = rows[0]?.number ?? 0;
    const newest = hubMigrations.at(-1)?.number ?? 0;
    if (stored > newest)
      throw new Failure('unavailable', `the hub's tables are of a newer version (${stored}) than this program (${newest})`);
    for (const { number, name, sql: text } of hubMigrations.filter((one) => one.number > stored)) {
      await client.query(text);
      await client.query('insert into hub_migration values ($1, $2, now())', [number, name]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

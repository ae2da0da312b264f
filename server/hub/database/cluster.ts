import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { type Client, type ClientBase, Pool, type PoolClient, type QueryResult, type QueryResultRow, types } from 'pg';
import { Failure, isFailure, messageOf } from '../../core/fail.ts';
import { limitAnswers } from './answerLimit.ts';
import { migrateHub } from './migrateHub.ts';
import { BlockPartitions } from './partitions.ts';

const CONNECTIONS = 16;
const CONNECT_TIMEOUT_MS = 10_000;
const BIGINT_OID = 20;

/** How long PostgreSQL may take for an answer that a person or a plant waits for, and for one within the work of many. */
type QuestionLimits = { askedMs: number; workMs: number };
const usualLimits: QuestionLimits = { askedMs: 30_000, workMs: 600_000 };
/** What is asked when the server stops has so long to end. */
const STOP_MS = 5000;

const numbersAsNumbers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT_OID && format !== 'binary' ? Number : types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
};

/** A statement that each connection prepares once, under its name. */
export type Prepared = { name: string; text: string };

/** Codes of PostgreSQL, appendix A: what took longer than it may, by itself or waiting for another; the last that of no answer at all. */
const TOO_SLOW = /^(57014|55P03|ETIMEDOUT)$/;
/** A connection that broke or rested too long, none left, no memory, a server that starts or stops, transactions in each other's way. */
const PASSING = /^(08...|57P0.|25P0[34]|53[0234]00|40...|EPIPE|ECONNRESET|EHOSTUNREACH)$/;

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
const isTooSlow = (error: unknown): boolean => TOO_SLOW.test(codeOf(error) ?? '');

/** Goes to strangers too: addresses and names of PostgreSQL are in its cause alone. */
const notAnswering = (cause: unknown): Failure => new Failure('unavailable', 'PostgreSQL does not answer', { cause });
/** With what its cause says, for whoever starts the hub. */
const sayWhy = (error: unknown): never => {
  throw isFailure(error, 'unavailable')
    ? new Failure('unavailable', `${error.message}: ${messageOf(error.cause)}`, { cause: error.cause })
    : error;
};

/** What passes by itself is to be tried again, whoever asks; all else is said as it is. */
const asPassing = (error: unknown): unknown =>
  isTooSlow(error) || PASSING.test(codeOf(error) ?? '') ? notAnswering(error) : error;

/** The same of the driver's own errors: of a connection that broke, what it says has no code; what PostgreSQL and the system say has one. */
const ofDriver = (error: unknown): unknown =>
  codeOf(error) === undefined && !isFailure(error)
    ? new Failure('unavailable', 'the connection to PostgreSQL broke', { cause: error })
    : asPassing(error);
const refuse = (error: unknown): never => {
  throw ofDriver(error);
};

const kyselyClient = (client: PoolClient): PostgresPoolClient => {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(asked: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof asked !== 'string') throw new Error('nothing here reads by a cursor');
    return client.query(asked, [...values]).catch(refuse);
  }
  return { query, release: (isBroken) => client.release(isBroken) };
};

/** Connections to one PostgreSQL. */
export class Cluster {
  readonly number: number;
  readonly partitions: BlockPartitions;
  readonly pool: Pool;
  readonly #partitioning: Pool;
  readonly #limits: QuestionLimits;
  readonly #inUse = new Set<PoolClient>();
  /** Connections that were made before are not trusted: one of them gave no answer. */
  readonly #made = new WeakMap<PoolClient, number>();
  #lateCount = 0;
  readonly #onLate = (): void => {
    this.#lateCount += 1;
  };
  #startedAt = '';

  /** @param onLost called when a connection breaks. */
  constructor(number: number, url: string, onLost: (error: Error) => void, limits = usualLimits) {
    this.#limits = limits;
    const connectTo = (max: number): Pool => {
      const pool = new Pool({
        ...{ connectionString: url, max, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, types: numbersAsNumbers },
        keepAlive: true,
        onConnect: (client) => this.#noteStart(client),
      });
      // also of connections in use, whose query fails by itself: an error without a listener would end the server
      pool.on('connect', (client) => {
        this.#made.set(client, this.#lateCount);
        client.on('error', onLost);
      });
      pool.on('acquire', (client) => this.#inUse.add(client));
      pool.on('release', (_, client) => this.#inUse.delete(client));
      return pool.on('error', onLost);
    };
    this.number = number;
    this.pool = connectTo(CONNECTIONS);
    this.#partitioning = connectTo(1);
    this.partitions = new BlockPartitions({ query: (text) => this.#partition(text) });
  }

  /** Its connections for Kysely. */
  get forKysely(): PostgresPool {
    return {
      connect: async () => kyselyClient(await this.#connect(this.#limits.askedMs)),
      end: () => this.pool.end(),
      options: this.pool.options,
    };
  }

  /** When the PostgreSQL that answered last was started. After another start it may hold an earlier state, as it may have been restored. */
  get startedAt(): string {
    return this.#startedAt;
  }

  /**
   * Checks the role and makes the tables that are missing.
   * @param directory the database that says where each plant is; undefined for that one itself.
   * @returns the directory that it belongs to.
   * @throws Failure in one line where the server does not answer, where its walls would not hold this role back, or where it is another cluster.
   */
  async start(directory?: string): Promise<string> {
    const client = await this.#connect(this.#limits.workMs).catch(sayWhy);
    try {
      const { rows } = await client.query<{ unbound: boolean }>(
        'select rolsuper or rolbypassrls unbound from pg_roles where rolname = current_user',
      );
      if (rows[0]?.unbound !== false)
        throw new Failure(
          'parameter',
          'the role of the hub in PostgreSQL must be neither superuser nor free of row-level security',
        );
      await migrateHub(client);
      await client.query(
        'insert into hub_cluster (number, directory) values ($1, coalesce($2::uuid, gen_random_uuid())) on conflict do nothing',
        [this.number, directory],
      );
      const { rows: known } = await client.query<{ number: number; directory: string }>(
        'select number, directory from hub_cluster',
      );
      const [mark] = known;
      if (mark?.number !== this.number || (directory !== undefined && mark.directory !== directory))
        throw new Failure('parameter', `the PostgreSQL named as cluster ${this.number} is another one: check hub.clusters`);
      return mark.directory;
    } finally {
      client.release();
    }
  }

  /** One question in one round trip; it changes nothing. */
  async ask<R extends QueryResultRow>(prepared: Prepared, values: readonly unknown[]): Promise<R[]> {
    const { client, answered } = await this.#answered(this.#limits.askedMs, (one) =>
      one.query<R>({ ...prepared, values: [...values] }),
    );
    client.release();
    return answered.rows;
  }

  /**
   * One transaction on a plain connection.
   * @param begin statements that begin it, in one message.
   * @param check looks at what the last of them answered, before any work.
   */
  async within<T>(
    begin: string,
    check: (rows: unknown[], client: PoolClient) => Promise<void> | void,
    work: (client: PoolClient) => Promise<T>,
  ): Promise<T> {
    // several statements are answered by a list
    const { client, answered } = await this.#answered<unknown>(this.#limits.workMs, (one) => one.query(begin));
    const { rows } = (Array.isArray(answered) ? answered.at(-1) : answered) as QueryResult<object>;
    let broken: Error | undefined;
    const onBroken = (error: Error): void => {
      broken = error;
    };
    client.on('error', onBroken);
    try {
      await check(rows, client);
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((failed: Error) => {
        broken ??= failed;
      });
      throw broken ? ofDriver(error) : asPassing(error);
    } finally {
      client.off('error', onBroken);
      client.release(broken);
    }
  }

  /** What is asked at that moment has some seconds to be answered; then its connection is ended. */
  async stop(): Promise<void> {
    const late = setTimeout(() => {
      for (const client of this.#inUse) client.connection.stream.destroy(new Error('the hub stops'));
    }, STOP_MS);
    await Promise.all([this.pool.end(), this.#partitioning.end()]);
    clearTimeout(late);
  }

  async #partition(text: string): Promise<unknown> {
    const client = await this.#partitioning.connect().catch(refuse);
    limitAnswers(client, this.#limits.workMs, this.#onLate);
    return client
      .query(text)
      .catch(refuse)
      .finally(() => client.release());
  }

  async #noteStart(client: ClientBase): Promise<void> {
    limitAnswers(client as Client, CONNECT_TIMEOUT_MS, this.#onLate);
    const { rows } = await client.query<{ at: string }>('select pg_postmaster_start_time()::text at');
    this.#startedAt = rows[0]?.at ?? this.#startedAt;
  }

  /** After PostgreSQL was started again, every connection that was kept is broken, and says so only when it is used. */
  async #answered<T>(limitMs: number, first: (client: PoolClient) => Promise<T>): Promise<{ client: PoolClient; answered: T }> {
    for (let tries = CONNECTIONS; ; tries -= 1) {
      const client = await this.#connect(limitMs);
      try {
        return { client, answered: await first(client) };
      } catch (error) {
        client.release(true);
        if (tries === 0 || isTooSlow(error)) refuse(error);
      }
    }
  }

  async #connect(limitMs: number): Promise<PoolClient> {
    try {
      for (;;) {
        const client = await this.pool.connect();
        if (this.#made.get(client) === this.#lateCount) {
          limitAnswers(client, limitMs, this.#onLate);
          return client;
        }
        client.release(true);
      }
    } catch (error) {
      throw notAnswering(error);
    }
  }
}

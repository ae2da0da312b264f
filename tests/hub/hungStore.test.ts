/** A PostgreSQL that hangs, or a network that forgot its connections: nothing ends, and nothing answers. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Cluster } from '../../server/hub/database/cluster.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';

const nothing = (): void => undefined;
const one = { name: 'one', text: 'select 1 one' };
const limits = { askedMs: 1500, workMs: 2500 };

describe.skipIf(missingPostgres)(`PostgreSQL hangs${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rig: PostgresRig;
  let cluster: Cluster;
  const stopped: number[] = [];
  beforeAll(async () => {
    rig = await startPostgres();
    cluster = new Cluster(0, rig.url, nothing, limits);
  });
  afterEach(() => {
    for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
  });
  afterAll(async () => {
    await cluster.stop();
    rig.stop();
  });

  /** Each of so many connections of the pool, which are idle again then. */
  const hang = async (count: number, of = cluster): Promise<void> => {
    const clients = await Promise.all(Array.from({ length: count }, () => of.pool.connect()));
    for (const client of clients) {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid');
      stopped.push(rows[0]?.pid ?? Number.NaN);
    }
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    for (const client of clients) client.release();
  };
  const timed = async (asked: Promise<unknown>): Promise<{ told: unknown; ms: number }> => {
    const fromMs = performance.now();
    const told = await asked.catch((error: unknown) => error);
    return { told, ms: performance.now() - fromMs };
  };

  it('a question is given up and to be tried again, and the next goes to no connection that may hang too', async () => {
    await hang(12);
    const { told, ms } = await timed(cluster.ask(one, []));
    expect(told).toMatchObject({ code: 'unavailable' });
    expect(ms).toBeLessThan(limits.askedMs + 3000);
    expect(await cluster.ask(one, [])).toEqual([{ one: 1 }]);
    expect(await cluster.within('begin', nothing, async (client) => (await client.query('select 2 two')).rows)).toEqual([
      { two: 2 },
    ]);
  });

  it('a transaction in its middle is given up, and its answer is that of nothing else', async () => {
    const work = cluster.within('begin', nothing, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid');
      stopped.push(rows[0]?.pid ?? Number.NaN);
      for (const pid of stopped) process.kill(pid, 'SIGSTOP');
      return client.query('select 3 three');
    });
    expect((await timed(work)).told).toMatchObject({ code: 'unavailable' });
    for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
    expect(await Promise.all(Array.from({ length: 20 }, () => cluster.ask(one, [])))).toEqual(Array(20).fill([{ one: 1 }]));
  });

  it('a question through Kysely ends too', async () => {
    await hang(1);
    const client = await cluster.forKysely.connect();
    expect((await timed(client.query('select 1', []))).told).toMatchObject({ code: 'unavailable' });
    client.release(true);
  });

  it('the hub stops within some seconds all the same', async () => {
    const other = new Cluster(0, rig.url, nothing);
    await hang(1, other);
    const asked = timed(other.ask(one, []));
    const { ms } = await timed(other.stop());
    expect(ms).toBeLessThan(15_000);
    expect((await asked).told).toMatchObject({ code: 'unavailable' });
  });
});

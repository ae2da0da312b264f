/** A process of PostgreSQL that the system kills for want of memory: the connection ends without a word. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cluster } from '../../server/hub/database/cluster.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';

const nothing = (): void => undefined;

describe.skipIf(missingPostgres)(`PostgreSQL loses a process${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rig: PostgresRig;
  let cluster: Cluster;
  beforeAll(async () => {
    rig = await startPostgres();
    cluster = new Cluster(0, rig.url, nothing);
  });
  afterAll(async () => {
    await cluster.stop();
    rig.stop();
  });

  it('in the middle of a transaction: it is to be tried again, and the next one is answered', async () => {
    const killed = cluster.within('begin', nothing, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid');
      const slow = client.query('select pg_sleep(30)');
      // before it has read the question the connection would be reset, which has a code
      setTimeout(() => process.kill(rows[0]?.pid ?? Number.NaN, 'SIGKILL'), 300);
      await slow;
    });
    await expect(killed).rejects.toMatchObject({ code: 'unavailable', message: 'the connection to PostgreSQL broke' });
    const asked = () => cluster.within('begin', nothing, async (client) => (await client.query('select 1 one')).rows);
    await expect.poll(() => asked().catch(nothing), { timeout: 60_000 }).toEqual([{ one: 1 }]);
  });

  it('but what the work itself did wrong is said as it is', async () => {
    const failed = cluster.within('begin', nothing, (client) => client.query('select no_such_column'));
    await expect(failed).rejects.toMatchObject({ code: '42703' });
    const wrong = cluster.within('begin', nothing, async () => {
      throw new TypeError('a fault of ours');
    });
    await expect(wrong).rejects.toThrow(TypeError);
  });
});

/** A PostgreSQL that cannot answer at the moment: whoever asks the hub is told to come again, and nobody that they are not signed in. */
import { describe, expect, it } from 'vitest';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { asOwner, pairedPlant, rig, serveHub, url } from './wiredHub.ts';

const PASSWORD = 'seven quiet pumps under a bridge';
const endConnections = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'headworks'";

/** Each door of the hub, as a person of it and as a plant; each answers its status. */
const doorsOf = async (username: string): Promise<Record<string, () => Promise<number>>> => {
  const plant = await pairedPlant();
  const { site } = plant.identity;
  await asOwner('POST', '/people', { username, name: username, password: PASSWORD, isOwner: true });
  const credentials = { method: 'POST', body: JSON.stringify({ username, password: PASSWORD }) };
  const { token } = (await (await fetch(`${url}/api/hub/fleet/login`, credentials)).json()) as { token: string };
  const asked = async (path: string, init: RequestInit = { headers: { Authorization: `Bearer ${token}` } }): Promise<number> =>
    (await fetch(url + path, init)).status;
  return {
    'the owner': async () => (await asOwner('GET', '/plants')).status,
    'the owner, to write': async () => (await asOwner('POST', '/codes')).status,
    'an owner by name': () => asked('/api/hub/admin/people'),
    'the pages': () => asked('/api/hub/fleet/plants'),
    'a login of the pages': () => asked('/api/hub/fleet/login', credentials),
    'a login of the User API': () =>
      asked('/api/user/user/login', { headers: { LoginType: 'DEFAULT', username, password: PASSWORD } }),
    'the User API': () => asked(`/plants/${site}/api/user/common`),
    'a plant': async () => (await plant.ask('POST', '/compare', { level: 'month', industry: 'DEMO', months: [] })).status,
  };
};

describe.skipIf(missingPostgres)(`a hub whose store does not answer${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  serveHub();

  it.each([
    ['has no connection left', 'asha', 'connection limit 0'],
    ['takes longer than it may', 'ravi', 'set statement_timeout = 1'],
  ])('because it %s says so at each door', async (_, username, setting) => {
    const doors = await doorsOf(username);
    await rig.asAdmin((admin) => admin.query(`alter role headworks ${setting}`));
    await rig.asAdmin((admin) => admin.query(endConnections));
    const told: [string, number][] = [];
    for (const [door, ask] of Object.entries(doors)) told.push([door, await ask()]);
    const stranger = { method: 'POST', body: JSON.stringify({ username, password: 'a guess of somebody' }) };
    const { message } = (await (await fetch(`${url}/api/hub/fleet/login`, stranger)).json()) as { message: string };
    await rig.asAdmin((admin) => admin.query('alter role headworks connection limit -1; alter role headworks reset all'));
    await rig.asAdmin((admin) => admin.query(endConnections));
    expect(told).toEqual(Object.keys(doors).map((door) => [door, 503]));
    // nothing of the names and addresses in what PostgreSQL says
    expect(message).toBe('PostgreSQL does not answer');
    expect(await doors['an owner by name']?.()).toBe(200);
  });

  it('because the process that was asked is killed says so, to be tried again', async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const { promise: held, resolve: begun } = Promise.withResolvers<void>();
    // ended by the crash as all others are
    const holder = rig
      .asAdmin(async (admin) => {
        await admin.query('begin; lock table hub_user in access exclusive mode');
        begun();
        await over;
      })
      .catch(() => undefined);
    await held;
    const asked = asOwner('GET', '/people');
    const waiting = () =>
      rig.asAdmin(async (admin) => {
        const { rows } = await admin.query<{ pid: number }>(
          "select pid from pg_stat_activity where usename = 'headworks' and wait_event_type = 'Lock'",
        );
        return rows[0]?.pid;
      });
    await expect.poll(waiting, { timeout: 60_000 }).toEqual(expect.any(Number));
    process.kill((await waiting()) ?? Number.NaN, 'SIGKILL');
    expect(await asked).toMatchObject({ status: 503, body: { code: 'busy' } });
    end();
    await holder;
    await expect.poll(async () => (await asOwner('GET', '/people')).status, { timeout: 60_000 }).toBe(200);
  });
});

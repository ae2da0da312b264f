/** Two things at once with the accounts of a hub's people. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/core/clock.ts';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { HubPeople } from '../../server/hub/people/people.ts';
import { PeopleStore } from '../../server/hub/people/peopleStore.ts';
import { SessionStore } from '../../server/hub/people/sessionStore.ts';
import { Sessions } from '../../server/hub/people/sessions.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { HubAudit } from '../../server/hub/wire/auditStore.ts';

const OLD = 'seven quiet pumps under a bridge';
const NEW = 'nine loud valves above a stream';

describe.skipIf(missingPostgres)(`people of a hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rig: PostgresRig;
  let database: HubDatabase;
  let people: HubPeople;
  let store: PeopleStore;
  let sessions: Sessions;
  const folder = mkdtempSync(join(tmpdir(), 'headworks-hub-people-'));
  beforeAll(async () => {
    rig = await startPostgres();
    database = new HubDatabase(rig.url, () => undefined);
    await database.start();
    store = new PeopleStore(database);
    people = new HubPeople(store, new HubAudit(database), systemClock);
    sessions = new Sessions(new SessionStore(database), store, join(folder, 'token-keys.json'), systemClock);
  }, 60_000);
  afterAll(async () => {
    await database?.stop();
    await rig?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (username: string, password: string): Promise<number> => {
    const person = await people.verify(username, password, '192.0.2.1');
    await sessions.open(person, undefined, null);
    return database.kysely
      .selectFrom('hub_session')
      .select('session_id')
      .execute()
      .then(({ length }) => length);
  };

  it('get no session by a password that was replaced, or an account that was closed, while it was looked at', async () => {
    await people.add({ username: 'asha', name: 'Asha Kulkarni', password: OLD, isOwner: false });
    expect(await open('asha', OLD)).toBe(1);
    const looked = await people.verify('asha', OLD, '192.0.2.1');
    await people.change('asha', { password: NEW });
    await expect(sessions.open(looked, undefined, null)).rejects.toMatchObject({ code: 'credentials' });
    expect(await open('asha', NEW)).toBe(1);
    const known = await people.verify('asha', NEW, '192.0.2.1');
    await people.change('asha', { disabled: true });
    await expect(sessions.open(known, undefined, null)).rejects.toMatchObject({ code: 'credentials' });
  });

  it('keep an owner, also where two take the right from each other at once', async () => {
    for (const username of ['one', 'two']) await people.add({ username, name: username, password: OLD, isOwner: true });
    for (let round = 0; round < 5; round += 1) {
      const taken = ['one', 'two'].map((username) => people.change(username, { isOwner: false }));
      const outcomes = (await Promise.allSettled(taken)).map(({ status }) => status);
      const owners = (await store.all()).filter(({ isOwner, disabled }) => isOwner && !disabled);
      expect([outcomes.sort(), owners.length]).toEqual([['fulfilled', 'rejected'], 1]);
      for (const username of ['one', 'two']) await people.change(username, { isOwner: true });
    }
  });
});

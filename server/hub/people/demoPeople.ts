import type { Log } from '../../core/log.ts';
import { Passwords } from '../../features/auth/index.ts';
import { HubDatabase } from '../database/hubDatabase.ts';
import { PeopleStore } from './peopleStore.ts';

/** Adds the owner of a demo, with a password that nobody else may choose. */
export const addDemoOwner = async (
  postgres: string,
  { username, name, password }: { username: string; name: string; password: string },
  log: Log,
): Promise<void> => {
  const database = new HubDatabase(postgres, (error) => log.warn({ err: error }, 'a connection to PostgreSQL broke'));
  try {
    const passwordHash = await new Passwords().hash(password);
    await database.kysely
      .transaction()
      .execute((tx) => new PeopleStore(database).add(tx, { username, name, passwordHash, isOwner: true }));
  } finally {
    await database.stop();
  }
};

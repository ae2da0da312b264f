/** `npm run unlock`: lets an owner in again whom nobody can let in any more. For whoever sits at the machine, while the server is stopped. */
import { systemClock } from '../core/clock.ts';
import { createAudit } from '../features/audit/index.ts';
import { drawPassword, openAccount } from '../features/auth/index.ts';
import { createLog } from '../log.ts';
import { keepBeforeUpgrade } from '../restored.ts';
import { Storage } from '../storage.ts';
import { endWith, giveToOwner, readArguments, readPlantConfig } from './commandLine.ts';

const usage = `npm run unlock -- --data DIR [--username NAME] [--new-password]

Ends every lock of an account, and enables it. --new-password also gives it a password, which is printed once, and ends its sessions.
Without --username it lists who could be let in. Stop the server first.`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const run = async (): Promise<void> => {
  const { values } = readArguments(usage, {
    options: {
      data: { type: 'string' },
      username: { type: 'string' },
      'new-password': { type: 'boolean' },
    },
  });
  const { dataFolder, copyBeforeUpgrade } = readPlantConfig(values.data, ['headworks.db']);
  const log = createLog('error');
  if (copyBeforeUpgrade) await keepBeforeUpgrade(dataFolder, systemClock, log);
  const storage = new Storage(dataFolder, systemClock, log);
  const audit = createAudit({ writer: storage.writer, reader: storage.reader.sqlite, clock: systemClock, log });
  audit.start();
  try {
    const password = values['new-password'] ? drawPassword() : undefined;
    const account = openAccount({ writer: storage.writer, audit, clock: systemClock });
    if (values.username === undefined) {
      for (const { username, name, industryId, state } of await account.owners())
        print([username, name, industryId, state].join('\t'));
      return print(`\n${usage}`);
    }
    await account.open(values.username, password);
    print(`${values.username} can log in again.`);
    if (password !== undefined) print(`Password: ${password}\nChange it after the next login.`);
  } finally {
    await audit.stop();
    storage.stop();
    giveToOwner(dataFolder);
  }
};

run().catch(endWith);

/**
 * `npm run move -- --from DIR --to DIR [--user NAME]`: a plant from the desktop's data folder into the service's, or back. The server of
 * either folder has to be stopped. The old folder keeps its files and starts no server any more.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { movePlant } from '../backup/movedPlant.ts';
import { refuseHalfRestored } from '../backup/swapFolder.ts';
import { systemClock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import { lockFolder } from '../db/folderLock.ts';
import { headsAsNoted, selfTest } from '../features/storage/index.ts';
import { openReading } from '../jobs/openReading.ts';
import { endWith, readArguments } from './commandLine.ts';

const usage = 'usage: npm run move -- --from DIR --to DIR [--user NAME of the service, such as headworks]';

const backUp = async (dataFolder: string, file: string): Promise<void> => {
  const { sqlite } = openReading({ dataFolder });
  try {
    await sqlite.backup(file);
  } finally {
    sqlite.close();
  }
};

const check = (copy: string): void => {
  const { sqlite } = openReading({ dataFolder: copy });
  try {
    const { heads, damage } = headsAsNoted(copy);
    const [first] = [...damage, ...selfTest(sqlite, heads, () => systemClock.monotonicMs()).findings];
    if (first)
      throw new Failure('server', `nothing was moved, as the copy is not whole: ${first.part} of ${first.name}: ${first.reason}`);
  } finally {
    sqlite.close();
  }
};

const ownerOf = (user: string | undefined) => {
  if (user === undefined) return undefined;
  if (!/^[a-z_][a-z0-9_-]*$/.test(user)) throw new Failure('parameter', '--user is a name of small letters');
  const id = (of: string) => Number(execFileSync('id', [of, '--', user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

/** Where links lead: it is the folder itself that is exchanged. */
const placeOf = (path: string): string => {
  const whole = resolve(path);
  if (existsSync(whole)) return realpathSync(whole);
  return existsSync(dirname(whole)) ? join(realpathSync(dirname(whole)), basename(whole)) : whole;
};

const run = async (): Promise<void> => {
  const options = { from: { type: 'string' }, to: { type: 'string' }, user: { type: 'string' } } as const;
  const { values } = readArguments(usage, { options });
  if (!values.from || !values.to) throw new Failure('parameter', usage);
  const [from, to] = [placeOf(values.from), placeOf(values.to)];
  if (`${to}/`.startsWith(`${from}/`) || `${from}/`.startsWith(`${to}/`))
    throw new Failure('parameter', 'one of the folders is inside the other');
  if (!existsSync(from)) throw new Failure('parameter', `${from} is not there`);
  const owner = ownerOf(values.user);
  refuseHalfRestored(from);
  const unlock = lockFolder(from);
  try {
    // nobody measures there either
    if (existsSync(to)) lockFolder(to)();
    await movePlant({ from, to, nowMs: systemClock.now(), copyDatabase: (file) => backUp(from, file), check, owner });
  } finally {
    unlock();
  }
  process.stdout.write(
    `the plant is in ${to} now, and every hash of it was checked; ${from} keeps its files and starts no server\n`,
  );
};

run().catch(endWith);

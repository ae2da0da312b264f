/**
 * `npm run restore -- FILE --data DIR --as replacement|copy [--kit "24 words" | --kit-file PATH]`: checks a backup, keeps what the folder
 * holds, and unpacks the backup in its place. The next start of the server writes the audit log.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BUNDLE_ENDING } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restoreBackup.ts';
import { finishSwap, markForSwap, stageIn } from '../backup/swapFolder.ts';
import { type RestoreAs, takeOver } from '../backup/takeOver.ts';
import { loadIdentity } from '../bundle/identity.ts';
import { keyOfKit } from '../bundle/recoveryKit.ts';
import { systemClock } from '../core/clock.ts';
import { Failure, isFailure, messageOf } from '../core/fail.ts';
import { lockFolder } from '../db/folderLock.ts';

const usage = `usage: npm run restore -- FILE --data DIR --as replacement|copy [--kit "24 words" | --kit-file PATH]
  FILE                 a snapshot of a backup, below a folder snapshots; its days are read from the folder days beside that
  --as replacement     this plant again: on a new PC, or after a fault; its epoch rises by one
  --as copy            another plant for testing: a new identity, its field off, no messages to anybody
  --kit, --kit-file    the recovery kit; not needed in the data folder of the server that made the backup`;

const asked = () => {
  try {
    const options = {
      data: { type: 'string' },
      as: { type: 'string' },
      kit: { type: 'string' },
      'kit-file': { type: 'string' },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [file] = positionals;
    if (!file || !values.data || !/^(replacement|copy)$/.test(values.as ?? '')) throw new Failure('parameter', usage);
    return {
      file: resolve(file),
      dataFolder: resolve(values.data),
      as: values.as as RestoreAs,
      kit: values.kit,
      kitFile: values['kit-file'],
    };
  } catch (error) {
    throw new Failure('parameter', isFailure(error) ? error.message : `${messageOf(error)}\n${usage}`, { cause: error });
  }
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const run = async (): Promise<void> => {
  const { file, dataFolder, as, kit, kitFile } = asked();
  if (!existsSync(file)) throw new Failure('notFound', `${file} is not there`);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(dataFolder);
  try {
    const nowMs = systemClock.now();
    const keys = join(dataFolder, 'keys');
    const words = kit ?? (kitFile === undefined ? undefined : readFileSync(kitFile, 'utf8'));
    const openers = [
      ...(words === undefined ? [] : [keyOfKit(words)]),
      ...(existsSync(join(keys, 'site.json')) ? [loadIdentity(keys, nowMs).opening] : []),
    ];
    const into = stageIn(dataFolder);
    const { manifest, days } = await restoreBackup({ snapshot: file, openers, into, turn: () => nextTurn() });
    const snapshot = basename(file, BUNDLE_ENDING);
    const { site, epoch } = takeOver({ into, as, snapshot, manifest, days, dataFolder, nowMs });
    markForSwap(dataFolder, nowMs);
    const kept = finishSwap(dataFolder);
    say(
      `restored the backup of ${manifest.createdAt} from ${dirname(file)}: ${days} closed days of single series, site ${site}, epoch ${epoch}`,
    );
    if (manifest.damaged.length > 0) say(`${manifest.damaged.length} days were damaged when it was made and are not in it`);
    say(`what was there is kept in ${kept}; start the server with: npm start -- --data ${dataFolder}`);
  } finally {
    unlock();
  }
};

run().catch((error: unknown) => {
  process.stderr.write(
    `headworks: ${isFailure(error) ? messageOf(error) : error instanceof Error ? error.stack : messageOf(error)}\n`,
  );
  process.exitCode = 1;
});

/**
 * `npm run restore -- --hub CODE --data DIR`: this PC takes the place of a lost one; its hub has the plant (`restoreFromHub.ts`).
 * `npm run restore -- FILE --data DIR --as replacement|copy [--kit "24 words" | --kit-file PATH]`: checks a backup, keeps what the folder
 * holds, and unpacks the backup in its place. FILE may be a copy from before an upgrade, which the data folder keeps. The next start of the server writes the audit log.
 */
import { existsSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isBeforeUpgrade, unpackBeforeUpgrade } from '../backup/beforeUpgrade.ts';
import { BUNDLE_ENDING } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restoreBackup.ts';
import { finishSwap, markForSwap, stageIn } from '../backup/swapFolder.ts';
import { type RestoreAs, takeOver } from '../backup/takeOver.ts';
import { loadIdentity } from '../bundle/identity.ts';
import { keyOfKit } from '../bundle/recoveryKit.ts';
import { systemClock } from '../core/clock.ts';
import { Failure, isFailure, messageOf } from '../core/fail.ts';
import { strangerIn } from '../db/closeFolder.ts';
import { makeFolder } from '../db/folder/makeFolder.ts';
import { lockFolder } from '../db/folderLock.ts';
import { endWith, giveToOwner, readArguments } from './commandLine.ts';
import { restoreFromHub } from './restoreFromHub.ts';

const usage = `usage: npm run restore -- FILE --data DIR --as replacement|copy [--kit "24 words" | --kit-file PATH]
  FILE                 a snapshot of a backup, below a folder snapshots; its days are read from the folder days beside that;
                       or what DIR/before-upgrade keeps, to go back to the version of before
  --as replacement     this plant again: on a new PC, or after a fault; its epoch rises by one
  --as copy            another plant for testing: a new identity, its field off, no messages to anybody
  --kit, --kit-file    the recovery kit; not needed in the data folder of the server that made the backup
or: npm run restore -- --hub CODE --data DIR
  --hub CODE           from the hub, in the place of a PC that was lost; the hub's owner makes the code for it`;

const asked = () => {
  const options = {
    data: { type: 'string' },
    hub: { type: 'string' },
    as: { type: 'string' },
    kit: { type: 'string' },
    'kit-file': { type: 'string' },
  } as const;
  const { values, positionals } = readArguments(usage, { options, allowPositionals: true });
  const [file] = positionals;
  if (values.hub && values.data) return { hub: values.hub, dataFolder: resolve(values.data) };
  if (!file || !values.data || !/^(replacement|copy)$/.test(values.as ?? '')) throw new Failure('parameter', usage);
  return {
    file: resolve(file),
    dataFolder: resolve(values.data),
    as: values.as as RestoreAs,
    kit: values.kit,
    kitFile: values['kit-file'],
  };
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

type FromFile = Exclude<ReturnType<typeof asked>, { hub: string }>;

const readKitFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure('parameter', `the file of the recovery kit cannot be read: ${messageOf(error)}`, { cause: error });
  }
};

/** Makes the folder; what is in one that holds no plant is nobody's to move. */
const prepare = (dataFolder: string): void => {
  try {
    makeFolder(dataFolder);
  } catch (error) {
    throw new Failure('parameter', `data folder ${dataFolder} cannot be made: ${messageOf(error)}`, { cause: error });
  }
  const stranger = strangerIn(dataFolder);
  if (stranger !== undefined)
    throw new Failure('parameter', `${dataFolder} holds other things than a plant, as ${stranger}: give a folder of its own`);
};

/** The database as it was before a newer version changed it. */
const takeBeforeUpgrade = async ({ file, dataFolder, as }: FromFile): Promise<string> => {
  if (as !== 'replacement') throw new Failure('parameter', `${file} goes back into its own folder: --as replacement`);
  const into = stageIn(dataFolder);
  const { madeMs, days } = await unpackBeforeUpgrade(file, { dataFolder, into, turn: () => nextTurn() });
  const manifest = { createdAt: new Date(madeMs).toISOString() };
  const snapshot = basename(file, '.db');
  takeOver({ into, as, snapshot, manifest, days, dataFolder, nowMs: systemClock.now() });
  return `put back the database as it was before the upgrade of ${manifest.createdAt}: ${days} closed days of single series`;
};

const takeFile = async (order: FromFile): Promise<string> => {
  const { file, dataFolder, as, kit, kitFile } = order;
  if (!existsSync(file)) throw new Failure('notFound', `${file} is not there`);
  if (!statSync(file).isFile()) throw new Failure('parameter', `${file} is a folder: give a file of its folder snapshots`);
  if (isBeforeUpgrade(file, dataFolder)) return takeBeforeUpgrade(order);
  const nowMs = systemClock.now();
  const keys = join(dataFolder, 'keys');
  const words = kit ?? (kitFile === undefined ? undefined : readKitFile(kitFile));
  const openers = [
    ...(words === undefined ? [] : [keyOfKit(words)]),
    ...(existsSync(join(keys, 'site.json')) ? [loadIdentity(keys, nowMs).opening] : []),
  ];
  const into = stageIn(dataFolder);
  const { manifest, days } = await restoreBackup({ snapshot: file, openers, into, turn: () => nextTurn() }).catch((error) => {
    if (!isFailure(error) || error.code !== 'credentials') throw error;
    const advice =
      words === undefined
        ? 'give the recovery kit that there was when this backup was made, with --kit or --kit-file'
        : 'this kit is not the one that there was when this backup was made';
    throw new Failure('credentials', `${messageOf(error)}: ${advice}`, { cause: error });
  });
  const snapshot = basename(file, BUNDLE_ENDING);
  const { site, epoch } = takeOver({ into, as, snapshot, manifest, days, dataFolder, nowMs });
  if (manifest.damaged.length > 0) say(`${manifest.damaged.length} days were damaged when it was made and are not in it`);
  return `restored the backup of ${manifest.createdAt} from ${dirname(file)}: ${days} closed days of single series, site ${site}, epoch ${epoch}`;
};

const takeHub = async (code: string, dataFolder: string): Promise<string> => {
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort(new Failure('cancelled', 'stopped: the same command goes on')));
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string };
  const days = await restoreFromHub({ code, into: stageIn(dataFolder), program: version, say, signal: stopping.signal });
  say(
    'settings of the server, reports that were made and photos were not at the hub; nothing is written to devices before that is allowed again',
  );
  return `restored from the hub: ${days} closed days of single series; the first start prints a setup code, with which the owner gets in`;
};

const run = async (): Promise<void> => {
  const order = asked();
  const { dataFolder } = order;
  prepare(dataFolder);
  const unlock = lockFolder(dataFolder);
  try {
    // one that was marked by a command that was ended: what it had unpacked would be lost by unpacking another
    const earlier = finishSwap(dataFolder);
    if (earlier !== undefined)
      say(`a restore that was under way was finished first; what was there before it is kept in ${earlier}`);
    const done =
      'hub' in order && order.hub !== undefined ? await takeHub(order.hub, dataFolder) : await takeFile(order as FromFile);
    markForSwap(dataFolder, systemClock.now());
    const kept = finishSwap(dataFolder);
    say(done);
    if (kept !== undefined && readdirSync(kept).length === 0) rmdirSync(kept);
    else say(`what was there is kept in ${kept}`);
    say(`start the server with: npm start -- --data ${dataFolder}`);
  } finally {
    unlock();
    giveToOwner(dataFolder);
  }
};

run().catch(endWith);

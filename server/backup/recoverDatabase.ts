import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { uidOf } from '../bundle/dayItems.ts';
import { type Identity, loadIdentity, raiseEpoch } from '../bundle/identity.ts';
import type { MissingHistory } from '../contract/plant/backup.ts';
import type { Clock } from '../core/clock.ts';
import { Failure, messageOf } from '../core/fail.ts';
import { syncFolder } from '../core/files/durable.ts';
import type { Log } from '../core/log.ts';
import { dateOfDay } from '../core/shift.ts';
import { isDiskFault, isNoRoom } from '../db/diskFaults.ts';
import { giveUpReserve } from '../db/diskRoom.ts';
import { LogPair } from '../db/folder/logPair.ts';
import { openWriter } from '../db/openWriter.ts';
import { closedDayTables } from '../db/transfer/copyDatabase.ts';
import { mendHeader, salvage } from '../db/transfer/salvage.ts';
import { settleRestored } from '../db/transfer/settleRestored.ts';
import { seriesIn } from '../db/transfer/storedDays.ts';
import { BackupFolder } from './backupFolder.ts';
import { DATABASE, type Manifest, stampOf } from './manifest.ts';
import { addMissing, readMissing } from './missingHistory.ts';
import { backupFolderOf, readPolicy } from './policy.ts';
import { restoreBackup } from './restoreBackup.ts';
import { newestFirst } from './retention.ts';
import { findDamageAtStart, pagesChecked } from './uncheckedPages.ts';

/** Of a new database: where its rows come from. */
export type RecoverySource = { from: MissingHistory['from']; snapshot: string | null; manifest: Manifest | undefined };
export type SuccessorParts = { dataFolder: string; into: string; identity: Identity; clock: Clock; log: Log };

/** The configuration of the newest backup that is whole. */
const fromBackup = async ({ dataFolder, into, identity, clock, log }: SuccessorParts): Promise<RecoverySource | undefined> => {
  const folder = new BackupFolder(backupFolderOf(dataFolder, readPolicy(dataFolder), identity.site));
  const all = folder.readableSnapshots((reason) => log.warn({ reason }, 'no backup can be used'));
  for (const { name } of newestFirst(all, clock.now())) {
    try {
      const { manifest } = await restoreBackup({
        snapshot: folder.snapshotPath(name),
        openers: [identity.opening],
        into,
        withoutHistory: true,
        turn: () => nextTurn(),
      });
      return { from: 'backup', snapshot: name, manifest };
    } catch (error) {
      if (isNoRoom(error)) throw error;
      log.warn({ snapshot: name, reason: messageOf(error) }, 'a backup could not be used');
    }
  }
  return undefined;
};

/** What of the configuration can still be read in the damaged file. */
const fromDamaged = ({ dataFolder, into, clock, log }: SuccessorParts): RecoverySource => {
  const [path, copy] = [join(into, DATABASE), join(into, 'damaged.db')];
  const begin = (): void => {
    rmSync(into, { recursive: true, force: true });
    mkdirSync(into, { recursive: true, mode: 0o700 });
    openWriter(path, clock).writer.close();
    for (const ending of ['', '-wal'])
      if (existsSync(join(dataFolder, DATABASE + ending))) copyFileSync(join(dataFolder, DATABASE + ending), copy + ending);
  };
  begin();
  // without its file a log says nothing, and an empty database would pass for one that was read
  const isThere = (statSync(copy, { throwIfNoEntry: false })?.size ?? 0) > 0;
  let taken = isThere ? salvage(copy, path, closedDayTables) : { error: 'there is nothing in its place' };
  if (isThere && 'error' in taken) {
    begin();
    rmSync(`${copy}-wal`, { force: true });
    mendHeader(copy, path);
    taken = salvage(copy, path, closedDayTables);
  }
  if ('error' in taken) {
    log.error({ reason: taken.error }, 'nothing of the damaged database can be read');
    rmSync(path, { force: true });
    return { from: 'nothing', snapshot: null, manifest: undefined };
  }
  log.warn({ rows: taken.rows }, 'rows were taken out of the damaged database');
  return { from: 'salvage', snapshot: null, manifest: undefined };
};

/** What the backup holds of closed days, and the plant does not. */
const missingOf = (path: string, manifest: Manifest | undefined): MissingHistory['series'] => {
  if (!manifest) return [];
  const held = new Map(manifest.series.map(([uid, ...rest]) => [uid, rest]));
  return seriesIn(path).flatMap(({ uid, industryId, unitId, param }) => {
    const [firstDay = 0, lastDay = 0, days = 0] = held.get(uidOf(uid)) ?? [];
    return days === 0 ? [] : [{ industryId, unitId, param, firstDay: dateOfDay(firstDay), lastDay: dateOfDay(lastDay), days }];
  });
};

/** Where a new database is made before it takes the place of the damaged one. */
export const recoveryFolder = (dataFolder: string): string => join(dataFolder, 'temp-recovery');

/** Makes a database with the configuration of the newest backup that is whole, or of what can still be read in the damaged one. */
export const makeSuccessor = async (parts: SuccessorParts): Promise<RecoverySource> =>
  (await fromBackup(parts)) ?? fromDamaged(parts);

/**
 * Sets a damaged database aside and puts a new one in its place, so that the plant can be asked again without a person: with the
 * configuration of the newest backup, or of what can still be read. History waits for a decision.
 * @param make makes it, in another process where there is one.
 * @returns what is missing; undefined where the database is not damaged.
 */
export const recoverDatabase = async (
  dataFolder: string,
  clock: Clock,
  log: Log,
  make: (parts: SuccessorParts) => Promise<RecoverySource> = makeSuccessor,
): Promise<MissingHistory | undefined> => {
  const [path, into] = [join(dataFolder, DATABASE), recoveryFolder(dataFolder)];
  const made = join(into, DATABASE);
  // a cut between setting aside and putting in place
  if (!existsSync(path) && existsSync(made) && readMissing(dataFolder)) renameSync(made, path);
  // pages of another log would pass for damage of this database
  new LogPair(path).assert();
  const cause = findDamageAtStart(dataFolder);
  if (cause === undefined) return undefined;
  const nowMs = clock.now();
  const setAside = `damaged-${stampOf(nowMs)}`;
  log.error({ cause, setAside }, 'the database is damaged and is set aside');
  const keys = join(dataFolder, 'keys');
  const parts = { dataFolder, into, identity: loadIdentity(keys, nowMs), clock, log };
  const { from, snapshot, manifest } = await withReserve(parts, async () => {
    const found = await make(parts);
    if (found.from !== 'nothing')
      settleRestored(made, {
        isCopy: false,
        byHand: false,
        keepsChecks: found.from === 'backup',
        keepsFound: found.from === 'salvage',
        nowMs,
      });
    return found;
  });
  if (from !== 'nothing') raiseEpoch(keys);
  const missing: MissingHistory = {
    since: new Date(nowMs).toISOString(),
    cause,
    setAside,
    from,
    snapshot,
    lostFrom: manifest?.createdAt ?? null,
    series: from === 'nothing' ? [] : missingOf(made, manifest),
  };
  const waits = addMissing(dataFolder, missing);
  exchange(dataFolder, setAside, made);
  pagesChecked(dataFolder);
  rmSync(into, { recursive: true, force: true });
  return waits;
};

/**
 * Makes the new database, on a full disk with the reserve given up for it.
 * @throws Failure `storageFull` where that is not enough: the damaged database stays where it is, and the next start tries again.
 */
const withReserve = async (
  { dataFolder, into, log }: SuccessorParts,
  make: () => Promise<RecoverySource>,
): Promise<RecoverySource> => {
  for (;;)
    try {
      return await make();
    } catch (error) {
      rmSync(into, { recursive: true, force: true });
      if (!isDiskFault(error)) throw error;
      if (!isNoRoom(error))
        throw new Failure('unavailable', `The new database could not be written: ${messageOf(error)}`, { cause: error });
      if (!giveUpReserve(dataFolder))
        throw new Failure(
          'storageFull',
          `The disk of ${dataFolder} has no room for a new database in the place of the damaged one, which stays where it is: make room and start again`,
          { cause: error },
        );
      log.warn({}, 'the reserve of the disk is given up for the new database');
    }
};

/** The damaged files go into a folder of their own, and the new one takes their place. */
const exchange = (dataFolder: string, setAside: string, made: string): void => {
  const aside = join(dataFolder, setAside);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  // with the ends of its chains, which are not those of the new one
  for (const name of ['chain-heads.json', ...['-pair.json', '-shm', '-wal', ''].map((ending) => DATABASE + ending)])
    if (existsSync(join(dataFolder, name))) renameSync(join(dataFolder, name), join(aside, name));
  if (existsSync(made)) renameSync(made, join(dataFolder, DATABASE));
  syncFolder(dataFolder);
};

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { copyBeforeUpgrade, copyToGoBackTo } from './backup/beforeUpgrade.ts';
import { readMissing, writeMissing } from './backup/missingHistory.ts';
import { makeSuccessor, type RecoverySource, recoverDatabase, type SuccessorParts } from './backup/recoverDatabase.ts';
import { rollBack } from './backup/rollBack.ts';
import { finishSwap, removeUnfinished } from './backup/swapFolder.ts';
import { readNote, removeNote } from './backup/takeOver.ts';
import { leavePagesUnchecked } from './backup/uncheckedPages.ts';
import { fingerprintOf, type Identity, loadIdentity } from './bundle/identity.ts';
import { publicBytes } from './bundle/keys.ts';
import type { Clock } from './core/clock.ts';
import { Failure, isFailure, messageOf } from './core/fail.ts';
import type { Log } from './core/log.ts';
import { damagedSetUpIn } from './db/compareRows.ts';
import { isNoRoom } from './db/diskFaults.ts';
import { giveUpReserve, START_BYTES } from './db/diskRoom.ts';
import { dropLostLog, isLogLost } from './db/folder/lostLog.ts';
import { lockFolder } from './db/folderLock.ts';
import { isDamageError } from './db/transfer/findDamage.ts';
import type { AuditTrail } from './features/audit/index.ts';
import type { JobPool } from './jobs/pool.ts';
import { madeSuccessor } from './jobs/recoveryWork.ts';

const RECOVER_WITHIN_MS = 1_800_000;

/** In a job process, which may be ended for its memory; if that fails, in this process, for the plant has to serve again. */
const makeApart = async (parts: SuccessorParts, jobs: JobPool): Promise<RecoverySource> => {
  const { clock, log } = parts;
  try {
    const limits = { signal: new AbortController().signal, timeLimitMs: RECOVER_WITHIN_MS };
    const { found, lines } = madeSuccessor.parse(await jobs.run('recoverDatabase', { nowMs: clock.now() }, limits));
    for (const { level, fields, message } of lines) log[level](fields, message);
    return { ...found, manifest: found.manifest };
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'no job process could make the new database: it is made by the server');
    return makeSuccessor(parts);
  } finally {
    jobs.stop();
  }
};

/**
 * Before anything is opened: a backup that was unpacked takes the place of what is there, and a damaged database makes room for one with
 * which the plant can serve again.
 */
export const takeRestored = async (dataFolder: string, clock: Clock, log: Log, startJobs: () => JobPool): Promise<void> => {
  const unlock = lockFolder(dataFolder);
  try {
    const rolledBack = await rollBack(dataFolder, clock.now());
    if (rolledBack)
      log.warn({ snapshot: rolledBack }, 'an update was taken back: the backup made before it takes the place of its database');
    const kept = finishSwap(dataFolder);
    if (kept) log.warn({ kept }, 'a backup was put in place; what was there before is kept');
    removeUnfinished(dataFolder);
    await recoverDatabase(dataFolder, clock, log, (parts) => makeApart(parts, startJobs()));
  } finally {
    unlock();
  }
};

/** Before the database is opened: what this version is about to change is kept as it is. @throws Failure, with nothing changed. */
export const keepBeforeUpgrade = async (dataFolder: string, clock: Clock, log: Log): Promise<void> => {
  const unlock = lockFolder(dataFolder);
  try {
    await copyBeforeUpgrade({ dataFolder, nowMs: clock.now(), log, turn: () => nextTurn() });
  } finally {
    unlock();
  }
};

/** A database of a newer version, with the way back where there is a copy of the time before. */
const newerFailure = (dataFolder: string, error: Failure): Failure => {
  const copy = copyToGoBackTo(dataFolder);
  if (copy === undefined) return error;
  const command = `npm run restore -- '${copy}' --data '${dataFolder}' --as replacement`;
  return new Failure('newerVersion', `${messageOf(error)}. As it was before that version: ${command}`, { cause: error });
};

/** Why a start failed, in words, where what it could not make sense of is a damaged row. */
const damagedRowFailure = (dataFolder: string, cause: unknown): Failure | undefined => {
  try {
    const path = join(dataFolder, 'headworks.db');
    const [first, ...others] = damagedSetUpIn(path);
    if (first === undefined) return undefined;
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    return new Failure(
      'unavailable',
      `database ${path} is damaged: row ${first.key} of its table ${first.name} is not what was stored${more}; put a backup in its place: npm run restore`,
      { cause },
    );
  } catch {
    return undefined;
  }
};

/**
 * A start that met damage looks through the whole database the next time, before it opens it.
 * @returns what to say of it.
 */
export const startFailure = (dataFolder: string, error: unknown): unknown => {
  if (isDamageError(error)) leavePagesUnchecked(dataFolder);
  if (isFailure(error, 'newerVersion')) return newerFailure(dataFolder, error);
  return isFailure(error) || isDamageError(error) ? error : (damagedRowFailure(dataFolder, error) ?? error);
};

/**
 * Whether the server should try once more: where it met damage, which it looks for then, or where the disk is full, with some of what is
 * reserved for that. Call it once everything is closed again.
 */
export const isWorthAnotherStart = (dataFolder: string, error: unknown, log: Log): boolean => {
  const reason = messageOf(error);
  if (isDamageError(error))
    log.warn({ reason }, 'the start met damage in the database: it is looked through, and the server starts again');
  else if (isNoRoom(error) && giveUpReserve(dataFolder, START_BYTES))
    log.warn({ reason }, 'the disk is full: some of the reserve is given up, and the server starts again');
  else return false;
  return true;
};

/** Writes once that a damaged database was set aside. */
const auditRecovered = async (dataFolder: string, audit: AuditTrail): Promise<void> => {
  const missing = readMissing(dataFolder);
  if (!missing || missing.audited) return;
  const { series, audited: _, ...after } = missing;
  const entry = { kind: 'database.setAside', industryId: null, userId: null, outcome: 'done' } as const;
  await audit.record({ ...entry, subject: missing.setAside, after: { ...after, series: series.length } });
  writeMissing(dataFolder, { ...missing, audited: true });
};

/** Writes once that what the run before had stored last is gone. */
const auditLostLog = async (dataFolder: string, audit: AuditTrail): Promise<void> => {
  if (!isLogLost(dataFolder)) return;
  await audit.record({ kind: 'database.logLost', industryId: null, userId: null, outcome: 'done', subject: 'headworks.db-wal' });
  dropLostLog(dataFolder);
};

/** Writes once into the audit log that the plant was restored. */
export const auditRestored = async (dataFolder: string, audit: AuditTrail): Promise<void> => {
  const note = readNote(dataFolder);
  await auditLostLog(dataFolder, audit);
  await auditRecovered(dataFolder, audit);
  if (!note) return;
  const { snapshot, format: _, by, ...after } = note;
  const who = by ?? { userId: null };
  await audit.record({ kind: 'backup.restored', industryId: null, ...who, outcome: 'done', subject: snapshot, after });
  removeNote(dataFolder);
};

/**
 * Who this plant is; made at its first run, and at the first run of a version that knows identities. Where the keys of a plant were removed
 * its backups are another's: what is known of them counts no more, so that one of its own is made soon.
 */
export const identityIn = (dataFolder: string, clock: Clock, log: Log): Identity => {
  const keys = join(dataFolder, 'keys');
  const isMade = !existsSync(join(keys, 'site.json'));
  const identity = loadIdentity(keys, clock.now());
  const { site, epoch, signing } = identity;
  if (isMade && existsSync(join(dataFolder, 'chain-heads.json'))) {
    rmSync(join(dataFolder, 'backup-runs.json'), { force: true });
    log.warn(
      { site, keys },
      'this plant had no keys and is a new one to its backups and its hub: backups made before open with their recovery kit alone, and a hub is paired anew',
    );
  }
  log.info({ site, epoch, fingerprint: fingerprintOf(publicBytes(signing)) }, 'identity of this plant');
  return identity;
};

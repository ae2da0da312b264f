import { existsSync, statfsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { BackupFolder } from '../backup/backupFolder.ts';
import { copyBackup, copyIn } from '../backup/copyBackup.ts';
import { keepBackups } from '../backup/keepBackups.ts';
import { lookAtBackups } from '../backup/lookAtBackups.ts';
import { makeBackup } from '../backup/makeBackup.ts';
import { backupsThatWait, readMissing } from '../backup/missingHistory.ts';
import { backupFolderOf, prepareFolder, readPolicy } from '../backup/policy.ts';
import { verifyBackup } from '../backup/verifyBackup.ts';
import { loadIdentity } from '../bundle/identity.ts';
import { readKit } from '../bundle/recoveryKit.ts';
import type { BackupPolicy } from '../contract/plant/backup.ts';
import type { JobSetting } from '../contract/process/jobs.ts';
import { Failure } from '../core/fail.ts';
import type { OpenReading } from './openReading.ts';
import { turnWithRoom } from './turnWithRoom.ts';
import type { Work } from './work.ts';

const order = z.object({ nowMs: z.number(), program: z.string() });
const verifyOrder = order.extend({ name: z.string() });
/** What must stay free besides the backup itself. */
const RESERVE_BYTES = 64 * 1_048_576;

/** Where the backups of this plant are, and the keys that this server has for them. */
const placeOf = ({ dataFolder }: JobSetting, nowMs: number) => {
  const keys = join(dataFolder, 'keys');
  const identity = loadIdentity(keys, nowMs);
  const policy = readPolicy(dataFolder);
  const folder = new BackupFolder(backupFolderOf(dataFolder, policy, identity.site));
  return { identity, policy, folder, kit: readKit(keys), openers: [identity.opening] };
};

/** @throws Failure in one line when there is no place for a backup. */
const makeRoom = (dataFolder: string, policy: BackupPolicy, site: string, folder: string): void => {
  if (policy.folder === null) prepareFolder(dataFolder, policy, site);
  if (!existsSync(folder)) throw new Failure('unavailable', `${folder} is not there: is its disk connected?`);
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < RESERVE_BYTES) throw new Failure('storageFull', `${folder} has less than 64 MiB free`);
};

/** `isDoubted`: a drill or a verification has failed since the last backup. */
const backupOrder = order.extend({ isDoubted: z.boolean().default(false) });

/** Makes a backup, reads back what was written, and removes what is kept no longer. */
export const backupWork =
  (setting: JobSetting, open: () => OpenReading): Work =>
  async (input, signal) => {
    const { nowMs, program, isDoubted } = backupOrder.parse(input);
    const { identity, policy, folder, kit, openers } = placeOf(setting, nowMs);
    makeRoom(setting.dataFolder, policy, identity.site, folder.path);
    const turn = turnWithRoom(setting.dataFolder, signal);
    const { sqlite } = open();
    const { dataFolder } = setting;
    const made = await makeBackup({ sqlite, dataFolder, folder, identity, kit, program, nowMs, isDoubted, turn });
    const { snapshot: name, bytes, days, manifest, written } = made;
    const temporary = join(dataFolder, 'temp-verify');
    try {
      await verifyBackup({ folder, name, openers, temporary, only: new Set(written.map((path) => basename(path))), turn });
    } catch (error) {
      folder.remove(name);
      throw error;
    }
    // where the clock was set back others pass for newer than the one that was just made
    const wait = [name, ...backupsThatWait(readMissing(dataFolder), folder.snapshots())];
    keepBackups(folder, { keep: policy.keep, wait }, openers, nowMs);
    return { snapshot: name, bytes, days, damaged: manifest.damaged.length };
  };

/** Reads every byte of a backup. */
export const verifyWork =
  (setting: JobSetting): Work =>
  async (input, signal) => {
    const { nowMs, name } = verifyOrder.parse(input);
    const { folder, openers } = placeOf(setting, nowMs);
    const temporary = join(setting.dataFolder, 'temp-verify');
    const turn = turnWithRoom(setting.dataFolder, signal);
    const { days, manifest } = await verifyBackup({ folder, name, openers, temporary, turn });
    return { snapshot: name, bytes: null, days, damaged: manifest.damaged.length };
  };

/** Looks at the folder of backups, which may hang. */
export const lookWork =
  (setting: JobSetting): Work =>
  async (input) => {
    const { nowMs, withDays } = z.object({ nowMs: z.number(), withDays: z.boolean() }).parse(input);
    const { identity, policy, openers } = placeOf(setting, nowMs);
    const { dataFolder } = setting;
    return lookAtBackups({ dataFolder, policy, site: identity.site }, withDays ? openers : undefined);
  };

/** Copies a backup into the data folder, for who must not wait for its own folder. */
export const copyWork =
  (setting: JobSetting): Work =>
  async (input) => {
    const { nowMs, name } = z.object({ nowMs: z.number(), name: z.string() }).parse(input);
    const { folder, openers } = placeOf(setting, nowMs);
    copyBackup(folder, name, copyIn(setting.dataFolder), openers);
    return null;
  };

/** Makes the folder of a plant where a person chose to have it. */
export const prepareWork =
  ({ dataFolder }: JobSetting): Work =>
  async (input) => {
    const { site, ...policy } = z.object({ folder: z.string(), site: z.string() }).parse(input);
    prepareFolder(dataFolder, policy, site);
    return null;
  };

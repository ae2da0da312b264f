import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { loadIdentity, raiseEpoch, renewIdentity } from '../bundle/identity.ts';
import { readJsonFile, writeJsonFile, writeWholeFile } from '../core/files/wholeFile.ts';
import { forbidsWriting, settleRestored } from '../db/transfer/settleRestored.ts';
import { DATABASE, type Manifest } from './manifest.ts';

/** This plant again, on this PC or another; or another plant for testing, which polls no device and notifies nobody. */
export type RestoreAs = 'replacement' | 'copy';

const NOTE_FILE = 'restored.json';
const SETTINGS = 'headworks.json';
/** Settings by which messages leave. */
const outgoing = ['sms', 'email', 'messaging', 'push'] as const;

/** Who asked for it in the panel; absent where it was done at the machine. */
export const restoredBy = z.object({ userId: z.string(), ip: z.string() });
export type RestoredBy = z.infer<typeof restoredBy>;

const note = z.object({
  format: z.literal('headworks-restored-1'),
  as: z.enum(['replacement', 'copy']),
  snapshot: z.string(),
  backupMadeAt: z.string(),
  restoredAt: z.string(),
  site: z.string(),
  epoch: z.number().int(),
  days: z.number().int(),
  by: restoredBy.optional(),
});
/** What the audit log is to say once the restored plant runs. */
export type RestoredNote = z.infer<typeof note>;

/** A copy's settings without the ways to reach people; the others stay beside them. */
const silence = (folder: string): void => {
  const path = join(folder, SETTINGS);
  if (!existsSync(path)) return;
  const text = readFileSync(path, 'utf8');
  const settings: Record<string, unknown> = JSON.parse(text);
  if (!outgoing.some((name) => name in settings)) return;
  writeWholeFile(join(folder, 'headworks.of-the-plant.json'), text);
  for (const name of outgoing) delete settings[name];
  writeWholeFile(path, JSON.stringify(settings, undefined, 2));
};

export type TakeOver = {
  /** The unpacked plant. */
  into: string;
  as: RestoreAs;
  snapshot: string;
  /** When what was unpacked was what the plant had. */
  manifest: Pick<Manifest, 'createdAt'>;
  days: number;
  /** The data folder whose place it takes; its epoch and its recovery kit are newer than those of the backup. */
  dataFolder: string;
  nowMs: number;
  by?: RestoredBy;
};

const nothingNewer = { epoch: 0, isReadOnly: false };

/** What is newer of the plant that is there now, where it is the same one: its keys, and whether somebody forbade writing to devices. */
const keepNewer = (dataFolder: string, keys: string, nowMs: number): typeof nothingNewer => {
  const present = join(dataFolder, 'keys');
  if (!existsSync(join(present, 'site.json'))) return nothingNewer;
  try {
    const [now, restored] = [loadIdentity(present, nowMs), loadIdentity(keys, nowMs)];
    if (now.site !== restored.site) return nothingNewer;
    const kit = join(present, 'recovery-kit.json');
    if (existsSync(kit)) copyFileSync(kit, join(keys, 'recovery-kit.json'));
    return { epoch: now.epoch, isReadOnly: forbidsWriting(join(dataFolder, DATABASE)) };
  } catch {
    // keys that are damaged say nothing
    return nothingNewer;
  }
};

/** Makes an unpacked plant ready to run: its identity, its sessions, what it may reach. */
export const takeOver = ({ into, as, snapshot, manifest, days, dataFolder, nowMs, by }: TakeOver): RestoredNote => {
  const keys = join(into, 'keys');
  const isCopy = as === 'copy';
  const { epoch, isReadOnly } = isCopy ? { epoch: 0, isReadOnly: true } : keepNewer(dataFolder, keys, nowMs);
  const identity = isCopy ? renewIdentity(keys, nowMs) : raiseEpoch(keys, epoch);
  // tokens of the time before open nothing
  rmSync(join(keys, 'token-keys.json'), { force: true });
  if (isCopy) silence(into);
  settleRestored(join(into, DATABASE), { isCopy, byHand: true, keepsChecks: true, isReadOnly, nowMs });
  const written: RestoredNote = {
    format: 'headworks-restored-1',
    as,
    snapshot,
    backupMadeAt: manifest.createdAt,
    restoredAt: new Date(nowMs).toISOString(),
    site: identity.site,
    epoch: identity.epoch,
    days,
    ...(by && { by }),
  };
  writeNote(into, written);
  return written;
};

/** What the first start of a restored plant writes into its audit log. */
export const writeNote = (folder: string, written: RestoredNote): void => writeJsonFile(join(folder, NOTE_FILE), written);

export const readNote = (dataFolder: string): RestoredNote | undefined => readJsonFile(join(dataFolder, NOTE_FILE), note);
export const removeNote = (dataFolder: string): void => rmSync(join(dataFolder, NOTE_FILE), { force: true });

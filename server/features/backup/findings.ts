import { isAhead } from '../../backup/retention.ts';
import type { BackupFinding, BackupPolicy, BackupRun, MissingHistory } from '../../contract/plant/backup.ts';
import { messageOf } from '../../core/fail.ts';
import { DAY_MS, HOUR_MS } from '../../core/time.ts';

export type Situation = {
  policy: BackupPolicy;
  hasKit: boolean;
  isSameDisk: boolean;
  lastVerifiedMs: number | null;
  /** The newest backup run that has ended. */
  lastRun: BackupRun | undefined;
  /** Those that have ended, newest first. */
  drills: readonly BackupRun[];
  missing: MissingHistory | null;
  nowMs: number;
  /** How long the server runs: a plant without a backup is given an hour for its first. */
  upMs: number;
};

const FIRST_BACKUP_MS = HOUR_MS;

/** Of a backup; infinite where there is none, null where the clock was set back since. */
export const ageSecondsOf = (last: { at: string } | null, nowMs: number): number | null => {
  if (!last) return Number.POSITIVE_INFINITY;
  const atMs = Date.parse(last.at);
  return isAhead(atMs, nowMs) ? null : Math.max(0, Math.round((nowMs - atMs) / 1000));
};

export const daysSince = (ms: number, nowMs: number): number => Math.max(0, Math.round(((nowMs - ms) / DAY_MS) * 10) / 10);

/** @param runs newest first. */
export const lastRuns = (runs: readonly BackupRun[]): Pick<Situation, 'lastRun' | 'drills'> => {
  const ended = runs.filter(({ outcome }) => outcome !== 'running');
  return { lastRun: ended.find(({ kind }) => kind === 'backup'), drills: ended.filter(({ kind }) => kind === 'drill') };
};

/** Backups that cannot be restored are none. */
const drillFinding = ({ policy, drills: [last] }: Situation): BackupFinding | undefined =>
  policy.enabled && last?.outcome === 'failed'
    ? { code: 'failed', message: `The last drill failed, a backup may not be restorable: ${last.error ?? 'unknown'}` }
    : undefined;

const ageFinding = ({ lastVerifiedMs, policy, nowMs, upMs }: Situation): BackupFinding | undefined => {
  if (lastVerifiedMs === null)
    return upMs < FIRST_BACKUP_MS
      ? undefined
      : { code: 'noVerifiedBackup', message: 'There is no verified backup of this plant' };
  // the next one, with a time that can be believed, is due at once
  if (isAhead(lastVerifiedMs, nowMs) && upMs >= FIRST_BACKUP_MS)
    return { code: 'oldBackup', message: 'The age of the last verified backup is not known: the clock was set back since' };
  const days = daysSince(lastVerifiedMs, nowMs);
  if (days <= policy.alarmAfterDays) return undefined;
  return { code: 'oldBackup', message: `The last verified backup is ${Math.floor(days)} days old` };
};

/** What a person should know or do about the backups of a plant. */
export const findingsOf = (situation: Situation): BackupFinding[] => {
  const { policy, hasKit, isSameDisk, lastRun, missing } = situation;
  const findings: (BackupFinding | undefined | false)[] = [
    missing !== null && {
      code: 'historyMissing',
      message: 'History is missing since the database was damaged, and waits for a decision',
    },
    !policy.enabled && { code: 'off', message: 'Backups are switched off' },
    policy.enabled && ageFinding(situation),
    lastRun?.outcome === 'failed'
      ? { code: 'failed', message: `The last run failed: ${lastRun.error ?? 'unknown'}` }
      : drillFinding(situation),
    !hasKit && {
      code: 'noRecoveryKit',
      message: 'There is no recovery kit: the backups open on this PC only, and are lost with it',
    },
    isSameDisk && {
      code: 'sameDisk',
      message: 'The backups are on the same disk as the data: they do not protect from its loss',
    },
  ];
  return findings.filter((one) => one !== undefined && one !== false);
};

/** The same of what is found now. A file that cannot be read, such as the policy's, is a finding itself: no backup is made without it. */
export const findingsNow = (look: () => Situation): BackupFinding[] => {
  try {
    return findingsOf(look());
  } catch (error) {
    return [{ code: 'failed', message: messageOf(error) }];
  }
};

/** What is shown beside the findings, which say it where a file cannot be read. */
export const ifReadable = <T, Other>(read: () => T, other: Other): T | Other => {
  try {
    return read();
  } catch {
    return other;
  }
};

const ofAlarm = ['historyMissing', 'noVerifiedBackup', 'oldBackup'];

/** One that failed is made again a day later: a stick may have been out, and a file that rotted is written anew meanwhile. */
const drillAlarm = (situation: Situation): BackupFinding | undefined =>
  situation.drills[1]?.outcome === 'failed' ? drillFinding(situation) : undefined;

/** The sentence of the alarm, or null where there is none. */
export const alarmOf = (situation: Situation): string | null =>
  (findingsOf(situation).find(({ code }) => ofAlarm.includes(code)) ?? drillAlarm(situation))?.message ?? null;

/** The same of what is found now, or what keeps it from being found. */
export const alarmNow = (look: () => Situation): string | null => {
  try {
    return alarmOf(look());
  } catch (error) {
    return messageOf(error);
  }
};

import type { BackupPolicy, BackupRun } from '../../contract/plant/backup.ts';
import { HOUR_MS } from '../../core/time.ts';

const periodMs = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;
/** After a failure it is tried again so much sooner. */
const RETRY_PART = 1 / 6;
const DRILL_MS = 30 * 24 * HOUR_MS;

/** Whether so much time has passed since a run began; a time to come counts as passed, for the clock was set back. */
const isPast = (run: BackupRun | undefined, ms: number, nowMs: number): boolean => {
  if (!run) return true;
  const sinceMs = nowMs - Date.parse(run.startedAt);
  return sinceMs >= ms || sinceMs < 0;
};

/** Whether a drill, or whatever else reads a backup whole, has failed since the last one was made. @param runs newest first. */
export const isDoubted = (runs: readonly BackupRun[]): boolean => {
  const last = runs.find(({ kind, outcome }) => outcome === (kind === 'backup' ? 'verified' : 'failed'));
  return last !== undefined && last.kind !== 'backup';
};

/** What is to be done now by the policy. @param runs newest first. */
export const dueRun = (policy: BackupPolicy, runs: readonly BackupRun[], nowMs: number): 'backup' | 'drill' | undefined => {
  if (!policy.enabled) return undefined;
  const last = runs.find(({ kind }) => kind === 'backup');
  const wait = periodMs[policy.every] * (last?.outcome === 'failed' ? RETRY_PART : 1);
  if (isPast(last, wait, nowMs)) return 'backup';
  if (!policy.drill || !runs.some(({ kind, outcome }) => kind === 'backup' && outcome === 'verified')) return undefined;
  const drill = runs.find(({ kind }) => kind === 'drill');
  return isPast(drill, drill?.outcome === 'failed' ? 24 * HOUR_MS : DRILL_MS, nowMs) ? 'drill' : undefined;
};

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { keptBefore } from '../../backup/swapFolder.ts';
import { type BackupRun, readBackup } from '../../contract/plant/backup.ts';
import { readJsonFile, writeJsonFile } from '../../core/files/wholeFile.ts';
import type { Log } from '../../core/log.ts';
import { iso } from '../../core/time.ts';

const MOST_RUNS = 100;
const lastVerified = z.object({ at: z.string(), snapshot: z.string() });
const logFile = z.object({
  format: z.literal('headworks-backup-runs-1'),
  runs: readBackup.reply.shape.runs,
  lastVerified: lastVerified.nullable(),
  verified: z.record(z.string(), z.string()),
  /** The restore that is carried out by the next start, and the folder in which that keeps what was there before. */
  restoring: z.object({ run: z.string(), keep: z.string(), at: z.string() }).optional(),
});
type LogFile = z.infer<typeof logFile>;

const nothing: LogFile = { format: 'headworks-backup-runs-1', runs: [], lastVerified: null, verified: {} };

/** The newest, and of drills, which are a month apart, the newest two: backups of some days would push them out. */
const keptRuns = (runs: readonly BackupRun[]): BackupRun[] => {
  const drills = runs.filter(({ kind }) => kind === 'drill').slice(0, 2);
  return runs.filter((run, at) => at < MOST_RUNS || drills.includes(run));
};

/** What became of every run. Kept beside the database, so that it outlives it. */
export class RunLog {
  readonly #path: string;
  readonly #log: Log;
  #file: LogFile;
  #isStored = true;

  constructor(dataFolder: string, log: Log) {
    this.#path = join(dataFolder, 'backup-runs.json');
    this.#log = log;
    this.#file = this.#read(dataFolder);
    this.store();
  }

  /** Newest first. */
  get runs(): readonly BackupRun[] {
    return this.#file.runs;
  }

  get lastVerified(): { at: string; snapshot: string } | null {
    return this.#file.lastVerified;
  }

  /** When a backup was last verified, by its name. */
  verifiedAt(snapshot: string): string | null {
    return this.#file.verified[snapshot] ?? null;
  }

  /** A restore whose plant is unpacked, just before it is marked to be carried out: a kill after that leaves what was carried out as running. */
  restoring(run: BackupRun, markedMs: number): void {
    this.#file = { ...this.#file, restoring: { run: run.id, keep: keptBefore(markedMs), at: iso(markedMs) } };
    this.#add(run);
  }

  /** Adds a run, or what became of one. */
  put(run: BackupRun): void {
    this.#add(run);
  }

  #add(run: BackupRun): void {
    const { runs, verified, lastVerified: last, restoring } = this.#file;
    const others = runs.filter(({ id }) => id !== run.id);
    const isVerified = run.outcome === 'verified' && run.snapshot !== null && run.endedAt !== null;
    this.#file = {
      ...nothing,
      ...(restoring && run.outcome === 'running' && { restoring }),
      runs: keptRuns([run, ...others]),
      verified: isVerified && run.snapshot && run.endedAt ? { ...verified, [run.snapshot]: run.endedAt } : verified,
      lastVerified:
        isVerified && run.kind === 'backup' && run.snapshot && run.endedAt ? { at: run.endedAt, snapshot: run.snapshot } : last,
    };
    this.#isStored = false;
    this.store();
  }

  /** Writes down what could not be written yet, as while the disk is full. */
  store(): void {
    if (this.#isStored) return;
    try {
      writeJsonFile(this.#path, this.#file);
      this.#isStored = true;
    } catch (error) {
      this.#log.error({ err: error }, 'what became of a backup is written down as soon as it can be');
    }
  }

  /** Forgets when backups were verified that are no longer there. */
  keep(snapshots: readonly string[]): void {
    const there = new Set(snapshots);
    const verified = Object.fromEntries(Object.entries(this.#file.verified).filter(([name]) => there.has(name)));
    this.#file = { ...this.#file, verified };
  }

  #read(dataFolder: string): LogFile {
    try {
      const file = readJsonFile(this.#path, logFile) ?? nothing;
      const { restoring, ...rest } = file;
      const restored = restoring && existsSync(join(dataFolder, restoring.keep)) ? restoring : undefined;
      const became = (run: BackupRun): BackupRun => {
        if (run.outcome !== 'running') return run;
        this.#isStored = false;
        if (run.id === restored?.run) return { ...run, outcome: 'verified', endedAt: restored.at };
        return { ...run, outcome: 'failed', error: 'the server ended' };
      };
      return { ...rest, runs: file.runs.map(became) };
    } catch (error) {
      this.#log.error({ err: error }, 'the list of backup runs is damaged and begins anew');
      return nothing;
    }
  }
}

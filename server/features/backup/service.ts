import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupFolder } from '../../backup/backupFolder.ts';
import { stampOf } from '../../backup/manifest.ts';
import { backupFolderOf, readPolicy, writePolicy } from '../../backup/policy.ts';
import { newestFirst } from '../../backup/retention.ts';
import { markForSwap, stageIn } from '../../backup/swapFolder.ts';
import type { RestoreAs, RestoredBy } from '../../backup/takeOver.ts';
import { fingerprintOf, type Identity } from '../../bundle/identity.ts';
import { publicBytes } from '../../bundle/keys.ts';
import { makeKit, readKit, type ShownKit } from '../../bundle/recoveryKit.ts';
import type { BackupFinding, BackupPolicy, BackupRun, MissingHistory, readBackup } from '../../contract/plant/backup.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure, messageOf } from '../../core/fail.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { Log } from '../../core/log.ts';
import { iso, MINUTE_MS } from '../../core/time.ts';
import { ChosenFolder } from './chosenFolder.ts';
import { dueRun, isDoubted } from './due.ts';
import { ageSecondsOf, alarmNow, daysSince, findingsNow, ifReadable, lastRuns, type Situation } from './findings.ts';
import type { RunLog } from './runLog.ts';

export type BackupParts = {
  dataFolder: string;
  identity: Identity;
  program: string;
  jobs: Jobs;
  runLog: RunLog;
  /** History that waits for a decision. */
  missing(): MissingHistory | null;
  /** Stores what is still in memory. */
  flush(): Promise<void>;
  /** Stops the server and starts it again; absent where nobody can. */
  restart: (() => void) | undefined;
  /** Raises or ends the alarm about backups. */
  alarm(text: string | null): void;
  clock: Clock;
  log: Log;
};

/** What a run is about, where it is about one backup. */
type RunOrder = { name?: string; as?: RestoreAs; by?: RestoredBy };

const CHECK_MS = 60_000;
/** A server that has just started has other things to do. */
const FIRST_MS = 5 * MINUTE_MS;
/** What has to have passed by the plant's clock too: none passes while the plant's clock is stopped. */
const LEAST_MS = FIRST_MS - CHECK_MS;
const LONGEST_MS = 1_800_000;
const MOST_SHOWN = 20;
const answer = z.object({
  snapshot: z.string(),
  bytes: z.number().nullable(),
  days: z.number(),
  damaged: z.number(),
  questions: z.array(z.object({ question: z.string(), same: z.boolean() })).optional(),
});
const jobOf = { backup: 'backup', verify: 'verifyBackup', drill: 'backupDrill', restore: 'restoreBackup' } as const;

/** Makes backups by policy or when asked, one run at a time, each in a job process; knows how well the plant is backed up. */
export class BackupService {
  readonly #parts: BackupParts;
  readonly #chosen: ChosenFolder;
  /** Monotonic, as the clock may be set. */
  readonly #startedMs: number;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** What was last said; undefined before the first look. */
  #alarm: string | null | undefined;

  constructor(parts: BackupParts) {
    this.#parts = parts;
    this.#chosen = new ChosenFolder(parts);
    this.#startedMs = parts.clock.monotonicMs();
  }

  start(): void {
    this.#timer ??= setTimeout(this.#check, FIRST_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await this.#running;
    this.#parts.runLog.store();
  }

  get policy(): BackupPolicy {
    return readPolicy(this.#parts.dataFolder);
  }

  get folder(): BackupFolder {
    const { dataFolder, identity } = this.#parts;
    return new BackupFolder(backupFolderOf(dataFolder, this.policy, identity.site));
  }

  /**
   * @param beforeWriting is called once the folder was tried; what it throws keeps the policy from being stored.
   * @throws Failure `badRequest` where the folder cannot be written, `unavailable` where it does not answer.
   */
  async savePolicy(policy: BackupPolicy, beforeWriting: () => unknown): Promise<BackupPolicy> {
    await this.#chosen.prepare(policy, this.#stopping.signal);
    beforeWriting();
    writePolicy(this.#parts.dataFolder, policy);
    await this.#chosen.look(this.#stopping.signal);
    return policy;
  }

  makeKit(): ShownKit {
    const { dataFolder, clock } = this.#parts;
    return makeKit(join(dataFolder, 'keys'), clock.now());
  }

  /** Begins a run. @returns it as it begins. @throws Failure `conflict` while another one runs. */
  begin(kind: BackupRun['kind'], order: RunOrder = {}): BackupRun {
    const { clock, runLog, restart } = this.#parts;
    if (kind === 'restore' && !restart)
      throw new Failure('unavailable', 'This server cannot start itself again; use npm run restore');
    if (this.#running !== undefined) throw new Failure('conflict', 'Another run is under way');
    const nowMs = clock.now();
    const run: BackupRun = {
      id: `${kind}-${stampOf(nowMs)}`,
      kind,
      startedAt: iso(nowMs),
      endedAt: null,
      outcome: 'running',
      snapshot: order.name ?? null,
      bytes: null,
      days: null,
      error: null,
      questions: null,
    };
    runLog.put(run);
    this.#running = this.#work(run, order, nowMs).finally(() => {
      this.#running = undefined;
    });
    return run;
  }

  /** Makes a backup now, after whatever run is under way. @returns its name, once it was read back. @throws Failure with the reason */
  async makeNow(): Promise<string> {
    await this.#running;
    const { id } = this.begin('backup');
    await this.#running;
    const { snapshot, outcome, error } = this.#parts.runLog.runs.find((run) => run.id === id) ?? {};
    if (outcome !== 'verified' || !snapshot) throw new Failure('unavailable', error ?? 'the server stopped before it was made');
    return snapshot;
  }

  /** Settles when no run is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  state(): z.input<(typeof readBackup)['reply']> {
    const { identity, dataFolder, runLog, missing } = this.#parts;
    const kit = ifReadable(() => readKit(join(dataFolder, 'keys')), undefined);
    return {
      site: identity.site,
      epoch: identity.epoch,
      fingerprint: fingerprintOf(publicBytes(identity.signing)),
      folder: ifReadable(() => this.folder.path, ''),
      kit: kit ? { id: kit.id, createdAt: kit.createdAt } : null,
      lastVerified: this.lastVerified(),
      running: this.#running !== undefined,
      findings: findingsNow(() => this.#situation()),
      missing: ifReadable(missing, null),
      runs: runLog.runs.slice(0, MOST_SHOWN),
    };
  }

  lastVerified(): { at: string; snapshot: string; daysAgo: number } | null {
    const { runLog, clock } = this.#parts;
    const last = runLog.lastVerified;
    return last && { ...last, daysAgo: daysSince(Date.parse(last.at), clock.now()) };
  }

  /** What anybody may know. */
  summary(): { lastVerifiedDaysAgo: number | null; findings: BackupFinding['code'][] } {
    return {
      lastVerifiedDaysAgo: this.lastVerified()?.daysAgo ?? null,
      findings: findingsNow(() => this.#situation()).map(({ code }) => code),
    };
  }

  /** What is kept of backups, and what there is. */
  kept(): { keep: BackupPolicy['keep']; backupTimes: number[]; hasVerifiedBackup: boolean } {
    const seen = ifReadable(() => this.#chosen.known(), undefined);
    const backupTimes = (seen?.snapshots ?? []).map(({ createdMs }) => createdMs);
    return { keep: this.policy.keep, backupTimes, hasVerifiedBackup: this.#parts.runLog.lastVerified !== null };
  }

  /** Since the last verified backup; infinite where none was ever made, null where the clock was set back since. */
  ageSeconds(): number | null {
    const { runLog, clock } = this.#parts;
    return ageSecondsOf(runLog.lastVerified, clock.now());
  }

  /** @throws Failure `unavailable` where the folder does not answer. */
  async list(): Promise<{ name: string; createdAt: string; bytes: number; days: number | null; verifiedAt: string | null }[]> {
    const { snapshots } = await this.#chosen.look(this.#stopping.signal, { withDays: true });
    return snapshots.map(({ createdMs, ...one }) => ({
      ...one,
      createdAt: iso(createdMs),
      verifiedAt: this.#parts.runLog.verifiedAt(one.name),
    }));
  }

  /** @throws Failure `notFound`, `unavailable` where the folder does not answer. */
  async assertThere(name: string): Promise<void> {
    const { snapshots } = await this.#chosen.look(this.#stopping.signal);
    if (!snapshots.some((one) => one.name === name)) throw new Failure('notFound', `There is no backup ${name}`);
  }

  #situation(): Situation {
    const { dataFolder, runLog, missing, clock } = this.#parts;
    const last = runLog.lastVerified;
    return {
      policy: this.policy,
      hasKit: readKit(join(dataFolder, 'keys')) !== undefined,
      isSameDisk: this.policy.folder === null || this.#chosen.known()?.isSameDisk === true,
      lastVerifiedMs: last ? Date.parse(last.at) : null,
      ...lastRuns(runLog.runs),
      missing: missing(),
      nowMs: clock.now(),
      upMs: clock.monotonicMs() - this.#startedMs,
    };
  }

  readonly #check = (): void => {
    this.#timer = setTimeout(this.#check, CHECK_MS);
    const { runLog, clock, log } = this.#parts;
    if (clock.monotonicMs() - this.#startedMs < LEAST_MS) return;
    runLog.store();
    this.#chosen.lookIfUnseen(this.#stopping.signal, log);
    this.#raise();
    try {
      const due = this.#running !== undefined ? undefined : dueRun(this.policy, runLog.runs, clock.now());
      if (due) this.begin(due);
    } catch (error) {
      log.error({ err: error }, 'no backup could be begun');
    }
  };

  /** A backup to another disk is wanted most where not even an alarm can be stored on this one. */
  #raise(): void {
    const { alarm, log } = this.#parts;
    try {
      const text = alarmNow(() => this.#situation());
      if (text !== this.#alarm) alarm(text);
      this.#alarm = text;
    } catch (error) {
      log.error({ err: error }, 'the alarm about backups is raised as soon as it can be stored');
    }
  }

  async #work(run: BackupRun, order: RunOrder, nowMs: number): Promise<void> {
    const { dataFolder, jobs, runLog, program, flush, restart, clock, log } = this.#parts;
    const { kind } = run;
    try {
      await flush();
      const { signal } = this.#stopping;
      // one that hangs would keep the job process for as long as a backup may take
      const { snapshots } = await this.#chosen.look(signal, { isPatient: true });
      const name = kind === 'drill' ? newestFirst(snapshots, clock.now())[0]?.name : order.name;
      if (kind === 'drill' && name === undefined) throw new Failure('notFound', 'there is no backup yet');
      const limits = { signal, timeLimitMs: LONGEST_MS };
      const more = { nowMs, program, isDoubted: isDoubted(runLog.runs) };
      const { snapshot, bytes, days, damaged, questions } = answer.parse(
        await jobs.run(jobOf[kind], { ...order, ...more, ...(name && { name }) }, limits),
      );
      const isSame = questions?.every(({ same }) => same) ?? true;
      const markedMs = clock.now();
      const ended = { ...run, endedAt: iso(markedMs), snapshot, bytes, days, questions: questions ?? null };
      // the unpacked plant takes the place of this one at the next start; a run that is listed as done before that may never be
      if (kind === 'restore') {
        runLog.restoring({ ...ended, endedAt: null }, markedMs);
        markForSwap(dataFolder, markedMs);
      }
      runLog.put({
        ...ended,
        outcome: isSame ? 'verified' : 'failed',
        error: isSame ? null : 'what was restored does not answer as the plant does',
      });
      if (kind === 'restore') restart?.();
      log.info({ kind, snapshot, bytes, days, damaged }, 'backup run has ended');
      // a share that hangs now takes nothing back of what was done
      const now = await this.#chosen.lookIfThere(signal, log);
      if (now) runLog.keep(now.snapshots.map((one) => one.name));
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      log.error({ err: error, kind }, 'a backup run failed');
      // whatever ended it, the process too: a plant that is unpacked in part would keep the disk full
      if (kind === 'restore') rmSync(stageIn(dataFolder), { recursive: true, force: true });
      runLog.put({ ...run, endedAt: iso(clock.now()), outcome: 'failed', error: messageOf(error) });
    }
  }
}

import { rmSync } from 'node:fs';
import { BackupFolder } from '../../backup/backupFolder.ts';
import { copyIn } from '../../backup/copyBackup.ts';
import { type BackupsSeen, backupsSeen, lookAtBackups } from '../../backup/lookAtBackups.ts';
import { backupFolderOf, prepareFolder, readPolicy } from '../../backup/policy.ts';
import type { Identity } from '../../bundle/identity.ts';
import type { BackupPolicy } from '../../contract/plant/backup.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure, isFailure, messageOf } from '../../core/fail.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { Log } from '../../core/log.ts';
import { ifReadable } from './findings.ts';

export type ChosenFolderParts = { dataFolder: string; identity: Identity; jobs: Jobs; clock: Clock };

/** A share answers within this time, or is taken for one that hangs. */
const ANSWER_MS = 10_000;
const COPY_MS = 1_800_000;
/** A person who asks waits so long for a job process. */
const WAIT_MS = 20_000;

/** `withDays`: how many days each backup has. `isPatient`: waits for a job process for as long as it takes. */
type Look = { withDays?: boolean; isPatient?: boolean };

/**
 * The folder of backups. Where a person chose one it is looked at by a job process alone, which can be killed: a share whose server is gone
 * would hold up the server, with all that it measures.
 */
export class ChosenFolder {
  readonly #parts: ChosenFolderParts;
  #seen: { folder: string; found: BackupsSeen } | undefined;

  constructor(parts: ChosenFolderParts) {
    this.#parts = parts;
  }

  /** @throws Failure `unavailable` where it does not answer or cannot be read, or no process is free to look. */
  async look(signal: AbortSignal, { withDays = false, isPatient = false }: Look = {}): Promise<BackupsSeen> {
    const { dataFolder, identity, clock } = this.#parts;
    const policy = readPolicy(dataFolder);
    const { folder } = policy;
    if (folder === null)
      return lookAtBackups({ dataFolder, policy, site: identity.site }, withDays ? [identity.opening] : undefined);
    const input = { nowMs: clock.now(), withDays };
    const found = backupsSeen.parse(await this.#apart('lookAtBackups', input, { folder, signal, isPatient }));
    this.#seen = { folder, found };
    return found;
  }

  /**
   * A backup where it can be read without holding up the server: a copy of one in a folder that a person chose. `release` once it was read.
   * @throws Failure of the copy, or `unavailable` where the folder does not answer.
   */
  async fetch(name: string, signal: AbortSignal): Promise<{ folder: BackupFolder; release(): void }> {
    const { dataFolder, identity, jobs, clock } = this.#parts;
    const policy = readPolicy(dataFolder);
    if (policy.folder === null)
      return { folder: new BackupFolder(backupFolderOf(dataFolder, policy, identity.site)), release: () => undefined };
    const into = copyIn(dataFolder);
    const release = (): void => rmSync(into, { recursive: true, force: true });
    try {
      await jobs.run('copyBackup', { nowMs: clock.now(), name }, { signal, timeLimitMs: COPY_MS });
    } catch (error) {
      // whatever ended it, the process too
      release();
      throw error;
    }
    return { folder: new BackupFolder(into), release };
  }

  /** The first look after a start; nobody waits for it. */
  lookIfUnseen(signal: AbortSignal, log: Log): void {
    const policy = ifReadable(() => readPolicy(this.#parts.dataFolder), undefined);
    if (!policy || policy.folder === null || policy.folder === this.#seen?.folder) return;
    void this.lookIfThere(signal, log, {});
  }

  /** undefined where it does not answer. */
  async lookIfThere(signal: AbortSignal, log: Log, how: Look = { isPatient: true }): Promise<BackupsSeen | undefined> {
    try {
      return await this.look(signal, how);
    } catch (error) {
      if (!signal.aborted) log.warn({ reason: messageOf(error) }, 'the folder of backups could not be looked at');
      return undefined;
    }
  }

  /** Makes the folder of this plant where a person chose to have it. @throws Failure `badRequest`, or `unavailable` where it does not answer. */
  async prepare(policy: BackupPolicy, signal: AbortSignal): Promise<void> {
    const { dataFolder, identity } = this.#parts;
    const { folder } = policy;
    if (folder === null) prepareFolder(dataFolder, policy, identity.site);
    else await this.#apart('prepareBackups', { folder, site: identity.site }, { folder, signal });
  }

  /** As it was last seen, without a look at a folder that may hang; undefined before the first. */
  known(): BackupsSeen | undefined {
    const { dataFolder, identity } = this.#parts;
    const policy = readPolicy(dataFolder);
    if (policy.folder === null) return lookAtBackups({ dataFolder, policy, site: identity.site });
    return this.#seen?.folder === policy.folder ? this.#seen.found : undefined;
  }

  async #apart(
    kind: string,
    input: object,
    { folder, signal, isPatient = false }: { folder: string; signal: AbortSignal; isPatient?: boolean },
  ): Promise<unknown> {
    const { jobs, clock } = this.#parts;
    const waiting = new AbortController();
    const timer = isPatient ? undefined : setTimeout(() => waiting.abort(), WAIT_MS);
    let begunMs = Number.POSITIVE_INFINITY;
    const onBegin = (): void => {
      clearTimeout(timer);
      begunMs = clock.monotonicMs();
    };
    try {
      const limits = { signal: AbortSignal.any([signal, waiting.signal]), timeLimitMs: ANSWER_MS, onBegin };
      return await jobs.run(kind, input, limits);
    } catch (error) {
      if (signal.aborted) throw error;
      if (waiting.signal.aborted) throw new Failure('unavailable', `no process is free to look at ${folder}: ask again later`);
      // the two clocks may differ by a little
      const isLate = clock.monotonicMs() - begunMs > 0.9 * ANSWER_MS;
      if (isFailure(error) && !isLate) throw error;
      throw new Failure('unavailable', `${folder} does not answer: is its network or disk there?`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
}

import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFile } from '../durable.ts';
import type { Artefact, RootKeys } from './manifest.ts';
import { BundleRefused } from './refusal.ts';
import { type Phase, readUpdateState, type UpdateState, writeUpdateState } from './updateState.ts';
import {
  type BundleSource,
  checkArtefact,
  type Installed,
  type Verified,
  verifyBundle,
  verifyInstalled,
  verifyOffer,
} from './verifyBundle.ts';

/** What an update does to the plant. Each may be done again after it was cut short. */
export interface UpdateSteps {
  /** Bytes free where the private folder is. */
  freeBytes(): number;
  /** Makes a backup, reads it back, and says its name. @throws when there is no good one */
  backUp(): Promise<string>;
  /** Ends the server, and the program that the update started. */
  stop(): Promise<void>;
  /** Runs an installer of this platform. */
  install(file: string): Promise<void>;
  /** Starts the program that is installed now. */
  start(): Promise<void>;
  /** Whether the server of this version answers, within the time that a start may take. */
  isHealthy(version: string): Promise<boolean>;
  /** Has the database put back by the version before, where a newer one changed it; the readings since are then a gap. */
  restore(backup: string): Promise<void>;
}

export type UpdaterParts = {
  /** Private, outside the installation: update.json, the copied installer (next), and those of versions that ran (installed). */
  folder: string;
  roots: RootKeys;
  /** @throws BundleRefused while it cannot be known */
  installed: () => Omit<Installed, 'sequence' | 'keysSequence'>;
  /** Of the program that runs this. */
  version: string;
  steps: UpdateSteps;
  nowMs: () => number;
  say: (message: string, facts?: Record<string, unknown>) => void;
};

export type UpdateOutcome = NonNullable<UpdateState['last']>;
/** In the folder of a bundle: a bundle of the version that runs now, so that there is a way back to it. */
const PREVIOUS = 'previous';
type Current = NonNullable<UpdateState['current']>;

const FREE_TIMES = 3;
const MOST_TRIES = 2;

/** Installs signed updates from a folder, and goes on or back by itself after it was cut short at any point. */
export class Updater {
  readonly #parts: UpdaterParts;

  constructor(parts: UpdaterParts) {
    this.#parts = parts;
  }

  /** @throws BundleRefused with the reason */
  async check(folder: string, source: BundleSource = 'folder'): Promise<Verified> {
    const { roots, installed, nowMs, version } = this.#parts;
    const found = await verifyBundle(folder, roots, this.#known(installed()), { nowMs: nowMs(), source });
    const previous = this.#keptFor(version) ?? (await this.#previousIn(folder));
    const noWayBack = `there is no installer of ${version} to go back to, in the folder ${PREVIOUS} or of an earlier update`;
    return previous ? found : { ...found, warnings: [...found.warnings, noWayBack] };
  }

  /** What the signed texts of a feed offer, before its installer is there. @throws BundleRefused with the reason */
  offer(folder: string): Verified {
    const { roots, installed, nowMs } = this.#parts;
    return verifyOffer(folder, roots, this.#known(installed()), { nowMs: nowMs(), source: 'feed' });
  }

  /** What a feed has offered once: nothing older is taken any more, whoever brings it. */
  remember({ manifest, keysSequence }: Verified): void {
    const state = this.#read();
    writeUpdateState(this.#path, { ...state, keysSequence, seen: { ...state.seen, [manifest.channel]: manifest.sequence } });
  }

  #known(now: ReturnType<UpdaterParts['installed']>): Installed {
    const { seen, keysSequence } = this.#read();
    return { ...now, sequence: seen[now.channel] ?? 0, keysSequence };
  }

  /**
   * Up to where the program gives way to the installer: `resume` of a program that is started now does the rest.
   * @returns the end where it got no further
   * @throws BundleRefused before anything was changed
   */
  async prepare(folder: string, source: BundleSource = 'folder'): Promise<UpdateOutcome | undefined> {
    if (this.#read().current) throw new BundleRefused('underWay', 'another update is under way');
    const verified = await this.check(folder, source);
    const { manifest, artefact } = verified;
    if (this.#parts.steps.freeBytes() < FREE_TIMES * artefact.bytes)
      throw new BundleRefused('noRoom', 'the disk has too little room');
    const { version: from } = this.#parts;
    this.#enter({ phase: 'copying', from, to: manifest.version, artefact, backup: null, tries: 0 });
    try {
      await this.#copy(folder, artefact);
    } catch (error) {
      return this.#finish('abandoned', `it could not be copied: ${messageOf(error)}`);
    }
    this.remember(verified);
    try {
      this.#phase('backingUp');
      const backup = await this.#parts.steps.backUp();
      this.#enter({ ...this.#current, backup, phase: 'stopping' });
    } catch (error) {
      return this.#finish('abandoned', `no backup could be made before: ${messageOf(error)}`);
    }
    await this.#parts.steps.stop();
    this.#phase('installing');
    return undefined;
  }

  /** At every start of the shell. @returns what became of an update that is under way; undefined where there was none. */
  async resume(): Promise<UpdateOutcome | undefined> {
    const { current } = this.#read();
    if (!current) return undefined;
    this.#parts.say('an update goes on', { phase: current.phase, to: current.to });
    switch (current.phase) {
      case 'copying':
      case 'backingUp':
      case 'stopping':
        return this.#finish('abandoned', `it was cut short while ${current.phase}`);
      case 'installing':
      case 'checking':
        return this.#parts.version === current.to || current.tries < MOST_TRIES
          ? this.#goOn()
          : this.#rollBack('it was cut short twice');
      case 'rollingBack':
        return this.#rollBack('it was cut short while it was taken back');
    }
  }

  /** The new version runs and nobody waits for it any more: whoever installed it was cut short. */
  settle(): UpdateOutcome | undefined {
    const { current } = this.#read();
    if (current?.phase !== 'checking' || this.#parts.version !== current.to) return undefined;
    return this.#finish('installed', 'the new version answers');
  }

  async #goOn(): Promise<UpdateOutcome> {
    const { steps } = this.#parts;
    try {
      if (this.#current.phase !== 'checking') {
        this.#enter({ ...this.#current, phase: 'installing', tries: this.#current.tries + 1 });
        const { artefact } = this.#current;
        await checkArtefact(this.#copyOf(artefact), artefact);
        await steps.install(this.#copyOf(artefact));
        this.#phase('checking');
      }
      await steps.start();
      if (!(await steps.isHealthy(this.#current.to))) return await this.#rollBack('the new version does not answer');
    } catch (error) {
      return this.#rollBack(messageOf(error));
    }
    return this.#finish('installed', 'the new version answers');
  }

  /** The version before, by its own installer, and its database. */
  async #rollBack(reason: string): Promise<UpdateOutcome> {
    const { steps } = this.#parts;
    this.#phase('rollingBack');
    const { from, backup } = this.#current;
    try {
      await steps.stop();
      const before = this.#keptFor(from);
      if (before) {
        await checkArtefact(this.#installer(from), before);
        await steps.install(this.#installer(from));
      }
      if (backup) await steps.restore(backup);
      await steps.start();
      if (await steps.isHealthy(from)) return this.#finish('rolledBack', reason);
      return this.#finish('stuck', `${reason}, and ${from} does not answer either`);
    } catch (error) {
      return this.#finish('stuck', `${reason}, and ${from} could not be put back: ${messageOf(error)}`);
    }
  }

  /** The installer, and the one of the version that runs now where the folder has it. */
  async #copy(source: string, artefact: Artefact): Promise<void> {
    const { version } = this.#parts;
    await this.#copyChecked(join(source, artefact.file), this.#copyOf(artefact), artefact);
    const before = this.#keptFor(version) ? undefined : await this.#previousIn(source);
    if (!before) return;
    await this.#copyChecked(join(source, PREVIOUS, before.file), this.#installer(version), before);
    writeUpdateState(this.#path, { ...this.#read(), kept: { version, artefact: before } });
  }

  async #copyChecked(from: string, to: string, artefact: Artefact): Promise<void> {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    const part = `${to}.part`;
    copyFileSync(from, part);
    syncFile(part);
    await checkArtefact(part, artefact);
    renameSync(part, to);
  }

  /** The installer of the version that runs now, where a signed bundle of it is in the folder. */
  async #previousIn(source: string): Promise<Artefact | undefined> {
    const { roots, installed } = this.#parts;
    try {
      return await verifyInstalled(join(source, PREVIOUS), roots, installed());
    } catch (error) {
      if (error instanceof BundleRefused) return undefined;
      throw error;
    }
  }

  #finish(outcome: UpdateOutcome['outcome'], reason: string): UpdateOutcome {
    const { to, from, artefact } = this.#current;
    const copy = this.#copyOf(artefact);
    const isKept = outcome === 'installed' && existsSync(copy);
    if (isKept) {
      mkdirSync(dirname(this.#installer(to)), { recursive: true, mode: 0o700 });
      renameSync(copy, this.#installer(to));
    }
    const last = { to, outcome, reason };
    const state = this.#read();
    writeUpdateState(this.#path, { ...state, current: null, last, kept: isKept ? { version: to, artefact } : state.kept });
    rmSync(dirname(copy), { recursive: true, force: true });
    if (isKept) rmSync(this.#installer(from), { force: true });
    this.#parts.say('an update ended', last);
    return last;
  }

  get #path(): string {
    return join(this.#parts.folder, 'update.json');
  }

  get #current(): Current {
    const { current } = this.#read();
    if (!current) throw new Error('no update is under way');
    return current;
  }

  #copyOf({ file }: Artefact): string {
    return join(this.#parts.folder, 'next', file);
  }

  /** The installer of a version, where it is still there. */
  #keptFor(version: string): Artefact | undefined {
    const { kept } = this.#read();
    return kept?.version === version && existsSync(this.#installer(version)) ? kept.artefact : undefined;
  }

  #installer(version: string): string {
    return join(this.#parts.folder, 'installed', version);
  }

  #read(): UpdateState {
    return readUpdateState(this.#path);
  }

  #enter(current: Current): void {
    writeUpdateState(this.#path, { ...this.#read(), current });
  }

  #phase(phase: Phase): void {
    this.#enter({ ...this.#current, phase });
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

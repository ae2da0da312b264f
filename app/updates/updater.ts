import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RootKeys } from './manifest.ts';
import { type Phase, readUpdateState, type UpdateState, writeUpdateState } from './updateState.ts';
import { BundleRefused, checkArtefact, type Installed, type Verified, verifyBundle } from './verifyBundle.ts';

/** What an update does to the plant. Each may be done again after it was cut short. */
export interface UpdateSteps {
  /** Bytes free where the private folder is. */
  freeBytes(): number;
  /** Makes a backup, reads it back, and says where it is. @throws when there is no good one */
  backUp(): Promise<string>;
  stopServer(): Promise<void>;
  /** Runs an installer of this platform. */
  install(file: string): Promise<void>;
  /** Whether the server of this version answers, within the time that a start may take. */
  isHealthy(version: string): Promise<boolean>;
  /** The database as it was, where its schema was raised; the readings since are then a gap. */
  restore(backup: string): Promise<void>;
  startServer(): Promise<void>;
}

export type UpdaterParts = {
  /** Private, outside the installation: update.json, the copied installer, and the one that made what runs now. */
  folder: string;
  roots: RootKeys;
  installed: () => Omit<Installed, 'sequence' | 'keysSequence'>;
  steps: UpdateSteps;
  nowMs: () => number;
  say: (message: string, facts?: Record<string, unknown>) => void;
};

export type UpdateOutcome = { outcome: 'installed' | 'rolledBack' | 'abandoned'; reason: string };
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
  check(source: string): Promise<Verified> {
    const { roots, installed, nowMs } = this.#parts;
    const now = installed();
    const { seen, keysSequence } = this.#read();
    return verifyBundle(source, roots, { ...now, sequence: seen[now.channel] ?? 0, keysSequence }, nowMs());
  }

  /** @throws BundleRefused before anything was changed */
  async install(source: string): Promise<UpdateOutcome> {
    if (this.#read().current) throw new BundleRefused('another update is under way');
    const { manifest, artefact, keysSequence } = await this.check(source);
    if (this.#parts.steps.freeBytes() < FREE_TIMES * artefact.bytes) throw new BundleRefused('the disk has too little room');
    this.#enter({
      phase: 'copying',
      from: this.#parts.installed().version,
      to: manifest.version,
      file: artefact.file,
      backup: null,
      tries: 0,
    });
    const copy = this.#copyOf(artefact.file);
    try {
      mkdirSync(join(this.#parts.folder, 'next'), { recursive: true, mode: 0o700 });
      copyFileSync(join(source, artefact.file), copy);
      await checkArtefact(copy, artefact);
    } catch (error) {
      return this.#finish('abandoned', `it could not be copied: ${messageOf(error)}`);
    }
    const state = this.#read();
    writeUpdateState(this.#path, { ...state, keysSequence, seen: { ...state.seen, [manifest.channel]: manifest.sequence } });
    return this.#goOn();
  }

  /** At every start of the shell. @returns what became of an update that was cut short; undefined where there was none. */
  async resume(): Promise<UpdateOutcome | undefined> {
    const { current } = this.#read();
    if (!current) return undefined;
    this.#parts.say('an update was cut short', { phase: current.phase, to: current.to });
    switch (current.phase) {
      case 'copying':
      case 'backingUp':
      case 'stopping':
        return this.#finish('abandoned', `it was cut short while ${current.phase}`);
      case 'installing':
      case 'checking':
        return this.#parts.installed().version === current.to || current.tries < MOST_TRIES
          ? this.#goOn()
          : this.#rollBack('it was cut short twice');
      case 'rollingBack':
        return this.#rollBack('it was cut short while it was taken back');
    }
  }

  async #goOn(): Promise<UpdateOutcome> {
    const { steps } = this.#parts;
    try {
      if (this.#current.phase === 'copying') {
        this.#phase('backingUp');
        const backup = await steps.backUp();
        this.#enter({ ...this.#current, backup });
      }
    } catch (error) {
      return this.#finish('abandoned', `no backup could be made before: ${messageOf(error)}`);
    }
    try {
      if (this.#current.phase === 'backingUp') {
        this.#phase('stopping');
        await steps.stopServer();
      }
      if (this.#current.phase !== 'checking') {
        this.#enter({ ...this.#current, phase: 'installing', tries: this.#current.tries + 1 });
        await steps.install(this.#copyOf(this.#current.file));
        this.#phase('checking');
      }
      await steps.startServer();
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
    await steps.stopServer();
    const before = join(this.#parts.folder, 'installed', 'previous');
    if (existsSync(before)) await steps.install(before);
    if (this.#current.backup) await steps.restore(this.#current.backup);
    await steps.startServer();
    return this.#finish('rolledBack', reason);
  }

  #finish(outcome: UpdateOutcome['outcome'], reason: string): UpdateOutcome {
    const { to, file } = this.#current;
    const copy = this.#copyOf(file);
    if (outcome === 'installed' && existsSync(copy)) {
      mkdirSync(join(this.#parts.folder, 'installed'), { recursive: true, mode: 0o700 });
      renameSync(copy, join(this.#parts.folder, 'installed', 'previous'));
    } else rmSync(copy, { force: true });
    writeUpdateState(this.#path, { ...this.#read(), current: null, last: { to, outcome, reason } });
    this.#parts.say('an update ended', { to, outcome, reason });
    return { outcome, reason };
  }

  get #path(): string {
    return join(this.#parts.folder, 'update.json');
  }

  get #current(): Current {
    const { current } = this.#read();
    if (!current) throw new Error('no update is under way');
    return current;
  }

  #copyOf(file: string): string {
    return join(this.#parts.folder, 'next', file);
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

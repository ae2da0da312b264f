import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import type { FeedState, UpdateRefusal } from '../../../server/contract/process/updates.ts';
import { BundleRefused, refuse, refusedBy } from '../refusal.ts';
import type { Updater } from '../updater.ts';
import type { Verified } from '../verifyBundle.ts';
import { baseOf } from './address.ts';
import { FeedFolder } from './feedFolder.ts';
import { type FeedLimits, loadInstaller, partOf, readText, usualLimits } from './load.ts';
import { isAmongFirst } from './staging.ts';

export type FeedChecks = Pick<Updater, 'offer' | 'remember' | 'check'>;
export type FeedParts = {
  /** Readable to this user alone. */
  folder: string;
  /** Empty where none is asked. */
  address: () => string;
  updates: { readonly checks: FeedChecks; readonly site: string | undefined; readonly underWay: string | undefined };
  say: (message: string, facts?: Record<string, unknown>) => void;
  freeBytes?: () => number;
  limits?: Partial<FeedLimits>;
  /** From the start to the first question, and between two. */
  firstMs?: number;
  everyMs?: number;
};

const FIRST_MS = 10 * 60_000;
const EVERY_MS = 12 * 3_600_000;
/** Plants of one feed do not all ask at once: up to this part of the time between two questions is added, the same for a plant each time. */
const SPREAD = 1 / 12;
/** What was loaded so far can be gone on with. */
const keepsPart: ReadonlySet<UpdateRefusal> = new Set(['cutShort', 'silent', 'unreachable', 'tooSlow', 'stopped', 'noRoom']);

/** An address that is asked for updates: it gives the files of a folder of updates, checked as those of a stick. Nothing is installed here. */
export class Feed {
  readonly #parts: FeedParts;
  readonly #limits: FeedLimits;
  readonly #folder: FeedFolder;
  #state: FeedState = { kind: 'idle' };
  #askedAt: string | null = null;
  #work: { stop: AbortController; done: Promise<void> } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #offer: Verified | undefined;
  /** Called when its state has changed. */
  onChange: () => void = () => undefined;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    this.#limits = { ...usualLimits, ...parts.limits };
    this.#folder = new FeedFolder(parts.folder);
  }

  get state(): FeedState {
    return this.#state;
  }

  get askedAt(): string | null {
    return this.#askedAt;
  }

  /** Asks from now on at a calm interval. */
  begin(): void {
    this.#askIn(this.#parts.firstMs ?? FIRST_MS);
  }

  /** Ends for good what is asked or loaded; what was loaded is kept. */
  stop(): Promise<void> {
    clearTimeout(this.#timer);
    return this.stopLoading();
  }

  async stopLoading(): Promise<void> {
    this.#work?.stop.abort(new BundleRefused('stopped', 'it was stopped'));
    await this.#work?.done;
  }

  /** Changes the address, or removes it: what the one before offered is dropped. */
  async forget(): Promise<void> {
    await this.stopLoading();
    this.#folder.clear();
    this.#offer = undefined;
    this.#askedAt = null;
    this.#show({ kind: 'idle' });
  }

  /** What is offered now. Nothing is done where there is no address, or while an update or a question is under way. */
  ask(): Promise<void> {
    const ready = this.#state.kind === 'ready' ? this.#state : undefined;
    if (this.#parts.address() === '') return Promise.resolve();
    return this.#begin({ kind: 'asking' }, (signal) => this.#ask(signal, ready));
  }

  /** Loads the installer that is offered, and verifies the whole. */
  load(): Promise<void> {
    const offer = this.#offer;
    if (!offer || this.#state.kind === 'ready') return Promise.resolve();
    return this.#begin(loading(offer, 0), (signal) => this.#load(offer, signal));
  }

  #askIn(ms: number): void {
    clearTimeout(this.#timer);
    const { updates, everyMs = EVERY_MS } = this.#parts;
    this.#timer = setTimeout(() => {
      const own = createHash('sha256').update(`headworks-ask-1\n${updates.site}`).digest().readUInt32BE(0) / 2 ** 32;
      this.#askIn(Math.round(everyMs * (1 + own * SPREAD)));
      void this.ask();
    }, ms).unref();
  }

  /** One thing at a time; who asks meanwhile waits for it. */
  #begin(shown: FeedState, run: (signal: AbortSignal) => Promise<FeedState>): Promise<void> {
    if (this.#work) return this.#work.done;
    if (this.#parts.updates.underWay !== undefined) return Promise.resolve();
    const stop = new AbortController();
    this.#show(shown);
    const done = run(stop.signal)
      .catch((error: unknown): FeedState => refusedBy(error))
      .then((state) => {
        this.#work = undefined;
        this.#parts.say('the feed', loggable(state));
        this.#show(state);
      });
    this.#work = { stop, done };
    return done;
  }

  /** @param ready the installer that is loaded already: it stays while the feed cannot be reached */
  async #ask(signal: AbortSignal, ready: FeedState | undefined): Promise<FeedState> {
    const { checks, site } = this.#parts.updates;
    const base = baseOf(this.#parts.address());
    let asked: string;
    try {
      asked = await this.#folder.ask((name) => readText(new URL(name, base), signal, this.#limits));
    } catch (error) {
      if (ready) return ready;
      throw error;
    }
    this.#askedAt = new Date().toISOString();
    this.#offer = undefined;
    let offer: Verified;
    try {
      offer = checks.offer(asked);
    } catch (error) {
      if (refusedBy(error).code === 'sameVersion') return { kind: 'nothingNew' };
      throw error;
    }
    const { version, stagingPercentage } = offer.manifest;
    if (!isAmongFirst(stagingPercentage, site, version)) return { kind: 'held', version };
    checks.remember(offer);
    this.#folder.keep(asked);
    this.#offer = offer;
    return existsSync(this.#folder.installerOf(offer.artefact)) ? this.#verify(offer) : offered(offer);
  }

  async #load(offer: Verified, signal: AbortSignal): Promise<FeedState> {
    const { artefact } = offer;
    const path = this.#folder.installerOf(artefact);
    const freeBytes = this.#parts.freeBytes?.() ?? this.#folder.freeBytes();
    if (freeBytes < artefact.bytes) return refuse('noRoom', 'the disk has too little room');
    const onBytes = (loadedBytes: number): void => {
      this.#state = loading(offer, loadedBytes);
    };
    const url = new URL(artefact.file, baseOf(this.#parts.address()));
    try {
      await loadInstaller({ url, path, artefact, signal, limits: this.#limits, onBytes });
    } catch (error) {
      const { code } = refusedBy(error);
      if (code === 'stopped') return offered(offer);
      if (!keepsPart.has(code)) rmSync(partOf(path), { force: true });
      throw error;
    }
    return this.#verify(offer);
  }

  /** By the same rules as a folder of a stick. */
  async #verify({ artefact }: Verified): Promise<FeedState> {
    const folder = this.#folder.offered;
    try {
      const { manifest, warnings } = await this.#parts.updates.checks.check(folder, 'feed');
      return { kind: 'ready', version: manifest.version, warnings, folder };
    } catch (error) {
      // so that it is loaded again, not found as already loaded
      rmSync(this.#folder.installerOf(artefact), { force: true });
      throw error;
    }
  }

  #show(state: FeedState): void {
    this.#state = state;
    this.onChange();
  }
}

/** What a person may load or install now. */
export const versionIn = (state: FeedState): string | undefined =>
  state.kind === 'offered' || state.kind === 'ready' ? state.version : undefined;

/** Support gets no text that is called a code, as it may be one that opens something. */
const loggable = (state: FeedState): Record<string, unknown> =>
  state.kind === 'refused' ? { kind: state.kind, refusal: state.code, reason: state.reason } : state;

const offered = ({ manifest, artefact, warnings }: Verified): FeedState => ({
  kind: 'offered',
  version: manifest.version,
  bytes: artefact.bytes,
  warnings,
});
const loading = ({ manifest, artefact }: Verified, loadedBytes: number): FeedState => ({
  kind: 'loading',
  version: manifest.version,
  bytes: artefact.bytes,
  loadedBytes,
});

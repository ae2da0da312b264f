import type { z } from 'zod';
import type { Endpoint, Sent } from '../../server/contract/endpoint.ts';
import { readMe } from '../../server/contract/plant/walls.ts';
import { login, logout, refresh } from '../../server/contract/user/auth.ts';
import type { PlantClock } from '../state/now.ts';
import { type AnsweredFile, ApiError, type CallOptions, call, callFile, callTagged, callWithFile } from './call.ts';
import { deviceIdIn } from './deviceId.ts';
import { keepIn } from './keepIn.ts';
import { type Kept, kept, keptOf, type Profile, profile, safeJson } from './kept.ts';
import { type AskPassword, onBehalf } from './onBehalf.ts';
import { type EndReason, endedBy, isOver } from './refusals.ts';
import { lifeOf, roleOf } from './tokenLife.ts';

export type { Profile } from './kept.ts';

/** Why nobody is signed in (any more). */
export type SignedOutReason = EndReason | 'signedOut';

export type SessionState = { kind: 'out'; reason: SignedOutReason | null } | { kind: 'in'; profile: Profile };

const storageKey = 'headworks.session';
/** An access token is renewed so long before it ends, or at 4/5 of its life where that is shorter. */
const renewBeforeMs = 10 * 60_000;
const wallAgainMs = 5000;

/**
 * Who is signed in, and every request on their behalf.
 *
 * The tokens live in memory and in this tab's sessionStorage: a reload goes on without a new login (and without
 * spending the limited refreshes), closing the window ends it, nothing stays on the disk of a shared control-room PC,
 * and two tabs never race for one refresh token. There is no cookie, so no other site can borrow the session.
 */
export class Session {
  readonly #clock: PlantClock;
  readonly #storage: Storage;
  readonly #listeners = new Set<() => void>();
  #kept: Kept | null;
  #state: SessionState;
  /** Whose session was ended by others: their page waits for them. */
  #waitsFor: Profile | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #renewing: Promise<string> | undefined;
  readonly #devices: Storage;
  /** Set by the panel once it can show a question. */
  askPassword: AskPassword | undefined;

  /** @param devices storage that outlives the window. */
  constructor(clock: PlantClock, storage: Storage, devices: Storage) {
    this.#devices = devices;
    this.#clock = clock;
    this.#storage = storage;
    this.#kept = null;
    this.#state = { kind: 'out', reason: null };
  }

  /** Resumes the session that this tab had before a reload. */
  start(): void {
    const stored = this.#stored();
    if (stored !== null) this.#hold(stored);
    else this.#storage.removeItem(storageKey);
  }

  #stored(): Kept | null {
    const stored = this.#storage.getItem(storageKey);
    return stored === null ? null : (kept.safeParse(safeJson(stored)).data ?? null);
  }

  /** Shows a wall by the token of a display, in place of a login. */
  async openWall(token: string): Promise<void> {
    try {
      const reply = await call(readMe, {}, { token });
      this.#hold({ accessToken: token, refreshToken: '', profile: profile.parse(reply), wall: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isOver(error)) return this.#end(error.code === 440 ? 'ended' : 'invalid');
      // a display starts by itself, perhaps before the server does
      this.#timer = setTimeout(() => void this.openWall(token), wallAgainMs);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  readonly state = (): SessionState => this.#state;

  /** Whose page waits, with what was typed in it, while nobody is signed in; nobody's after a sign-out or for a disabled account. */
  readonly waitsFor = (): Profile | null => this.#waitsFor;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Throws an ApiError with code 1401 for wrong credentials, 1405 for a disabled account, 429 for too many tries. */
  async signIn(username: string, password: string): Promise<void> {
    const reply = await call(
      login,
      {
        headers: {
          LoginType: 'DEFAULT',
          'X-Headworks-Panel': '1',
          // header values are Latin-1 by themselves
          'X-Header-Encoding': 'percent',
          deviceId: deviceIdIn(this.#devices),
          username: encodeURIComponent(username),
          password: encodeURIComponent(password),
        },
      },
      { onAnswer: this.#synchronise },
    );
    this.#hold(keptOf(reply));
  }

  /** Whether who is signed in may act for other industries; only the token says so. */
  isInternal(): boolean {
    return this.#kept !== null && roleOf(this.#kept.accessToken) === 'internal';
  }

  /** Signs an internal user in for another industry, with the password typed once more; false when they would rather not. */
  async actFor(industryId: string): Promise<boolean> {
    const before = this.#kept;
    if (before === null) return false;
    const [name = ''] = before.profile.username.split('/');
    for (let wasWrong = false; ; wasWrong = true) {
      const password = await this.askPassword?.(wasWrong);
      if (password === undefined || password === null) return false;
      try {
        await this.signIn(`${name}/${industryId}`, password);
        return true;
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 1401)) throw error;
      }
    }
  }

  /** Ends the session here in any case, and on the server where that can be reached. */
  async signOut(): Promise<void> {
    const token = this.#kept?.accessToken;
    this.#end('signedOut');
    if (token === undefined) return;
    try {
      await call(logout, { headers: {} }, { token });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** One request with a token that is good; renews it once where the server says that it has expired. */
  async request<E extends Endpoint>(
    row: E,
    sent: Sent<E>,
    signal?: AbortSignal,
    timeoutMs?: number,
  ): Promise<z.output<E['reply']>> {
    return await this.#onBehalf((options) => call(row, sent, options), signal, timeoutMs);
  }

  /** The same, with the version that a change names in If-Match. */
  async requestTagged<E extends Endpoint>(row: E, sent: Sent<E>, signal?: AbortSignal): ReturnType<typeof callTagged<E>> {
    return await this.#onBehalf((options) => callTagged(row, sent, options), signal);
  }

  /** The same with a file, of a row with `upload`. */
  async requestUpload<E extends Endpoint>(row: E, sent: Sent<E>, file: File, timeoutMs?: number): Promise<z.output<E['reply']>> {
    return await this.#onBehalf((options) => callWithFile(row, sent, file, options), undefined, timeoutMs);
  }

  /** The file that a row with `media` answers. */
  async requestFile<E extends Endpoint>(row: E, sent: Sent<E>, signal?: AbortSignal, timeoutMs?: number): Promise<AnsweredFile> {
    return await this.#onBehalf((options) => callFile(row, sent, options), signal, timeoutMs);
  }

  async #onBehalf<T>(send: (options: CallOptions) => Promise<T>, signal?: AbortSignal, timeoutMs?: number): Promise<T> {
    const options = {
      onAnswer: this.#synchronise,
      ...(signal === undefined ? {} : { signal }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    };
    const tokens = { token: () => this.token(), renew: () => this.#renew(), askPassword: this.askPassword };
    let asking = this.#kept;
    const sendNow = (given: { token: string; password?: string }) => {
      asking = this.#kept;
      return send({ ...options, ...given });
    };
    try {
      return await onBehalf(tokens, sendNow);
    } catch (error) {
      this.#endIfOver(error, asking);
      throw error;
    }
  }

  /** An access token that is good now. */
  async token(): Promise<string> {
    if (this.#kept === null) throw new ApiError({ kind: 'unreachable' });
    if (this.#kept.wall) return this.#kept.accessToken;
    const { untilMs } = lifeOf(this.#kept.accessToken);
    return untilMs - this.#clock.now() > 5000 ? this.#kept.accessToken : await this.#renew();
  }

  /** A late answer to tokens that were given up since ends nothing. */
  #endIfOver(error: unknown, asking: Kept | null): void {
    const reason = this.#kept === null || this.#kept !== asking ? null : endedBy(error);
    if (reason !== null) this.#end(reason);
  }

  readonly #synchronise = (atMs: number): void => this.#clock.synchroniseRoughly(atMs);

  #renew(): Promise<string> {
    this.#renewing ??= this.#fetchNew().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #fetchNew(): Promise<string> {
    const before = this.#kept;
    if (before === null) throw new ApiError({ kind: 'unreachable' });
    // another window of an installed panel may have renewed it: a refresh token is good once
    const stored = this.#stored();
    if (stored !== null && stored.accessToken !== before.accessToken) {
      this.#hold(stored);
      return stored.accessToken;
    }
    const reply = await call(
      refresh,
      { headers: { Authorization: `Bearer ${before.refreshToken}` } },
      { onAnswer: this.#synchronise },
    );
    if (this.#kept === before) this.#hold(keptOf(reply));
    return reply.access_token;
  }

  #hold(next: Kept): void {
    this.#kept = next;
    this.#waitsFor = null;
    keepIn(this.#storage, storageKey, JSON.stringify(next));
    if (!next.wall) this.#plan(next.accessToken);
    this.#publish({ kind: 'in', profile: next.profile });
  }

  #plan(token: string): void {
    clearTimeout(this.#timer);
    const { fromMs, untilMs } = lifeOf(token);
    const dueMs = untilMs - Math.min(renewBeforeMs, (untilMs - fromMs) / 5);
    this.#timer = setTimeout(
      () => {
        // an outage now is no reason to leave: the next request tries again
        const asking = this.#kept;
        this.#renew().catch((error: unknown) => this.#endIfOver(error, asking));
      },
      Math.max(1000, dueMs - this.#clock.now()),
    );
  }

  #end(reason: SignedOutReason): void {
    clearTimeout(this.#timer);
    const isOver = reason === 'signedOut' || reason === 'disabled' || this.#kept?.wall === true;
    this.#waitsFor = isOver ? null : (this.#kept?.profile ?? this.#waitsFor);
    this.#kept = null;
    this.#storage.removeItem(storageKey);
    this.#publish({ kind: 'out', reason });
  }

  #publish(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

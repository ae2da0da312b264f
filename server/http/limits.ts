import type { Endpoint } from '../contract/endpoint.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import { lastUsed } from '../core/lastUsed.ts';
import { networkOf } from '../core/text/addressNetwork.ts';
import type { Session } from './auth.ts';

export type LimitWindow = { max: number; seconds: number };

export type LimitSettings = {
  /** `spec`: every row by its own limit and client address. `plant`: sessions get the roomier `plant` windows. */
  profile: 'spec' | 'plant';
  default: readonly LimitWindow[];
  login: readonly LimitWindow[];
  otp: readonly LimitWindow[];
  refresh: readonly LimitWindow[];
  plant: readonly LimitWindow[];
  panel: readonly LimitWindow[];
  /** Of sessions that acknowledge an alarm or command a valve: a reserve that reads cannot use up. */
  priority: readonly LimitWindow[];
  /** Requests that add a user, besides the limit of their row. */
  userCreate: readonly LimitWindow[];
};

/** Limits that a handler counts itself, when it knows what the request does. */
export type ExtraLimit = 'userCreate';

type Count = { startedMs: number; used: number };
/** Sets of windows by name; each key begins with the name of its set. */
type WindowSet = Exclude<keyof LimitSettings, 'profile'>;
/** As the headers RateLimit-Policy, RateLimit and, for who was refused, Retry-After say it. */
export type Quota = { policy: string; remaining: string; waitSeconds: number };

/** Some 20 MB when full. A flood from more addresses pushes out the counts of those that were quiet longest. */
const MOST_BUCKETS = 100_000;
const names = new Map([
  [60, 'minute'],
  [3600, 'hour'],
  [86_400, 'day'],
]);
const nameOf = ({ seconds }: LimitWindow): string => names.get(seconds) ?? `${seconds}s`;

/** Fixed windows that start with their first request, counted in memory; refused requests do not count. */
export class RateLimiter {
  readonly #settings: LimitSettings;
  readonly #clock: Clock;
  readonly #buckets = lastUsed<string, Count[]>(MOST_BUCKETS);
  readonly #policies = new Map<readonly LimitWindow[], string>();

  constructor(settings: LimitSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /** @throws Failure `rateLimit` when the limit is used up for this address. */
  spend(limit: ExtraLimit, ip: string): void {
    const key = `${limit} ${networkOf(ip)}`;
    if (!this.count(key)) throw overLimit(this.quotaOf(key));
  }

  /** Counts one request in every window of its key, or in none. @returns whether all of them had room. */
  count(key: string): boolean {
    const windows = this.#windowsOf(key);
    const counts = this.#countsOf(key, windows, this.#clock.monotonicMs());
    const hasRoom = windows.every(({ max }, index) => (counts[index]?.used ?? 0) < max);
    if (hasRoom) for (const count of counts) count.used += 1;
    return hasRoom;
  }

  /** What is left in the windows of a key; the wait is that of the windows that are full. */
  quotaOf(key: string): Quota {
    const nowMs = this.#clock.monotonicMs();
    const windows = this.#windowsOf(key);
    const counts = this.#countsOf(key, windows, nowMs);
    let [remaining, waitSeconds] = ['', 0];
    for (const [index, window] of windows.entries()) {
      const { startedMs, used } = counts[index] ?? { startedMs: nowMs, used: 0 };
      const left = window.max - used;
      const seconds = Math.ceil((startedMs + window.seconds * 1000 - nowMs) / 1000);
      remaining += `${index === 0 ? '' : ', '}"${nameOf(window)}";r=${left};t=${seconds}`;
      if (left <= 0) waitSeconds = Math.max(waitSeconds, seconds);
    }
    return { policy: this.#policyOf(windows), remaining, waitSeconds };
  }

  /** Under which key a request is counted; undefined where it has no limit. Login and validateCredentials share one count. */
  keyOf(row: Endpoint, ip: string, session: Session | undefined): string | undefined {
    const found = this.#setOf(row, ip, session);
    return found && this.#settings[found.set].length > 0 ? `${found.set} ${found.who}` : undefined;
  }

  #setOf(row: Endpoint, ip: string, session: Session | undefined): { set: WindowSet; who: string } | undefined {
    const { profile } = this.#settings;
    const endpoint = `${row.method} ${row.base} ${row.path}`;
    // without a session one machine may show as many addresses as its network has
    const perAddress = (set: WindowSet) => ({ set, who: `${endpoint} ${session ? ip : networkOf(ip)}` });
    const perSession = (set: WindowSet, { caller }: Session) => ({ set, who: `${endpoint} session ${caller.sessionId}` });
    switch (row.limit) {
      case 'none':
        return undefined;
      case 'login':
      case 'otp':
        return { set: row.limit, who: networkOf(ip) };
      case 'refresh':
        // a plant's phones come from one address, and each renews its session every few hours
        return perAddress(profile === 'plant' ? 'plant' : 'refresh');
      case 'priority':
        return session && (session.panel || profile === 'plant') ? perSession('priority', session) : perAddress('default');
      case 'default': {
        if (!session) return perAddress('default');
        if (session.panel) return perSession('panel', session);
        return profile === 'plant' ? perSession('plant', session) : perAddress('default');
      }
    }
  }

  #windowsOf(key: string): readonly LimitWindow[] {
    return this.#settings[key.slice(0, key.indexOf(' ')) as WindowSet];
  }

  #countsOf(key: string, windows: readonly LimitWindow[], nowMs: number): Count[] {
    const known = this.#buckets.get(key);
    const counts = known ?? [];
    windows.forEach(({ seconds }, index) => {
      const count = counts[index];
      if (!count || nowMs - count.startedMs >= seconds * 1000) counts[index] = { startedMs: nowMs, used: 0 };
    });
    if (!known) this.#buckets.set(key, counts);
    return counts;
  }

  #policyOf(windows: readonly LimitWindow[]): string {
    const known = this.#policies.get(windows);
    if (known) return known;
    const policy = windows.map((window) => `"${nameOf(window)}";q=${window.max};w=${window.seconds}`).join(', ');
    this.#policies.set(windows, policy);
    return policy;
  }
}

export const overLimit = ({ waitSeconds }: Quota): Failure =>
  new Failure('rateLimit', 'Rate limit exceeded', { retryAfterSeconds: waitSeconds });

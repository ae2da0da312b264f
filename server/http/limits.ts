import { LRUCache } from 'lru-cache';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { Session } from './auth.ts';

export type Window = { max: number; seconds: number };

export type LimitSettings = {
  /** `spec`: every row by its own limit and client address. `plant`: sessions get the roomier `plant` windows. */
  profile: 'spec' | 'plant';
  default: readonly Window[];
  login: readonly Window[];
  otp: readonly Window[];
  refresh: readonly Window[];
  plant: readonly Window[];
  panel: readonly Window[];
  /** Of sessions that acknowledge an alarm or command a valve: a reserve that reads cannot use up. */
  priority: readonly Window[];
  /** Requests that add a user, besides the limit of their row. */
  userCreate: readonly Window[];
};

/** Limits that a handler counts itself, when it knows what the request does. */
export type ExtraLimit = 'userCreate';

type Count = { startedMs: number; used: number };
type Bucket = { key: string; windows: readonly Window[] };
export type Quota = { policy: string; remaining: string; retryAfterSeconds: number | undefined };

/** Some 20 MB when full. A flood from more addresses pushes out the counts of those that were quiet longest. */
const MOST_BUCKETS = 100_000;
const names = new Map([
  [60, 'minute'],
  [3600, 'hour'],
  [86_400, 'day'],
]);
const nameOf = ({ seconds }: Window): string => names.get(seconds) ?? `${seconds}s`;

/** Fixed windows that start with their first request, counted in memory; refused requests do not count. */
export class RateLimiter {
  readonly #settings: LimitSettings;
  readonly #clock: Clock;
  readonly #buckets = new LRUCache<string, Count[]>({ max: MOST_BUCKETS });
  readonly #policies = new Map<readonly Window[], string>();

  constructor(settings: LimitSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /** Counts one request; undefined where the row has no limit. */
  take(row: Endpoint, ip: string, session: Session | undefined): Quota | undefined {
    return this.#count(this.#bucketOf(row, ip, session));
  }

  /** @throws Failure `rateLimit` when the limit is used up for this address. */
  spend(limit: ExtraLimit, ip: string): void {
    refuseOverLimit(this.#count({ key: `${limit} ${ip}`, windows: this.#settings[limit] }));
  }

  #count(bucket: Bucket | undefined): Quota | undefined {
    if (!bucket || bucket.windows.length === 0) return undefined;
    const nowMs = this.#clock.monotonicMs();
    const counts = this.#countsOf(bucket, nowMs);
    const waits = bucket.windows.map((window, index) => {
      const count = counts[index];
      return count && count.used >= window.max ? Math.ceil((count.startedMs + window.seconds * 1000 - nowMs) / 1000) : 0;
    });
    const waitSeconds = Math.max(...waits);
    if (waitSeconds === 0) for (const count of counts) count.used += 1;
    return {
      policy: this.#policyOf(bucket.windows),
      remaining: bucket.windows
        .map((window, index) => {
          const { startedMs, used } = counts[index] ?? { startedMs: nowMs, used: 0 };
          return `"${nameOf(window)}";r=${window.max - used};t=${Math.ceil((startedMs + window.seconds * 1000 - nowMs) / 1000)}`;
        })
        .join(', '),
      retryAfterSeconds: waitSeconds === 0 ? undefined : waitSeconds,
    };
  }

  /** A limit of its own replaces the default; login and validateCredentials share one count. */
  #bucketOf(row: Endpoint, ip: string, session: Session | undefined): Bucket | undefined {
    const { profile, ...windows } = this.#settings;
    const endpoint = `${row.method} ${row.base} ${row.path}`;
    switch (row.limit) {
      case 'none':
        return undefined;
      case 'login':
      case 'otp':
        return { key: `${row.limit} ${ip}`, windows: windows[row.limit] };
      case 'refresh':
        // a plant's phones come from one address, and each renews its session every few hours
        return { key: `${endpoint} ${ip}`, windows: profile === 'plant' ? windows.plant : windows.refresh };
      case 'priority':
        return session && (session.panel || profile === 'plant')
          ? { key: `${endpoint} session ${session.caller.sessionId}`, windows: windows.priority }
          : { key: `${endpoint} ${ip}`, windows: windows.default };
      case 'default': {
        const roomy = session?.panel ? windows.panel : profile === 'plant' && session ? windows.plant : undefined;
        return roomy && session
          ? { key: `${endpoint} session ${session.caller.sessionId}`, windows: roomy }
          : { key: `${endpoint} ${ip}`, windows: windows.default };
      }
    }
  }

  #countsOf({ key, windows }: Bucket, nowMs: number): Count[] {
    const known = this.#buckets.get(key);
    const counts = known ?? [];
    windows.forEach(({ seconds }, index) => {
      const count = counts[index];
      if (!count || nowMs - count.startedMs >= seconds * 1000) counts[index] = { startedMs: nowMs, used: 0 };
    });
    if (!known) this.#buckets.set(key, counts);
    return counts;
  }

  #policyOf(windows: readonly Window[]): string {
    const known = this.#policies.get(windows);
    if (known) return known;
    const policy = windows.map((window) => `"${nameOf(window)}";q=${window.max};w=${window.seconds}`).join(', ');
    this.#policies.set(windows, policy);
    return policy;
  }
}

/** @throws Failure `rateLimit` when the quota is used up. */
export const refuseOverLimit = (quota: Quota | undefined): void => {
  if (quota?.retryAfterSeconds !== undefined)
    throw new Failure('rateLimit', 'Rate limit exceeded', { retryAfterSeconds: quota.retryAfterSeconds });
};

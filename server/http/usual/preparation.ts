import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { askedOnce } from '../cache/queryCache.ts';
import { fullPath } from '../pathTable.ts';
import type { Context, Route } from '../route.ts';
import { checkReply, parseInput } from '../validation.ts';
import type { UsualQuestion } from './usualQuestions.ts';

/** Between two questions, for polling and for those who ask. */
const REST_MS = 5;
/** Who has asked so lately will ask again: a page asks several things, one after another. */
const LATELY_MS = 100;
/** Also where somebody asks all the time, what nobody has asked yet is prepared in the end. */
const MOST_WAITED_MS = 2000;

export type PreparationParts = {
  routes: readonly Route[];
  /** Most asked first. */
  questions: readonly UsualQuestion[];
  /** How long ago somebody asked one of these, in milliseconds. */
  askedAgoMs(): number;
  clock: Clock;
  log: Log;
};

/** Nobody, of an industry: what is prepared is the same for all of its callers, is given to none, and grants nothing. */
const nobodyOf = (industryId: string): Caller => ({
  userId: '',
  username: '',
  industryId,
  homeIndustryId: industryId,
  role: '',
  permissions: new Set(),
  sessionId: '',
  loginType: '',
  internal: false,
});

const refuse = (): never => {
  throw new Error('a question that is prepared changes nothing');
};

/** @param signal fires when the server stops. */
const contextOf = (industryId: string, signal: AbortSignal): Context => ({
  // handlers of rows with a caller take it, the others null; rows that are prepared have one
  caller: nobodyOf(industryId) as Context['caller'],
  requestId: 'prepared',
  ip: '127.0.0.1',
  console: false,
  baseUrl: '',
  signal,
  confirm: async () => refuse(),
  refuseLost: refuse,
  begin: refuse,
  etag: () => undefined,
  sharedEtag: () => undefined,
  spend: refuse,
  audited: refuse,
});

/**
 * Works out after a start what was asked lately, so that the first who asks again waits neither for code that was never run nor for figures
 * that are still on the disk. The answers are thrown away: each request makes its own, with all its checks.
 */
export class Preparation {
  readonly #parts: PreparationParts;
  readonly #ended = new AbortController();
  #work: Promise<void> | undefined;

  constructor(parts: PreparationParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#work ??= this.#all();
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#work;
  }

  /** Resolves when there is nothing more to prepare. */
  get done(): Promise<void> {
    return this.#work ?? Promise.resolve();
  }

  async #all(): Promise<void> {
    const { routes, questions, clock, log } = this.#parts;
    if (questions.length === 0) return;
    const startedMs = clock.monotonicMs();
    const byPath = new Map(routes.filter(({ row }) => row.prepared).map((route) => [fullPath(route.row), route]));
    let prepared = 0;
    for (const question of questions) {
      const route = byPath.get(question.path);
      if (route && (await this.#prepare(route, question))) prepared += 1;
      if (this.#ended.signal.aborted) return;
    }
    log.info({ prepared, ms: Math.round(clock.monotonicMs() - startedMs) }, 'what was asked lately is prepared');
  }

  /** To those who ask: what is worked out for nobody must not be what they wait for. */
  async #giveWay(): Promise<void> {
    const { askedAgoMs, clock } = this.#parts;
    const sinceMs = clock.monotonicMs();
    do await delay(REST_MS, undefined, { signal: this.#ended.signal });
    while (askedAgoMs() < LATELY_MS && clock.monotonicMs() - sinceMs < MOST_WAITED_MS);
  }

  /** A question that cannot be answered any more is none. */
  async #prepare({ row, handle }: Route, { industryId, query }: UsualQuestion): Promise<boolean> {
    const { signal } = this.#ended;
    try {
      await this.#giveWay();
      const input = parseInput(row, { headers: {}, params: {}, asked: askedOnce(query), body: undefined });
      JSON.stringify(checkReply(row, row.reply, await handle(input, contextOf(industryId, signal))));
      return true;
    } catch (error) {
      if (!signal.aborted) this.#parts.log.debug({ err: error, path: row.path }, 'a usual question could not be prepared');
      return false;
    }
  }
}

import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import type { Identity } from '../../bundle/identity.ts';
import { publicBytes, publicKeyOf } from '../../bundle/keys.ts';
import { wordsOf } from '../../bundle/words.ts';
import { pairAnswer, type Share, unpairAnswer } from '../../contract/hub/pairing.ts';
import type { exportToStick, resultFile, SyncState } from '../../contract/plant/sync.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure, isFailure, messageOf } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import { MINUTE_MS } from '../../core/time.ts';
import { HubClient, HubRefusal } from './hubClient.ts';
import { codeIdOf, pairRequestOf, readPairCode } from './pairing.ts';
import type { AskPlant } from './questions.ts';
import { ByteBudget } from './round/budget.ts';
import { compareReceipt, readReceipt, readStatement } from './round/proof.ts';
import { type RoundOrder, type RoundResult, syncRound } from './round/round.ts';
import { afterClosingMs, nextRoundMs } from './round/schedule.ts';
import { Outgoing } from './round/upload.ts';
import { stateOf } from './state.ts';
import { writeStick } from './stick.ts';
import type { HubRow, SyncStore } from './syncStore.ts';

export type SyncParts = {
  dataFolder: string;
  identity: Identity;
  program: string;
  /** Name by which the hub's owner knows the plant. */
  plantName(): string;
  store: SyncStore;
  ask: AskPlant;
  bus: Bus;
  clock: Clock;
  /** 0 up to 1. */
  random(): number;
  log: Log;
  /** Pauses between attempts of one request, ms. */
  againAfterMs?: readonly number[];
};

/** A server that has just started has other things to do. */
const FIRST_MS = 2 * MINUTE_MS;
/** While the hub's owner has not confirmed the pairing. */
const WAITING_MS = 2 * MINUTE_MS;

/** Sends the plant's history to its hub, round by round. Nothing of the plant waits for it, and it writes its own tables only. */
export class SyncService {
  readonly #parts: SyncParts;
  readonly #outgoing: Outgoing;
  readonly #budget = new ByteBudget();
  #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #nextAtMs: number | undefined;
  #running: Promise<void> | undefined;
  #client: { client: HubClient; key: string } | undefined;
  #isStarted = false;

  constructor(parts: SyncParts) {
    this.#parts = parts;
    this.#outgoing = new Outgoing(parts.dataFolder);
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#parts.bus.on('sync', 'dayClosed', () => {
      if (this.#nextAtMs !== undefined) this.#plan(afterClosingMs(this.#parts.random()), true);
    });
    if (this.#parts.store.hub()) this.#plan(FIRST_MS);
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    this.#nextAtMs = undefined;
    this.#stopping.abort(new Error('the server stops'));
    await this.#running;
  }

  state(): SyncState {
    const { store, identity } = this.#parts;
    return stateOf({
      store,
      ...{ site: identity.site, words: wordsOf(publicBytes(identity.signing)) },
      ...{ isRunning: this.#running !== undefined, nextAtMs: this.#nextAtMs },
    });
  }

  /** @throws Failure `parameter` for what is no code. */
  readCode(code: string): { url: string; words: string; expiresAt: string } {
    const { url, key, expiresAt } = readPairCode(code, this.#parts.clock.now());
    return { url, words: wordsOf(Buffer.from(key, 'base64url')), expiresAt };
  }

  /** @throws Failure `parameter` for what is no code; `conflict` while another hub is paired. */
  pair(code: string, given: { share: Share; bytesPerHour: number | null; by: string }): SyncState {
    const { store, clock } = this.#parts;
    const read = readPairCode(code, clock.now());
    const before = store.hub();
    if (before && before.key !== read.key && before.state !== 'revoked')
      throw new Failure('conflict', 'This plant is paired with another hub: end that first');
    this.#outgoing.drop();
    store.pair(read, { ...given, nowMs: clock.now() });
    this.#client = undefined;
    this.begin();
    return this.state();
  }

  /** @returns whether the hub could be informed. @throws Failure `notFound` where there is none. */
  async unpair(): Promise<{ revoked: boolean }> {
    const { store, log } = this.#parts;
    const hub = this.#hub();
    await this.#cancel();
    let revoked = false;
    try {
      await this.#clientOf(hub).ask({ method: 'POST', path: '/unpair', body: {} }, unpairAnswer, AbortSignal.timeout(10_000));
      revoked = true;
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'the hub could not be informed that it was unpaired');
    }
    store.forget();
    this.#outgoing.drop();
    return { revoked };
  }

  /** @throws Failure `notFound` without a hub, `conflict` while a round runs. */
  begin(): SyncState {
    const hub = this.#hub();
    if (this.#running !== undefined) throw new Failure('conflict', 'A round is under way');
    clearTimeout(this.#timer);
    this.#nextAtMs = undefined;
    this.#running = this.#round(hub).finally(() => {
      this.#running = undefined;
    });
    return this.state();
  }

  /** Settles when no round is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** @throws Failure `notFound` without a hub that has answered once; of the folder. */
  async export(
    order: z.output<(typeof exportToStick)['body']>,
    signal: AbortSignal,
  ): Promise<z.input<(typeof exportToStick)['reply']>> {
    const hub = this.#hub();
    if (hub.openingKey === '') throw new Failure('notFound', 'The hub has not answered yet: its key for sticks is not known');
    if (this.#running !== undefined) throw new Failure('conflict', 'A round is under way');
    return writeStick(this.#order(hub, AbortSignal.any([signal, this.#stopping.signal])), order);
  }

  /** @throws Failure `badRequest` where it is not a receipt of this hub for this plant. */
  import({ receipt: signed }: z.output<typeof resultFile>): SyncState {
    const { store } = this.#parts;
    const hub = this.#hub();
    const receipt = readReceipt(signed, publicKeyOf('ed25519', Buffer.from(hub.key, 'base64url')));
    const stated = receipt && store.statement(receipt.statementSeq);
    const compared = receipt && stated && compareReceipt(readStatement(stated.text), receipt);
    if (!compared) throw new Failure('badRequest', 'This is no receipt of this plant’s hub for something that it stated');
    store.addReceipt(receipt.statementSeq, signed, compared.days);
    return this.state();
  }

  #hub(): HubRow {
    const hub = this.#parts.store.hub();
    if (!hub) throw new Failure('notFound', 'This plant is paired with no hub');
    return hub;
  }

  async #cancel(): Promise<void> {
    this.#stopping.abort(new Error('unpaired'));
    clearTimeout(this.#timer);
    this.#nextAtMs = undefined;
    await this.#running;
    this.#stopping = new AbortController();
  }

  /** @param isSooner only where that is before what is planned. */
  #plan(afterMs: number, isSooner = false): void {
    if (!this.#isStarted) return;
    const atMs = this.#parts.clock.now() + afterMs;
    if (isSooner && this.#nextAtMs !== undefined && this.#nextAtMs <= atMs) return;
    clearTimeout(this.#timer);
    this.#nextAtMs = atMs;
    this.#timer = setTimeout(() => {
      try {
        this.begin();
      } catch (error) {
        // unpaired or begun by hand in the meantime
        this.#parts.log.debug({ reason: messageOf(error) }, 'no round of sync was begun');
      }
    }, afterMs);
  }

  /** One client for all rounds with a hub: its numbers rise. */
  #clientOf(hub: HubRow): HubClient {
    const key = `${hub.url} ${hub.key}`;
    if (this.#client?.key === key) return this.#client.client;
    const { identity, clock, store, againAfterMs } = this.#parts;
    const client = new HubClient({
      url: hub.url,
      hubKey: Buffer.from(hub.key, 'base64url'),
      certificate: hub.certificate,
      site: identity.site,
      signing: identity.signing,
      ...(againAfterMs && { againAfterMs }),
      spend: async (bytes, signal) => {
        const ms = this.#budget.waitMs(bytes, store.hub()?.bytesPerHour ?? null, clock.monotonicMs());
        if (ms > 0) await wait(ms, undefined, { signal });
      },
      clock,
    });
    this.#client = { client, key };
    return client;
  }

  #order(hub: HubRow, signal: AbortSignal): RoundOrder {
    const { identity, store, ask, program, clock } = this.#parts;
    return {
      ...{ client: this.#clientOf(hub), hub, hubKey: publicKeyOf('ed25519', Buffer.from(hub.key, 'base64url')) },
      ...{ site: identity.site, epoch: identity.epoch, signing: identity.signing, ask, store, outgoing: this.#outgoing },
      ...{ clockOffsetMs: () => null, program, clock, turn: () => nextTurn(), signal },
    };
  }

  /** Asks whether the hub's owner has confirmed; the hub's name and its key for sticks come with the answer. */
  async #confirmed(hub: HubRow, signal: AbortSignal): Promise<HubRow | undefined> {
    if (hub.state !== 'waiting' && hub.openingKey !== '') return hub;
    const { identity, program, plantName, store } = this.#parts;
    const facts = {
      ...{ code: codeIdOf(hub.secret), site: identity.site, epoch: identity.epoch, name: plantName() },
      ...{ key: publicBytes(identity.signing).toString('base64url'), program, schema: store.schema(), share: hub.share },
    };
    const body = pairRequestOf(hub.secret, facts);
    const { state, hub: answered } = await this.#clientOf(hub).ask({ method: 'POST', path: '/pair', body }, pairAnswer, signal);
    store.answered({ ...answered, state });
    return state === 'paired' ? this.#hub() : undefined;
  }

  async #round(hub: HubRow): Promise<void> {
    const { store, clock, random, log } = this.#parts;
    const { signal } = this.#stopping;
    let atLeastMs = 0;
    try {
      const confirmed = await this.#confirmed(hub, signal);
      if (!confirmed) return this.#plan(WAITING_MS);
      const result: RoundResult = await syncRound(this.#order(confirmed, signal));
      if (confirmed.state !== 'paired') store.setState('paired');
      store.worked(clock.now());
      log.info({ ...result }, 'a round of sync has ended');
    } catch (error) {
      if (signal.aborted) return;
      atLeastMs = this.#failed(error);
    }
    const now = store.hub();
    // ended or stopped at the hub: a person has to begin it again
    if (now && now.state !== 'revoked' && now.state !== 'forked') this.#plan(nextRoundMs(now.failures, random(), atLeastMs));
  }

  /** @returns how long the hub wants to be left alone, ms. */
  #failed(error: unknown): number {
    const { store, clock, log } = this.#parts;
    log.warn({ reason: messageOf(error) }, 'a round of sync failed');
    store.failed(messageOf(error), clock.now());
    if (!(error instanceof HubRefusal)) return 1000 * ((isFailure(error) && error.details.retryAfterSeconds) || 0);
    const { code, retryAfterSeconds = 0 } = error.body;
    if (code === 'unknownSite' || code === 'notPaired' || code === 'revoked') store.setState('revoked');
    if (code === 'forked' || code === 'epochOld') store.setState('forked');
    if (code === 'waiting') store.setState('waiting');
    return 1000 * retryAfterSeconds;
  }
}

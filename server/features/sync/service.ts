import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { publicBytes, publicKeyOf } from '../../bundle/keys.ts';
import { wordsOf } from '../../bundle/words.ts';
import { type Share, unpairAnswer } from '../../contract/hub/pairing.ts';
import type { exportToStick, resultFile, SyncState } from '../../contract/plant/sync.ts';
import { Failure, messageOf } from '../../core/fail.ts';
import { HubClients } from './hubClients.ts';
import { LiveSender } from './live/liveSender.ts';
import { readOwnCode } from './pairing.ts';
import { exchange, followHub } from './round/exchange.ts';
import { askAtPace, Pace } from './round/pace.ts';
import { readFailure } from './round/readFailure.ts';
import type { RoundOrder } from './round/roundParts.ts';
import { afterClosingMs, FIRST_MS, nextRoundMs, SOON_MS, WAITING_MS } from './round/schedule.ts';
import { takeReceipt } from './round/takeReceipt.ts';
import { OutgoingBundle } from './round/upload.ts';
import type { SyncParts } from './serviceParts.ts';
import { stateOf } from './state.ts';
import { writeStick } from './stick.ts';
import type { HubRow } from './syncStore.ts';
import { TickSender } from './ticks/tickSender.ts';

const underWay = 'A round is under way';

/** Sends the plant's history to its hub, round by round. Nothing of the plant waits for it, and it writes its own tables only. */
export class SyncService {
  readonly #parts: SyncParts;
  readonly #outgoing: OutgoingBundle;
  readonly #clients: HubClients;
  readonly #pace = new Pace();
  readonly #live: LiveSender;
  readonly #ticks: TickSender;
  #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #nextAtMs: number | undefined;
  #running: Promise<void> | undefined;
  /** Of the round under way, where it rests between its pieces. */
  #hurry: AbortController | undefined;
  #isStarted = false;

  constructor(parts: SyncParts) {
    this.#parts = parts;
    this.#outgoing = new OutgoingBundle(parts.dataFolder);
    this.#clients = new HubClients(parts);
    const { latest, random, log, bus, clock, liveEveryMs, ticksEveryMs } = parts;
    const line = {
      ...{ random, log, epoch: () => parts.identity.epoch },
      ...{ hub: () => parts.store.hub(), clientOf: (hub: HubRow) => this.#clients.of(hub) },
    };
    this.#live = new LiveSender({ ...line, latest, ...(liveEveryMs !== undefined && { everyMs: liveEveryMs }) });
    this.#ticks = new TickSender({
      ...{ ...line, bus, clock, read: parts.openSlots },
      ...(ticksEveryMs !== undefined && { everyMs: ticksEveryMs }),
    });
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#parts.bus.on('sync', 'dayClosed', () => {
      if (this.#nextAtMs !== undefined) this.#plan(afterClosingMs(this.#parts.random()), true);
    });
    if (this.#parts.proposals) this.#parts.proposals.onDecided = () => this.beginSoon();
    if (this.#parts.store.hub()) this.#plan(FIRST_MS);
    this.#live.begin();
    this.#ticks.begin();
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    this.#nextAtMs = undefined;
    this.#stopping.abort(new Error('the server stops'));
    await this.#live.stop();
    await this.#ticks.stop();
    await this.#running;
  }

  state(): SyncState {
    const { store, identity, plantName } = this.#parts;
    return stateOf({
      store,
      ...{ site: identity.site, words: wordsOf(publicBytes(identity.signing)) },
      ...{ isRunning: this.#running !== undefined, isResting: this.#hurry?.signal.aborted === false },
      ...{ nextAtMs: this.#nextAtMs, nameOf: (id) => plantName([id]) },
    });
  }

  /** @throws Failure `parameter` for what is no code. */
  readCode(code: string): { url: string; words: string; expiresAt: string } {
    const { url, key, expiresAt } = readOwnCode(code, this.#parts.clock.now());
    return { url, words: wordsOf(Buffer.from(key, 'base64url')), expiresAt };
  }

  /** @throws Failure `parameter` for what is no code; `conflict` while another hub is paired. */
  pair(code: string, given: { share: Share; bytesPerHour: number | null; by: string }): SyncState {
    const { store, clock } = this.#parts;
    const read = readOwnCode(code, clock.now());
    const before = store.hub();
    if (before && before.key !== read.key && before.state !== 'revoked')
      throw new Failure('conflict', 'This plant is paired with another hub: end that first');
    this.#outgoing.drop();
    if (before?.key !== read.key) this.#parts.proposals?.endHub();
    store.pair(read, { ...given, nowMs: clock.now() });
    this.#clients.renew();
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
      await this.#clients.of(hub).ask({ method: 'POST', path: '/unpair', body: {} }, unpairAnswer, AbortSignal.timeout(10_000));
      revoked = true;
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'the hub could not be informed that it was unpaired');
    }
    store.forget();
    this.#parts.proposals?.endHub();
    this.#outgoing.drop();
    return { revoked };
  }

  /**
   * A round that a person waits for. One under way that rests between its pieces goes on without.
   * @throws Failure `notFound` without a hub, `conflict` while a round runs that does not rest.
   */
  begin(): SyncState {
    const hub = this.#hub();
    if (this.#running !== undefined && !this.#endRests()) throw new Failure('conflict', underWay);
    if (this.#running === undefined) this.#run(hub);
    return this.state();
  }

  /** A round that nobody waits for: it takes little of the processor. @throws as `begin`, while any runs. */
  beginAtPace(): void {
    const hub = this.#hub();
    if (this.#running !== undefined) throw new Failure('conflict', underWay);
    this.#run(hub, new AbortController());
  }

  /** After a person decided about something that the hub is to know. */
  beginSoon(): void {
    if (this.#parts.store.hub()) this.#plan(SOON_MS, true);
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
    if (this.#running !== undefined) {
      this.#endRests();
      throw new Failure('conflict', underWay);
    }
    return writeStick(this.#order(hub, AbortSignal.any([signal, this.#stopping.signal])), order);
  }

  /** @throws Failure `badRequest` where it is not a receipt of this hub for this plant. */
  import({ receipt: signed, rotations = [] }: z.output<typeof resultFile>): SyncState {
    const { store } = this.#parts;
    followHub(this.#parts, this.#hub(), rotations);
    takeReceipt(store, this.#hub(), signed);
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
    await this.#live.stop();
    await this.#ticks.stop();
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
        this.beginAtPace();
      } catch (error) {
        // unpaired or begun by hand in the meantime
        this.#parts.log.debug({ reason: messageOf(error) }, 'no round of sync was begun');
      }
    }, afterMs);
  }

  #run(hub: HubRow, hurry?: AbortController): void {
    clearTimeout(this.#timer);
    this.#nextAtMs = undefined;
    this.#hurry = hurry;
    this.#running = this.#round(hub, hurry?.signal).finally(() => {
      this.#running = undefined;
      this.#hurry = undefined;
    });
  }

  /** @returns whether the round under way rested between its pieces until now. */
  #endRests(): boolean {
    const isResting = this.#hurry?.signal.aborted === false;
    this.#hurry?.abort();
    return isResting;
  }

  /** @param hurry where the work rests in between, until this is aborted. */
  #order(hub: HubRow, signal: AbortSignal, hurry?: AbortSignal): RoundOrder {
    const { rest = (ms, until) => wait(ms, undefined, { signal: until }), ...parts } = this.#parts;
    const ask = hurry ? askAtPace(parts.ask, { pace: this.#pace, clock: parts.clock, rest, hurry }) : parts.ask;
    const { identity, store, program, clock, proposals, restored, log } = parts;
    return {
      ...{ client: this.#clients.of(hub), hub, hubKey: publicKeyOf('ed25519', Buffer.from(hub.key, 'base64url')) },
      ...{ site: identity.site, epoch: identity.epoch, signing: identity.signing, ask, store, outgoing: this.#outgoing },
      ...{ follow: () => undefined, clockOffsetMs: () => null, program, clock, turn: () => nextTurn(), signal, proposals },
      ...{ restored, log },
    };
  }

  async #round(hub: HubRow, hurry: AbortSignal | undefined): Promise<void> {
    const { store, clock, random, log } = this.#parts;
    const { signal } = this.#stopping;
    let atLeastMs = 0;
    try {
      const result = await exchange(hub, {
        ...this.#parts,
        signal,
        clientOf: (one) => this.#clients.of(one),
        orderOf: (one) => this.#order(one, signal, hurry),
        onRotated: () => this.#clients.renew(),
      });
      if (!result) return this.#plan(WAITING_MS);
      if (store.hub()?.state !== 'paired') store.setState('paired');
      store.worked(clock.now());
      if (!signal.aborted) {
        this.#live.begin();
        this.#ticks.begin();
      }
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
    const { state, atLeastMs } = readFailure(error);
    if (state) store.setState(state);
    return atLeastMs;
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import { type TicksAnswer, type TicksRequest, ticksAnswer } from '../../../contract/hub/exchange.ts';
import type { Bus } from '../../../core/bus.ts';
import { pack } from '../../../core/bytes/packing.ts';
import type { Clock } from '../../../core/clock.ts';
import { messageOf } from '../../../core/fail.ts';
import type { Log } from '../../../core/log.ts';
import { SLOT_MS, type SlotBlock, slotOf } from '../../../core/slots.ts';
import { tickMessage } from '../../../core/sync/tickMessage.ts';
import { MINUTE_MS } from '../../../core/time.ts';
import { type HubClient, HubRefusal } from '../hubClient.ts';
import type { HubRow } from '../syncStore.ts';
import type { OpenSlots, ReadOpenSlots } from './openSlotsStore.ts';

export type TickSenderParts = {
  /** The hub as it is paired now. */
  hub(): HubRow | undefined;
  clientOf(hub: HubRow): HubClient;
  read: ReadOpenSlots;
  /** Of the plant; rises when it is restored. */
  epoch(): number;
  bus: Bus;
  clock: Clock;
  /** 0 up to 1. */
  random(): number;
  log: Log;
  /** Between two rounds. */
  everyMs?: number;
};

/** After it the values of a slot that is over are stored. */
const STORED_AFTER_MS = 30_000;
/** Plants of one hub do not all come in the same second. */
const SPREAD_MS = 60_000;
/** A line that may carry less in an hour is left to closed days. */
const LEAST_BYTES_PER_HOUR = 1_000_000;
const AFTER_FAILURE_MS = MINUTE_MS;
/** A hub that keeps nothing may be of an earlier version, or lacks documents that the next round brings. */
const AFTER_REFUSAL_MS = 15 * MINUTE_MS;

const isSent = (hub: HubRow | undefined): hub is HubRow =>
  hub?.state === 'paired' && hub.share.ticks && (hub.bytesPerHour ?? LEAST_BYTES_PER_HOUR) >= LEAST_BYTES_PER_HOUR;

/**
 * Sends slots that are over while their day is open, where the plant shares them. The hub says up to where it has them, so that nothing about it is
 * stored here; what does not arrive comes with the day.
 */
export class TickSender {
  readonly #parts: TickSenderParts;
  /** Slot of each industry to go on from. */
  readonly #from = new Map<string, number>();
  /** Industries of which the hub takes steps from the slot before. */
  readonly #takesSteps = new Set<string>();
  #ending = new AbortController();
  #running: Promise<void> | undefined;

  constructor(parts: TickSenderParts) {
    this.#parts = parts;
    parts.bus.on('sync', 'slotsRevised', ({ industryId, fromSlot }) => {
      const from = this.#from.get(industryId);
      if (from !== undefined) this.#from.set(industryId, Math.min(from, fromSlot));
    });
  }

  /** Begins where open days are shared and it is not under way. */
  begin(): void {
    if (this.#running || !isSent(this.#parts.hub())) return;
    this.#ending = new AbortController();
    this.#from.clear();
    this.#running = this.#run(this.#ending.signal).finally(() => {
      this.#running = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error('slots of open days end'));
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, random, log } = this.#parts;
    for (let hub = this.#parts.hub(); isSent(hub) && !signal.aborted; hub = this.#parts.hub()) {
      const sinceMs = (clock.now() - STORED_AFTER_MS) % SLOT_MS;
      let pauseMs = this.#parts.everyMs ?? SLOT_MS - sinceMs + SPREAD_MS * random();
      try {
        for (const id of hub.share.industries)
          if (!(await this.#send(hub, id, signal))) pauseMs = Math.max(pauseMs, AFTER_REFUSAL_MS * (0.7 + 0.6 * random()));
      } catch (error) {
        if (signal.aborted) return;
        log.debug({ reason: messageOf(error) }, 'no slots of open days went to the hub');
        pauseMs = (error instanceof HubRefusal ? AFTER_REFUSAL_MS : AFTER_FAILURE_MS) * (0.7 + 0.6 * random());
      }
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** @returns false where the hub keeps none of them now. */
  async #send(hub: HubRow, industryId: string, signal: AbortSignal): Promise<boolean> {
    const { read, clock } = this.#parts;
    const toSlot = slotOf(clock.now() - STORED_AFTER_MS);
    if (!this.#from.has(industryId)) {
      const { series } = read(industryId, toSlot, toSlot);
      const { stored, isBehind, takesSteps } = await this.#ask(hub, { industry: industryId, series, slots: [] }, signal);
      if (isBehind) return false;
      if (takesSteps) this.#takesSteps.add(industryId);
      else this.#takesSteps.delete(industryId);
      this.#from.set(industryId, stored === null ? 0 : stored + 1);
    }
    for (;;) {
      // after the clock was set back slots that went already are measured once more
      const from = Math.min(this.#from.get(industryId) ?? 0, toSlot);
      const found = read(industryId, from, toSlot);
      const { slots, next } = found;
      // until the answer it is as if they had arrived, so that a slot which changes meanwhile goes again
      this.#from.set(industryId, next ?? Math.max(from, toSlot));
      if (slots.length > 0 && !(await this.#isTaken(hub, industryId, found, signal))) {
        this.#from.delete(industryId);
        return false;
      }
      if (next === undefined) return true;
    }
  }

  async #isTaken(hub: HubRow, industry: string, found: OpenSlots, signal: AbortSignal): Promise<boolean> {
    try {
      const { stored, isBehind } = await this.#pass(hub, industry, found, signal);
      return stored !== null && !isBehind;
    } catch (error) {
      this.#from.delete(industry);
      throw error;
    }
  }

  async #pass(hub: HubRow, industry: string, { series, slots, base }: OpenSlots, signal: AbortSignal): Promise<TicksAnswer> {
    if (!this.#takesSteps.has(industry)) {
      const packed = slots.map((block) => ({ slot: block.firstSlot, packed: Buffer.from(pack(block)).toString('base64') }));
      return this.#ask(hub, { industry, series, slots: packed }, signal);
    }
    const client = this.#parts.clientOf(hub);
    const sent = (from: SlotBlock | undefined) =>
      client.ask(
        { method: 'POST', path: this.#path('/ticks/steps'), body: tickMessage(industry, series, slots, from) },
        ticksAnswer,
        signal,
      );
    const answer = await sent(base);
    return answer.wantsWhole ? sent(undefined) : answer;
  }

  #ask(hub: HubRow, body: TicksRequest, signal: AbortSignal): Promise<TicksAnswer> {
    return this.#parts.clientOf(hub).ask({ method: 'POST', path: this.#path('/ticks'), body }, ticksAnswer, signal);
  }

  #path(path: string): string {
    return `${path}?epoch=${this.#parts.epoch()}`;
  }
}

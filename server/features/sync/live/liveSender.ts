import { setTimeout as wait } from 'node:timers/promises';
import { type LiveRequest, liveAnswer, MOST_LIVE_WAIT_MS } from '../../../contract/hub/live.ts';
import type { LiveUpdate } from '../../../core/bus.ts';
import { messageOf } from '../../../core/fail.ts';
import type { Log } from '../../../core/log.ts';
import { MINUTE_MS } from '../../../core/time.ts';
import { type HubClient, HubRefusal } from '../hubClient.ts';
import type { HubRow } from '../syncStore.ts';

export type LiveSenderParts = {
  /** The hub as it is paired now. */
  hub(): HubRow | undefined;
  clientOf(hub: HubRow): HubClient;
  /** Latest value of every parameter of an industry. */
  latest(industryId: string): LiveUpdate[];
  /** Of the plant; rises when it is restored. */
  epoch(): number;
  /** 0 up to 1. */
  random(): number;
  log: Log;
  /** Between two requests. */
  everyMs?: number;
};

/** Between values while somebody looks. */
const EVERY_MS = 5000;
/** A line that may carry less in an hour is left to history. */
const LEAST_BYTES_PER_HOUR = 5_000_000;
const AFTER_FAILURE_MS = MINUTE_MS;
/** A hub that refuses knows nothing of live values, or does not want them. */
const AFTER_REFUSAL_MS = 15 * MINUTE_MS;

const isSent = (hub: HubRow | undefined): hub is HubRow =>
  hub?.state === 'paired' && hub.share.live && (hub.bytesPerHour ?? LEAST_BYTES_PER_HOUR) >= LEAST_BYTES_PER_HOUR;

/**
 * Sends the latest values to the hub while somebody looks there. The plant asks, because nothing reaches into its network: one request
 * waits at the hub until somebody looks. Nothing of it is kept, and a failure is no failure of sync.
 */
export class LiveSender {
  readonly #parts: LiveSenderParts;
  #ending = new AbortController();
  #running: Promise<void> | undefined;

  constructor(parts: LiveSenderParts) {
    this.#parts = parts;
  }

  /** Begins where live values are shared and it is not under way. */
  begin(): void {
    if (this.#running || !isSent(this.#parts.hub())) return;
    this.#ending = new AbortController();
    this.#running = this.#run(this.#ending.signal).finally(() => {
      this.#running = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error('live values end'));
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { everyMs = EVERY_MS, random, log } = this.#parts;
    let isWanted = false;
    for (let hub = this.#parts.hub(); isSent(hub) && !signal.aborted; hub = this.#parts.hub()) {
      const wasWanted = isWanted;
      let pauseMs = everyMs;
      try {
        isWanted = await this.#ask(hub, wasWanted, signal);
        // the first values go at once
        if (isWanted && !wasWanted) continue;
      } catch (error) {
        if (signal.aborted) return;
        isWanted = false;
        log.debug({ reason: messageOf(error) }, 'no live values went to the hub');
        pauseMs = (error instanceof HubRefusal ? AFTER_REFUSAL_MS : AFTER_FAILURE_MS) * (0.7 + 0.6 * random());
      }
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #ask(hub: HubRow, isWanted: boolean, signal: AbortSignal): Promise<boolean> {
    const industries = isWanted ? hub.share.industries.map((id) => ({ id, values: this.#valuesOf(id) })) : [];
    const body: LiveRequest = { waitMs: isWanted ? 0 : MOST_LIVE_WAIT_MS, industries };
    const path = `/live?epoch=${this.#parts.epoch()}`;
    const { wanted } = await this.#parts.clientOf(hub).ask({ method: 'POST', path, body }, liveAnswer, signal);
    return wanted;
  }

  #valuesOf(industryId: string): LiveRequest['industries'][number]['values'] {
    return this.#parts.latest(industryId).map(({ unitId, param, value, quality, atMs }) => [unitId, param, value, quality, atMs]);
  }
}

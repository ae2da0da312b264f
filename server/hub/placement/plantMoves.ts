import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { MINUTE_MS } from '../../core/time.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import type { HubAudit } from '../wire/auditStore.ts';
import type { KnownPlant } from '../wire/plantStore.ts';
import { WireRefusal } from '../wire/wireRefusal.ts';
import { movePlant } from './movePlant.ts';
import { addMove, movesUnderWay, type PlantMove } from './moveStore.ts';

export type PlantMovesParts = { database: HubDatabase; audit: HubAudit; clock: Clock; log: Log };

const TRY_AGAIN_MS = MINUTE_MS;

/** Moves of plants between clusters, one after the other; what a stop or a failure broke off goes on. */
export class PlantMoves {
  readonly #parts: PlantMovesParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  readonly #over = new AbortController();

  constructor(parts: PlantMovesParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#over.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async of(plantId: number): Promise<PlantMove | undefined> {
    return (await movesUnderWay(this.#parts.database)).find((one) => one.plantId === plantId);
  }

  /** @throws WireRefusal `conflict` where it is there or on its way; Failure `notFound` for a cluster that is not named. */
  async begin({ plantId, site, cluster: from }: KnownPlant, to: number): Promise<void> {
    const { database, audit, clock } = this.#parts;
    database.cluster(to);
    if (from === to) throw new WireRefusal('conflict', 'the plant is on this cluster');
    const nowMs = clock.now();
    const isBegun = await audit.doing('move of a plant begun', { site, from, to }, nowMs, (tx) =>
      addMove(tx, { plantId, from, to }, new Date(nowMs)),
    );
    if (!isBegun) throw new WireRefusal('conflict', 'the plant is on its way already');
    this.start();
  }

  async #run(): Promise<void> {
    const { database, audit, clock, log } = this.#parts;
    try {
      for (let moves = await movesUnderWay(database); moves.length > 0; moves = await movesUnderWay(database))
        for (const move of moves) {
          const startedMs = clock.monotonicMs();
          await movePlant(database, move, {
            signal: this.#over.signal,
            onEnd: (end) => audit.doing('plant moved', move, clock.now(), end),
          });
          log.info({ ...move, ms: Math.round(clock.monotonicMs() - startedMs) }, 'plant moved to another cluster');
        }
    } catch (error) {
      if (this.#over.signal.aborted) return;
      log.warn({ err: error }, 'a plant could not be moved; tried again in a minute');
      this.#timer = setTimeout(() => this.start(), TRY_AGAIN_MS);
    }
  }
}

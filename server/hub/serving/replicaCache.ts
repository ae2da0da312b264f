import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import type { HubDatabase, PlantNow, StoreMark } from '../database/hubDatabase.ts';
import { type FoundDamage, fillReplica } from '../replica/fillReplica.ts';
import { checkDays, checkDocuments } from '../selfCheck/selfCheck.ts';

const MOST_OPEN = 200;
/** Kinds of rows of which no figure is made. */
const besideFigures: ReadonlySet<string> = new Set(['alarm', 'alarm_step', 'unit_maintenance', 'user']);

type Served = {
  /** Days of which it found in its file something else than was written. */
  damagedDays(): number[];
  close(): void;
};
type Plant = { plantId: number; site: string };
type Now = Pick<PlantNow, 'newest' | 'store'>;
/** A replica opened at one state of its file. Requests share it; it is closed after the last of them once a newer one is open. */
type Lendable<S> = { served: S; lent: number; isRetired: boolean };
type Copy<S> = {
  site: string;
  path: string;
  upTo: number | undefined;
  /** When PostgreSQL had been started as the copy was filled. After another start it may have been restored, and may give the same change numbers again. */
  startedAt: string;
  store: StoreMark;
  /** All rows that are no readings are to be put anew. */
  rowsAnew: boolean;
  now: Lendable<S> | undefined;
  turn: Promise<void> | undefined;
};

const isOtherFile = (one: StoreMark, other: StoreMark): boolean => one.cluster === other.cluster && one.file !== other.file;

export type Lent<S> = { served: S; giveBack(): void };

export type ReplicaCacheParts<S extends Served> = {
  database: HubDatabase;
  /** Of the copies; emptied at the start, because they can be made again at any time. */
  folder: string;
  /** Opens a replica file for requests. @param file its `mark` is of this filling alone, of whatever the store or the file had damaged. */
  open(file: { path: string; mark: string }, plant: Plant): Promise<S>;
  most?: number;
  clock: Clock;
  log: Log;
};

/**
 * Copies of plants: made from PostgreSQL at the first question about a plant, brought up to date at the next ones. At most 200 are open;
 * the one that has not been asked about for the longest time is closed first.
 */
export class ReplicaCache<S extends Served> {
  readonly #parts: ReplicaCacheParts<S>;
  readonly #copies = new Map<number, Copy<S>>();
  /** By plant, the number of the change at which its copy was found damaged: for the same change it is made anew only once. */
  readonly #mendedAt = new Map<number, number>();
  /** Days of which a copy had damage: those of the store are looked at before it is made anew. */
  readonly #damaged = new Map<number, number[]>();
  #filled = 0;

  constructor(parts: ReplicaCacheParts<S>) {
    this.#parts = parts;
    rmSync(parts.folder, { recursive: true, force: true });
    mkdirSync(parts.folder, { recursive: true, mode: 0o700 });
  }

  get openCount(): number {
    return this.#copies.size;
  }

  /** Has the rows of each copy that are no readings put anew when it is asked next: a bit that flips among them shows in nothing. */
  putRowsAnew(): void {
    for (const copy of this.#copies.values()) copy.rowsAnew = true;
  }

  /** What answers for each copy that is open. */
  open(): S[] {
    return [...this.#copies.values()].flatMap(({ now }) => (now ? [now.served] : []));
  }

  /**
   * A plant as the hub has it; give it back when the answer is done.
   * @param asked what the hub has of it: the copy must have at least that; all that there is now, if undefined.
   */
  async lend(plant: Plant, asked?: Now): Promise<Lent<S>> {
    const now = asked ?? (await this.#parts.database.plantNow(plant.plantId));
    let wanted = now.newest;
    for (;;) {
      const copy = this.#used(plant, now.store);
      if (copy.now && copy.upTo !== undefined && copy.upTo >= wanted && !copy.rowsAnew) return this.#lent(copy.now);
      // who comes while it is brought up to date waits for that, and then looks whether it began early enough
      const isOwn = copy.turn === undefined;
      copy.turn ??= this.#renew(plant, copy).finally(() => {
        copy.turn = undefined;
      });
      await copy.turn;
      if (isOwn) wanted = 0;
    }
  }

  /** The copy of a plant, from now on the one that was asked last. */
  #used({ plantId, site }: Plant, store: StoreMark): Copy<S> {
    const { database, folder } = this.#parts;
    const known = this.#copies.get(plantId);
    const isPutBack = known && (known.startedAt !== database.startedAt || isOtherFile(known.store, store));
    if (known && !known.turn && (isPutBack || this.#isToMend(plantId, known))) this.#drop(plantId, known);
    const copy = this.#copies.get(plantId) ?? {
      site,
      path: join(folder, `${site}.db`),
      upTo: undefined,
      rowsAnew: false,
      startedAt: database.startedAt,
      store,
      now: undefined,
      turn: undefined,
    };
    // a plant that was moved to another cluster has the same rows there
    if (copy.store.cluster !== store.cluster) copy.store = store;
    this.#copies.delete(plantId);
    this.#copies.set(plantId, copy);
    return copy;
  }

  #isToMend(plantId: number, { site, now, upTo }: Copy<S>): boolean {
    if (!now || upTo === undefined || this.#mendedAt.get(plantId) === upTo) return false;
    const days = now.served.damagedDays();
    if (days.length === 0) return false;
    this.#mendedAt.set(plantId, upTo);
    this.#damaged.set(plantId, days);
    this.#parts.log.warn({ site }, 'a copy of a plant was damaged: it is made anew');
    return true;
  }

  #lent(now: Lendable<S>): Lent<S> {
    now.lent += 1;
    this.#closeOldest();
    return {
      served: now.served,
      giveBack: () => {
        now.lent -= 1;
        if (now.isRetired && now.lent === 0) now.served.close();
      },
    };
  }

  stop(): void {
    for (const [plantId, copy] of this.#copies) this.#drop(plantId, copy);
  }

  async #renew(plant: Plant, copy: Copy<S>): Promise<void> {
    const { database, open, clock, log } = this.#parts;
    const { plantId } = plant;
    try {
      const startedMs = clock.monotonicMs();
      await this.#checkStore(plant);
      const { path, upTo: since, rowsAnew } = copy;
      const { upTo, rows, days, damage } = await fillReplica(database, plantId, { path, clock, since, rowsAnew });
      await this.#haveMended(plant, damage);
      copy.rowsAnew = false;
      this.#filled += 1;
      const mark = [clock.now(), upTo, this.#filled].map((number) => number.toString(36)).join('-');
      const served = await open({ path, mark }, plant);
      this.#retire(copy);
      copy.now = { served, lent: 0, isRetired: false };
      copy.upTo = upTo;
      log.info({ site: plant.site, rows, days, ms: Math.round(clock.monotonicMs() - startedMs) }, 'copy of a plant filled');
    } catch (error) {
      this.#drop(plantId, copy);
      throw error;
    }
  }

  async #checkStore(plant: Plant): Promise<void> {
    const days = this.#damaged.get(plant.plantId);
    if (!days) return;
    await checkDays(this.#parts.database, plant, days, this.#parts.log);
    this.#damaged.delete(plant.plantId);
  }

  /** What was found damaged in the store is sent again by its plant. @throws Failure `unavailable` where figures would be made without it. */
  async #haveMended(plant: Plant, { days, documents }: FoundDamage): Promise<void> {
    const { database, log } = this.#parts;
    if (days.size > 0) await checkDays(database, plant, [...days], log);
    if (documents.length === 0) return;
    await checkDocuments(database, plant, log);
    const missing = documents.find(({ kind }) => !besideFigures.has(kind));
    if (!missing) return;
    throw new Failure(
      'unavailable',
      `what the hub has of this plant is damaged (${missing.kind} ${missing.id}): the plant sends it again within the hour`,
    );
  }

  #closeOldest(): void {
    const { most = MOST_OPEN } = this.#parts;
    for (const [plantId, copy] of this.#copies) {
      if (this.#copies.size <= most) return;
      if (!copy.turn && copy.now?.lent === 0) this.#drop(plantId, copy);
    }
  }

  #drop(plantId: number, copy: Copy<S>): void {
    if (this.#copies.get(plantId) === copy) this.#copies.delete(plantId);
    this.#retire(copy);
    for (const end of ['', '-wal', '-shm']) rmSync(copy.path + end, { force: true });
  }

  #retire(copy: Copy<S>): void {
    const { now } = copy;
    copy.now = undefined;
    if (!now) return;
    now.isRetired = true;
    if (now.lent === 0) now.served.close();
  }
}

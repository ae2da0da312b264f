import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { lastChangeKinds } from '../../contract/plant/lastChanges.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { iso } from '../../core/time.ts';
import type { WriteTx } from '../../db/writer.ts';
import { type AuditRow, type ChainLink, continuesChain, origin } from './chain.ts';
import type { AuditEntry, AuditTrail } from './model.ts';
import { PendingChanges } from './pendingChanges.ts';
import { blankSubject, redactJson } from './redact.ts';
import { Refusals } from './refusals.ts';
import { SendersRights } from './sendersRights.ts';
import type { AuditStore, Place, RowFilter, Unlinked } from './store.ts';

const otherKinds: readonly string[] = lastChangeKinds;

export type AuditParts = {
  store: AuditStore;
  /** Its end as it was last noted outside the database; absent before the first time. @throws Failure where the note is damaged. */
  noted?: () => { seq: number; hash: string } | undefined;
  /** @throws Failure `unavailable` while what is written would not be found again. */
  assertKept?: () => void;
  clock: Clock;
  log: Log;
  /** How long refusals are gathered before they are written; while they keep coming it doubles, up to twelve times as long. */
  gatherMs?: number;
};

/** Outcome of a walk along the chain. */
export type Verification = {
  ok: boolean;
  /** Rows that were found whole, from the first on. */
  rows: number;
  /** First row that is not what was written, or that is missing; null when all are whole. */
  firstBadId: number | null;
  /** Hash of the last whole row; kept elsewhere, it proves that the log up to here was not rewritten. */
  head: string;
};

type Waiting = { row: Unlinked; done: () => void; failed: (error: unknown) => void };

const GATHER_MS = 5000;
const LONGEST = 12;
const PAGE_ROWS = 500;
/** Rows of one thing that are looked through for its last change. */
const LAST_ROWS = 20;

/** The append-only, hash-chained record of who did what and of what was refused. */
export class AuditService implements AuditTrail {
  readonly #parts: AuditParts;
  readonly #gatherMs: number;
  readonly #pending: PendingChanges;
  readonly #rights: SendersRights;
  readonly #refusals = new Refusals();
  /** Entries of many requests are written together: that is part of none of them. */
  readonly #apart = AsyncLocalStorage.snapshot();
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #gathering: Promise<unknown> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs: number;
  #checking: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  constructor(parts: AuditParts) {
    this.#parts = parts;
    this.#gatherMs = parts.gatherMs ?? GATHER_MS;
    this.#pauseMs = this.#gatherMs;
    this.#rights = new SendersRights(parts.store, parts.assertKept);
    this.#pending = new PendingChanges(parts.store, parts.log);
  }

  /** Looks in the background whether the chain is whole; a log that was edited is said, not hidden. */
  start(): void {
    const { log } = this.#parts;
    this.#pending.resume();
    this.#checking = this.verify(this.#stopping.signal)
      .then(({ ok, firstBadId }) => {
        if (!ok) log.error({ firstBadId }, 'the audit log is not what was written');
      })
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) log.error({ err: error }, 'the audit log could not be verified');
      });
  }

  /** Entries that come together are written together. */
  record(entry: AuditEntry): Promise<void> {
    const row = this.#rowOf(entry);
    return new Promise((done, failed) => {
      this.#waiting.push({ row, done, failed });
      this.#writing ??= this.#apart(() => this.#writeWaiting());
    });
  }

  /**
   * Carries out a change with its entries: a note of it is part of the transaction that makes it, so that neither a full disk nor a
   * crash leaves a change without an entry or an entry without its change.
   * @param details of the entries, once the work is done; one without any where there are none.
   * @throws whatever the work throws; Failure or an SQLite error where nothing was changed and the entry cannot be stored.
   */
  carryOut<T>(entry: AuditEntry, work: () => Promise<T>, details: () => readonly Partial<AuditEntry>[]): Promise<T> {
    return this.#pending.carryOut(this.#rowOf(entry), work, () => {
      const given = details();
      return (given.length > 0 ? given : [{}]).map((detail) => this.#rowOf({ ...entry, ...detail }));
    });
  }

  /** Carries out a change whose sender may lose the right to it while it waits. @throws what `refuseLost` throws, with nothing written. */
  whileAllowed<T>(refuseLost: () => void, work: () => Promise<T>): Promise<T> {
    return this.#rights.whileAllowed(refuseLost, work);
  }

  /** The change under way begins with something that is no transaction. @throws what `refuseLost` throws. */
  begin(refuseLost: () => void): void {
    this.#rights.begin(refuseLost);
  }

  append(tx: WriteTx, entry: AuditEntry): void {
    this.#parts.store.append(tx, [this.#rowOf(entry)]);
  }

  gather(entry: AuditEntry): void {
    if (this.#stopping.signal.aborted) return;
    this.#refusals.add(entry, this.#parts.clock.now());
    this.#timer ??= setTimeout(this.#onPauseOver, this.#pauseMs);
  }

  /** Newest first, after a place that an earlier page ended at. */
  list(filter: RowFilter, after: Place | undefined, limit: number): AuditRow[] {
    return this.#parts.store.page(filter, after, limit);
  }

  lastChange(industryId: string, subject: string, kind?: string): { atMs: number; userId: string | null } | null {
    // by the subject alone: few rows name one thing, and many belong to an industry
    const rows = this.#parts.store.page({ subject }, undefined, LAST_ROWS);
    const isChange = (row: AuditRow): boolean =>
      kind === undefined ? row.kind.endsWith('.change') || otherKinds.includes(row.kind) : row.kind === kind;
    const found = rows.find((row) => row.industryId === industryId && row.outcome === 'done' && isChange(row));
    return found === undefined ? null : { atMs: found.at, userId: found.userId };
  }

  /** All rows that pass a filter, newest first, in steps with turns of the event loop between them. */
  async *all(filter: RowFilter): AsyncGenerator<AuditRow[]> {
    let after: Place | undefined;
    for (;;) {
      const rows = this.list(filter, after, PAGE_ROWS);
      if (rows.length > 0) yield rows;
      after = rows.at(-1);
      if (rows.length < PAGE_ROWS) return;
      await nextTurn();
    }
  }

  /**
   * Walks the whole chain, in steps with turns of the event loop between them, and compares it with its end as that was noted outside
   * the database: hashes that were all worked out anew and an end that was cut off with its numbers are found by that alone.
   */
  async verify(signal?: AbortSignal): Promise<Verification> {
    const { store, noted } = this.#parts;
    // read first: rows that are added meanwhile are walked as well
    const end = noted?.();
    const lastGiven = Math.max(store.lastGiven(), end?.seq ?? 0);
    let last: ChainLink = origin;
    let isRewritten = false;
    for (;;) {
      signal?.throwIfAborted();
      const rows = store.walk(last.id, PAGE_ROWS);
      for (const row of rows) {
        if (!continuesChain(row, last)) return { ok: false, rows: last.id, firstBadId: last.id + 1, head: last.hash };
        last = { id: row.id, hash: row.hash };
        if (row.id === end?.seq && row.hash !== end.hash) isRewritten = true;
      }
      if (rows.length < PAGE_ROWS) break;
      await nextTurn();
    }
    const isCut = last.id < lastGiven;
    // which row was the first to be written anew cannot be known: the noted one is where it shows
    const firstBadId = isCut ? last.id + 1 : isRewritten && end ? end.seq : null;
    return { ok: firstBadId === null, rows: last.id, firstBadId, head: last.hash };
  }

  /** Writes what was gathered and waits for what is being written; may be called twice. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#onPauseOver();
    await this.#gathering;
    await this.#writing;
    await this.#checking;
    this.#pending.stop();
  }

  readonly #onPauseOver = (): void => {
    this.#gathering = Promise.all([this.#gathering, this.#writeGathered()]).then(() => undefined);
  };

  async #writeGathered(): Promise<void> {
    this.#timer = undefined;
    if (this.#refusals.isEmpty) {
      this.#pauseMs = this.#gatherMs;
      return;
    }
    const groups = this.#refusals.take();
    const rows = groups.map(({ entry, count, firstMs, lastMs }) => ({
      ...this.#rowOf(count === 1 ? entry : { ...entry, after: { first: iso(firstMs), last: iso(lastMs) } }),
      at: lastMs,
      count,
    }));
    this.#pauseMs = Math.min(this.#pauseMs * 2, this.#gatherMs * LONGEST);
    // looks again when the pause is over, so that a quiet time shortens it
    if (!this.#stopping.signal.aborted) this.#timer = setTimeout(this.#onPauseOver, this.#pauseMs);
    try {
      const { store } = this.#parts;
      store.transaction((tx) => store.append(tx, rows));
    } catch (error) {
      this.#refusals.putBack(groups);
      this.#parts.log.error({ err: error, groups: rows.length }, 'refusals are written to the audit log as soon as they can be');
    }
  }

  async #writeWaiting(): Promise<void> {
    await nextTurn();
    const batch = this.#waiting.splice(0);
    this.#writing = undefined;
    try {
      const { store } = this.#parts;
      store.transaction((tx) =>
        store.append(
          tx,
          batch.map(({ row }) => row),
        ),
      );
      for (const { done } of batch) done();
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }

  #rowOf({ kind, industryId, userId, outcome, ip, requestId, subject, before, after }: AuditEntry): Unlinked {
    return {
      at: this.#parts.clock.now(),
      industryId,
      userId,
      kind,
      outcome,
      count: 1,
      ip: ip ?? null,
      requestId: requestId ?? null,
      subject: blankSubject(subject),
      before: redactJson(before),
      after: redactJson(after),
    };
  }
}

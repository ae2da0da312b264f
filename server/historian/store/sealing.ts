import { hashOfBlock } from '../../core/bytes/blockHash.ts';
import { dayChecksum } from '../../core/bytes/rowChecksum.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Writer, WriteTx } from '../../db/writer.ts';
import type { DayTotal } from '../read/reader.ts';
import { type DayRow, type OpenRow, openChecksum, readDay, totalChecksum } from './dayRows.ts';
import { type DayTree, keepDayHashes } from './dayTreeStore.ts';

/** Rows sealed in one transaction: about 10 ms of work. */
const ROWS_PER_STEP = 100;
const PAUSE_MS = 20;
const DAYS_PER_STEP = 5;
const STEP_NAME = 'days sealed';

/**
 * Gives the rows of a plant that was kept before there were hashes their hash, a few at a time while the plant runs, and keeps the
 * hashes of days. What was damaged before it was sealed cannot be known; what cannot be unpacked is left for the self-test.
 */
export class DaySealing {
  readonly #writer: Writer;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #tree: DayTree;
  #timer: NodeJS.Timeout | undefined;
  /** Rows that cannot be sealed are passed over. */
  #after = { seriesId: -1, day: -1 };

  constructor({ writer, tree, clock, log }: { writer: Writer; tree: DayTree; clock: Clock; log: Log }) {
    this.#writer = writer;
    this.#clock = clock;
    this.#log = log;
    this.#tree = tree;
    this.#statements = prepare(writer);
  }

  start(): void {
    this.#timer ??= setTimeout(() => this.#turn(), PAUSE_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Whether every row that can be sealed is. */
  get isDone(): boolean {
    return this.#statements.finished.get(STEP_NAME) !== undefined;
  }

  #turn(): void {
    let pause = PAUSE_MS;
    try {
      if (!this.step() && keepDayHashes(this.#tree, this.#writer, DAYS_PER_STEP) === 0) pause = 60_000;
    } catch (error) {
      this.#log.warn({ err: error }, 'stored days could not be sealed now');
      pause = 60_000;
    }
    if (this.#timer) this.#timer = setTimeout(() => this.#turn(), pause);
  }

  /** @returns whether there may be more to seal. */
  step(): boolean {
    if (this.isDone) return false;
    return this.#sealDays() || this.#sealRest();
  }

  #sealDays(): boolean {
    const rows = this.#statements.days.all({ ...this.#after, most: ROWS_PER_STEP });
    const last = rows.at(-1);
    if (!last) return false;
    this.#after = { seriesId: last.seriesId, day: last.day };
    this.#writer.run((tx) => {
      for (const row of rows) this.#sealDay(tx, row);
    });
    return true;
  }

  #sealDay(tx: WriteTx, row: DayRow & { industryId: string }): void {
    const read = readDay(row);
    this.#statements.node.run(tx, row.industryId, row.day);
    if ('damage' in read) {
      this.#log.error({ seriesId: row.seriesId, day: row.day }, 'a stored day cannot be read');
      return;
    }
    const hash = hashOfBlock(read.block);
    this.#statements.seal.run(tx, hash, dayChecksum({ ...row, hash }), row.seriesId, row.day);
  }

  /** Totals and open rows, and the note that all is sealed. */
  #sealRest(): boolean {
    const totals = this.#statements.totals.all(ROWS_PER_STEP * 10);
    const open = this.#statements.open.raw(true).all(ROWS_PER_STEP * 10) as OpenRow[];
    this.#writer.run((tx) => {
      for (const total of totals) this.#statements.sealTotal.run(tx, totalChecksum(total), total.seriesId, total.day);
      for (const [slot, seriesId, value, quality, raw, mark] of open)
        this.#statements.sealOpen.run(tx, openChecksum(slot, seriesId, value, quality, raw, mark), slot, seriesId);
      if (totals.length + open.length === 0) this.#statements.finish.run(tx, STEP_NAME, this.#clock.now());
    });
    return true;
  }
}

const prepare = (sqlite: Writer) => ({
  finished: sqlite.select<[string], { name: string }>('select name from integrity_step where name = ?'),
  finish: sqlite.prepare('insert into integrity_step (name, finished_at) values (?, ?)'),
  days: sqlite.select<[{ seriesId: number; day: number; most: number }], DayRow & { industryId: string }>(
    `select d.series_id seriesId, d.day, d.first_slot firstSlot, d.slots, d.packed, d.revision, d.hash, d.checksum, s.industry_id industryId
     from reading_day d join series s on s.id = d.series_id
     where (d.series_id, d.day) > (@seriesId, @day) and d.hash is null order by d.series_id, d.day limit @most`,
  ),
  seal: sqlite.prepare('update reading_day set hash = ?, checksum = ? where series_id = ? and day = ?'),
  node: sqlite.prepare(
    'insert into day_node (industry_id, day, hash) values (?, ?, null) on conflict (industry_id, day) do nothing',
  ),
  totals: sqlite.select<[number], DayTotal>(
    `select series_id seriesId, day, revision, sum, min, max, avg, last, expected, complete, estimated,
       counter_open counterOpen, counter_close counterClose from day_total where checksum is null limit ?`,
  ),
  sealTotal: sqlite.prepare('update day_total set checksum = ? where series_id = ? and day = ?'),
  open: sqlite.select<[number], unknown>(
    'select slot, series_id, value, quality, raw, mark, checksum from reading_open where checksum is null limit ?',
  ),
  sealOpen: sqlite.prepare('update reading_open set checksum = ? where slot = ? and series_id = ?'),
});

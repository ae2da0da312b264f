import type { SlotBlock } from '../../core/slots.ts';
import type { Sqlite } from '../../db/open.ts';
import type { OpenRow } from './dayRows.ts';
import {
  clearPlace,
  openPart,
  openRowOf,
  openRowsOf,
  partOf,
  placeInPart,
  type RunningRow,
  runningColumns,
} from './runningPart.ts';

/** Reads what slots have that are not over, as rows of their open day. */
export class RunningReader {
  readonly #statements: ReturnType<typeof prepare>;
  /** Parts as they were last read, by slot and part, because many series are asked for one after another. */
  #read = new Map<string, { checksum: number; block: SlotBlock | undefined }>();

  constructor(sqlite: Sqlite) {
    this.#statements = prepare(sqlite);
  }

  /** All that there is but for what has a row of its own. */
  all(): { leaveOut(row: OpenRow): void; rows(): OpenRow[] } {
    const parts = new Map<string, { part: number; block: SlotBlock }>();
    for (const row of this.#statements.all.all() as RunningRow[]) {
      const block = openPart(row);
      if (block) parts.set(`${row.slot} ${row.part}`, { part: row.part, block });
    }
    return {
      leaveOut: ([slot, seriesId]) => {
        if (parts.size === 0) return;
        const found = parts.get(`${slot} ${partOf(seriesId)}`);
        if (found) clearPlace(found.block, placeInPart(seriesId));
      },
      rows: () => [...parts.values()].flatMap(({ part, block }) => openRowsOf(part, block)),
    };
  }

  /** Of one series, slots [fromSlot, toSlot). */
  of(seriesId: number, fromSlot: number, toSlot: number): OpenRow[] {
    const rows = this.#statements.ofPart.all(partOf(seriesId), fromSlot, toSlot) as RunningRow[];
    return rows.flatMap((row) => {
      const block = this.#blockOf(row);
      const found = block && openRowOf(row.part, block, placeInPart(seriesId));
      return found ? [found] : [];
    });
  }

  #blockOf(row: RunningRow): SlotBlock | undefined {
    const key = `${row.slot} ${row.part}`;
    const read = this.#read.get(key);
    if (read?.checksum === row.checksum) return read.block;
    const block = openPart(row);
    if (!read) this.#read = new Map([...this.#read].filter(([, { block: of }]) => of?.firstSlot === row.slot));
    this.#read.set(key, { checksum: row.checksum, block });
    return block;
  }
}

const prepare = (sqlite: Sqlite) => ({
  all: sqlite.prepare(`select ${runningColumns} from reading_running order by slot, part`),
  ofPart: sqlite.prepare(`select ${runningColumns} from reading_running where part = ? and slot >= ? and slot < ?`),
});

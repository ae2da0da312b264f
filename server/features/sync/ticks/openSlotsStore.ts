import { MOST_TICKS } from '../../../contract/hub/exchange.ts';
import { emptyBlock, type SlotBlock } from '../../../core/slots.ts';
import { inTickOrder, tickSeriesHash } from '../../../core/sync/tickSeries.ts';
import type { Writer } from '../../../db/writer.ts';
import { isOpenRowWhole, type OpenRow, putOpenRow } from '../../../historian/index.ts';

/** Rows that are read before others have their turn: some 15 ms. */
const ROWS_AT_ONCE = 10_000;

export type OpenSlots = {
  /** Which series they are of. */
  series: string;
  /** With a place for each series in place of one for each slot. */
  slots: SlotBlock[];
  /** The slot before the first of them, where there is one. */
  base: SlotBlock | undefined;
  /** Slot to go on from; undefined where these were the last. */
  next: number | undefined;
};
export type ReadOpenSlots = (industryId: string, fromSlot: number, toSlot: number) => OpenSlots;

/** Reads slots [fromSlot, toSlot) of an industry's open days as a hub takes them, the oldest first and not all at once. */
export const createOpenSlots = (writer: Writer): ReadOpenSlots => {
  const seriesOf = writer.select<[string], { id: number; uid: string }>('select id, uid from series where industry_id = ?');
  const nextSlot = writer.select<[number, number], { slot: number | null }>(
    'select min(slot) slot from reading_open where slot >= ? and slot < ?',
  );
  const slotBefore = writer.select<[number], { slot: number | null }>('select max(slot) slot from reading_open where slot < ?');
  const rowsOf = writer
    .select<[number], OpenRow>('select slot, series_id, value, quality, raw, mark, checksum from reading_open where slot = ?')
    .raw(true);
  return (industryId, fromSlot, toSlot) => {
    const ordered = inTickOrder(seriesOf.all(industryId));
    const places = new Map(ordered.map(({ id }, place) => [id, place]));
    const slots: SlotBlock[] = [];
    const readSlot = (slot: number): { block: SlotBlock | undefined; rows: number } => {
      const block = emptyBlock(slot, ordered.length);
      const rows = rowsOf.all(slot);
      let isThere = false;
      for (const row of rows) {
        const place = places.get(row[1]);
        if (place === undefined || !isOpenRowWhole(row)) continue;
        isThere = true;
        putOpenRow(block, place, row);
      }
      return { block: isThere ? block : undefined, rows: rows.length };
    };
    const slotAfter = (from: number): number | undefined => nextSlot.get(from, toSlot)?.slot ?? undefined;
    let next = slotAfter(fromSlot);
    for (let read = 0; next !== undefined && read < ROWS_AT_ONCE && slots.length < MOST_TICKS; next = slotAfter(next + 1)) {
      const { block, rows } = readSlot(next);
      read += rows;
      if (block) slots.push(block);
    }
    const before = slots.length > 0 ? slotBefore.get(fromSlot)?.slot : undefined;
    const base = before == null ? undefined : readSlot(before).block;
    return { series: tickSeriesHash(ordered), slots, base, next };
  };
};

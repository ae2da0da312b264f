import { MOST_TICKS } from '../../../contract/hub/exchange.ts';
import { pack } from '../../../core/bytes/packing.ts';
import { emptyBlock } from '../../../core/slots.ts';
import { inTickOrder, tickSeriesHash } from '../../../core/sync/tickSeries.ts';
import type { Writer } from '../../../db/writer.ts';
import { isOpenRowWhole, type OpenRow } from '../../../historian/index.ts';

/** Rows that are read before others have their turn: some 15 ms. */
const ROWS_AT_ONCE = 10_000;

export type OpenSlots = {
  /** Which series they are of. */
  series: string;
  slots: { slot: number; packed: string }[];
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
  const rowsOf = writer
    .select<[number], OpenRow>('select slot, series_id, value, quality, raw, mark, checksum from reading_open where slot = ?')
    .raw(true);
  return (industryId, fromSlot, toSlot) => {
    const ordered = inTickOrder(seriesOf.all(industryId));
    const places = new Map(ordered.map(({ id }, place) => [id, place]));
    const slots: OpenSlots['slots'] = [];
    const slotAfter = (from: number): number | undefined => nextSlot.get(from, toSlot)?.slot ?? undefined;
    let next = slotAfter(fromSlot);
    for (let read = 0; next !== undefined && read < ROWS_AT_ONCE && slots.length < MOST_TICKS; next = slotAfter(next + 1)) {
      const block = emptyBlock(next, ordered.length);
      let isThere = false;
      for (const row of rowsOf.all(next)) {
        read += 1;
        const [, seriesId, value, letter, raw, mark] = row;
        const place = places.get(seriesId);
        if (place === undefined || !isOpenRowWhole(row)) continue;
        isThere = true;
        block.values[place] = value ?? 0;
        block.quality[place] = letter.charCodeAt(0);
        block.raw[place] = raw ?? Number.NaN;
        block.mark[place] = mark;
      }
      if (isThere) slots.push({ slot: next, packed: Buffer.from(pack(block)).toString('base64') });
    }
    return { series: tickSeriesHash(ordered), slots, next };
  };
};

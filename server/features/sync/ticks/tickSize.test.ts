/** What a reading of the open day costs on the wire: the recorded plant, each slot sent as it is over. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { unpack } from '../../../core/bytes/packing.ts';
import { code, emptyBlock, type SlotBlock } from '../../../core/slots.ts';
import { tickMessage } from '../../../core/sync/tickMessage.ts';

type Row = { firstSlot: number; slots: number; packed: Buffer };

/** A closed day, slot by slot. */
const slotsOf = (industry: string): SlotBlock[] => {
  const sqlite = new Database(
    brotliDecompressSync(readFileSync(join(import.meta.dirname, '../../../../tests/golden/plant.db.br'))),
  );
  const rows = sqlite
    .prepare(
      `select d.first_slot firstSlot, d.slots, d.packed from series s join reading_day d on d.series_id = s.id
       where s.industry_id = ? and d.day = (select max(day) - 1 from reading_day) order by s.uid`,
    )
    .all(industry) as Row[];
  sqlite.close();
  const days = rows.map(({ packed, firstSlot, slots }) => unpack(packed, firstSlot, slots));
  return Array.from({ length: rows[0]?.slots ?? 0 }, (_, at) => {
    const slot = emptyBlock((rows[0]?.firstSlot ?? 0) + at, days.length);
    for (const [place, day] of days.entries()) {
      slot.values[place] = day.values[at] ?? 0;
      slot.quality[place] = day.quality[at] ?? code.M;
      slot.raw[place] = day.raw[at] ?? Number.NaN;
      slot.mark[place] = day.mark[at] ?? 0;
    }
    return slot;
  });
};

it('a reading costs at most 3.5 bytes, with the head of its message', () => {
  const slots = slotsOf('DEMO');
  expect(slots.length).toBeGreaterThan(250);
  let [bytes, readings] = [0, 0];
  for (const [at, slot] of slots.entries()) {
    bytes += tickMessage('DEMO', 'ab'.repeat(32), [slot], slots[at - 1]).length;
    readings += slot.quality.filter((letter) => letter !== code.M).length;
  }
  expect(readings).toBeGreaterThan(25_000);
  expect(bytes / readings).toBeLessThan(3.5);
  // a plant that was without a line sends many slots at once
  expect(tickMessage('DEMO', 'ab'.repeat(32), slots, undefined).length / readings).toBeLessThan(2.5);
});

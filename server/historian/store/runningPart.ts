import { crc32 } from 'node:zlib';
import { pack, unpack } from '../../core/bytes/packing.ts';
import { code, emptyBlock, isCounted, letterOf, type SlotBlock } from '../../core/slots.ts';
import type { OpenRow } from './dayRows.ts';

/** Series with ids from `part * SERIES_PER_PART` on share a row of a slot that is not over; a series' place in it follows from its id. */
export const SERIES_PER_PART = 1024;

/** One such row: `places` series at most have something in it, `packed` is a block with a place for each. */
export type RunningRow = { slot: number; part: number; places: number; packed: Uint8Array; checksum: number };

export const runningColumns = 'slot, part, places, packed, checksum';

export const partOf = (seriesId: number): number => Math.floor(seriesId / SERIES_PER_PART);
export const placeInPart = (seriesId: number): number => seriesId % SERIES_PER_PART;

/** CRC-32 of slot, part and places as 32-bit numbers, lowest byte first, and then of the packed bytes. */
const checksumOf = (slot: number, part: number, places: number, packed: Uint8Array): number => {
  const numbers = new DataView(new ArrayBuffer(12));
  for (const [at, number] of [slot, part, places].entries()) numbers.setUint32(4 * at, number, true);
  return crc32(packed, crc32(new Uint8Array(numbers.buffer)));
};

/** Nothing was read of the series in this slot. */
const isEmpty = ({ quality, raw, mark }: SlotBlock, place: number): boolean =>
  quality[place] === code.M && Number.isNaN(raw[place]) && mark[place] === 0;

export const emptyPart = (slot: number): SlotBlock => emptyBlock(slot, SERIES_PER_PART);

export const clearPlace = (block: SlotBlock, place: number): void => {
  block.values[place] = 0;
  block.quality[place] = code.M;
  block.raw[place] = Number.NaN;
  block.mark[place] = 0;
};

export const copyOfPart = ({ firstSlot, values, quality, raw, mark }: SlotBlock): SlotBlock => ({
  firstSlot,
  values: values.slice(),
  quality: quality.slice(),
  raw: raw.slice(),
  mark: mark.slice(),
});

export const sealPart = (slot: number, part: number, block: SlotBlock): RunningRow => {
  let places = SERIES_PER_PART;
  while (places > 0 && isEmpty(block, places - 1)) places -= 1;
  const { values, quality, raw, mark } = block;
  const packed = pack({
    firstSlot: slot,
    values: values.subarray(0, places),
    quality: quality.subarray(0, places),
    raw: raw.subarray(0, places),
    mark: mark.slice(0, places),
  });
  return { slot, part, places, packed, checksum: checksumOf(slot, part, places, packed) };
};

/** What a row holds, a place for each series of its part; undefined where it is not what was written. */
export const openPart = ({ slot, part, places, packed, checksum }: RunningRow): SlotBlock | undefined => {
  if (places > SERIES_PER_PART || checksum !== checksumOf(slot, part, places, packed)) return undefined;
  const block = emptyPart(slot);
  const found = unpack(packed, slot, places);
  block.values.set(found.values);
  block.quality.set(found.quality);
  block.raw.set(found.raw);
  block.mark.set(found.mark);
  return block;
};

/** As the row of an open day has it; undefined where there is nothing. */
export const openRowOf = (part: number, block: SlotBlock, place: number): OpenRow | undefined => {
  if (isEmpty(block, place)) return undefined;
  const letter = block.quality[place] ?? code.M;
  const raw = block.raw[place] ?? Number.NaN;
  return [
    block.firstSlot,
    part * SERIES_PER_PART + place,
    isCounted(letter) ? (block.values[place] ?? 0) : null,
    letterOf(letter),
    Number.isNaN(raw) ? null : raw,
    block.mark[place] ?? 0,
    null,
  ];
};

export const openRowsOf = (part: number, block: SlotBlock): OpenRow[] =>
  Array.from({ length: SERIES_PER_PART }, (_, place) => openRowOf(part, block, place)).filter((row) => row !== undefined);

/** Whether anything was read of a series in the slot; a row that is not what was written may have had it. */
export const isRunning = (row: RunningRow, seriesId: number): boolean => {
  if (partOf(seriesId) !== row.part) return false;
  const block = openPart(row);
  return block === undefined || openRowOf(row.part, block, placeInPart(seriesId)) !== undefined;
};

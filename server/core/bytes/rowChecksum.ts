/** Of the longest row. */
const MOST_NUMBERS = 24;
const numbers = new Float64Array(MOST_NUMBERS);
const words = new Uint32Array(numbers.buffer);
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * 32-bit FNV-1a over the words of numbers as float64, null as NaN. Every step is one to one, so that a change within one word
 * always shows; it takes 0.05 us, for rows that are read by the hundred thousand.
 */
export const checksumOf = (row: readonly (number | null)[], length = row.length): number => {
  for (let at = 0; at < length; at += 1) {
    const number = row[at] ?? null;
    // -0 is stored as 0
    numbers[at] = number === null ? Number.NaN : number + 0;
  }
  let sum = FNV_OFFSET;
  for (let word = 0; word < 2 * length; word += 1) sum = Math.imul(sum ^ (words[word] ?? 0), FNV_PRIME);
  return sum >>> 0;
};

type SealedDay = { seriesId: number; day: number; firstSlot: number; slots: number; revision: number; hash: Uint8Array };

/** Of a closed day: over key, place, revision and hash, so that a day never passes for one of another series. */
export const dayChecksum = ({ seriesId, day, firstSlot, slots, revision, hash }: SealedDay): number => {
  const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength);
  const numbersOfDay = [seriesId, day, firstSlot, slots, revision];
  for (let at = 0; at + 4 <= hash.byteLength; at += 4) numbersOfDay.push(view.getUint32(at, true));
  return checksumOf(numbersOfDay);
};

import type { WordOrder } from '../../contract/model/field.ts';

const wordsReversed = (order: WordOrder): boolean => order === 'CDAB' || order === 'DCBA';
const bytesSwapped = (order: WordOrder): boolean => order === 'BADC' || order === 'DCBA';

/**
 * Puts `width` registers from `offset` on into `view`, so that it holds the value in big-endian order.
 * For 64 bits CDAB reverses all four words and BADC swaps the bytes of each.
 */
export const loadWords = (view: DataView, words: readonly number[], offset: number, width: number, order: WordOrder): void => {
  const reversed = wordsReversed(order);
  const swapped = bytesSwapped(order);
  for (let i = 0; i < width; i += 1) {
    view.setUint16(2 * i, words[offset + (reversed ? width - 1 - i : i)] ?? 0, swapped);
  }
};

/** The inverse of loadWords: the registers as they travel. */
export const storeWords = (view: DataView, width: number, order: WordOrder): number[] => {
  const reversed = wordsReversed(order);
  const swapped = bytesSwapped(order);
  return Array.from({ length: width }, (_, i) => view.getUint16(2 * (reversed ? width - 1 - i : i), swapped));
};

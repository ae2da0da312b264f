import { registerTypes, type WordOrder } from '../../contract/model/field.ts';
import type { MatrixRow } from '../../contract/plant/tools/registers.ts';
import { isNumberType, type NumberType, numberTypes, type Raw } from '../decode/registerTypes.ts';
import { ordersOf } from '../decode/validateDecode.ts';
import { loadWords } from '../decode/wordOrder.ts';

/** Every number that whole registers can hold, with the word orders that mean something for it. */
export const encodings: readonly { type: NumberType; wordOrder: WordOrder; registers: number }[] = registerTypes
  .filter(isNumberType)
  .flatMap((type) => ordersOf(type).map((wordOrder) => ({ type, wordOrder, registers: numberTypes[type].registers })));

const view = new DataView(new ArrayBuffer(8));

/** What registers from `offset` on hold as this type; null where they hold no number, or are too few. */
export const rawAt = (words: readonly number[], offset: number, type: NumberType, order: WordOrder): Raw | null => {
  const { registers, read } = numberTypes[type];
  if (offset < 0 || offset + registers > words.length) return null;
  loadWords(view, words, offset, registers, order);
  const raw = read(view);
  return typeof raw === 'number' && !Number.isFinite(raw) ? null : raw;
};

const shownRaw = (raw: Raw | null): number | string | null =>
  typeof raw === 'bigint' ? (Number.isSafeInteger(Number(raw)) ? Number(raw) : String(raw)) : raw;

const printable = (byte: number): string => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.');

/** Registers from `address` on, each beside every type and word order that can begin there. */
export const decodeMatrix = (address: number, words: readonly number[]): MatrixRow[] =>
  words.map((word, i) => ({
    address: address + i,
    word,
    hex: word.toString(16).toUpperCase().padStart(4, '0'),
    bits: word.toString(2).padStart(16, '0'),
    text: printable(word >> 8) + printable(word & 0xff),
    values: encodings
      .filter(({ registers }) => i + registers <= words.length)
      .map(({ type, wordOrder }) => ({ type, wordOrder, value: shownRaw(rawAt(words, i, type, wordOrder)) })),
  }));

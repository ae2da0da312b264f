import type { DecodeSpec, WordOrder } from '../../contract/model/field.ts';
import { Failure } from '../../core/fail.ts';
import { spanOf, widthOf } from '../polling/span.ts';
import { isFloatType, type NumberType, numberTypes, type Raw } from './registerTypes.ts';
import { unscale } from './scale.ts';
import { loadWords, storeWords } from './wordOrder.ts';

const refuse = (message: string): Failure => new Failure('parameter', message, { errors: [{ path: 'value', message }] });

type Part = { address: number; type: NumberType; wordOrder: WordOrder };

const putNumber = (words: number[], at: number, { type, wordOrder }: Part, raw: Raw): void => {
  const row = numberTypes[type];
  if (raw < row.min || raw > row.max) throw refuse(`raw ${raw} does not fit ${type} (${row.min} to ${row.max})`);
  if (Number.isNaN(raw) && !isFloatType(type)) throw refuse(`${type} cannot hold NaN`);
  const view = new DataView(new ArrayBuffer(2 * row.registers));
  // a half register keeps its other half
  loadWords(view, words, at, row.registers, wordOrder);
  row.write(view, raw);
  words.splice(at, row.registers, ...storeWords(view, row.registers, wordOrder));
};

const rawOf = (type: NumberType, value: number, scale: number): Raw =>
  unscale(value, scale, { fractional: isFloatType(type), wide: numberTypes[type].registers === 4 });

type NumberSpec = DecodeSpec & { type: NumberType };

/** @param first address of the first of `words`. */
const putScaled = (words: number[], first: number, spec: NumberSpec, value: number): void => {
  const { type, fraction, scale } = spec;
  const raw = value - spec.offset;
  if (!fraction) {
    putNumber(words, spec.address - first, spec, rawOf(type, raw, scale));
    return;
  }
  const counts = Math.trunc(raw / scale + (raw < 0 ? -1e-9 : 1e-9));
  const part = { ...fraction, type: fraction.type as NumberType };
  putNumber(words, spec.address - first, spec, numberTypes[type].registers === 4 ? BigInt(counts) : counts);
  putNumber(words, fraction.address - first, part, rawOf(part.type, raw - counts * scale, fraction.scale));
};

const putText = (words: number[], spec: DecodeSpec, text: string): void => {
  const width = widthOf(spec);
  const bytes = Buffer.alloc(2 * width);
  if (bytes.write(text, 'latin1') < text.length) throw refuse(`text is longer than ${2 * width} characters`);
  words.splice(0, width, ...storeWords(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), width, spec.wordOrder));
};

const putBit = (words: number[], spec: DecodeSpec, value: number): void => {
  const bit = Math.round((value - spec.offset) / spec.scale);
  if (bit !== 0 && bit !== 1) throw refuse(`${value} is neither on nor off`);
  if (spec.type === 'bool') {
    // a negative scale gives -0 for off
    words[0] = bit === 1 ? 1 : 0;
    return;
  }
  const mask = 1 << ((spec.bit ?? 0) ^ (spec.wordOrder === 'BADC' ? 8 : 0));
  const word = words[0] ?? 0;
  words[0] = bit ? word | mask : word & ~mask & 0xffff;
};

/**
 * The registers (0/1 for coils and discrete inputs) that `compileDecoder` would read as `value`, over the
 * value's whole span. `current` is what that span holds now: neighbours of a bit, of half a register and
 * between an integer and its fraction part stay as they are. A value that does not fit fails with `parameter`.
 */
export const encodeValue = (spec: DecodeSpec, value: number | string, current: readonly number[] = []): number[] => {
  const span = spanOf(spec);
  const words = Array.from({ length: span.count }, (_, i) => current[i] ?? 0);
  if (spec.type === 'string') {
    putText(words, spec, String(value));
    return words;
  }
  if (typeof value !== 'number') throw refuse(`${spec.type} takes a number`);
  if (spec.type === 'bool' || spec.type === 'bit') putBit(words, spec, value);
  else putScaled(words, span.address, { ...spec, type: spec.type }, value);
  return words;
};

import type { DecodeSpec, FieldQuality, WordOrder } from '../../contract/model/field.ts';
import { lastUsed } from '../../core/lastUsed.ts';
import { spanOf, widthOf } from '../polling/span.ts';
import { isNumberType, type NumberType, numberTypes, type Raw } from './registerTypes.ts';
import { compileScale } from './scale.ts';
import { loadWords } from './wordOrder.ts';

export type Decoded = { value: number | string | null; quality: FieldQuality };

export type Decoder = {
  /** Registers (bits for coils and discrete inputs) the value spans, a fraction part at its own address included. */
  registers: number;
  /**
   * `words` is a block as it was read (0/1 per bit for coils and discrete inputs), `offset` where the
   * value's span begins in it. A block too short for the span is BAD_ANSWER, never a torn value.
   */
  decode(words: readonly number[], offset: number): Decoded;
  /** The same without an object for each: a good number is put at its place, which stays as it was where there is none. Null for what is not one whole number. */
  put: Put | null;
};

type Put = (words: readonly number[], offset: number, numbers: Float64Array, place: number) => FieldQuality;

type Read = (words: readonly number[], offset: number) => Decoded;

const badSensor: Decoded = { value: null, quality: 'BAD_SENSOR' };
const badAnswer: Decoded = { value: null, quality: 'BAD_ANSWER' };

type ReadRaw = (words: readonly number[], offset: number) => Raw | null;

const makeRawReader = (type: NumberType, order: WordOrder): ReadRaw => {
  const row = numberTypes[type];
  const view = new DataView(new ArrayBuffer(2 * row.registers));
  return (words, offset) => {
    loadWords(view, words, offset, row.registers, order);
    const raw = row.read(view);
    return typeof raw === 'number' && !Number.isFinite(raw) ? null : raw;
  };
};

const rawReaders = new Map<string, ReadRaw>();

/** Reader of one number; null where the registers hold none. One for all tags of a type: a buffer for each of 5,000 tags is megabytes. */
const rawReader = (type: NumberType, order: WordOrder): ReadRaw => {
  const key = `${type} ${order}`;
  const known = rawReaders.get(key) ?? makeRawReader(type, order);
  rawReaders.set(key, known);
  return known;
};

/** Sentinels as the type holds them: 1e20 in a float32 is not the double 1e20. */
const sentinelSet = (spec: DecodeSpec): ReadonlySet<number> =>
  new Set(spec.type === 'float32' ? spec.sentinels.map(Math.fround) : spec.sentinels);

const qualityIn = (spec: DecodeSpec): ((value: number) => FieldQuality) => {
  const min = spec.min ?? Number.NEGATIVE_INFINITY;
  const max = spec.max ?? Number.POSITIVE_INFINITY;
  return (value) => {
    if (!Number.isFinite(value)) return 'BAD_SENSOR';
    return value < min || value > max ? 'BAD_RANGE' : 'GOOD';
  };
};

const withinRange = (spec: DecodeSpec): ((value: number) => Decoded) => {
  const qualityOf = qualityIn(spec);
  return (value) => {
    const quality = qualityOf(value);
    return { value: quality === 'GOOD' ? value : null, quality };
  };
};

/** A block that is too short for the value's span. */
const isTorn = (words: readonly number[], offset: number, registers: number): boolean =>
  offset < 0 || offset + registers > words.length;

const putterOf = (spec: DecodeSpec, registers: number): Put | null => {
  if (spec.fraction || !isNumberType(spec.type)) return null;
  const whole = rawReader(spec.type, spec.wordOrder);
  const toValue = compileScale(spec.scale);
  const sentinels = sentinelSet(spec);
  const { offset: added } = spec;
  const qualityOf = qualityIn(spec);
  return (words, offset, numbers, place) => {
    if (isTorn(words, offset, registers)) return 'BAD_ANSWER';
    const raw = whole(words, offset);
    if (raw === null || (sentinels.size > 0 && sentinels.has(Number(raw)))) return 'BAD_SENSOR';
    const value = toValue(raw) + added;
    const quality = qualityOf(value);
    if (quality === 'GOOD') numbers[place] = value;
    return quality;
  };
};

const numberDecoder = (spec: DecodeSpec, type: NumberType): Read => {
  const first = spanOf(spec).address;
  const whole = rawReader(type, spec.wordOrder);
  const wholeAt = spec.address - first;
  const toValue = compileScale(spec.scale);
  const sentinels = sentinelSet(spec);
  const limited = withinRange(spec);
  const fraction = spec.fraction && {
    read: rawReader(spec.fraction.type as NumberType, spec.fraction.wordOrder),
    at: spec.fraction.address - first,
    toValue: compileScale(spec.fraction.scale),
  };
  return (words, offset) => {
    const raw = whole(words, offset + wholeAt);
    if (raw === null || sentinels.has(Number(raw))) return badSensor;
    if (!fraction) return limited(toValue(raw) + spec.offset);
    const part = fraction.read(words, offset + fraction.at);
    return part === null ? badSensor : limited(toValue(raw) + fraction.toValue(part) + spec.offset);
  };
};

const bitDecoder = (spec: DecodeSpec): Read => {
  const swapped = spec.wordOrder === 'BADC';
  const mask = spec.type === 'bool' ? 0xffff : 1 << ((spec.bit ?? 0) ^ (swapped ? 8 : 0));
  const limited = withinRange(spec);
  return (words, offset) => limited(((words[offset] ?? 0) & mask ? 1 : 0) * spec.scale + spec.offset);
};

const stringDecoder = (spec: DecodeSpec): Read => {
  const width = widthOf(spec);
  const bytes = Buffer.alloc(2 * width);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return (words, offset) => {
    loadWords(view, words, offset, width, spec.wordOrder);
    const end = bytes.indexOf(0);
    return { value: bytes.toString('latin1', 0, end < 0 ? bytes.length : end).trimEnd(), quality: 'GOOD' };
  };
};

const decoderFor = (spec: DecodeSpec): Read => {
  if (spec.type === 'string') return stringDecoder(spec);
  if (spec.type === 'bool' || spec.type === 'bit') return bitDecoder(spec);
  return numberDecoder(spec, spec.type);
};

const makeDecoder = (spec: DecodeSpec): Decoder => {
  const registers = spanOf(spec).count;
  const read = decoderFor(spec);
  return {
    registers,
    decode: (words, offset) => (isTorn(words, offset, registers) ? badAnswer : read(words, offset)),
    put: putterOf(spec, registers),
  };
};

const MOST_DECODERS = 2000;
const decoders = lastUsed<string, Decoder>(MOST_DECODERS);
/** Tags of like devices have one and the same spec, as the store reads them. */
const ofSpec = new WeakMap<DecodeSpec, Decoder>();

/** Equal where specs differ in their address alone; a fraction has an address of its own. */
const decoderKey = ({ address, fraction, ...rest }: DecodeSpec): string =>
  JSON.stringify([rest, fraction && { ...fraction, address: fraction.address - address }]);

/**
 * Chooses once how a tag's registers become its value, so that a poll only computes. Sentinels, NaN,
 * infinities and impossible BCD digits are BAD_SENSOR, values outside the hard range BAD_RANGE, both null.
 * The spec is expected to have passed `validateDecode`. Tags that differ only in their address share a decoder.
 */
export const compileDecoder = (spec: DecodeSpec): Decoder => {
  const known = ofSpec.get(spec);
  if (known) return known;
  const key = decoderKey(spec);
  const decoder = decoders.get(key) ?? makeDecoder(spec);
  decoders.set(key, decoder);
  ofSpec.set(spec, decoder);
  return decoder;
};

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Failure } from '../fail.ts';
import { emptyBlock, type SlotBlock } from '../slots.ts';
import { StepReader, StepWriter } from './stepBytes.ts';

/**
 * Slots of open days as steps from the slot before, described byte by byte in docs/sync-format.md. A block here has a place for each series, not for
 * each slot. Every step is tried backwards when it is written, so that each bit comes back.
 */
const value = { same: 0, thousandths: 1, single: 2, double: 3, counted: 4, countedBy: 5 } as const;
const raw = { same: 0, decimals: 1, single: 2, double: 3, none: 4, multiplied: 5, decimalsOf: 6, multipliedOf: 7 } as const;
const QUALITY = 1;
const MARK = 2;
const VALUE_AT = 2;
const RAW_AT = 5;
/** A reading of a counter is mostly in units of which 1,000 of what is stored make one. */
const USUAL_POWER = 3;
const POWERS = [0, 1, 2, -1, -2, -3, 4, 5, 6];
const MOST_DECIMALS = 6;

const singles = new Float32Array(1);
const bits = new Int32Array(singles.buffer);
/** Single precision in an order without gaps, so that near numbers are few steps apart. */
const orderOf = (number: number): number => {
  singles[0] = number;
  const at = bits[0] ?? 0;
  return at < 0 ? -(at & 0x7fffffff) : at;
};
const singleAt = (order: number): number => {
  bits[0] = order < 0 ? -order | -0x80000000 : order;
  return singles[0] ?? 0;
};

/** As written numbers: powers that are worked out may differ in their last bit between machines. */
const TENS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6];
const TENTHS = [1, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6];
const tens = (power: number): number => (power < 0 ? TENTHS[-power] : TENS[power]) ?? Number.NaN;

const thousandthsAt = (before: number, step: number): number => (Math.round(before * 1000) + step) / 1000;
const countedOf = (now: number, before: number, power: number): number => Math.round((now - before) * tens(power) * 1000) / 1000;
const dividedAt = (before: number, step: number, decimals: number): number =>
  (Math.round(before * tens(decimals)) + step) / tens(decimals);
const multipliedAt = (before: number, step: number, decimals: number): number =>
  (Math.round(before * tens(decimals)) + step) * tens(-decimals);

/** Decimals in which a reading is written exactly; `MOST_DECIMALS` + 1 for none. */
const decimalsOf = (number: number, at: typeof dividedAt): number => {
  let decimals = 0;
  while (decimals <= MOST_DECIMALS && !Object.is(at(number, 0, decimals), number)) decimals += 1;
  return decimals;
};

const stepTo = (now: number, before: number, scale: number): number => Math.round(now * scale) - Math.round(before * scale);

/** Whether a step in single precision leads there; few steps cost fewer bytes than the whole number. */
const isSingle = (now: number, before: number): boolean =>
  Number.isFinite(before) && Object.is(singleAt(orderOf(before) + (orderOf(now) - orderOf(before))), now);

const writeRaw = (out: StepWriter, now: number, was: number): number => {
  if (Object.is(now, was)) return raw.same;
  if (Number.isNaN(now)) return raw.none;
  const before = Number.isNaN(was) ? 0 : was;
  for (const [at, own, given] of [
    [dividedAt, raw.decimals, raw.decimalsOf],
    [multipliedAt, raw.multiplied, raw.multipliedOf],
  ] as const) {
    const usual = decimalsOf(before, at);
    const decimals = Math.max(decimalsOf(now, at), usual <= MOST_DECIMALS ? usual : 0);
    const step = stepTo(now, before, tens(decimals));
    if (decimals > MOST_DECIMALS || !Number.isSafeInteger(2 * step) || !Object.is(at(before, step, decimals), now)) continue;
    if (decimals !== usual) out.byte(decimals);
    out.step(step);
    return decimals === usual ? own : given;
  }
  if (isSingle(now, before)) {
    out.step(orderOf(now) - orderOf(before));
    return raw.single;
  }
  out.float64(now);
  return raw.double;
};

const readRaw = (from: StepReader, how: number, was: number): number => {
  const before = Number.isNaN(was) ? 0 : was;
  switch (how) {
    case raw.same:
      return was;
    case raw.none:
      return Number.NaN;
    case raw.decimals:
      return dividedAt(before, from.step(), decimalsOf(before, dividedAt));
    case raw.multiplied:
      return multipliedAt(before, from.step(), decimalsOf(before, multipliedAt));
    case raw.decimalsOf:
    case raw.multipliedOf: {
      const decimals = from.byte();
      return (how === raw.decimalsOf ? dividedAt : multipliedAt)(before, from.step(), decimals);
    }
    case raw.single:
      return singleAt(orderOf(before) + from.step());
    default:
      return from.float64();
  }
};

type Counted = { now: number; was: number };

const writeValue = (out: StepWriter, now: number, before: number, counted: Counted): number => {
  if (Object.is(now, before)) return value.same;
  if (Object.is(countedOf(counted.now, counted.was, USUAL_POWER), now)) return value.counted;
  const power = POWERS.find((one) => Object.is(countedOf(counted.now, counted.was, one), now));
  if (power !== undefined) {
    out.byte(power & 0xff);
    return value.countedBy;
  }
  const step = stepTo(now, before, 1000);
  if (Number.isSafeInteger(2 * step) && Object.is(thousandthsAt(before, step), now)) {
    out.step(step);
    return value.thousandths;
  }
  if (isSingle(now, before)) {
    out.step(orderOf(now) - orderOf(before));
    return value.single;
  }
  out.float64(now);
  return value.double;
};

const readValue = (from: StepReader, how: number, before: number, counted: Counted): number => {
  switch (how) {
    case value.same:
      return before;
    case value.counted:
      return countedOf(counted.now, counted.was, USUAL_POWER);
    case value.countedBy:
      return countedOf(counted.now, counted.was, (from.byte() << 24) >> 24);
    case value.thousandths:
      return thousandthsAt(before, from.step());
    case value.single:
      return singleAt(orderOf(before) + from.step());
    default:
      return from.float64();
  }
};

const writeSlot = (out: StepWriter, now: SlotBlock, before: SlotBlock): void => {
  const count = now.values.length;
  const control = out.room(count);
  const of = (array: ArrayLike<number>, place: number): number => array[place] ?? 0;
  for (let place = 0; place < count; place += 1) {
    let how = 0;
    if (now.quality[place] !== before.quality[place]) {
      how |= QUALITY;
      out.byte(of(now.quality, place));
    }
    if (now.mark[place] !== before.mark[place]) {
      how |= MARK;
      out.step(of(now.mark, place) - of(before.mark, place));
    }
    const counted = { now: of(now.raw, place), was: of(before.raw, place) };
    how |= writeRaw(out, counted.now, counted.was) << RAW_AT;
    how |= writeValue(out, of(now.values, place), of(before.values, place), counted) << VALUE_AT;
    out.set(control + place, how);
  }
};

const readSlot = (from: StepReader, firstSlot: number, before: SlotBlock): SlotBlock => {
  const count = before.values.length;
  const now = emptyBlock(firstSlot, count);
  const control = from.bytes(count);
  for (let place = 0; place < count; place += 1) {
    const how = control[place] ?? 0;
    now.quality[place] = how & QUALITY ? from.byte() : (before.quality[place] ?? 0);
    now.mark[place] = (before.mark[place] ?? 0) + (how & MARK ? from.step() : 0);
    const was = before.raw[place] ?? 0;
    const counted = { now: readRaw(from, how >> RAW_AT, was), was };
    now.raw[place] = counted.now;
    now.values[place] = readValue(from, (how >> VALUE_AT) & 7, before.values[place] ?? 0, counted);
  }
  return now;
};

/** Slots in order, the first as steps from `base`. */
export const packSteps = (base: SlotBlock, slots: readonly SlotBlock[]): Buffer => {
  const out = new StepWriter();
  let before = base;
  for (const slot of slots) {
    writeSlot(out, slot, before);
    before = slot;
  }
  return deflateRawSync(out.done(), { level: 9, windowBits: 15, memLevel: 9 });
};

/** @throws Failure `badRequest` for what these are not the steps of. */
export const unpackSteps = (packed: Uint8Array, base: SlotBlock, slots: readonly number[]): SlotBlock[] => {
  try {
    const most = slots.length * base.values.length * 32;
    const from = new StepReader(inflateRawSync(packed, { maxOutputLength: Math.max(64, most) }));
    let before = base;
    const read = slots.map((slot) => {
      before = readSlot(from, slot, before);
      return before;
    });
    from.end();
    return read;
  } catch (error) {
    throw new Failure('badRequest', 'the slots are not readable', { cause: error });
  }
};

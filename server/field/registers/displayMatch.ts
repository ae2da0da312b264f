import type { WordOrder } from '../../contract/model/field.ts';
import type { DisplayCandidate } from '../../contract/plant/tools/registers.ts';
import type { DisplayReading, RegisterSample } from '../../core/field/fieldTools.ts';
import { isFloatType, type NumberType, type Raw } from '../decode/registerTypes.ts';
import { compileScale } from '../decode/scale.ts';
import { encodings, rawAt } from './decodeMatrix.ts';

/** How far from the address of the manual a value is looked for, to each side. */
const reach = 2;
const [leastExponent, greatestExponent] = [-9, 6];
const mostCandidates = 20;

/** What is against a candidate, the more the less likely. Habits of device makers, in the order of how often they occur. */
const typeCosts: Readonly<Record<NumberType, number>> = {
  float32: 0,
  uint16: 0.5,
  int16: 0.6,
  uint32: 0.5,
  int32: 0.6,
  float64: 0.6,
  uint64: 0.9,
  int64: 1,
  bcd32: 1.2,
  bcd16: 1.4,
  bcd64: 1.4,
  uint8lo: 2.5,
  int8lo: 2.6,
  uint8hi: 2.7,
  int8hi: 2.8,
  float16: 3,
};
const orderCosts: Readonly<Record<WordOrder, number>> = { ABCD: 0, CDAB: 0.2, DCBA: 0.9, BADC: 1 };
const addressCosts = [0, 2, 3] as const;

/** Between units of the trade: hours, minutes and seconds, days; pulses; gallons, cubic feet; psi, metres of water; and back. */
const factors: readonly { factor: number; cost: number }[] = [
  ...[3.6, 1 / 3.6, 24, 1 / 24, 60, 1 / 60].map((factor) => ({ factor, cost: 1.5 })),
  ...[0.25, 0.5, 2, 2.5, 4, 5].map((factor) => ({ factor, cost: 2 })),
  ...[3.785411784, 4.54609, 28.316846592, 0.0689475729, 0.0980665].flatMap((factor) => [
    { factor, cost: 2.2 },
    { factor: 1 / factor, cost: 2.4 },
  ]),
  // US and imperial gallons and cubic feet a minute in m3/h, L/s and L/min a day, feet, inches
  ...[0.2271247, 0.2727654, 1.6990108, 86.4, 1.44, 0.3048, 2.54].flatMap((factor) => [
    { factor, cost: 2.6 },
    { factor: 1 / factor, cost: 2.8 },
  ]),
];
/** With fewer digits at all readings together any number fits some factor. */
const digitsForFactors = 4;
const factorExponents = [-6, 3] as const;

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

type Scale = { scale: number; exponent: number; cost: number };

const scales: readonly Scale[] = [
  ...range(leastExponent, greatestExponent).map((exponent) => ({ scale: Number(`1e${exponent}`), exponent, cost: 0 })),
  ...factors.flatMap(({ factor, cost }) =>
    range(...factorExponents).map((exponent) => ({
      scale: Number((factor * 10 ** exponent).toPrecision(12)),
      exponent,
      cost: cost + 0.1 * Math.abs(exponent),
    })),
  ),
];

type Shown = { value: number; decimals: number };
type Scored = { candidate: DisplayCandidate; cost: number };

const parseShown = (text: string): Shown => {
  const plain = text.replace(',', '.');
  const decimals = plain.split('.')[1]?.length ?? 0;
  return { value: Number(plain), decimals };
};

/** Whether the display would show it so: rounded or cut off to its digits. */
const isShownAs = ({ value, decimals }: Shown, actual: number): boolean => {
  const step = 10 ** -decimals;
  const slack = Math.abs(value) * 1e-6 + step * 1e-6;
  const isRounded = Math.abs(actual - value) <= step / 2 + slack;
  const isCut = Math.abs(actual) - Math.abs(value) < step && Math.abs(actual) + slack >= Math.abs(value);
  return isRounded || (isCut && Math.sign(actual) * Math.sign(value) >= 0);
};

/** How far apart values of a few seconds may lie to be one quantity that moves: of the number, and in steps of its last digit. */
const closeShare = 0.01;
const closeSteps = 30;

const mostApart = ({ value, decimals }: Shown): number => Math.max(Math.abs(value) * closeShare, closeSteps * 10 ** -decimals);

const isNear = (shown: Shown, actual: number): boolean => Math.abs(actual - shown.value) <= mostApart(shown);

/**
 * Whether the display showed it at the last sample, or on the way there: a meter counts on while its number is typed.
 * @param values oldest first; null where the registers held no number.
 */
const wasShownAs = (shown: Shown, values: readonly (number | null)[]): boolean => {
  const last = values.at(-1) ?? null;
  if (last === null) return false;
  if (isShownAs(shown, last)) return true;
  if (!isNear(shown, last)) return false;
  let [least, greatest] = [last, last];
  for (let at = values.length - 2; at >= 0; at -= 1) {
    const value = values[at] ?? null;
    if (value === null) return false;
    [least, greatest] = [Math.min(least, value), Math.max(greatest, value)];
    if (greatest - least > mostApart(shown)) return false;
    if (isShownAs(shown, value) || (least <= shown.value && shown.value <= greatest)) return true;
  }
  return false;
};

/** A whole number usually has as many decimals as the display shows; a float is usually not scaled at all. */
const scaleCost = (type: NumberType, exponent: number, { decimals }: Shown): number => {
  if (isFloatType(type)) return exponent === 0 ? 0 : exponent % 3 === 0 ? 1.2 : 2.2;
  if (exponent === -decimals) return 0;
  const away = Math.abs(exponent + decimals);
  return exponent > 0 ? 1.6 + 0.3 * exponent : 0.3 + 0.15 * away;
};

/** Registers that hold nothing but 0 at every reading are likelier to be no part of the value. */
const widthCost = (type: NumberType, registers: number, raws: readonly (Raw | null)[]): number => {
  if (registers === 1 || isFloatType(type)) return 0;
  const base = type.startsWith('bcd') ? 10_000 : 65_536;
  const isNarrow = raws.every((raw) => Math.abs(Number(raw ?? 0)) < base ** (registers / 2));
  return isNarrow ? 1 : 0;
};

const leastFraction = 1e-4;

type At = { shown: Shown; samples: readonly RegisterSample[] };

/** Totals of a whole number with its fraction in the float behind it, as ultrasonic meters give them: never scaled. */
const totalsWithFraction = (address: number, all: readonly At[]): Scored[] => {
  const found: Scored[] = [];
  for (let at = Math.max(0, address - reach); at <= Math.min(65_532, address + reach); at += 1) {
    for (const { type, wordOrder } of encodings) {
      if (type !== 'int32' && type !== 'uint32') continue;
      const parts = all.map(({ samples }) =>
        samples.map(({ words, address: from }) => Number(rawAt(words, at - from + 2, 'float32', wordOrder) ?? Number.NaN)),
      );
      // a float that is nearly 0 every time is some other register
      if (!parts.flat().every((part) => Math.abs(part) < 1) || !parts.flat().some((part) => Math.abs(part) > leastFraction))
        continue;
      const values = all.map(({ samples }, i) =>
        samples.map(({ words, address: from }, j) => {
          const whole = rawAt(words, at - from, type, wordOrder);
          return whole === null ? null : Number(whole) + (parts[i]?.[j] ?? Number.NaN);
        }),
      );
      if (!all.every(({ shown }, i) => shown.decimals > 0 && wasShownAs(shown, values[i] ?? []))) continue;
      const candidate: DisplayCandidate = {
        address: at,
        type,
        wordOrder,
        scale: 1,
        value: values.at(-1)?.at(-1) ?? 0,
        reads: all.length,
        decode: `${type} ${wordOrder} at ${at} + float32 ${wordOrder} at ${at + 2}`,
        fraction: { address: at + 2, type: 'float32', wordOrder },
      };
      const distance = addressCosts[Math.abs(at - address)] ?? addressCosts[reach];
      found.push({ candidate, cost: distance + typeCosts[type] + orderCosts[wordOrder] });
    }
  }
  return found;
};

/**
 * Encodings that give what the display showed at every reading, the likeliest first. Looks two addresses to each side of the one
 * given, at every type and word order, at scales 10^-9 to 10^6 and at the factors between units.
 */
export const matchDisplay = (address: number, readings: readonly DisplayReading[]): DisplayCandidate[] => {
  const all = readings.map(({ shown, ...rest }) => ({ ...rest, shown: parseShown(shown) }));
  const [first] = all;
  if (!first) return [];
  const digits = all.reduce((sum, { shown }) => sum + String(Math.abs(shown.value)).replace(/[.]|^0+/g, '').length, 0);
  const scored: Scored[] = [];
  for (let at = Math.max(0, address - reach); at <= Math.min(65_535, address + reach); at += 1) {
    for (const { type, wordOrder, registers } of encodings) {
      const held = all.map(({ samples }) => samples.map(({ words, address: from }) => rawAt(words, at - from, type, wordOrder)));
      const raws = held.map((ofReading) => ofReading.at(-1) ?? null);
      if (raws.some((raw) => raw === null)) continue;
      for (const { scale, exponent, cost: factorCost } of scales) {
        if (factorCost > 0 && digits < digitsForFactors) continue;
        const toValue = compileScale(scale);
        const valuesOf = (i: number) => (held[i] ?? []).map((raw) => (raw === null ? null : toValue(raw)));
        if (!all.every(({ shown }, i) => isNear(shown, toValue(raws[i] ?? 0)) && wasShownAs(shown, valuesOf(i)))) continue;
        const last = raws.at(-1) ?? 0;
        const value = toValue(last);
        const distance = addressCosts[Math.abs(at - address)] ?? addressCosts[reach];
        const cost =
          distance +
          typeCosts[type] +
          orderCosts[wordOrder] +
          widthCost(type, registers, raws) +
          (factorCost > 0 ? factorCost : Math.max(...all.map(({ shown }) => scaleCost(type, exponent, shown))));
        const decode = `${type} ${wordOrder} at ${at}${scale === 1 ? '' : `, times ${scale}`}`;
        scored.push({ candidate: { address: at, type, wordOrder, scale, value, reads: all.length, decode }, cost });
      }
    }
  }
  scored.push(...totalsWithFraction(address, all));
  return scored
    .sort((a, b) => a.cost - b.cost || a.candidate.address - b.candidate.address)
    .slice(0, mostCandidates)
    .map(({ candidate }) => candidate);
};

import type { WordOrder } from '../../contract/model/field.ts';
import type { DisplayCandidate } from '../../contract/plant/toolsRegisters.ts';
import type { DisplayReading } from '../../core/fieldTools.ts';
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

/** A whole number usually stands for as many decimals as the display has; a float is usually not scaled at all. */
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

/**
 * Encodings that give what the display showed at every reading, the likeliest first. Looks two addresses to each side of the one
 * given, at every type and word order, and at scales 10^-9 to 10^6.
 */
export const matchDisplay = (address: number, readings: readonly DisplayReading[]): DisplayCandidate[] => {
  const all = readings.map(({ shown, ...rest }) => ({ ...rest, shown: parseShown(shown) }));
  const [first] = all;
  if (!first) return [];
  const scored: Scored[] = [];
  for (let at = Math.max(0, address - reach); at <= Math.min(65_535, address + reach); at += 1) {
    for (const { type, wordOrder, registers } of encodings) {
      const raws = all.map(({ words, address: from }) => rawAt(words, at - from, type, wordOrder));
      if (raws.some((raw) => raw === null)) continue;
      for (let exponent = leastExponent; exponent <= greatestExponent; exponent += 1) {
        const scale = Number(`1e${exponent}`);
        const toValue = compileScale(scale);
        if (!all.every(({ shown }, i) => isShownAs(shown, toValue(raws[i] ?? 0)))) continue;
        const last = raws.at(-1) ?? 0;
        const value = toValue(last);
        const distance = addressCosts[Math.abs(at - address)] ?? addressCosts[reach];
        const cost =
          distance +
          typeCosts[type] +
          orderCosts[wordOrder] +
          widthCost(type, registers, raws) +
          Math.max(...all.map(({ shown }) => scaleCost(type, exponent, shown)));
        const decode = `${type} ${wordOrder} at ${at}${exponent === 0 ? '' : `, times ${scale}`}`;
        scored.push({ candidate: { address: at, type, wordOrder, scale, value, reads: all.length, decode }, cost });
      }
    }
  }
  return scored
    .sort((a, b) => a.cost - b.cost || a.candidate.address - b.candidate.address)
    .slice(0, mostCandidates)
    .map(({ candidate }) => candidate);
};

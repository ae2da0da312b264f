import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DecodeSpec, decodeSpec } from '../../contract/model/field.ts';
import type { DisplayCandidate } from '../../contract/plant/tools/registers.ts';
import type { DisplayReading } from '../../core/field/fieldTools.ts';
import { encodeValue } from '../decode/encode.ts';
import { isFloatType, isNumberType, numberTypes } from '../decode/registerTypes.ts';
import { spanOf } from '../polling/span.ts';
import { loadTemplates } from '../templates.ts';
import { encodings } from './decodeMatrix.ts';
import { matchDisplay } from './displayMatch.ts';

/** One value of a device as it is read three times, with the rest of its registers around it. */
type Known = {
  name: string;
  decode: DecodeSpec;
  values: number[];
  decimals: number;
  others: { decode: DecodeSpec; value: number }[];
};

const isPowerOfTen = (scale: number): boolean => Math.abs(Math.log10(scale) - Math.round(Math.log10(scale))) < 1e-9;
/** As meters show it: a whole number with the decimals of its scale, a float with three to five digits. */
const decimalsOf = (decode: DecodeSpec, value: number): number => {
  const ofScale = Math.max(0, Math.round(-Math.log10(decode.scale)));
  if (isNumberType(decode.type) && !isFloatType(decode.type)) return Math.min(ofScale, 3);
  return Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 100 ? 1 : 2;
};

/** What a value does between one look at the display and the next. */
const moving = (value: number, { scale, type }: DecodeSpec): number[] => {
  const step = isNumberType(type) && !isFloatType(type) ? scale : 0.001;
  return [1, 1.083, 1.341].map((factor) => Math.round((value * factor) / step) * step);
};

/** The first value of each shipped model that a power of ten scales. */
const fromTemplates: Known[] = loadTemplates(join(import.meta.dirname, '../../../resources/devices')).flatMap((model) => {
  const numbers = model.tags.flatMap(({ decode, typical, name }) =>
    isNumberType(decode.type) && typeof typical === 'number' && (decode.space === 'holding' || decode.space === 'input')
      ? [{ name, decode, value: typical }]
      : [],
  );
  const one = numbers.find(
    ({ decode, value }) =>
      value !== 0 &&
      isPowerOfTen(decode.scale) &&
      decode.offset === 0 &&
      !decode.fraction &&
      Math.abs(value / decode.scale) >= 20,
  );
  if (!one) return [];
  const others = numbers.filter(({ decode }) => decode !== one.decode);
  const values = moving(one.value, one.decode);
  return [{ name: `${model.id} ${one.name}`, decode: one.decode, values, decimals: decimalsOf(one.decode, one.value), others }];
});

const described = (decode: Partial<DecodeSpec>, value: number): Known => {
  const spec = decodeSpec.parse({ space: 'holding', address: 100, type: 'uint16', ...decode });
  const beside = decodeSpec.parse({ space: 'holding', address: 104, type: 'float32', wordOrder: spec.wordOrder });
  const name = `${spec.type} ${spec.wordOrder} x ${spec.scale}`;
  return {
    name,
    decode: spec,
    values: moving(value, spec),
    decimals: decimalsOf(spec, value),
    others: [{ decode: beside, value: 7.5 }],
  };
};

/** Encodings that meters in the field have and no shipped model. */
const others: Known[] = [
  described({ type: 'float32', wordOrder: 'BADC' }, 230.4),
  described({ type: 'float32', wordOrder: 'DCBA' }, 51.37),
  described({ type: 'float64', wordOrder: 'CDAB' }, 120_534.2),
  described({ type: 'float64', wordOrder: 'DCBA' }, 88.12),
  described({ type: 'int32', wordOrder: 'BADC', scale: 0.01 }, 8123.45),
  described({ type: 'uint32', wordOrder: 'DCBA', scale: 0.1 }, 51_230.7),
  described({ type: 'uint32', wordOrder: 'CDAB' }, 1_204_511),
  described({ type: 'int16', wordOrder: 'BADC', scale: 0.1 }, 24.6),
  described({ type: 'uint16', wordOrder: 'BADC', scale: 0.01 }, 49.98),
  described({ type: 'int16', scale: 0.1 }, -12.7),
  described({ type: 'uint16', scale: 10 }, 4210),
  described({ type: 'bcd32', wordOrder: 'ABCD', scale: 0.1 }, 91_834.6),
  described({ type: 'uint64', wordOrder: 'CDAB', scale: 0.001 }, 7_220_114.5),
];

/** The registers two to each side of an address and behind it, as the device holds them. */
const readingsOf = ({ decode, values, decimals, others: beside }: Known, address: number): DisplayReading[] =>
  values.map((value) => {
    const from = Math.max(0, address - 2);
    const words = Array.from({ length: 8 }, () => 0);
    const put = (spec: DecodeSpec, held: number): void => {
      if (spec.space !== decode.space) return;
      for (const [i, word] of encodeValue(spec, held).entries()) {
        const at = spanOf(spec).address + i - from;
        if (at >= 0 && at < words.length) words[at] = word;
      }
    };
    for (const other of beside) put(other.decode, other.value);
    put(decode, value);
    return { shown: value.toFixed(decimals), samples: [{ address: from, words }] };
  });

/** Right, but for a sign that no reading has shown. */
const isRight = (found: DisplayCandidate | undefined, { decode, values }: Known): boolean => {
  if (!found) return false;
  const isSignSeen = values.some((value) => value < 0);
  const isType = isSignSeen ? found.type === decode.type : found.type.replace('u', '') === decode.type.replace('u', '');
  return isType && found.address === decode.address && found.wordOrder === decode.wordOrder && found.scale === decode.scale;
};

describe('display match', () => {
  const known = [...others, ...fromTemplates].slice(0, 40);
  const missed = (offset: number): string[] =>
    known.flatMap((one) => {
      const [best] = matchDisplay(one.decode.address + offset, readingsOf(one, one.decode.address + offset));
      return isRight(best, one) ? [] : [`${one.name}: ${best?.decode ?? 'nothing'}`];
    });

  it('ranks the right encoding first on at least 38 of 40 known devices', () => {
    expect(known).toHaveLength(40);
    expect(new Set(known.map(({ decode }) => decode.wordOrder))).toEqual(new Set(['ABCD', 'CDAB', 'BADC', 'DCBA']));
    const wrong = missed(0);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2);
  });

  it('finds it as well when the manual counts from 1', () => {
    const wrong = missed(1);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2);
  });

  it('drops what matched by chance once the display has changed', () => {
    const [one] = others;
    if (!one) throw new Error('nothing to look at');
    const [first, ...later] = readingsOf(one, one.decode.address);
    if (!first) throw new Error('nothing was read');
    const atFirst = matchDisplay(one.decode.address, [first]);
    const atLast = matchDisplay(one.decode.address, [first, ...later]);
    expect(atLast.length).toBeLessThanOrEqual(atFirst.length);
    expect(atLast.every(({ reads }) => reads === 3)).toBe(true);
    expect(matchDisplay(one.decode.address, [first, { ...first, shown: '999' }])).toEqual([]);
  });

  it('takes displays that cut off instead of rounding, and commas', () => {
    const words = encodeValue(decodeSpec.parse({ space: 'holding', address: 0, type: 'float32' }), 23.469);
    const at = (shown: string): string | undefined => matchDisplay(0, [{ shown, samples: [{ address: 0, words }] }])[0]?.type;
    expect([at('23.47'), at('23.46'), at('23,46'), at('23.45')]).toEqual(['float32', 'float32', 'float32', undefined]);
  });

  it.each<[string, number, number]>([
    ['L/s shown as m3/h', 3.6, 1],
    ['m3/h shown as L/s', 1 / 3.6, 2],
    ['a day of hours', 24, 0],
    ['minutes shown as hours', 1 / 60, 3],
    ['four pulses a unit', 0.25, 2],
    ['psi shown as bar', 0.0689475729, 3],
    ['US gallons shown as litres', 3.785411784, 1],
    ['US gallons a minute shown as m3/h', 0.2271247, 2],
    ['cubic feet a minute shown as m3/h', 1.6990108, 1],
    ['L/s shown as m3 a day', 86.4, 0],
    ['feet shown as metres', 0.3048, 2],
  ])('knows %s', (_, factor, decimals) => {
    const readings = [12_345, 23_456].map((raw) => ({
      shown: (raw * factor).toFixed(decimals),
      samples: [{ address: 0, words: [raw, 0, 0, 0, 0] }],
    }));
    const found = matchDisplay(0, readings).find(({ type, address }) => type === 'uint16' && address === 0);
    expect(found?.scale).toBeCloseTo(factor, 6);
  });

  it('always has the encoding among its candidates that the registers were made with', () => {
    const encoding = fc.constantFrom(...encodings.filter(({ type }) => !/8|float16/.test(type)));
    fc.assert(
      fc.property(
        encoding,
        fc.integer({ min: 11, max: 9999 }),
        fc.integer({ min: -3, max: 2 }),
        fc.integer({ min: -2, max: 2 }),
        (one, raw, exponent, offset) => {
          const scale = Number(`1e${exponent}`);
          const decode = decodeSpec.parse({ space: 'holding', address: 50, type: one.type, wordOrder: one.wordOrder, scale });
          const words = Array.from({ length: 12 }, () => 0xffff);
          words.splice(6, numberTypes[one.type].registers, ...encodeValue(decode, raw * scale));
          const shown = (raw * scale).toFixed(Math.max(0, -exponent));
          const found = matchDisplay(50 + offset, [{ shown, samples: [{ address: 44, words }] }]);
          expect(
            found.some(
              (candidate) => candidate.type === one.type && candidate.address === 50 && candidate.wordOrder === one.wordOrder,
            ),
          ).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('a number that moves on while it is typed', () => {
  const float = decodeSpec.parse({ space: 'holding', address: 0, type: 'float32' });
  const read = (shown: string, values: readonly number[]): DisplayReading => ({
    shown,
    samples: values.map((value) => ({ address: 0, words: encodeValue(float, value) })),
  });
  const finds = (...readings: DisplayReading[]): boolean =>
    matchDisplay(0, readings).some(({ type, address, scale }) => type === 'float32' && address === 0 && scale === 1);

  it('is found among what the registers held until then, also between two looks', () => {
    expect(finds(read('1204.31', [1204.31, 1204.36, 1204.42]))).toBe(true);
    expect(finds(read('1204.33', [1204.28, 1204.36, 1204.42]))).toBe(true);
    expect(finds(read('40.1', [40.1, 40.6, 39.7]))).toBe(true);
  });

  it('is not found where they never held it', () => {
    expect(finds(read('1204.31', [1204.36, 1204.42]))).toBe(false);
    expect(finds(read('1204.31', [1204.42]))).toBe(false);
  });

  it('is not found by values that only jump past it', () => {
    expect(finds(read('40.1', [12, 61.3, 20.7]))).toBe(false);
    expect(finds(read('40.1', [40.1, 61.3, 41.7]))).toBe(false);
  });

  it('never comes to be proved by registers that change at random', () => {
    const random = fc.array(fc.array(fc.integer({ min: 0, max: 65_535 }), { minLength: 8, maxLength: 8 }), {
      minLength: 20,
      maxLength: 20,
    });
    fc.assert(
      fc.property(fc.tuple(random, random, random), (sets) => {
        const readings = ['12043.18', '12043.47', '12044.02'].map((shown, i) => ({
          shown,
          samples: (sets[i] ?? []).map((words) => ({ address: 0, words })),
        }));
        expect(matchDisplay(2, readings)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

it('a total given as a whole number and its fraction is found by what the display shows of both', () => {
  const words = (total: number) => [
    ...encodeValue(decodeSpec.parse({ space: 'holding', address: 8, type: 'int32', wordOrder: 'CDAB' }), Math.trunc(total)),
    ...encodeValue(decodeSpec.parse({ space: 'holding', address: 10, type: 'float32', wordOrder: 'CDAB' }), total % 1),
  ];
  const readings = [184_109.197, 184_109.224, 184_110.021].map((total) => ({
    shown: (Math.floor(total * 100) / 100).toFixed(2),
    samples: [{ address: 8, words: words(total) }],
  }));
  // below 2^31 a number with a sign and one without are the same
  const [best, second] = matchDisplay(8, readings);
  expect([best?.type, second?.type].sort()).toEqual(['int32', 'uint32']);
  expect(best).toMatchObject({ address: 8, wordOrder: 'CDAB', scale: 1, fraction: { address: 10, type: 'float32' } });
  expect(best?.value).toBeCloseTo(184_110.021, 2);
});

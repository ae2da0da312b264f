import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLoss } from './jsonLoss.ts';

const MOST = 50;
const lost = (text: string) => jsonLoss(text, MOST)?.path;
const TOO_LONG = 'is a number that cannot be kept with all its digits:';

describe('the nesting of a JSON text', () => {
  it.each([
    ['[[[]]]', 3, undefined],
    ['[[[[]]]]', 3, '0.0.0'],
    ['{"a":{"b":[1]}}', 3, undefined],
    ['{"a":{"b":[{}]}}', 3, 'a.b.0'],
    ['[[],[],[],[],[]]', 2, undefined],
    ['["[[[[", "\\"[[[[", "\\\\"]', 1, undefined],
    ['["\\\\", [["x"]]]', 2, '1.0'],
    ['', 0, undefined],
  ])('of %s is no deeper than %i, or named: %s', (text, most, path) => {
    const reason = `is nested deeper than ${most} times`;
    expect(jsonLoss(text, most)).toEqual(path === undefined ? undefined : { path, reason });
  });

  it('is found in a large text without reading it', () => {
    expect(jsonLoss('['.repeat(1_000_000), 32)).toMatchObject({ reason: 'is nested deeper than 32 times' });
  });
});

describe('a name that is given twice', () => {
  it.each([
    ['{"a":1,"b":2,"a":1}', 'a'],
    ['{"x":{"a":1},"a":[{"a":1},{"b":{"c":1,"c":2}}]}', 'a.1.b.c'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a\\"":1,"b":"a\\"","a\\"":2}', 'a"'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"":1,"":2}', ''],
  ])('in %s is found at %s', (text, path) => {
    expect(jsonLoss(text, MOST)).toEqual({ path, reason: 'is given twice' });
  });

  it.each(['{"a":"a","b":"a"}', '[{"a":1},{"a":1}]', '{"a":{"a":{"a":1}},"b":1}', '["a","a"]', '{"a":[1,"a"],"A":1}', '"a"'])(
    'is none in %s',
    (text) => {
      expect(jsonLoss(text, MOST)).toBeUndefined();
    },
  );
});

describe('a number that a double cannot hold', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '9007199254740992.5',
    '1e400',
    '-1E+400',
    '1e-400',
    '0.1234567890123456789',
    `1${'0'.repeat(400)}`,
    `0.${'0'.repeat(400)}1`,
  ])('is found: %s', (number) => {
    const reason = `${TOO_LONG} ${number.slice(0, 40)}`;
    expect(jsonLoss(`{"a":[0,${number}]}`, MOST)).toEqual({ path: 'a.1', reason });
    expect(jsonLoss(number, MOST)).toEqual({ path: '', reason });
  });

  it.each([
    ...['0', '-0', '0.0', '0e400', '1.50', '9007199254740992', '9007199254740994', '123456789012345000000000', '1e308', '5e-324'],
    // as other languages write a double: 17 digits, or all of them
    ...['0.10000000000000001', '0.30000000000000004', '2.2204460492503131e-16', '0.1000000000000000055511151231257827'],
    ...['1.7976931348623157e308', '900719925474099300000', '100000000000000000000000', '0.000000000000000000001'],
  ])('is none: %s', (number) => {
    expect(jsonLoss(`[${number}]`, MOST)).toBeUndefined();
  });

  it('ends for any length; a second look per digit would take longer than a test may', () => {
    for (const number of [`1${'0'.repeat(999_999)}1`, `0.${'0'.repeat(999_999)}1`, '1'.repeat(1_000_000)])
      expect(lost(`[${number}]`)).toBe('0');
  });
});

describe('what is lost, by what is read', () => {
  it('is nothing of a value that JavaScript writes by itself', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.boolean(), (value, isSpaced) => {
        expect(jsonLoss(JSON.stringify(value, null, isSpaced ? 2 : 0), MOST)).toBeUndefined();
      }),
    );
  });

  it('is a field of an object exactly where fewer are read than were written', () => {
    const fields = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', '"', '\\', 'ä', ','), fc.jsonValue()), { maxLength: 6 });
    fc.assert(
      fc.property(fields, (written) => {
        const text = `{${written.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(', ')}}`;
        const isLess = Object.keys(JSON.parse(text) as object).length < written.length;
        expect(lost(text) !== undefined).toBe(isLess);
      }),
    );
  });

  it('is a whole number exactly where another one is read', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (number) => {
        const text = String(number);
        const isOther = BigInt(JSON.parse(text) as number) !== number;
        // 10^18 + 100 and its like are written as JavaScript writes them
        const isRounded = text.endsWith('0') && String(JSON.parse(text)) === text;
        expect(lost(text) !== undefined).toBe(isOther && !isRounded);
      }),
    );
  });

  it('is no number of another language that writes a double with 17 digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(lost(number.toPrecision(17))).toBeUndefined();
        expect(lost(JSON.stringify(number))).toBeUndefined();
      }),
    );
  });
});

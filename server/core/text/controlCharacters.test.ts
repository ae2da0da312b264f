import { describe, expect, it } from 'vitest';
import { showControl, unfitValue } from './controlCharacters.ts';

describe('control characters', () => {
  it.each(['\u0000', '\u0007', '\u001b[2J', '\u007f', '\u0085', '\u009b31m', '\u202e', '\u2066'])(
    'are found at any depth: %j',
    (sign) => {
      const reason = 'holds characters that control a terminal or turn text around';
      expect(unfitValue({ a: [{ b: `x${sign}` }] })).toEqual({ path: 'a.0.b', reason });
      expect(unfitValue({ c: { [`x${sign}`]: 1 } })).toEqual({ path: 'c', reason });
      expect(unfitValue(sign)).toEqual({ path: '', reason });
      expect(showControl(`x${sign}`)).toMatch(/^x\\u[0-9a-f]{4}/);
    },
  );

  it('are not tabs and line ends, nor any letter', () => {
    const text = 'Jürgen\t€\r\nटंकी १ 水 😀 O’Neil <b>';
    expect(unfitValue({ a: [text] })).toBeUndefined();
    expect(showControl(text)).toBe(text);
  });

  it('are in no number, no switch and nothing', () => {
    expect([null, 1, true, {}, [], { a: null, b: [2, false] }].map(unfitValue)).toEqual(Array(6).fill(undefined));
  });

  it.each(['[', '{"a":'])('are found however deep they are nested in %s', (level) => {
    const nested = (levels: number, value: string): unknown =>
      JSON.parse(level.repeat(levels) + JSON.stringify(value) + (level === '[' ? ']' : '}').repeat(levels));
    for (const levels of [1, 64, 65, 500_000]) {
      expect(unfitValue(nested(levels, 'plain'))).toBeUndefined();
      const name = level === '[' ? '0' : 'a';
      expect(unfitValue(nested(levels, '\u0007'))?.path).toBe(Array(Math.min(levels, 20)).fill(name).join('.'));
    }
  });

  it.each(['\ud83d', 'a\ude00b', '\ude00\ud83d'])('are not kept as another character: half of one, %j', (half) => {
    const reason = 'holds half a character';
    expect(unfitValue({ name: half })).toEqual({ path: 'name', reason });
    expect(unfitValue([{ [half]: 1 }])).toEqual({ path: '0', reason });
    expect(unfitValue({ name: '\ud83d\ude00' })).toBeUndefined();
  });

  it('are written out as four digits of their number', () => {
    expect(showControl('a\u0000b\u001b\u202e')).toBe('a\\u0000b\\u001b\\u202e');
  });
});

describe('a number that nothing is measured in', () => {
  it.each([1e308, -1e308, 1.1e100, 5e-324, -1e-101])('is found: %d', (number) => {
    expect(unfitValue({ a: [0, number] })).toEqual({
      path: 'a.1',
      reason: 'is a number too large or too small to calculate with',
    });
  });

  it.each([0, -0, 1e100, -1e100, 1e-100, Number.MAX_SAFE_INTEGER])('is none: %d', (number) => {
    expect(unfitValue({ a: number })).toBeUndefined();
  });

  it('may be what a device sends in place of a value', () => {
    expect(unfitValue({ decode: { sentinels: [-1, Number.MAX_VALUE] } })).toBeUndefined();
    expect(unfitValue({ sentinels: { low: [Number.MAX_VALUE] } })).toMatchObject({ path: 'sentinels.low.0' });
  });
});

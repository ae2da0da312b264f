import { describe, expect, it } from 'vitest';
import { holdsControl, showControl } from './controlCharacters.ts';

describe('control characters', () => {
  it.each(['\u0000', '\u0007', '\u001b[2J', '\u007f', '\u0085', '\u009b31m', '\u202e', '\u2066'])(
    'are found at any depth: %j',
    (sign) => {
      expect(holdsControl({ a: [{ b: `x${sign}` }] })).toBe(true);
      expect(holdsControl({ [`x${sign}`]: 1 })).toBe(true);
      expect(showControl(`x${sign}`)).toMatch(/^x\\u[0-9a-f]{4}/);
    },
  );

  it('are not tabs and line ends, nor any letter', () => {
    const text = 'Jürgen\t€\r\nटंकी १ 水 😀 O’Neil <b>';
    expect(holdsControl({ a: [text] })).toBe(false);
    expect(showControl(text)).toBe(text);
  });

  it('are in no number, no switch and nothing', () => {
    expect([null, 1, true, {}, [], { a: null, b: [2, false] }].map((value) => holdsControl(value))).toEqual(Array(6).fill(false));
  });

  it.each(['[', '{"a":'])('are found however deep they are nested in %s', (level) => {
    const nested = (levels: number, value: string): unknown =>
      JSON.parse(level.repeat(levels) + JSON.stringify(value) + (level === '[' ? ']' : '}').repeat(levels));
    for (const levels of [1, 64, 65, 50_000]) {
      expect(holdsControl(nested(levels, 'plain'))).toBe(false);
      expect(holdsControl(nested(levels, '\u0007'))).toBe(true);
    }
  });

  it('are written out as four digits of their number', () => {
    expect(showControl('a\u0000b\u001b\u202e')).toBe('a\\u0000b\\u001b\\u202e');
  });
});

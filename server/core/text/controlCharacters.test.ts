import { describe, expect, it } from 'vitest';
import { showControl, unfitText } from './controlCharacters.ts';

describe('control characters', () => {
  it.each(['\u0000', '\u0007', '\u001b[2J', '\u007f', '\u0085', '\u009b31m', '\u202e', '\u2066'])(
    'are found at any depth: %j',
    (sign) => {
      const reason = 'holds characters that control a terminal or turn text around';
      expect(unfitText({ a: [{ b: `x${sign}` }] })).toEqual({ path: 'a.0.b', reason });
      expect(unfitText({ c: { [`x${sign}`]: 1 } })).toEqual({ path: 'c', reason });
      expect(unfitText(sign)).toEqual({ path: '', reason });
      expect(showControl(`x${sign}`)).toMatch(/^x\\u[0-9a-f]{4}/);
    },
  );

  it('are not tabs and line ends, nor any letter', () => {
    const text = 'Jürgen\t€\r\nटंकी १ 水 😀 O’Neil <b>';
    expect(unfitText({ a: [text] })).toBeUndefined();
    expect(showControl(text)).toBe(text);
  });

  it('are in no number, no switch and nothing', () => {
    expect([null, 1, true, {}, [], { a: null, b: [2, false] }].map(unfitText)).toEqual(Array(6).fill(undefined));
  });

  it.each(['[', '{"a":'])('are found however deep they are nested in %s', (level) => {
    const nested = (levels: number, value: string): unknown =>
      JSON.parse(level.repeat(levels) + JSON.stringify(value) + (level === '[' ? ']' : '}').repeat(levels));
    for (const levels of [1, 64, 65, 500_000]) {
      expect(unfitText(nested(levels, 'plain'))).toBeUndefined();
      const name = level === '[' ? '0' : 'a';
      expect(unfitText(nested(levels, '\u0007'))?.path).toBe(Array(Math.min(levels, 20)).fill(name).join('.'));
    }
  });

  it.each(['\ud83d', 'a\ude00b', '\ude00\ud83d'])('are not kept as another character: half of one, %j', (half) => {
    const reason = 'holds half a character';
    expect(unfitText({ name: half })).toEqual({ path: 'name', reason });
    expect(unfitText([{ [half]: 1 }])).toEqual({ path: '0', reason });
    expect(unfitText({ name: '\ud83d\ude00' })).toBeUndefined();
  });

  it('are written out as four digits of their number', () => {
    expect(showControl('a\u0000b\u001b\u202e')).toBe('a\\u0000b\\u001b\\u202e');
  });
});

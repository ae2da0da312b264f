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
});

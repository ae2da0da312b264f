import { expect, it } from 'vitest';
import { nearestHeld, wordsOf } from './wire.ts';

const register = { fn: 6, max: 100, wordOrder: 'ABCD', scale: 1 } as const;

it('a set point goes out in its own type, scale and word order', () => {
  const wide = { ...register, fn: 16 } as const;
  expect(wordsOf({ ...register, type: 'uint16', scale: 0.1 }, 42.5)).toEqual([425]);
  expect(wordsOf({ ...register, type: 'int16' }, -1)).toEqual([0xffff]);
  expect(wordsOf({ ...wide, type: 'float32' }, 1)).toEqual([0x3f80, 0]);
  expect(wordsOf({ ...wide, type: 'float32', wordOrder: 'CDAB' }, 1)).toEqual([0, 0x3f80]);
  expect(wordsOf({ ...wide, type: 'uint32', wordOrder: 'BADC' }, 0x01020304)).toEqual([0x0201, 0x0403]);
  expect(wordsOf({ ...register, fn: 5, type: 'bool' }, 1)).toEqual([1]);
});

it('a mask write goes out as the bits that it keeps and those that it sets', () => {
  expect(wordsOf({ ...register, fn: 22, type: 'uint16', max: 6 }, 2)).toEqual([0xfff9, 2]);
  expect(wordsOf({ ...register, fn: 22, type: 'uint16', max: 6 }, 0)).toEqual([0xfff9, 0]);
});

it.each([
  [{ ...register, type: 'uint16', scale: 0.1 }, 42.57, 42.6],
  [{ ...register, type: 'int16', scale: 0.1 }, 0.1, 0.1],
  [{ ...register, type: 'int16', scale: 0.1 }, -12.3, -12.3],
  [{ ...register, type: 'uint16', scale: 0.01 }, 1.15, 1.15],
  [{ ...register, type: 'uint16', scale: 0.3 }, 0.9, 0.9],
  [{ ...register, type: 'uint16', scale: 5 }, 12, 10],
  [{ ...register, fn: 16, type: 'float32', scale: 1 }, 42.57, 42.57],
  [{ ...register, fn: 5, type: 'bool', max: 1 }, 0.6, 1],
  [{ ...register, fn: 5, type: 'bool', max: 1 }, 0.4, 0],
  [{ ...register, fn: 22, type: 'uint16', max: 6 }, 3, 2],
  [{ ...register, fn: 22, type: 'uint16', max: 6 }, 4, 4],
] as const)('%j holds of %d: %d', (point, value, held) => {
  expect(nearestHeld(point, value)).toBe(held);
});

import { expect, it } from 'vitest';
import { wordsOf } from './wire.ts';

it('a set point goes out in its own type, scale and word order', () => {
  expect(wordsOf({ type: 'uint16', wordOrder: 'ABCD', scale: 0.1 }, 42.5)).toEqual([425]);
  expect(wordsOf({ type: 'int16', wordOrder: 'ABCD', scale: 1 }, -1)).toEqual([0xffff]);
  expect(wordsOf({ type: 'float32', wordOrder: 'ABCD', scale: 1 }, 1)).toEqual([0x3f80, 0]);
  expect(wordsOf({ type: 'float32', wordOrder: 'CDAB', scale: 1 }, 1)).toEqual([0, 0x3f80]);
  expect(wordsOf({ type: 'uint32', wordOrder: 'BADC', scale: 1 }, 0x01020304)).toEqual([0x0201, 0x0403]);
  expect(wordsOf({ type: 'bool', wordOrder: 'ABCD', scale: 1 }, 1)).toEqual([1]);
});

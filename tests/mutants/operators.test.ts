import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixedMutants, textOf } from './fixed.ts';
import { mutantsOf } from './operators.ts';
import { mutated, rooms, sampleOf } from './sample.ts';

const root = resolve(import.meta.dirname, '../..');
const textsOf = (source: string): string[] => mutantsOf(source).map((mutant) => mutated(source, mutant));

describe('a mutant', () => {
  it.each<[string, string[]]>([
    ['f(a < b);', [';', 'f(a <= b);']],
    ['x = a === b && !c;', [';', 'x = a !== b && !c;', 'x = a === b || !c;', 'x = a === b && c;']],
    ["log.warn('text' + name);", []],
    ['const LIMIT = 5;', ['const LIMIT = (5 * 2);']],
    ['const f = (): number => a;', ['const f = (): number => 0;']],
    ['const f = (): string | null => { return a; };', ['const f = (): string | null => { return null; };']],
    ["type A = { size: 5 } | 'a'; import { b } from './c.ts';", []],
    ['if (found) act();', ['if (!(found)) act();', 'if (found) ;']],
  ])('of %s', (source, texts) => {
    expect(textsOf(source).toSorted()).toEqual(texts.toSorted());
  });
});

it('a sample is decided by its seed', () => {
  const [room] = rooms;
  if (!room) throw new Error('no room');
  const lines = (seed: number) =>
    sampleOf(root, room, 20, seed).map(({ file, mutant }) => `${file}:${mutant.start} ${mutant.text}`);
  expect(lines(1)).toEqual(lines(1));
  expect(new Set(lines(1)).size).toBe(20);
  expect(lines(2)).not.toEqual(lines(1));
});

it('every rule of the fixed list still has the text that its mutant changes', () => {
  expect(fixedMutants(root).length).toBeGreaterThan(35);
  for (const one of fixedMutants(root)) expect(textOf(root, one)).toContain(one.replace);
});

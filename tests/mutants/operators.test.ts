import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixedMutants, textOf } from './fixed.ts';
import { mutantsOf } from './operators.ts';
import { equivalents, mutated, rooms, sampleOf } from './sample.ts';

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
    ['const total = row[at] ?? 0;', []],
    ['const total = row.size ?? 0;', ['const total = row.size ?? 1;']],
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

it('what is left out of the samples is little, is there, and says why no output can show it', () => {
  const known = equivalents(root);
  expect(known.length).toBeLessThanOrEqual(40);
  for (const { file, text, why } of known) {
    expect(readFileSync(join(root, file), 'utf8').split(text), `${file}: ${text}`).toHaveLength(2);
    expect(why.length, text).toBeGreaterThan(10);
  }
  const room = { folder: 'server/core', share: 1 };
  const all = sampleOf(root, room, 10_000, 1);
  expect(all.some(({ file, mutant }) => file.endsWith('shift.ts') && mutant.text.includes('3660'))).toBe(false);
  expect(all.some(({ file }) => file.endsWith('aggregate.ts'))).toBe(true);
});

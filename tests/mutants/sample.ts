import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutant, mutantsOf } from './operators.ts';

/** A folder whose rules are tried, and how many of each thousand sampled mutants are its. */
export type Room = { folder: string; share: number };

export const rooms: readonly Room[] = [
  { folder: 'server/core', share: 250 },
  { folder: 'server/features/plc', share: 220 },
  { folder: 'server/features/alarms', share: 280 },
  { folder: 'server/field/decode', share: 120 },
  { folder: 'server/features/auth', share: 130 },
];

/**
 * A change that nothing the program gives out can show, by the text that it changes: how much a cache or buffer holds, when memory is given
 * back or others get a turn, the last bits of a series, the equal case of a least or greatest. Anything else is mended by a test, or the
 * code is dead. Of one operator where it is named, else of all.
 */
type Equivalent = { file: string; text: string; operator?: Mutant['operator']; why: string };

export const equivalents = (root: string): Equivalent[] =>
  JSON.parse(readFileSync(join(root, 'tests/mutants/equivalent.json'), 'utf8'));

/** Whether a mutant of a file is one of those. */
const isEquivalent = (source: string, { start, end, operator }: Mutant, known: readonly Equivalent[]): boolean =>
  known.some((one) => {
    const from = source.indexOf(one.text);
    return start >= from && end <= from + one.text.length && (one.operator ?? operator) === operator;
  });

export type Candidate = { room: string; file: string; mutant: Mutant };

/** Numbers of 0 to 1 that a seed decides (mulberry32). */
const numbersOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const candidatesOf = (root: string, room: string): Candidate[] =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .map((file) => join(room, file))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const known = equivalents(root).filter((one) => one.file === file);
      return mutantsOf(source)
        .filter((mutant) => !isEquivalent(source, mutant, known))
        .map((mutant) => ({ room, file, mutant }));
    });

/** That many mutants of a room, or of its files whose path begins with `within`, each once, in an order that the seed decides. */
export const sampleOf = (root: string, { folder }: Room, count: number, seed: number, within = ''): Candidate[] => {
  const next = numbersOf(seed);
  return candidatesOf(root, folder)
    .filter(({ file }) => file.startsWith(within))
    .map((candidate) => ({ candidate, at: next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ candidate }) => candidate);
};

export const mutated = (source: string, { start, end, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end);

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
    .flatMap((file) => mutantsOf(readFileSync(join(root, file), 'utf8')).map((mutant) => ({ room, file, mutant })));

/** That many mutants of a room, each once, in an order that the seed decides. */
export const sampleOf = (root: string, { folder }: Room, count: number, seed: number): Candidate[] => {
  const next = numbersOf(seed);
  return candidatesOf(root, folder)
    .map((candidate) => ({ candidate, at: next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ candidate }) => candidate);
};

export const mutated = (source: string, { start, end, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end);

import { expect } from 'vitest';
import type { ConformancePlant, Username } from '../plants.ts';
import { accepted, refused, type Section } from '../sentence.ts';

export type Json = Record<string, unknown>;

export type Sentences = Section['sentences'];

export const without = async (at: ConformancePlant, path: string): Promise<Json> => ({
  ...accepted(await at.get(path)),
  refreshedAt: 0,
  requestId: 0,
});

/** Two paths answer the same. */
export const alike = (promise: string, path: string, more: string): Sentences[number] => [
  promise,
  async (at) => expect(await without(at, path)).toEqual(await without(at, path + more)),
];

export const required = (path: string, name: string, user: Username = 'admin'): Sentences[number] => [
  `${path.split('?')[0]}: ${name} is required: 1403`,
  async (at) => refused(await at.get(path, user), 1403, `${name} missing`),
];

export const oneOf = (path: string, name: string, values: readonly string[]): Sentences[number] => [
  `${path.split('?')[0]}: ${name} is ${values.join(', ')}`,
  async (at) => {
    const join = path.includes('?') ? '&' : '?';
    for (const value of values) accepted(await at.get(`${path}${join}${name}=${value}`));
    refused(await at.get(`${path}${join}${name}=nope`), 1403);
  },
];

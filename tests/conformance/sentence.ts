import { expect } from 'vitest';
import type { Reply } from '../../server/test/httpRig.ts';
import type { ConformancePlant } from './plants.ts';

/** One promise of the published specification in our own words, and how it is tried over HTTP. */
export type Sentence = readonly [promise: string, check: (plant: ConformancePlant) => Promise<void> | void];

/** The sentences of one section of the specification, in its order; a check may build on the one before it. */
export type Section = { name: string; sentences: readonly Sentence[] };

/** HTTP statuses that carry a service code: Node cannot send one above 999 (docs/api.md, departures). */
const carriers: Readonly<Record<number, readonly number[]>> = {
  1401: [401, 404],
  1403: [400],
  1404: [401],
  1405: [403],
  1430: [400],
};

/** A refusal with this service code, in the body and in the header. */
export const refused = (reply: Reply, code: number, message?: string | RegExp): void => {
  const { code: found, message: said } = (reply.body ?? {}) as { code?: number; message?: string };
  expect(found, reply.text.slice(0, 300)).toBe(code);
  expect(reply.headers['x-service-code']).toBe(String(code));
  expect(carriers[code] ?? [code]).toContain(reply.status);
  if (typeof message === 'string') expect(said).toBe(message);
  if (message instanceof RegExp) expect(said).toMatch(message);
};

type Json = Record<string, unknown>;
/** The JSON object of an answer. */
export const bodyOf = (reply: Reply): Json => (reply.body ?? {}) as Json;
/** The JSON object of an answer that must have this status. */
export const accepted = (reply: Reply, status = 200): Json => {
  expect(reply.status, reply.text.slice(0, 300)).toBe(status);
  return bodyOf(reply);
};
export const hasKeys = (value: unknown, ...keys: string[]): void => {
  expect(Object.keys((value ?? {}) as Json)).toEqual(expect.arrayContaining(keys));
};
export const listOf = (value: unknown): Json[] => {
  expect(Array.isArray(value)).toBe(true);
  return value as Json[];
};

/** ISO 8601 in UTC. */
export const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** DD/MM/YYYY. */
export const dayText = /^\d\d\/\d\d\/\d{4}$/;

export const today = '12/11/2026';
export const yesterday = '11/11/2026';

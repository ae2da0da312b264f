import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { plantEndpoints } from './index.ts';

const rows: readonly Endpoint[] = plantEndpoints.filter(({ base }) => base === 'plant');
const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const named = (method: Endpoint['method']) =>
  rows.filter((row) => row.method === method).map((row) => [nameOf(row), row] as const);
const partsOf = (path: string): string[] => path.split('/').slice(1);
const isParameter = (part: string | undefined): boolean => part?.startsWith('{') === true;

/** Fields that a body may not be without. */
const requiredOf = ({ body }: Endpoint): string[] => {
  const shape =
    (body as { shape?: Record<string, { safeParse(value: unknown): { success: boolean } }> } | undefined)?.shape ?? {};
  return Object.entries(shape).flatMap(([name, field]) => (field.safeParse(undefined).success ? [] : [name]));
};

/** What is put and never read again: a secret. */
const secrets = new Set(['put /me/password', 'put /users/{id}/password']);
/** Posted to a thing that is there once: nothing is added. */
const single = new Set(['post /setup']);

describe('the paths of the plant API', () => {
  it('are words in small letters joined by hyphens', () => {
    const odd = rows.flatMap(({ path }) =>
      partsOf(path).filter((part) => !isParameter(part) && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part)),
    );
    expect(odd).toEqual([]);
  });

  it('have no word where another path has an id', () => {
    const paths = [...new Set(rows.map(({ path }) => path))];
    const collisions = paths.flatMap((path) =>
      partsOf(path).flatMap((part, at) => {
        if (!isParameter(part)) return [];
        const before = partsOf(path).slice(0, at).join('/');
        return paths.filter((other) => {
          const there = partsOf(other)[at];
          return partsOf(other).slice(0, at).join('/') === before && there !== undefined && !isParameter(there);
        });
      }),
    );
    expect(collisions).toEqual([]);
  });
});

describe('a change', () => {
  const readable = named('put').filter(([name]) => !secrets.has(name));

  it.each(readable)('%s is of something that can be read at its place or above it', (_, { path }) => {
    const above = partsOf(path).map((_, at, parts) => `/${parts.slice(0, parts.length - at).join('/')}`);
    const read = above.filter((place) => rows.some((row) => row.method === 'get' && row.path === place));
    expect(read).not.toEqual([]);
  });

  it('takes the whole thing: one without anything is refused', () => {
    const whole = named('put');
    expect(whole.length).toBeGreaterThan(5);
    expect(whole.filter(([, { body }]) => body?.safeParse({}).success !== false).map(([name]) => name)).toEqual([]);
  });

  it.each(named('put'))('%s becomes no default unseen: nothing of it has one, at any depth', (_, { body }) => {
    const text = JSON.stringify(z.toJSONSchema(body ?? z.null(), { io: 'input', unrepresentable: 'any' }));
    expect(text).toContain('"properties"');
    expect(text).not.toContain('"default":');
  });

  it.each(named('patch'))('%s takes any part', (_, row) => {
    expect(requiredOf(row).filter((field) => field !== 'version')).toEqual([]);
  });

  it('answers 201 where it adds to a list', () => {
    const lists = new Set(rows.flatMap(({ method, path }) => (method === 'get' ? [path] : [])));
    const adding = named('post').filter(([name, { path }]) => lists.has(path) && !single.has(name));
    expect(adding.length).toBeGreaterThan(10);
    expect(adding.filter(([, { creates }]) => !creates).map(([name]) => name)).toEqual([]);
  });

  it('is taken back at the place where it was made', () => {
    const lost = rows
      .filter(({ method }) => method === 'delete')
      .filter(
        ({ path }) => !rows.some((row) => row.method !== 'delete' && (row.path === path || path.startsWith(`${row.path}/`))),
      );
    expect(lost.map(nameOf)).toEqual([]);
  });
});

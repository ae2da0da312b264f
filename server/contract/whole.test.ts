import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { whole } from './whole.ts';

const part = z.object({ a: z.number().default(1), b: z.string().optional() });
const failed = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('the form of what is replaced', () => {
  it('has no field that becomes its default, at any depth', () => {
    const schema = whole(
      z.object({
        plain: z.boolean().default(true),
        inner: part.prefault({}),
        list: z.array(part).default([]),
        maybe: part.nullable().default(null),
        absent: part.optional(),
        keyed: z.record(z.string(), part),
        pair: z.tuple([z.number(), part]),
        either: z.discriminatedUnion('kind', [part.extend({ kind: z.literal('x') }), z.object({ kind: z.literal('y') })]),
        both: part.and(z.object({ c: z.number().default(2) })),
        made: part.transform(({ a }) => a),
      }),
    );
    expect(failed(schema, {})).toEqual(['plain', 'inner', 'list', 'maybe', 'keyed', 'pair', 'either', 'both', 'both', 'made']);
    const parts = { inner: {}, list: [{}], maybe: {}, absent: {}, keyed: { k: {} }, pair: [1, {}], either: { kind: 'x' } };
    expect(failed(schema, { plain: true, ...parts, both: {}, made: {} })).toEqual([
      ...['inner.a', 'list.0.a', 'maybe.a', 'absent.a', 'keyed.k.a', 'pair.1.a', 'either.a', 'both.a', 'both.c', 'made.a'],
    ]);
    const a = { a: 5 };
    const right = {
      inner: a,
      list: [a],
      maybe: null,
      keyed: { k: a },
      pair: [1, a] as [number, typeof a],
      either: { kind: 'y' as const },
    };
    const sent = { plain: true, ...right, both: { a: 1, c: 2 }, made: a };
    expect(schema.parse(sent)).toEqual({ ...sent, made: 5 });
  });

  it('keeps rules and meanings, and is the same thing where nothing has a default', () => {
    const rule = part.refine(({ a }) => a > 0, 'must be positive').meta({ id: 'WholeTestPart', description: 'a part' });
    const form = whole(z.object({ rule, note: z.string().default('').meta({ description: 'a note' }) }));
    expect(form.safeParse({ rule: { a: -1 }, note: '' }).error?.issues).toMatchObject([{ message: 'must be positive' }]);
    expect(z.globalRegistry.get(form.shape.rule)).toEqual({ id: 'WholeWholeTestPart', description: 'a part' });
    expect(z.globalRegistry.get(form.shape.note)).toEqual({ description: 'a note' });
    const required = z.object({ list: z.array(z.object({ a: z.number() })) });
    expect(whole(required)).toBe(required);
    expect(whole(rule)).toBe(form.shape.rule);
  });
});

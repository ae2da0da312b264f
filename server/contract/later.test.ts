import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { later } from './later.ts';

/** A schema with a count of how often it was made. */
const counted = <S extends z.ZodType>(make: () => S): { schema: S; made: () => number } => {
  let times = 0;
  const schema = later(() => {
    times += 1;
    return make();
  });
  return { schema, made: () => times };
};

describe('a schema that is made later', () => {
  it('is not made by being part of another one, and once however often it is asked', () => {
    const { schema, made } = counted(() => z.number().min(1));
    const whole = z.object({ one: schema, many: z.array(schema) });
    expect(made()).toBe(0);
    expect(whole.parse({ one: 1, many: [2, 3] })).toEqual({ one: 1, many: [2, 3] });
    expect(whole.safeParse({ one: 0, many: [] }).error?.issues).toMatchObject([{ path: ['one'], code: 'too_small' }]);
    expect(schema.safeParse(0).success).toBe(false);
    expect(made()).toBe(1);
  });

  it('is of its class, and has what schemas have', () => {
    const { schema, made } = counted(() => z.object({ a: z.string(), b: z.enum(['x', 'y']) }));
    expect(made()).toBe(0);
    expect(schema instanceof z.ZodObject).toBe(true);
    expect(Object.keys(schema.shape)).toEqual(['a', 'b']);
    expect(schema.pick({ b: true }).parse({ b: 'x' })).toEqual({ b: 'x' });
    expect('meta' in later(() => z.string())).toBe(true);
    expect('nothing' in later(() => z.string())).toBe(false);
    expect(later(() => z.enum(['x', 'y'])).options).toEqual(['x', 'y']);
  });

  it('is published as it would be without', () => {
    const published = (wrap: <S extends z.ZodType>(make: () => S) => S): unknown => {
      const volume = wrap(() => z.number().meta({ id: 'Volume', description: 'litres' }));
      const one = wrap(() => z.object({ a: volume, b: volume.meta({ description: 'kilolitres' }), c: volume.optional() }));
      return [volume.meta(), one.shape.b.meta(), one.shape.c.meta(), one.meta(), z.toJSONSchema(wrap(() => z.array(one)))];
    };
    expect(published(later)).toEqual(published((make) => make()));
  });

  it('tells kinds apart', () => {
    const kinds = later(() =>
      z.discriminatedUnion('kind', [
        later(() => z.object({ kind: z.literal('a'), n: z.number() })),
        later(() => z.object({ kind: z.literal('b') })),
      ]),
    );
    expect(kinds.parse({ kind: 'a', n: 1 })).toEqual({ kind: 'a', n: 1 });
    expect(kinds.safeParse({ kind: 'a' }).success).toBe(false);
    expect(kinds.safeParse({ kind: 'c' }).success).toBe(false);
  });
});

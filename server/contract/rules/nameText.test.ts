import { expect, it } from 'vitest';
import { z } from 'zod';
import { plantEndpoints, userEndpoints } from '../index.ts';
import { nameText } from './nameText.ts';

const names = /^(name|displayName|industryName|asset|group|shiftName|username|role|model|train|stage|chemical)$/;
type Found = { at: string; schema: z.ZodType };
/** The texts of a body that are names, by their paths. */
const namesIn = (schema: z.ZodType, at: string, seen: Set<z.ZodType>): Found[] => {
  if (seen.has(schema)) return [];
  const within = new Set([...seen, schema]);
  const inner = (one: unknown, place = at): Found[] => namesIn(one as z.ZodType, place, within);
  if (schema instanceof z.ZodString) return names.test(at.split('.').at(-1) ?? '') ? [{ at, schema }] : [];
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([key, one]) => inner(one, `${at}.${key}`));
  if (schema instanceof z.ZodArray) return inner(schema.element, `${at}.each`);
  if (schema instanceof z.ZodRecord) return inner(schema.valueType, `${at}.each`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => inner(one));
  if (schema instanceof z.ZodIntersection) return [...inner(schema.def.left), ...inner(schema.def.right)];
  if (schema instanceof z.ZodPipe) return inner(schema.def.in);
  if (schema instanceof z.ZodLazy) return inner(schema.unwrap());
  return 'innerType' in schema.def ? inner(schema.def.innerType) : [];
};

it.each(['\n', '\r\n', '\r', '\t', '\u2028', '\u2029', ' \n\n  '])('a name is kept on one line: %j', (sign) => {
  const folded = sign.startsWith(' ') ? 'Pump  room' : 'Pump room';
  expect(nameText(100).parse(`${sign}Pump${sign}room${sign}`)).toBe(folded);
});

it('no request gives a name of more than one line', () => {
  const rows = [...userEndpoints, ...plantEndpoints];
  const found = rows.flatMap(({ method, path, body }) => (body ? namesIn(body, `${method} ${path}`, new Set()) : []));
  expect(found.length).toBeGreaterThan(30);
  const broken = found.filter(({ schema }) => {
    const parsed = schema.safeParse('Pump\r\nroom\u2028one\tof');
    return parsed.success && /[\r\n\t\u2028]/.test(String(parsed.data));
  });
  // looks a value up, and names nothing
  expect(broken.map(({ at }) => at)).toEqual(['patch /twins/{id}.values.each.name']);
});

import { expect, it } from 'vitest';
import { z } from 'zod';
import { readTyped } from './readBody.ts';

const grant = z.strictObject({ username: z.string(), role: z.string(), most: z.number().optional() });

it.each([
  ['a name twice', '{"username":"asha","role":"reader","role":"owner"}', 'role is given twice'],
  [
    'a number that is not kept',
    '{"username":"asha","role":"reader","most":9007199254740993}',
    'most is a number that cannot be kept with all its digits: 9007199254740993',
  ],
])('what people type at a hub with %s is refused with its place', (_, text, message) => {
  expect(() => readTyped(Buffer.from(text), grant)).toThrow(expect.objectContaining({ code: 'badRequest', message }));
});

it('what people type at a hub is read as it is sent', () => {
  expect(readTyped(Buffer.from('{"username":"आशा","role":"reader","most":0.1}'), grant)).toEqual({
    username: 'आशा',
    role: 'reader',
    most: 0.1,
  });
});

import { expect, it } from 'vitest';
import { z } from 'zod';
import { setUp } from '../../../server/contract/plant/setup.ts';
import { nested, numberOf, ownMessagesOnly, problemsOf } from './problems.ts';

it('a field says what is wrong with it, by the schema of the server', () => {
  const draft = {
    code: '',
    'industry.id': 'a b',
    'industry.name': 'Plant',
    'owner.username': 'x/y',
    'owner.password': 'short',
    'owner.name': 'N',
    'owner.email': 'nobody',
  };
  const { error } = setUp.body.safeParse(nested(draft), ownMessagesOnly);
  expect(problemsOf(error?.issues ?? [], { 'industry.id': 'own words' })).toEqual({
    code: 'This is needed.',
    'industry.id': 'own words',
    'owner.username': 'This must not hold a slash.',
    'owner.password': 'At least 10 characters.',
    'owner.email': 'This is no e-mail address.',
  });
});

it('what was left empty is needed, whatever it would have to be', () => {
  const schema = z.object({ count: z.number(), whole: z.int(), space: z.enum(['coil', 'input']), at: z.iso.date() });
  const empty = schema.safeParse({}, ownMessagesOnly);
  expect(problemsOf(empty.error?.issues ?? [])).toEqual({
    count: 'This is needed.',
    whole: 'This is needed.',
    space: 'This is needed.',
    at: 'This is needed.',
  });
  const wrong = schema.safeParse({ count: Number.NaN, whole: 1.5, space: 'x', at: '2026-11-26' }, ownMessagesOnly);
  expect(problemsOf(wrong.error?.issues ?? [])).toEqual({
    count: 'This must be a number, without a comma between thousands.',
    whole: 'This must be a whole number.',
    space: 'This cannot be used here.',
  });
});

it('a number may have a point or a comma, and nothing is no zero', () => {
  expect([numberOf(' 7489,2 '), numberOf('0.1'), numberOf('')]).toEqual([7489.2, 0.1, undefined]);
  for (const typed of [
    '1x',
    '0x10',
    '0b1',
    '0o7',
    'Infinity',
    '-Infinity',
    '.',
    '-',
    '1,2,3',
    '1 2',
    '1 0000',
    '1 000,000.5',
    '1\n000',
    '1e999',
    '-1e400',
  ])
    expect(numberOf(typed)).toBeNaN();
  expect([numberOf('1e3'), numberOf('-2.5E-2'), numberOf('+7'), numberOf('.5'), numberOf(',5'), numberOf('3.')]).toEqual([
    1000, -0.025, 7, 0.5, 0.5, 3,
  ]);
});

it.each([
  ['1,23,456', 123_456],
  ['1,234,567', 1_234_567],
  ['12,345.5', 12_345.5],
  ['-1,200.25', -1200.25],
  ['0,125', 0.125],
  ['12345,5', 12_345.5],
  ['1234,567', 1234.567],
  ['1 000', 1000],
  ['12 345 678,5', 12_345_678.5],
  // with the spaces of another program
  ['1\u00a0234.5', 1234.5],
  ['1\u202f234,5', 1234.5],
  // the minus that the panel prints
  ['\u22125.25', -5.25],
])('of %s it is plain whether a comma parts thousands or is the decimal sign', (typed, meant) => {
  expect(numberOf(typed)).toBe(meant);
});

it.each(['1,200', '12,345', '-999,999'])('%s is a thousand times as much to one as to the other, and is not taken', (typed) => {
  expect(numberOf(typed)).toBeNaN();
});

it('a form words what is wrong by the place in its body, also for lines that are added while it is filled in', () => {
  const parsed = z
    .object({ steps: z.array(z.object({ after: z.int() })) })
    .safeParse({ steps: [{ after: 1 }, { after: Number.NaN }] });
  const own = (path: string) => (path.endsWith('.after') ? 'A whole number of minutes.' : undefined);
  expect(problemsOf(parsed.error?.issues ?? [], own)).toEqual({ 'steps.1.after': 'A whole number of minutes.' });
});

it('a rule of the schema’s own is a sentence as well', () => {
  const parsed = z
    .object({ folder: z.string().refine(() => false, 'must be a whole path') })
    .safeParse({ folder: 'x' }, ownMessagesOnly);
  expect(problemsOf(parsed.error?.issues ?? [])).toEqual({ folder: 'This must be a whole path.' });
});

it('what a schema of the panel words itself is said as it is', () => {
  const held = z.number().refine((value) => value === 1, { params: { isWorded: true }, error: () => 'eins' });
  const { error } = z.object({ value: held }).safeParse({ value: 2 }, ownMessagesOnly);
  expect(problemsOf(error?.issues ?? [])).toEqual({ value: 'eins' });
});

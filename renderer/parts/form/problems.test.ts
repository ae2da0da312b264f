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

it('a number may have a point or a comma, and nothing is no zero', () => {
  expect([numberOf(' 7489,2 '), numberOf('0.1'), numberOf('')]).toEqual([7489.2, 0.1, undefined]);
  expect(numberOf('1x')).toBeNaN();
});

it('a form words what is wrong by the place in its body, also for lines that are added while it is filled in', () => {
  const parsed = z
    .object({ steps: z.array(z.object({ after: z.int() })) })
    .safeParse({ steps: [{ after: 1 }, { after: Number.NaN }] });
  const own = (path: string) => (path.endsWith('.after') ? 'A whole number of minutes.' : undefined);
  expect(problemsOf(parsed.error?.issues ?? [], own)).toEqual({ 'steps.1.after': 'A whole number of minutes.' });
});

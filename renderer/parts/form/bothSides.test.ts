import { describe, expect, it } from 'vitest';
import { changedThings, joinedDrafts, shownThing } from './bothSides.ts';

const base = { 'email.on': 'on', 'email.to': 'a@x', 'steps.0.after': '10', 'steps.0.to': 'b@x', flood: '10' };

describe('both sides of a form', () => {
  it('name what changed, a list as one thing', () => {
    expect(changedThings(base, { ...base, flood: '12', 'steps.1.after': '30', 'steps.1.to': 'c@x' })).toEqual(['flood', 'steps']);
    expect(changedThings(base, { ...base, 'email.to': 'a@x', 'sms.to': '' })).toEqual([]);
  });

  it('are joined: what I changed is mine, the rest theirs, a list from one side alone', () => {
    const mine = { ...base, 'steps.0.after': '5', flood: '10' };
    const theirs = { ...base, 'email.to': 'z@x', flood: '20', 'steps.0.to': 'q@x', 'steps.1.after': '60', 'steps.1.to': 'r@x' };
    expect(joinedDrafts(base, mine, theirs)).toEqual({
      ...mine,
      'email.to': 'z@x',
      flood: '20',
      'steps.1.after': undefined,
      'steps.1.to': undefined,
    });
  });

  it('are shown in a line each', () => {
    expect(shownThing(base, 'email.to')).toBe('a@x');
    expect(shownThing({ ...base, 'steps.1.after': '30', 'steps.1.to': 'c@x' }, 'steps')).toBe('10 b@x; 30 c@x');
    expect(shownThing(base, 'rotas')).toBe('');
  });
});

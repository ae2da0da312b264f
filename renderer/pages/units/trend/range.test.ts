import { describe, expect, it } from 'vitest';
import { readUnitSearch } from '../search.ts';
import { comparedRange, daysIn, defaultStep, rangeOf, stepped, stepsFor } from './range.ts';

const today = '2026-11-22';
const nowMs = Date.parse('2026-11-22T08:02:30Z');
const range = (search: Parameters<typeof rangeOf>[0]) => rangeOf(search, today, nowMs);

describe('a range', () => {
  it('is the running shift day where the address says nothing, and where it says a day to come', () => {
    for (const search of [{}, { date: '2031-01-01' }])
      expect(range(search)).toMatchObject({ first: today, last: today, open: true, query: { date1: '22/11/2026' } });
  });

  it('of a month is all of it, with the days to come', () => {
    expect(range({ range: 'month', date: '2026-02-11' })).toMatchObject({ first: '2026-02-01', last: '2026-02-28', open: false });
  });

  it('of 24 hours ends with the running slot', () => {
    expect(range({ range: 'h24' }).query).toEqual({ from: '2026-11-21T08:05:00.000Z', to: '2026-11-22T08:05:00.000Z' });
  });

  it('steps back and on by its own length, and not into the future', () => {
    expect(stepped(range({ range: 'week' }), -1, today)).toEqual({ date: '2026-11-15' });
    expect(stepped(range({}), 1, today)).toBeNull();
    expect(stepped(range({ range: 'month', date: '2026-03-31' }), -1, today)).toEqual({ date: '2026-02-01' });
    expect(stepped(range({ range: 'own', since: '2026-11-01', date: '2026-11-03' }), 1, today)).toEqual({
      date: '2026-11-06',
      since: '2026-11-04',
    });
  });

  it('is compared with the same weekdays, the month or the year before', () => {
    const likeOf = (search: Parameters<typeof rangeOf>[0], compare?: string) => comparedRange(range(search), compare, today);
    expect(likeOf({ date: '2026-11-21' })).toMatchObject({ first: '2026-11-14', last: '2026-11-14' });
    expect(likeOf({ date: '2026-11-21' }, 'day')).toMatchObject({ first: '2026-11-20' });
    expect(likeOf({ date: '2026-11-21' }, '2026-10-02')).toMatchObject({ first: '2026-10-02' });
    expect(likeOf({ range: 'own', since: '2026-11-01', date: '2026-11-10' })).toMatchObject({
      first: '2026-10-18',
      last: '2026-10-27',
    });
    expect(likeOf({ range: 'month', date: '2026-03-15' })).toMatchObject({ first: '2026-02-01', last: '2026-02-28' });
    expect(likeOf({ range: 'year' })).toMatchObject({ first: '2025-01-01', last: '2025-12-31' });
    expect(likeOf({}, 'none')).toBeNull();
  });

  it('is looked at in steps of which it has some dozens', () => {
    expect(defaultStep(range({}), true)).toBe('slot');
    expect(defaultStep(range({ range: 'month' }), true)).toBe('day');
    expect(defaultStep(range({ range: 'month' }), false)).toBe('hour');
    expect(stepsFor(range({ range: 'year' }))).toEqual(['slot', 'day']);
    expect(daysIn(range({ range: 'week' }))).toBe(7);
  });
});

describe('the address of a unit', () => {
  it('leaves out what cannot be read', () => {
    const said = {
      range: 'decade',
      date: '31/12/2026',
      zoom: [5, 3],
      with: 'x',
      at: 'now',
      compare: '2026-13-01',
      view: 'table',
    };
    expect(readUnitSearch(said)).toEqual({ view: 'table' });
  });

  it('keeps what it says', () => {
    const said = {
      range: 'week',
      date: '2026-11-20',
      with: ['a', 'b'],
      at: 1_763_715_600,
      zoom: [1, 2],
      compare: 'day',
      step: 'hour',
    };
    expect(readUnitSearch(said)).toEqual(said);
  });
});

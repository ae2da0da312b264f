import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { row, start } from '../../test/openRoutes.ts';
import { route } from '../route.ts';
import { QueryCache } from './queryCache.ts';

const dateRow = row({ method: 'get', query: z.object({ date: z.string(), units: z.string().optional() }) });

describe('a query asked again in the same words', () => {
  it('is checked once, and answered the same', async () => {
    let checked = 0;
    const counting = row({
      method: 'get',
      query: z.object({ units: z.string().transform((text) => text.split(',')) }).refine(() => {
        checked += 1;
        return true;
      }),
    });
    const { ask } = await start([route(counting)((input) => input)]);
    const answers = [];
    for (let i = 0; i < 3; i += 1) answers.push((await ask('/api/user/thing?units=a,b')).body);
    expect(answers).toEqual(Array(3).fill({ query: { units: ['a', 'b'] } }));
    expect(checked).toBe(1);
    expect((await ask('/api/user/thing?units=b')).body).toEqual({ query: { units: ['b'] } });
    expect(checked).toBe(2);
  });

  it('is refused each time where it is bad or looks like an injection', async () => {
    const { ask } = await start([route(dateRow)((input) => input)]);
    for (const [search, code] of [
      ['', 1403],
      ['?date=1&date=2', 400],
      [`?date=${encodeURIComponent("x' or 1=1 --")}`, 405],
    ] as const) {
      const first = (await ask(`/api/user/thing${search}`)).body;
      expect(first).toMatchObject({ status: 'error' });
      expect((await ask(`/api/user/thing${search}`)).body).toMatchObject({ code: (first as { code: number }).code });
      expect((first as { code: number }).code, search).toBe(code);
    }
  });

  it('cannot be changed by a handler', async () => {
    const { ask } = await start([
      route(dateRow)(({ query }) => {
        query.date = 'another';
        return {};
      }),
    ]);
    expect((await ask('/api/user/thing?date=x')).status).toBe(500);
  });
});

describe('the cache of queries', () => {
  const taken = (cache: QueryCache, of: Parameters<QueryCache['of']>[0], search: string, query: Record<string, string>) => {
    const asked = cache.of(of, search, () => query);
    asked.accept({ ...query });
    return cache.of(of, search, () => query).parsed;
  };
  const writing = row({ method: 'get', writes: true, query: dateRow.query });
  const posted = row({ method: 'post', query: dateRow.query });

  it.each([
    ['keeps what was accepted', dateRow, '?date=x', { date: 'x' }, { date: 'x' }],
    ['keeps no token', dateRow, '?date=x&j%77t=secret', { date: 'x', jwt: 'secret' }, undefined],
    ['keeps nothing long', dateRow, `?date=${'x'.repeat(300)}`, { date: 'x' }, undefined],
    ['keeps nothing of a row that writes', writing, '?date=x', { date: 'x' }, undefined],
    ['keeps nothing of a row with a body', posted, '?date=x', { date: 'x' }, undefined],
  ])('%s', (_, of, search, query, kept) => {
    expect(taken(new QueryCache(), of, search, query)).toEqual(kept);
  });

  it('keeps rows apart, and forgets what was asked longest ago', () => {
    const cache = new QueryCache();
    const other = row({ method: 'get', path: '/other', query: dateRow.query });
    expect(taken(cache, dateRow, '?date=x', { date: 'x' })).toEqual({ date: 'x' });
    expect(cache.of(other, '?date=x', () => ({ date: 'x' })).parsed).toBeUndefined();
    for (let i = 0; i < 600; i += 1) taken(cache, dateRow, `?date=${i}`, { date: String(i) });
    expect(cache.of(dateRow, '?date=x', () => ({ date: 'x' })).parsed).toBeUndefined();
    expect(cache.of(dateRow, '?date=599', () => ({ date: '599' })).parsed).toEqual({ date: '599' });
  });
});

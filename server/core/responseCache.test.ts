import { describe, expect, it } from 'vitest';
import { ResponseCache } from './responseCache.ts';

describe('a cache of answers', () => {
  it('makes an answer once, however many ask for it', async () => {
    const cache = new ResponseCache<number>();
    let made = 0;
    const ask = () => cache.of('a', async () => ++made);
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
    expect(await ask()).toBe(1);
  });

  it('makes each of many once that are asked for at a time', async () => {
    const cache = new ResponseCache<string>(1);
    const made: string[] = [];
    const ask = (tag: string) =>
      cache.of(tag, async () => {
        made.push(tag);
        return tag;
      });
    const tags = ['a', 'b', 'c', 'a', 'b', 'c'];
    expect(await Promise.all(tags.map(ask))).toEqual(tags);
    expect(made).toEqual(['a', 'b', 'c']);
  });

  it('makes an answer again that failed', async () => {
    const cache = new ResponseCache<number>();
    await expect(cache.of('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cache.of('a', async () => 2)).toBe(2);
  });

  it('keeps what is asked for, and drops what nobody asks for', async () => {
    const cache = new ResponseCache<string>(2);
    const made: string[] = [];
    const ask = (tag: string) =>
      cache.of(tag, async () => {
        made.push(tag);
        return tag;
      });
    for (const tag of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(tag);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });
});

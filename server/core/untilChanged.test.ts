import { describe, expect, it } from 'vitest';
import { UntilChanged } from './untilChanged.ts';

describe('what is kept until a state changes', () => {
  it('is read once in each state, by its key', async () => {
    let state = 'one';
    let reads = 0;
    const kept = new UntilChanged<string>(() => state);
    const read = async (): Promise<string> => `${state} ${++reads}`;
    expect([await kept.of('a', read), await kept.of('a', read), await kept.of('b', read)]).toEqual(['one 1', 'one 1', 'one 2']);
    state = 'two';
    expect([await kept.of('a', read), await kept.of('a', read)]).toEqual(['two 3', 'two 3']);
  });

  it('is not what was read while the state changed', async () => {
    let state = 'one';
    const kept = new UntilChanged<string>(() => state);
    let end: (text: string) => void = () => undefined;
    const slow = kept.of('a', () => new Promise((done) => (end = done)));
    state = 'two';
    expect(await kept.of('a', async () => 'new')).toBe('new');
    end('old');
    expect(await slow).toBe('old');
    expect(await kept.of('a', async () => 'read again')).toBe('new');
  });

  it('is read again where the read failed', async () => {
    const kept = new UntilChanged<string>(() => 'one');
    await expect(kept.of('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await kept.of('a', async () => 'now')).toBe('now');
  });
});

import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { entryHash, NO_HASH } from '../bytes/entryHash.ts';
import { type ChainedEntry, followChain } from './entryChain.ts';

const alarms = (): ChainedEntry[] => {
  let before: Buffer = NO_HASH;
  return [1, 2, 3].map((seq) => {
    const body = `{"step":${seq}}`;
    before = entryHash(before, seq, 1000 + seq, body);
    return { seq, at: 1000 + seq, body, hash: before.toString('hex') };
  });
};
const audit = (): ChainedEntry[] => {
  let before = '';
  return [1, 2, 3].map((seq) => {
    const body = JSON.stringify([seq, 1000 + seq, 'DEMO', 'login', before]);
    before = hash('sha256', body);
    return { seq, at: 1000 + seq, body, hash: before };
  });
};
const start = { seq: 0, hash: '' };

describe.each([
  ['alarms', alarms],
  ['audit', audit],
])('entries of the stream %s', (stream, entries) => {
  it('are followed from the first, and from where they were followed to', () => {
    const [first, ...others] = entries();
    const one = followChain(stream, start, first ? [first] : []);
    expect(one).toEqual({ seq: 1, hash: first?.hash });
    expect(followChain(stream, one as { seq: number; hash: string }, others)).toEqual({ seq: 3, hash: entries()[2]?.hash });
  });

  it('are refused where one is missing, changed, or follows another one', () => {
    const [one, two, three] = entries() as [ChainedEntry, ChainedEntry, ChainedEntry];
    expect(followChain(stream, start, [one, three])).toEqual({ fault: 'gap', seq: 2 });
    const changed = { ...two, body: two.body.replace('2', '7') };
    expect(followChain(stream, start, [one, changed, three])).toEqual({ fault: 'broken', seq: 2 });
    expect(followChain(stream, { seq: 1, hash: 'f'.repeat(64) }, [two])).toEqual({ fault: 'broken', seq: 2 });
  });
});

import { parseOptions } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { type Failure, isFailure } from '../../../core/fail.ts';
import { AT_ONCE, Passwords } from './passwords.ts';

describe('passwords', () => {
  it('are hashed with argon2id, 19 MiB and two passes, and salted', async () => {
    const passwords = new Passwords();
    const [one, two] = [await passwords.hash('secret'), await passwords.hash('secret')];
    expect(one).toMatch(/^\$argon2id\$/);
    expect(one).not.toBe(two);
    expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  });

  it('match only themselves, and nobody’s password matches', async () => {
    const passwords = new Passwords();
    const stored = await passwords.hash('secret');
    expect(await passwords.verify(stored, 'secret')).toBe(true);
    expect(await passwords.verify(stored, 'Secret')).toBe(false);
    expect(await passwords.verify(null, 'secret')).toBe(false);
    expect(await passwords.verify(null, '')).toBe(false);
  });

  it('are worked on in turn, and a flood is turned away', async () => {
    const passwords = new Passwords();
    await passwords.prepare();
    // as many again once all of the first are through
    for (let times = 0; times < 2; times += 1) {
      const all = await Promise.allSettled(Array.from({ length: 100 }, () => passwords.verify(null, 'x')));
      const refused = all.filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(100 - 64 - AT_ONCE);
      for (const outcome of refused) {
        expect(outcome.status === 'rejected' && isFailure(outcome.reason, 'unavailable')).toBe(true);
        // those who are turned away are told to come back soon
        expect(outcome.status === 'rejected' && (outcome.reason as Failure).details.retryAfterSeconds).toBe(2);
      }
    }
    expect(await passwords.verify(null, 'x')).toBe(false);
  });
});

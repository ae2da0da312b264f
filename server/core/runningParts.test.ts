import { expect, it } from 'vitest';
import { silent } from '../test/httpRig.ts';
import { ManualClock, systemClock } from './clock.ts';
import { RunningParts } from './runningParts.ts';

it('parts are stopped in the opposite order, one that fails does not keep the others, and the one that is awaited is named', async () => {
  const stopped: string[] = [];
  const errors: unknown[] = [];
  const slow = Promise.withResolvers<void>();
  const parts = new RunningParts(systemClock, { ...silent, error: (facts: unknown) => void errors.push(facts) });
  parts.add('storage', () => stopped.push('storage'));
  parts.add('jobs', () => slow.promise.then(() => stopped.push('jobs')));
  parts.add('field', () => {
    throw new Error('no line');
  });
  const done = parts.stop();
  await Promise.resolve();
  expect(parts.waitingFor).toBe('jobs');
  expect(stopped).toEqual([]);
  slow.resolve();
  await done;
  expect(stopped).toEqual(['jobs', 'storage']);
  expect(errors).toMatchObject([{ part: 'field' }]);
  expect(parts.waitingFor).toBeUndefined();
});

it('a part that takes a second or longer to stop is named in the log', async () => {
  const warned: unknown[] = [];
  const clock = new ManualClock(0);
  const parts = new RunningParts(clock, { ...silent, warn: (facts: unknown) => void warned.push(facts) });
  parts.add('storage', () => clock.advance(1000));
  parts.add('jobs', () => clock.advance(999));
  await parts.stop();
  expect(warned).toEqual([{ part: 'storage', ms: 1000 }]);
});

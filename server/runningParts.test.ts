import { expect, it } from 'vitest';
import { systemClock } from './core/clock.ts';
import { RunningParts } from './runningParts.ts';
import { silent } from './test/httpRig.ts';

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

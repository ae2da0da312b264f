import { expect, test } from 'vitest';
import { lastError } from './lastError.ts';

const asked = { hash: 'a', answeredAtMs: 0, error: null };

test('what was said of a question stays through the next try, and a newer failure takes its place', () => {
  const said = lastError(null, { ...asked, error: 'refused' });
  expect(lastError(said, asked)).toEqual({ hash: 'a', answeredAtMs: 0, error: 'refused' });
  expect(lastError(said, { ...asked, error: 'away' })?.error).toBe('away');
});

test('an answer ends it, and another question begins without it', () => {
  const said = lastError(null, { ...asked, answeredAtMs: 5, error: 'refused' });
  expect(lastError(said, { ...asked, answeredAtMs: 6 })).toBeNull();
  expect(lastError(said, { ...asked, answeredAtMs: 5, hash: 'b' })).toBeNull();
  expect(lastError(null, asked)).toBeNull();
});

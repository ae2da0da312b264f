import { expect, it } from 'vitest';
import { ApiError } from '../../api/call.ts';
import { stateAfter } from './commandState.ts';

const refused = (http: number) =>
  new ApiError({ kind: 'refused', http, body: { status: 'error', code: http, message: 'm', requestId: 'r' } });

it('only a refusal by rule says that nothing was changed; no answer and a failed server are unknown', () => {
  expect(stateAfter(refused(409)).state).toBe('REFUSED');
  expect(stateAfter(refused(500)).state).toBe('UNKNOWN');
  expect(stateAfter(new ApiError({ kind: 'unreachable', timedOut: true })).state).toBe('UNKNOWN');
});

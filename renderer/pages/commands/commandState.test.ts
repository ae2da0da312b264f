import { expect, it } from 'vitest';
import { ApiError } from '../../api/call.ts';
import { stateAfter, whilePreparing } from './commandState.ts';

const refused = (http: number) =>
  new ApiError({ kind: 'refused', http, body: { status: 'error', code: http, message: 'm', requestId: 'r' } });

it('only a refusal by rule says that nothing was changed; no answer and a failed server are unknown', () => {
  expect(stateAfter(refused(409)).state).toBe('REFUSED');
  expect(stateAfter(refused(500)).state).toBe('UNKNOWN');
  expect(stateAfter(new ApiError({ kind: 'unreachable', timedOut: true })).state).toBe('UNKNOWN');
});

it('a refusal whose sentence is known is worded by the panel, any other as the server said it, as a sentence', () => {
  const because = (message: string) =>
    stateAfter(new ApiError({ kind: 'refused', http: 400, body: { status: 'error', code: 1430, message, requestId: 'r' } }))
      .detail;
  expect(because('12000.5 is outside 0 to 50')).toBe('12,000.5 is outside 0 to 50');
  expect(because('a sentence of no table')).toBe('A sentence of no table');
});

it('what the server says of a command that was not delivered is said, refused or not known, though it is answered with 500', () => {
  const told = (message: string) =>
    stateAfter(new ApiError({ kind: 'refused', http: 500, body: { status: 'error', code: 1500, message, requestId: 'r' } }));
  expect(told('REFUSED: not delivered: not sent: no answer in time (command 7)')).toEqual({
    state: 'REFUSED',
    detail: 'not sent: no answer in time',
  });
  expect(told('REFUSED: nothing was delivered: the site is read-only (command 7)').state).toBe('REFUSED');
  expect(told('UNKNOWN: it is not known whether it moved: a write went unanswered (command 7)')).toEqual({
    state: 'UNKNOWN',
    detail: 'a write went unanswered',
  });
  expect(told('Internal error').state).toBe('UNKNOWN');
});

it('leaves in sight what is under way while the next command is prepared, and nothing that ended', () => {
  const underWay = { state: 'sent' } as const;
  expect(whilePreparing(underWay)).toBe(underWay);
  expect(whilePreparing({ state: 'CONFIRMED' })).toBeNull();
  expect(whilePreparing(null)).toBeNull();
});

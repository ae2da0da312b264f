import { expect, it } from 'vitest';
import { moveValve } from '../../server/contract/user/plc.ts';
import { newId } from './newId.ts';

it('is an id that the server takes, and another one at each press', () => {
  const ids = Array.from({ length: 100 }, newId);
  expect(new Set(ids).size).toBe(100);
  const taken = ids.filter((commandId) => moveValve.body.safeParse({ deviceId: 'v', command: 'open', commandId }).success);
  expect(taken).toEqual(ids);
});

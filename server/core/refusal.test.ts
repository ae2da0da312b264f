import { expect, it } from 'vitest';
import { isFailure } from './fail.ts';
import { refuseOtherTag } from './refusal.ts';

const codeOf = (action: () => void): string | undefined => {
  try {
    action();
    return undefined;
  } catch (error) {
    return isFailure(error) ? error.code : String(error);
  }
};

it.each([
  ['"t2"', undefined],
  ['W/"t2"', undefined],
  ['"t1", "t2"', undefined],
  ['"t1",W/"t2"', undefined],
  ['*', undefined],
  ['"t1"', 'conflict'],
  ['"t1", "t3"', 'conflict'],
  ['t2', 'conflict'],
  ['"t22"', 'conflict'],
])('where a change may be made from %s, a change of the state "t2" is refused with %s', (ifMatch, code) => {
  expect(codeOf(() => refuseOtherTag(ifMatch, 't2'))).toBe(code);
});

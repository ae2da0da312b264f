import { expect, it } from 'vitest';
import type { TagView } from '../../../server/contract/plant/state.ts';
import { interlocksOf } from './interlocks.ts';

const lock = { tagId: 't', is: 'above' as const, value: 0.3, text: 'level, m' };
const tag = (value: number | null, quality: TagView['quality']) => ({ tagId: 't', value, quality }) as TagView;

it('a condition is met, not met, or not known where its value is not good', () => {
  const met = (tags: TagView[]) => interlocksOf({ interlocks: [lock] }, tags)[0]?.met;
  expect(met([tag(0.4, 'GOOD')])).toBe(true);
  expect(met([tag(0.3, 'GOOD')])).toBe(false);
  expect(met([tag(0.4, 'STALE')])).toBeNull();
  expect(met([])).toBeNull();
});

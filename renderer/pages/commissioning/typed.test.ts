import { expect, it } from 'vitest';
import { forgetTyped, keepTyped, readTyped, withTyped } from './typed.ts';

const storage = (): Storage => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
};
const start = { name: '', kind: 'intake', modulus: '100000' };

it('what was typed of a unit is kept for its device alone, until the unit is made', () => {
  const browser = storage();
  keepTyped(browser, 'd1', { fields: { ...start, name: 'Inlet' }, left: ['t2'] });
  const draft = readTyped(browser, 'd1');
  expect(draft.left).toEqual(['t2']);
  expect(withTyped(start, draft, ['intake'])).toEqual({ ...start, name: 'Inlet' });
  expect(withTyped(start, readTyped(browser, 'd2'), ['intake'])).toEqual(start);
  forgetTyped(browser, 'd1');
  expect(withTyped(start, readTyped(browser, 'd1'), ['intake'])).toEqual(start);
});

it('a field or a kind that the form does not have is not taken up, nor what cannot be read', () => {
  const browser = storage();
  keepTyped(browser, 'd1', { fields: { name: 'Inlet', kind: 'tank', colour: 'red' }, left: [] });
  expect(withTyped(start, readTyped(browser, 'd1'), ['intake'])).toEqual({ ...start, name: 'Inlet' });
  browser.setItem('headworks.newMeter.d1', '{"fields":');
  expect(readTyped(browser, 'd1')).toEqual({ fields: {}, left: [] });
});

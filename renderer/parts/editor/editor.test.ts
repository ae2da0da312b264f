import { expect, it } from 'vitest';
import { aligned, freeId } from './arrange.ts';
import { draftKeeper, readDraft } from './draft.ts';
import { begun, changed, redone, undone } from './history.ts';
import { differences, joined } from './things.ts';

it('steps are undone and redone, and typing one name is one step', () => {
  let history = begun('');
  for (const typed of ['T', 'Ta', 'Tan', 'Tank']) history = changed(history, typed, 'label of tank-1');
  history = changed(history, 'Tank moved');
  history = undone(history);
  expect(history.present).toBe('Tank');
  history = undone(history);
  expect(history.present).toBe('');
  expect(undone(history)).toBe(history);
  expect(redone(redone(history)).present).toBe('Tank moved');
  expect(changed(history, 'other').future).toEqual([]);
});

const base = new Map<string, object>([
  ['node a', { id: 'a', label: 'A', x: 0 }],
  ['node b', { id: 'b', label: 'B', x: 0 }],
  ['node c', { id: 'c', label: 'C', x: 0 }],
]);

it('what differs is said by thing and field, whatever the order of its fields', () => {
  const after = new Map<string, object>([
    ['node a', { x: 0, id: 'a', label: 'A' }],
    ['node b', { id: 'b', label: 'Bee', x: 0 }],
    ['node d', { id: 'd' }],
  ]);
  expect(differences(base, after).map(({ key, kind, fields }) => [key, kind, fields])).toEqual([
    ['node b', 'changed', ['label']],
    ['node d', 'added', []],
    ['node c', 'removed', []],
  ]);
});

it('my changes go on top of theirs, field by field, and nothing of either is lost', () => {
  const mine = new Map<string, object>([
    ['node a', { id: 'a', label: 'A of mine', x: 0 }],
    ['node b', { id: 'b', label: 'B', x: 0 }],
    ['node m', { id: 'm' }],
  ]);
  const theirs = new Map<string, object>([
    ['node a', { id: 'a', label: 'A', x: 50 }],
    ['node b', { id: 'b', label: 'B of theirs', x: 0 }],
    ['node c', { id: 'c', label: 'C', x: 9 }],
    ['node t', { id: 't' }],
  ]);
  const { things, both } = joined(base, mine, theirs);
  expect(Object.fromEntries(things)).toEqual({
    'node a': { id: 'a', label: 'A of mine', x: 50 },
    'node b': { id: 'b', label: 'B of theirs', x: 0 },
    // I removed it, they changed it: it stays
    'node c': { id: 'c', label: 'C', x: 9 },
    'node t': { id: 't' },
    'node m': { id: 'm' },
  });
  expect(both).toEqual(['node a', 'node c']);
});

it('boxes are lined up on the outermost of them and spread with equal gaps', () => {
  const boxes = [
    { id: 'a', x: 0, y: 0, w: 20, h: 10 },
    { id: 'b', x: 35, y: 7, w: 10, h: 10 },
    { id: 'c', x: 90, y: 40, w: 10, h: 30 },
  ];
  expect([...aligned(boxes, 'right').values()].map(({ x }) => x)).toEqual([80, 90, 90]);
  expect([...aligned(boxes, 'middle').values()].map(({ y }) => y)).toEqual([30, 30, 20]);
  expect([...aligned(boxes, 'across').values()].map(({ x }) => x)).toEqual([0, 50, 90]);
  expect(freeId('tank', new Set(['tank', 'tank-2']))).toBe('tank-3');
});

it('a draft that the browser has no room for is not said to be kept, and a damaged one is none', () => {
  const full = {
    setItem: () => {
      throw new Error('quota');
    },
    getItem: () => '{',
  } as unknown as Storage;
  expect(draftKeeper(full, 'k').keep({ version: 1, base: {}, doc: {} })).toBe(false);
  expect(readDraft(full, 'k')).toBeNull();
});

it('a draft of another tab is neither taken away nor written over by one that has not read it', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  } as unknown as Storage;
  const draft = (doc: string) => ({ version: 1, base: 'tank', doc });
  const [one, other] = [draftKeeper<string>(storage, 'k'), draftKeeper<string>(storage, 'k')];
  expect([one.keep(draft('tank 1')), one.keep(draft('tank 12'))]).toEqual([true, true]);
  other.forget();
  expect(other.keep(draft('basin'))).toBe(false);
  expect(readDraft<string>(storage, 'k')?.doc).toBe('tank 12');
  one.forget();
  expect(other.keep(draft('basin'))).toBe(true);
  one.forget();
  expect(readDraft<string>(storage, 'k')?.doc).toBe('basin');
  // opened anew, it goes on with what is there
  draftKeeper<string>(storage, 'k').forget();
  expect(readDraft<string>(storage, 'k')).toBeNull();
});

import { expect, it } from 'vitest';
import { differences } from '../../../parts/editor/things.ts';
import { readModel, thingsOfModel } from './modelFile.ts';

const tag = {
  name: 'Flow',
  kind: 'gauge',
  measure: 'm3/h',
  periodMs: 1000,
  decode: { space: 'holding', address: 0, type: 'uint16' },
  grade: 'C',
  typical: 5,
};
const model = {
  id: 'own-meter',
  manufacturer: 'A',
  model: 'B',
  category: 'flow',
  source: 'its display',
  verified: false,
  tags: [tag],
};
const read = (value: object) => readModel(JSON.stringify(value), 'no JSON');

it('a file that is no model says what is wrong, and where', () => {
  expect(readModel('{', 'no JSON')).toEqual({ problems: ['no JSON'] });
  expect(read({ ...model, tags: [{ ...tag, periodMs: 1 }] })).toMatchObject({
    problems: [expect.stringMatching(/^tags\.0\.periodMs: /)],
  });
});

it('two versions of a model differ by head and by signal', () => {
  const [before, after] = [read(model), read({ ...model, source: 'its manual', tags: [tag, { ...tag, name: 'Total' }] })];
  if (!('model' in before) || !('model' in after)) throw new Error('no model was read');
  expect(
    differences(thingsOfModel(before.model), thingsOfModel(after.model)).map(({ key, kind, fields }) => [key, kind, fields]),
  ).toEqual([
    ['', 'changed', ['source']],
    ['Total', 'added', []],
  ]);
});

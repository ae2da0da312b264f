import { expect, it } from 'vitest';
import { Failure, isFailure, isMissingFile, messageOf } from './fail.ts';

it('a failure is known by its code, and any error by its words', () => {
  const failure = new Failure('notFound', 'unit not found');
  expect([isFailure(failure), isFailure(failure, 'notFound'), isFailure(failure, 'server'), isFailure(new Error('x'))]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([messageOf(failure), messageOf(new TypeError('no number')), messageOf('a text')]).toEqual([
    'unit not found',
    'no number',
    'a text',
  ]);
});

it('a file that is not there is known apart from one that cannot be read', () => {
  const failing = (code: string) => Object.assign(new Error(`${code}: no such thing`), { code });
  expect([failing('ENOENT'), failing('EACCES'), new Error('ENOENT'), { code: 'ENOENT' }, undefined].map(isMissingFile)).toEqual([
    ...[true, false, false, false, false],
  ]);
});

import { expect, it } from 'vitest';
import { regexpsIn } from './regexpSources.ts';

it('regular expressions are found in every form that they are written in', () => {
  const text = [
    'const a = /one\\/1/gi;',
    "const b = new RegExp('two', 'u');",
    'const c = RegExp(`three`);',
    "z.string().regex(/four/).meta({ why: 'no /five/' }); // nor /six/",
  ].join('\n');
  expect(regexpsIn('a.ts', text)).toEqual([
    { path: 'a.ts', line: 1, source: 'one\\/1', flags: 'gi' },
    { path: 'a.ts', line: 2, source: 'two', flags: 'u' },
    { path: 'a.ts', line: 3, source: 'three', flags: '' },
    { path: 'a.ts', line: 4, source: 'four', flags: '' },
  ]);
});

it('a pattern that is put together at run time counts as one that is not linear', () => {
  const [found] = regexpsIn('a.tsx', "const a = <b>{new RegExp('x' + y).source}</b>;");
  expect(found).toMatchObject({ line: 1, source: '(a|a)*b' });
});

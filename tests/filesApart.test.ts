import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { filesApart } from './filesApart.ts';

const root = resolve(import.meta.dirname, '..');
const sources = ['app', 'server', 'renderer', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
);
const withLine = (pattern: RegExp): string[] =>
  sources.filter((file) => file !== 'tests/filesApart.test.ts' && pattern.test(readFileSync(join(root, file), 'utf8'))).sort();

it('a test that replaces a module is kept apart from those that share a process', () => {
  expect(withLine(/\bvi\.(mock|doMock|hoisted|resetModules)\(/)).toEqual([...filesApart].sort());
});

it('nothing that several tests import prepares or cleans up for one file only: the second in a process would find nothing', () => {
  const hooked = withLine(/^(before|after)(All|Each)\(/m);
  expect(hooked.length).toBeGreaterThan(50);
  expect(hooked.filter((file) => !/\.(test|spec)\.tsx?$/.test(file))).toEqual(['tests/afterFile.ts']);
});

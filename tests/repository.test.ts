import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)));
const texts = files.filter(
  (file) => /\.(ts|tsx|js|mjs|md|json|css|html|yml|sh)$|^\.ci\//.test(file) && file !== 'package-lock.json',
);

/** Lines that hold a pattern, as `file:line`. */
const linesWith = (pattern: RegExp): string[] =>
  texts.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}`] : []));
  });

it('reads nothing that lies beside a clone', () => {
  const beside = '.. shared'.split(' ');
  const [path, parts] = [beside.join('/'), `'${beside.join("', '")}'`].map((text) => text.replaceAll('.', '\\.'));
  expect(linesWith(new RegExp(`${path}|${parts}`))).toEqual([]);
});

it('has no proof that is left out where a recording is absent', () => {
  expect(linesWith(new RegExp(['skip', 'If\\(!?(existsSync|isThere)'].join('')))).toEqual([]);
});

/**
 * `npm run check` runs this: biome on what changed since it last passed, and on all that imports what gives others something else since,
 * however far away, because some rules look at the types of what is imported. What a file gives is read from its declarations in dist, which
 * the compiler has to have written before. It looks at everything where the rules, biome or the packages changed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { lintedPath } from './lintedPath.ts';
import { ownFiles } from './ownFiles.ts';
import { type Passed, toLint } from './toLint.ts';

const root = resolve(import.meta.dirname, '..');
const hashOf = (...texts: readonly string[]): string => createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const paths = ownFiles(root).filter((path) => /\.([cm]?[jt]sx?|json|css|html)$/.test(path));
if (paths.length < 1000) throw new Error(`only ${paths.length} files were found to lint`);
const texts = new Map(paths.map((path) => [path, textOf(path)]));

const rules = [...['biome.json', 'package.json', 'package-lock.json', 'tests/lint.ts', 'tests/toLint.ts'].map(textOf)];
const declaredForAll = paths.filter((path) => path.endsWith('.d.ts')).map(textOf);
const givenBy = (path: string, text: string): string => {
  const declarations = join('dist', path.replace(/\.ts$/, '.d.ts'));
  return path.endsWith('.ts') && existsSync(join(root, declarations)) ? textOf(declarations) : text;
};
const given = () => Object.fromEntries([...texts].map(([path, text]) => [path, hashOf(givenBy(path, text))]));
const now: Passed = {
  shared: hashOf(...rules, ...declaredForAll),
  files: Object.fromEntries([...texts].map(([path, text]) => [path, hashOf(text)])),
  given: given(),
};
const before = existsSync(lintedPath) ? (JSON.parse(readFileSync(lintedPath, 'utf8')) as Passed) : undefined;
const stale = before?.shared === now.shared ? toLint(texts, before, now) : paths;

const args = ['check', '--error-on-warnings', '--files-ignore-unknown=true', '--no-errors-on-unmatched'];
// so many names are no shorter way, and may be more than a command line takes
const named = stale.length < 400 ? stale : [];
const status =
  stale.length === 0
    ? 0
    : spawnSync(join(root, 'node_modules', '.bin', 'biome'), [...args, ...named], {
        cwd: root,
        stdio: 'inherit',
        shell: process.platform === 'win32',
      }).status;
if (status === 0) {
  mkdirSync(dirname(lintedPath), { recursive: true });
  // the first time the compiler works beside it, and its declarations are there only now
  writeFileSync(lintedPath, JSON.stringify(before ? now : { ...now, given: given() }));
}
process.exitCode = status ?? 1;

/** What tests make in the folder for temporary files, they remove. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, textOf } from './product.ts';

const filesOf = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

it('no file of Playwright makes a folder while it is read: it is read by two processes, of which one runs no hooks', () => {
  const specs = [...filesOf('tests/browser', '.spec.ts'), ...filesOf('tests/desktop', '.spec.ts')];
  expect(specs.length).toBeGreaterThan(50);
  expect(specs.filter((name) => /^(?:const|let) .*(?:mkdtemp|newFolder\()/m.test(textOf(name)))).toEqual([]);
});

it('no test removes a folder when its process ends: the processes of Vitest are ended by a signal', () => {
  const files = ['server', 'app', 'renderer', 'tests'].flatMap((folder) => filesOf(folder, '.ts'));
  // a program of its own, which ends by itself, may
  const tests = files.filter((name) => /\.test\.ts$|\/test\/|\/testing\//.test(name));
  expect(tests.length).toBeGreaterThan(500);
  expect(tests.filter((name) => /process\.once\('exit', \(\) => rmSync/.test(textOf(name)))).toEqual([]);
});

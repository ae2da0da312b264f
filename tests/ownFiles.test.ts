import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { filesWithoutGit, ownFiles } from './ownFiles.ts';

const root = resolve(import.meta.dirname, '..');

it('finds in an archive of the sources, which has no git, what belongs to the project', () => {
  const archive = mkdtempSync(join(tmpdir(), 'archive-'));
  onTestFinished(() => rmSync(archive, { recursive: true, force: true }));
  const own = ['.ci/run', '.gitignore', 'server/data/kept.ts', 'server/main.ts', 'tests/catalogue.ts'];
  const ignored = [
    'data/headworks.db',
    'dist/server/main.js',
    'node_modules/zod/index.js',
    'server/dist/x.js',
    'a.log',
    'b/c.tsbuildinfo',
  ];
  for (const file of [...own, ...ignored]) {
    mkdirSync(dirname(join(archive, file)), { recursive: true });
    writeFileSync(join(archive, file), file === '.gitignore' ? 'node_modules/\ndist/\n*.tsbuildinfo\n/data/\n*.log\n' : '');
  }
  symlinkSync(join(archive, 'server'), join(archive, 'node_modules', 'loop'));
  expect(ownFiles(archive).toSorted()).toEqual(own);
});

it('finds here the same as git', () => {
  expect(filesWithoutGit(root).toSorted()).toEqual(ownFiles(root).toSorted());
  expect(ownFiles(root).length).toBeGreaterThan(2000);
});

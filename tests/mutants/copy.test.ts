import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyOf } from './copy.ts';
import { Runner } from './runner.ts';

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'copied-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

it('a copy goes with all that its tests left, and so does that of a run that was ended by force', () => {
  const original = folder();
  mkdirSync(join(original, 'node_modules'));
  writeFileSync(join(original, '.gitignore'), 'node_modules/\n');
  writeFileSync(join(original, 'rule.ts'), 'export const rule = 1;');
  const { pid: gone = 0 } = spawnSync(process.execPath, ['--version']);
  const [abandoned, others] = [gone, process.ppid].map((pid) => join(tmpdir(), `headworks-mutants-${pid}-x`)) as [string, string];
  for (const each of [abandoned, others]) mkdirSync(each, { recursive: true });
  onTestFinished(() => rmSync(others, { recursive: true, force: true }));
  const copy = copyOf(original);
  expect(
    [abandoned, others, join(copy.root, 'rule.ts'), join(copy.root, 'node_modules')].map((path) => existsSync(path)),
  ).toEqual([false, true, true, true]);
  writeFileSync(join(copy.temporary, 'left'), '');
  copy.remove();
  expect([copy.root, copy.temporary].map((path) => existsSync(path))).toEqual([false, false]);
});

it('a runner whose process was never started stops', async () => {
  const [root, temporary] = [folder(), folder()];
  expect(await new Runner({ root, temporary }, 1).stop()).toBeUndefined();
});

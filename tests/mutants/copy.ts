import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of the project to change files in; its packages are those of the original. */
export type Copy = { root: string; remove(): void };

export const copyOf = (original: string): Copy => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'headworks-mutants-')));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: original,
    encoding: 'utf8',
  });
  for (const file of listed.trim().split('\n')) {
    if (!existsSync(join(original, file))) continue;
    mkdirSync(dirname(join(root, file)), { recursive: true });
    copyFileSync(join(original, file), join(root, file));
  }
  symlinkSync(join(original, 'node_modules'), join(root, 'node_modules'), 'dir');
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
};

import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ownFiles } from '../ownFiles.ts';
import { isRunning } from './processor.ts';

/**
 * A copy of the project to change files in; its packages are those of the original. Beside it is a folder for what its tests leave behind:
 * one whose process is ended in the midst of a test removes nothing.
 */
export type Copy = { root: string; temporary: string; remove(): void };

const NAME = /^headworks-mutants-(\d+)-/;

/** Copies of runs that were ended by force. */
const removeAbandoned = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
};

export const copyOf = (original: string): Copy => {
  removeAbandoned();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `headworks-mutants-${process.pid}-`)));
  const [root, temporary] = [join(folder, 'project'), join(folder, 'temporary')];
  for (const made of [root, temporary]) mkdirSync(made);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    // git calls packages that lie elsewhere, by a link, a file of the project
    for (const file of ownFiles(original).filter((one) => statSync(join(original, one)).isFile())) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      copyFileSync(join(original, file), join(root, file));
    }
    symlinkSync(join(original, 'node_modules'), join(root, 'node_modules'), 'dir');
  } catch (error) {
    remove();
    throw error;
  }
  return { root, temporary, remove };
};

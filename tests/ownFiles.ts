import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a line of .gitignore leaves out: the three forms that this project's has. @throws Error at another one, which git would read otherwise. */
const ignoring = (line: string): ((path: string, isFolder: boolean) => boolean) => {
  const [, top, folder] = /^(\/?)([\w.-]+)\/$/.exec(line) ?? [];
  if (folder !== undefined)
    return (path, isFolder) => isFolder && (path === folder || (top === '' && path.endsWith(`/${folder}`)));
  const [, ending] = /^\*(\.[\w.-]+)$/.exec(line) ?? [];
  if (ending === undefined) throw new Error(`.gitignore has a line that is not understood without git: ${line}`);
  return (path) => path.endsWith(ending);
};

/** Files of a folder but what its .gitignore leaves out, as an archive of the sources has them. */
export const filesWithoutGit = (root: string): string[] => {
  const lines = existsSync(join(root, '.gitignore')) ? readFileSync(join(root, '.gitignore'), 'utf8').split('\n') : [];
  const ignored = lines.filter((line) => line !== '' && !line.startsWith('#')).map(ignoring);
  const walk = (below: string): string[] =>
    readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      const isFolder = entry.isDirectory();
      if (entry.name === '.git' || ignored.some((leavesOut) => leavesOut(path, isFolder))) return [];
      return isFolder ? walk(path) : entry.isFile() ? [path] : [];
    });
  return walk('');
};

/** The project's own files that are there, by their paths with `/`, whether they come from a clone or from an archive of the sources. */
export const ownFiles = (root: string): string[] => {
  if (!existsSync(join(root, '.git'))) return filesWithoutGit(root);
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 16_777_216,
  })
    .toString()
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));
};

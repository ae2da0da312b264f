import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** Files that an import statement of a text names. */
const importsOf = (root: string, file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/\bfrom '(\.[^']+)'/g)]
    .map(([, path]) => normalize(join(dirname(file), path ?? '')))
    .filter((path) => existsSync(join(root, path)));
};

/** How many folders two paths have in common from the root on. */
const sharedFolders = (a: string, b: string): number => {
  const [left, right] = [a.split('/'), b.split('/')];
  const at = left.findIndex((name, index) => name !== right[index]);
  return at < 0 ? left.length : at;
};

/** From so many tests of its own room on a file needs none of another: those are slow, and it is the room's own that must see a change. */
const FEW = 3;

/** Which tests see a file, by imports. */
export class Related {
  readonly #imports = new Map<string, string[]>();
  readonly #tests: readonly string[];
  readonly #root: string;

  constructor(root: string, tests: readonly string[]) {
    this.#root = root;
    this.#tests = tests.filter((test) => test.startsWith('server/'));
  }

  /**
   * Tests of a folder that reach a file, nearest first; where the folder has few, the nearest ones of the whole server as well.
   * @param room a folder such as `server/features/plc`.
   */
  of(file: string, room: string, most: number): string[] {
    const distances = this.#tests
      .map((test) => ({ test, distance: this.#distance(test, file), isOwn: test.startsWith(`${room}/`) }))
      .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
      .sort((a, b) => a.distance - b.distance || sharedFolders(b.test, file) - sharedFolders(a.test, file));
    const own = distances.filter(({ isOwn }) => isOwn);
    const others = distances
      .filter(({ isOwn, distance }) => !isOwn && distance <= 2)
      .slice(0, own.length === 0 ? 5 : Math.max(0, FEW - own.length));
    return [...own.slice(0, most), ...others].map(({ test }) => test);
  }

  /** Imports between a test and a file; 0 where its name says that it is the file's own. */
  #distance(test: string, file: string): number {
    if (relative(test.replace('.test.ts', '.ts'), file) === '') return 0;
    const seen = new Map([[test, 0]]);
    for (const [at, distance] of seen) {
      if (at === file) return distance;
      for (const next of this.#importsOf(at)) if (!seen.has(next)) seen.set(next, distance + 1);
    }
    return Number.POSITIVE_INFINITY;
  }

  #importsOf(file: string): string[] {
    const known = this.#imports.get(file);
    if (known) return known;
    const found = importsOf(this.#root, file);
    this.#imports.set(file, found);
    return found;
  }
}

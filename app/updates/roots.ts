import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RootKeys, rootKeys } from './manifest.ts';

/** What a release puts into its program; one that is built without it takes no update. */
export const readRoots = (program: string): RootKeys => {
  try {
    return rootKeys.parse(JSON.parse(readFileSync(join(program, 'resources', 'update-roots.json'), 'utf8')));
  } catch {
    // damaged ones sign nothing either: without keys every update is refused
    return { threshold: 1, keys: [] };
  }
};

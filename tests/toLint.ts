import { dirname, join } from 'node:path/posix';
import { importsOf } from './imports.ts';

type Hashes = Readonly<Record<string, string>>;
/** What the linter last passed: hashes of what all files depend on, and of each file's text by its path. */
export type Passed = { shared: string; files: Hashes };

/** Files whose text is not the one of `before`, and all that import one of these or one that is gone, directly or by way of others. */
export const toLint = (texts: ReadonlyMap<string, string>, before: Hashes, now: Hashes): string[] => {
  const importers = new Map<string, string[]>();
  for (const [path, text] of texts)
    for (const specifier of importsOf(text).filter((one) => one.startsWith('.'))) {
      const imported = join(dirname(path), specifier);
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  const reached = new Set([...Object.keys(before), ...texts.keys()].filter((path) => before[path] !== now[path]));
  // a set goes on with what is added to it while it is gone through
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  return [...reached].filter((path) => texts.has(path));
};

import { dirname, join } from 'node:path/posix';
import { importsOf } from './imports.ts';

type Hashes = Readonly<Record<string, string>>;
type Files = {
  /** Of each file's text, by its path. */
  files: Hashes;
  /** Of what the compiler says that a file gives to others; of its text where it says nothing. */
  given: Hashes;
};
/** What the linter last passed; `shared`: a hash of what all files depend on. */
export type Passed = Files & { shared: string };

/**
 * Files whose text is not the one of `before`, and all that import, directly or by way of others, one that is gone or gives something else
 * than before.
 */
export const toLint = (texts: ReadonlyMap<string, string>, before: Files, now: Files): string[] => {
  const importers = new Map<string, string[]>();
  for (const [path, text] of texts)
    for (const specifier of importsOf(text).filter((one) => one.startsWith('.'))) {
      const imported = join(dirname(path), specifier);
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  const paths = new Set([...Object.keys(before.files), ...texts.keys()]);
  const differing = (kind: keyof Files): string[] => [...paths].filter((path) => before[kind][path] !== now[kind][path]);
  const reached = new Set(differing('given'));
  // a set goes on with what is added to it while it is gone through
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  return [...new Set([...differing('files'), ...reached])].filter((path) => texts.has(path));
};

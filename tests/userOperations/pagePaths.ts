import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const pages = join(import.meta.dirname, '../../renderer/pages');

/** Addresses of the pages in the navigation, as their entries have them. */
export const pagePaths = (): string[] =>
  globSync('*/entry.ts', { cwd: pages }).flatMap(
    (file) => /path: '([^']+)'/.exec(readFileSync(join(pages, file), 'utf8'))?.[1] ?? [],
  );

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const pages = join(import.meta.dirname, '../../renderer/pages');

/** Addresses of the pages in the navigation, as their entries have them. */
export const pagePaths = (): string[] =>
  readdirSync(pages)
    .map((page) => join(pages, page, 'entry.ts'))
    .filter((file) => existsSync(file))
    .flatMap((file) => /path: '([^']+)'/.exec(readFileSync(file, 'utf8'))?.[1] ?? []);

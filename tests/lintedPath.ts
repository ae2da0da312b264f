import { resolve } from 'node:path';

/** Where it is kept what the linter last passed. */
export const lintedPath = resolve(import.meta.dirname, '..', 'node_modules', '.cache', 'headworks', 'lint.json');

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { serverOptions } from './memoryLimits.ts';

/** Prints how many of Node's own modules were read as it was built with them, and how many it compiled anew. */
const countCompiled = `
  const { getCacheUsage } = require('internal/test/binding').internalBinding('builtins');
  require('node:https');
  const { compiledWithCache, compiledWithoutCache } = getCacheUsage();
  console.log(compiledWithCache.size, compiledWithoutCache.size);
`;

it('the options of the server leave Node the compiled code that it was built with', () => {
  const { stdout } = spawnSync(process.execPath, [...serverOptions, '--expose-internals', '--eval', countCompiled], {
    encoding: 'utf8',
  });
  const [kept, compiled] = stdout.trim().split(' ').map(Number);
  expect(kept).toBeGreaterThan(10);
  expect(compiled).toBe(0);
});

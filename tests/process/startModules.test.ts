/** Node's own modules have compiled code with them, which holds while V8 runs with the flags that it was made for. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../startServer.ts';

const printCompiled = `
  const { getCacheUsage } = require('internal/test/binding').internalBinding('builtins');
  process.once('exit', () => {
    const { compiledWithCache, compiledWithoutCache } = getCacheUsage();
    require('node:fs').writeSync(1, 'kept ' + compiledWithCache.size + ', compiled: ' + [...compiledWithoutCache].join(' ') + '\\n');
  });
`;

it('a start compiles none of the modules of Node anew, though it changes how V8 collects', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-modules-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const preload = join(folder, 'printCompiled.cjs');
  writeFileSync(preload, printCompiled);
  const through = ['sh', '-c', `exec "$0" --expose-internals --require "${preload}" "$@"`];
  const server = await startServer(['--host', '127.0.0.1', '--data', join(folder, 'data')], {}, through);
  await server.stop();
  const [, kept, compiled] = /kept (\d+), compiled: (.*)/.exec(server.output()) ?? [];
  expect(Number(kept)).toBeGreaterThan(100);
  expect(compiled).toBe('');
});

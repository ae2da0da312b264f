import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCache } from '../bundled.ts';

enableCompileCache(startCache());
const { readConfig } = await import('../config.ts');
const { messageOf } = await import('../core/fail.ts');
const { createLog } = await import('../log.ts');
const { prepareDemo } = await import('./makeApart.ts');

/** Makes the demo once at installation, so that its first start has only to continue it. An installation does not fail by it. */
const dataFolder = mkdtempSync(join(tmpdir(), 'headworks-demo-'));
try {
  const { demoDays: days } = readConfig(['--demo', '--data', dataFolder], {});
  const resources = join(import.meta.dirname, '..', '..', 'resources');
  await prepareDemo({ dataFolder, resources, days }, createLog('warn'), new AbortController().signal);
} catch (error) {
  process.stderr.write(`The demo was not made; its first start will make it: ${messageOf(error)}\n`);
} finally {
  rmSync(dataFolder, { recursive: true, force: true });
}

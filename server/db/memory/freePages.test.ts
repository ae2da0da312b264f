import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { memoryEnvironment } from '../../contract/process/memoryLimits.ts';

const { glibcVersionRuntime } = (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header;

/** Of 4,000 buffers on the heap of the C library every tenth stays in use. */
const script = `
  import { setTimeout } from 'node:timers/promises';
  import { returnFreePages } from ${JSON.stringify(join(import.meta.dirname, 'freePages.ts'))};
  let all = Array.from({ length: 4000 }, (_, at) => Buffer.alloc(20_000, at));
  const kept = all.filter((_, at) => at % 10 === 0);
  all = undefined;
  for (let round = 0; round < 3; round += 1) {
    gc();
    await setTimeout(50);
  }
  const before = process.memoryUsage.rss();
  returnFreePages();
  const freed = before - process.memoryUsage.rss();
  const isWhole = kept.every((buffer, at) => buffer.length === 20_000 && buffer.every((byte) => byte === (10 * at) % 256));
  console.log(JSON.stringify({ freedMb: freed / 1e6, isWhole }));`;

it.skipIf(glibcVersionRuntime === undefined)('gives back what is free between buffers that are in use, and leaves those', () => {
  const ran = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', script], {
    env: { ...process.env, ...memoryEnvironment },
    encoding: 'utf8',
  });
  expect(ran.stderr).toBe('');
  const { freedMb, isWhole } = JSON.parse(ran.stdout) as { freedMb: number; isWhole: boolean };
  // 72 MB were let go; a page that a buffer in use lies in stays
  expect(freedMb).toBeGreaterThan(40);
  expect(isWhole).toBe(true);
});

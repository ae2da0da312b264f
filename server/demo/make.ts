import { enableCompileCache } from 'node:module';
import { z } from 'zod';
import { systemClock } from '../core/clock.ts';
import { messageOf } from '../core/fail.ts';
import { createLog } from '../log.ts';
import type { MakingReport } from './makeApart.ts';

const order = z.object({ dataFolder: z.string(), resources: z.string(), days: z.number().int().min(0), seed: z.number().int() });

/** Without the server that asked for it, nobody needs the demo. */
process.once('disconnect', () => process.exit(1));

const report = (message: MakingReport): void => {
  process.send?.(message, () => process.disconnect());
};

try {
  const [, , asked = '', cacheFolder] = process.argv;
  if (cacheFolder) enableCompileCache(cacheFolder);
  const { makeDemo } = await import('./makeDemo.ts');
  await makeDemo(order.parse(JSON.parse(asked)), systemClock, createLog('warn'));
  report({ type: 'made' });
} catch (error) {
  report({ type: 'failed', message: messageOf(error) });
}

import { enableCompileCache } from 'node:module';
import { z } from 'zod';
import { messageOf } from '../core/fail.ts';
import { createLog } from '../log.ts';
import type { MakingReport } from './makeApart.ts';

const orderShape = z.object({
  ...{ dataFolder: z.string(), resources: z.string(), days: z.number().int().min(0), seed: z.number().int() },
  ...{ name: z.string().optional(), endedDaysAgo: z.number().int().optional() },
});

/** Without the server that asked for it, nobody needs the demo. */
process.once('disconnect', () => process.exit(1));

const report = (message: MakingReport): void => {
  process.send?.(message, () => process.disconnect());
};

try {
  const [, , asked = '', cacheFolder] = process.argv;
  if (cacheFolder) enableCompileCache(cacheFolder);
  const { demoClock, makeDemo } = await import('./makeDemo.ts');
  const order = orderShape.parse(JSON.parse(asked));
  await makeDemo(order, demoClock(order), createLog('warn'));
  report({ type: 'made' });
} catch (error) {
  report({ type: 'failed', message: messageOf(error) });
}

import { join } from 'node:path';
import { z } from 'zod';
import { manifest } from '../backup/manifest.ts';
import { makeSuccessor, recoveryFolder } from '../backup/recoverDatabase.ts';
import { loadIdentity } from '../bundle/identity.ts';
import type { JobSetting } from '../contract/process/jobs.ts';
import { systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Work } from './work.ts';

const order = z.object({ nowMs: z.number() });
const line = z.object({
  level: z.enum(['info', 'warn', 'error']),
  fields: z.record(z.string(), z.unknown()),
  message: z.string(),
});
type Line = z.infer<typeof line>;
/** What `recoverDatabase` work answers; its log is written by the server. */
export const madeSuccessor = z.object({
  found: z.object({
    from: z.enum(['backup', 'salvage', 'nothing']),
    snapshot: z.string().nullable(),
    manifest: manifest.optional(),
  }),
  lines: z.array(line),
});

/** Makes the database that takes the place of a damaged one, in a folder of its own: the server alone puts it in place. */
export const recoveryWork =
  ({ dataFolder }: JobSetting): Work =>
  async (input) => {
    const { nowMs } = order.parse(input);
    const lines: Line[] = [];
    const write =
      (level: Line['level']) =>
      (fields: object, message: string): void =>
        void lines.push({ level, fields: { ...fields }, message });
    const log: Log = {
      debug: () => undefined,
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      always: write('info'),
      child: () => log,
    };
    const identity = loadIdentity(join(dataFolder, 'keys'), nowMs);
    const clock = { ...systemClock, now: () => nowMs, monotonicMs: () => systemClock.monotonicMs() };
    const found = await makeSuccessor({ dataFolder, into: recoveryFolder(dataFolder), identity, clock, log });
    return { found, lines };
  };

import { z } from 'zod';
import { isoTime, num } from '../../model/common.ts';

/** Work on a line that takes its time: followed by its id, and ended by DELETE. */
export const toolJobFields = {
  id: z.string(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  startedBy: z.string(),
  startedAt: isoTime,
  endedAt: isoTime.nullable(),
  /** Why it failed, in words. */
  reason: z.string().nullable(),
  progress: z.object({
    done: z.number().int(),
    total: z.number().int().meta({ description: 'requests at most; fewer where it may end early' }),
    now: z.string().meta({ description: 'what is being asked' }),
    remainingSeconds: num,
  }),
};
export type ToolProgress = z.infer<(typeof toolJobFields)['progress']>;

/** A device on a configured line, known or not. */
export const toolTarget = { connectionId: z.string().min(1).max(64), slaveId: z.number().int().min(0).max(255) };

/** Polling of a line in use is paused only when the request asks for it and names the line. */
export const pauseConsent = z
  .object({ pause: z.literal(true), connection: z.string().min(1).max(100) })
  .meta({ description: 'the connection’s name: the line is not read until the work ends' });

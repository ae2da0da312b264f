import { z } from 'zod';

/** Longest that a plant may let the hub wait with its answer. */
export const MOST_LIVE_WAIT_MS = 50_000;

const atMs = z.number().int();

/** Unit, parameter, latest value (null where there is none), quality, time of the last good value. */
const liveValue = z.tuple([z.string().max(200), z.string().max(64), z.number().nullable(), z.string().max(40), atMs.nullable()]);

/**
 * POST /live. With values: what the plant measures now, kept in memory until newer ones come. Without: asks whether somebody at the hub
 * looks at this plant; the hub answers when somebody does, at the latest after `waitMs`.
 */
export const liveRequest = z.object({
  waitMs: z.number().int().min(0).max(MOST_LIVE_WAIT_MS),
  industries: z.array(z.object({ id: z.string().min(1).max(64), values: z.array(liveValue).max(20_000) })).max(100),
});
export type LiveRequest = z.infer<typeof liveRequest>;
export const liveAnswer = z.object({
  /** Somebody has looked within the last minute: the next values are wanted. */
  wanted: z.boolean(),
});

import { z } from 'zod';
import { isoTime, num } from './common.ts';
import { fieldQuality } from './field.ts';

/** Client to server on /api/user/live. */
export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string().max(8192) }),
  z.object({ type: z.literal('subscribe'), topic: z.enum(['readings']) }),
  z.object({ type: z.literal('unsubscribe'), topic: z.enum(['readings']) }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** One live value of one parameter of one unit. */
const liveValue = z
  .object({
    unitId: z.string(),
    param: z.string(),
    value: num,
    quality: fieldQuality,
    /** When the last good value was measured. */
    at: isoTime.nullable(),
  })
  .meta({ id: 'LiveValue' });
export type LiveValue = z.infer<typeof liveValue>;

/** Server to client. Live readings carry no id; durable messages have an increasing one. */
export const serverMessage = z.discriminatedUnion('type', [
  z.object({ v: z.literal(1), type: z.literal('hello'), at: isoTime, industryId: z.string() }),
  z.object({ v: z.literal(1), type: z.literal('reading'), at: isoTime, industryId: z.string(), values: z.array(liveValue) }),
  z.object({
    v: z.literal(1),
    type: z.enum(['alert', 'alert_cleared', 'notification_assigned', 'notification_updated', 'device_status']),
    id: z.string(),
    at: isoTime,
    industryId: z.string(),
    title: z.string(),
    body: z.string(),
    data: z.record(z.string(), z.unknown()).optional(),
  }),
  z.object({ v: z.literal(1), type: z.literal('error'), at: isoTime, message: z.string() }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;

import { z } from 'zod';
import { isoTime, num } from '../model/common.ts';
import { fieldQuality } from '../model/field.ts';

/** Ids of durable messages grow; as text, so that no client rounds them. */
const messageId = z.string().regex(/^\d{1,15}$/);

/** Live values, or a beat every 2 s by which a client knows that the line and the server live. */
const liveTopic = z.enum(['readings', 'beat']);

/** Client to server on /api/user/live. */
export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string().max(8192) }),
  // each takes the place of the one before
  z.object({
    type: z.literal('subscribe'),
    topic: liveTopic,
    units: z
      .array(z.string().max(200))
      .max(1000)
      .optional()
      .meta({ description: 'of `readings`: the values of these units and no others; of all units where it is left out' }),
  }),
  z.object({ type: z.literal('unsubscribe'), topic: liveTopic }),
  // everything durable after this one, in order; 0 for all that is kept
  z.object({ type: z.literal('resume'), after: z.union([messageId, z.number().int().min(0).transform(String)]) }),
  // a person's device has these: what was to go further, to other channels or people, need not
  z.object({ type: z.literal('confirm'), ids: z.array(messageId).min(1).max(500) }),
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

const durableMessage = z.object({
  v: z.literal(1),
  type: z.enum(['alert', 'alert_cleared', 'notification_assigned', 'notification_updated', 'device_status']),
  id: messageId,
  at: isoTime,
  industryId: z.string(),
  title: z.string(),
  body: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type DurableMessage = z.infer<typeof durableMessage>;

/** Server to client. Live readings carry no id; durable messages have an increasing one. */
export const serverMessage = z.discriminatedUnion('type', [
  z.object({ v: z.literal(1), type: z.literal('hello'), at: isoTime, industryId: z.string() }),
  z.object({ v: z.literal(1), type: z.literal('reading'), at: isoTime, industryId: z.string(), values: z.array(liveValue) }),
  durableMessage,
  z.object({
    v: z.literal(1),
    type: z.literal('resumed'),
    at: isoTime,
    industryId: z.string(),
    lastId: messageId.meta({ description: 'the newest durable message there is; later ones come as they are made' }),
    gap: z.boolean().meta({ description: 'messages after the one asked for are no longer kept: read the notifications anew' }),
  }),
  z.object({
    v: z.literal(1),
    type: z.literal('beat'),
    at: isoTime,
    newestValueAt: isoTime
      .nullable()
      .meta({ description: 'when the newest good value of the industry was measured; null where there is none' }),
  }),
  z.object({ v: z.literal(1), type: z.literal('error'), at: isoTime, message: z.string() }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime, ok } from '../model/common.ts';

const channelName = z.enum(['email', 'sms', 'messaging', 'push', 'web']);
const plant = { base: 'plant', auth: 'access', limit: 'default' } as const;

export const listChannels = endpoint({
  ...plant,
  permission: 'ACCOUNT_SETTINGS',
  method: 'get',
  path: '/channels',
  summary: 'The ways by which alarms reach people, and how they are',
  faults: [],
  reply: z.object({
    channels: z.array(
      z.object({
        channel: channelName,
        isSetUp: z.boolean().meta({ description: 'in headworks.json; web always is' }),
        needsInternet: z.boolean(),
        waiting: z.number().int(),
        oldestWaitingAt: isoTime.nullable(),
        lastFailure: z.object({ at: isoTime, message: z.string() }).nullable(),
      }),
    ),
  }),
});

export const testChannel = endpoint({
  ...plant,
  permission: 'ACCOUNT_SETTINGS',
  method: 'post',
  path: '/channels/{channel}/test',
  summary: 'Sends a test message',
  description:
    'Settles when the other side has taken it. 400 with the reason when it has not; `to` is an e-mail address, a number with country code, a chat, or a push token.',
  faults: ['schema', 'badRequest', 'unavailable', 'notFound'],
  audit: 'channel.test',
  params: z.object({ channel: z.enum(['email', 'sms', 'messaging', 'push']) }),
  body: z.object({ to: z.string().trim().min(1).max(4096) }),
  reply: ok,
});

export const listDeliveries = endpoint({
  ...plant,
  permission: 'ALERTS',
  method: 'get',
  path: '/deliveries',
  summary: 'What became of the messages about one notification',
  faults: ['parameter', 'notFound'],
  query: z.object({ notificationId: z.string().min(1).max(64) }),
  reply: z.object({
    deliveries: z.array(
      z.object({
        channel: z.string(),
        to: z.string().meta({ description: 'shortened for push tokens' }),
        kind: z.string(),
        step: z.number().int(),
        state: z.enum(['queued', 'sent', 'confirmed', 'failed', 'escalated', 'expired']),
        attempts: z.number().int(),
        createdAt: isoTime,
        settledAt: isoTime.nullable(),
        error: z.string(),
        confirmedBy: z.string().nullable().meta({ description: 'the user whose device has it' }),
      }),
    ),
  }),
});

export const plantChannelEndpoints = [listChannels, testChannel, listDeliveries] as const;

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime, num } from '../model/common.ts';
import { connectionSettings, fieldQuality } from '../model/field.ts';
import { commissioning } from './row.ts';

const count = z.number().int();
const range = z.object({ space: z.string(), from: count, to: count });

const channelView = z
  .object({
    connectionId: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    settings: connectionSettings,
    state: z.enum(['stopped', 'connecting', 'settling', 'ready', 'busy', 'draining', 'down', 'backoff']),
    reason: z.string().nullable(),
    since: isoTime.nullable(),
    reconnects: count,
    lateAnswers: count,
    bytesDropped: count,
    violations: count.meta({ description: 'answers that broke the protocol' }),
    utilisationPct: z.number(),
    queueDepth: z.object({ commands: count, polls: count, scans: count }),
  })
  .meta({ id: 'FieldChannel' });
export type ChannelView = z.infer<typeof channelView>;

const deviceView = z
  .object({
    deviceId: z.string(),
    connectionId: z.string(),
    name: z.string(),
    slaveId: count,
    enabled: z.boolean(),
    health: z.enum(['good', 'suspect', 'offline', 'unknown']),
    requests: count,
    ok: count,
    timeouts: count,
    crcErrors: count,
    exceptions: z.record(z.string(), count).meta({ description: 'by Modbus exception code' }),
    badAnswers: count,
    skippedBlocks: count,
    rttMsP50: num,
    rttMsP95: num,
    lastGoodAt: isoTime.nullable(),
    lastError: z.object({ at: isoTime, message: z.string() }).nullable(),
    plan: z
      .array(z.object({ space: z.string(), address: count, count, periodMs: count, tagIds: z.array(z.string()) }))
      .meta({ description: 'block reads as they are sent' }),
    learntForbidden: z.array(range).meta({ description: 'ranges that the device refused and that are now read around' }),
  })
  .meta({ id: 'FieldDevice' });
export type DeviceView = z.infer<typeof deviceView>;

const tagView = z
  .object({
    tagId: z.string(),
    deviceId: z.string(),
    name: z.string(),
    measure: z.string(),
    unitId: z.string().nullable(),
    param: z.string().nullable(),
    value: z.union([z.number(), z.string()]).nullable(),
    quality: fieldQuality.nullable().meta({ description: 'null while it is not read' }),
    at: isoTime.nullable().meta({ description: 'last attempt' }),
    lastGoodAt: isoTime.nullable(),
    ageSeconds: num.meta({ description: 'since the last good value' }),
    raw: z.array(count).nullable(),
  })
  .meta({ id: 'FieldTag' });
export type TagView = z.infer<typeof tagView>;

const plantFieldReply = z
  .object({ at: isoTime, channels: z.array(channelView), devices: z.array(deviceView), tags: z.array(tagView) })
  .meta({ id: 'PlantField' });
export type PlantField = z.infer<typeof plantFieldReply>;

export const plantField = endpoint({
  ...commissioning,
  method: 'get',
  path: '/field',
  summary: 'State of every channel, device and tag now',
  faults: [],
  reply: plantFieldReply,
});

export const plantHealth = endpoint({
  base: 'plant',
  method: 'get',
  path: '/health',
  summary: 'Whether the server is ready',
  auth: 'none',
  beforeSetup: true,
  limit: 'none',
  faults: ['unavailable'],
  reply: z
    .object({
      status: z.literal('ok'),
      backup: z
        .object({
          lastVerifiedDaysAgo: z.number().nullable().meta({ description: 'null where there is no verified backup' }),
          findings: z.array(z.string()).meta({ description: 'codes of what is not as it should be' }),
        })
        .meta({ description: 'how well the plant is backed up' }),
      storage: z
        .object({
          findings: z
            .array(z.enum(['notWritable', 'diskFull', 'diskFullSoon', 'damaged']))
            .meta({ description: 'codes of what is not as it should be; /storage says more' }),
        })
        .meta({ description: 'disk and database' }),
    })
    .meta({ id: 'Health' }),
});

export const metrics = endpoint({
  base: 'root',
  method: 'get',
  path: '/metrics',
  summary: 'Figures of the server for Prometheus',
  description: 'Answers this machine itself, and others with the bearer token of headworks.json (metricsToken).',
  auth: 'none',
  limit: 'none',
  faults: ['token'],
  headers: z.object({
    Authorization: z.string().optional(),
    'X-Forwarded-For': z.string().optional(),
    Forwarded: z.string().optional(),
  }),
  reply: z.string(),
  media: ['text/plain'],
});

export const plantStateEndpoints = [plantField, plantHealth, metrics] as const;

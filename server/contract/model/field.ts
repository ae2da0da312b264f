import { z } from 'zod';

/** How well a tag's last value may be trusted; everything but GOOD and UNCERTAIN carries no value. */
const fieldQualities = [
  'GOOD',
  'UNCERTAIN',
  'UNCERTAIN_BUSY',
  'BAD_TIMEOUT',
  'BAD_CRC',
  'BAD_ANSWER',
  'BAD_CONFIG',
  'BAD_ADDRESS',
  'BAD_DEVICE',
  'BAD_GATEWAY',
  'BAD_NO_DEVICE',
  'BAD_LINK',
  'BAD_SENSOR',
  'BAD_RANGE',
  'STALE',
] as const;
export const fieldQuality = z.enum(fieldQualities);
export type FieldQuality = z.infer<typeof fieldQuality>;

const port = z.number().int().min(1).max(65535);
const host = z
  .string()
  .min(1)
  .max(253)
  .regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or address');

const NUMERIC_PART = /^(0x[0-9a-f]*|\d+)$/i;
const MISREAD = 'must be four numbers from 0 to 255 without leading zeros, such as 192.168.1.10: others lead to another device';

/** Systems read 192.168.1.010 as 192.168.1.8, and 10.1 as 10.0.0.1: nobody who types these means that device. */
export const hostFault = (typed: string): string | undefined => {
  const isNumeric = typed
    .replace(/\.$/, '')
    .split('.')
    .every((part) => NUMERIC_PART.test(part));
  return isNumeric && !z.ipv4().safeParse(typed).success ? MISREAD : undefined;
};
/** As it comes from a person; one that was stored before keeps its meaning. */
export const typedHost = host.refine((typed) => hostFault(typed) === undefined, { error: MISREAD });

const lineSettings = {
  timeoutMs: z.number().int().min(20).max(60_000).default(1000),
  pauseBetweenRequestsMs: z.number().int().min(0).max(10_000).default(0),
  pauseAfterConnectMs: z.number().int().min(0).max(60_000).default(0),
};

export const connectionSettings = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('tcp'),
    host,
    port: port.default(502),
    connectTimeoutMs: z.number().int().min(100).max(60_000).default(3000),
    ...lineSettings,
  }),
  z.object({
    kind: z.literal('rtuTcp'),
    host,
    port,
    connectTimeoutMs: z.number().int().min(100).max(60_000).default(3000),
    echo: z.enum(['off', 'strip']).default('off'),
    quietMs: z.number().int().min(1).max(5000).default(100),
    ...lineSettings,
  }),
  z.object({
    kind: z.literal('serial'),
    path: z.string().min(1).max(255),
    baudRate: z.number().int().min(300).max(921_600).default(9600),
    parity: z.enum(['none', 'even', 'odd']).default('none'),
    dataBits: z.union([z.literal(7), z.literal(8)]).default(8),
    stopBits: z.union([z.literal(1), z.literal(2)]).default(1),
    echo: z.enum(['off', 'strip']).default('off'),
    quietMs: z.number().int().min(1).max(5000).default(100),
    ...lineSettings,
  }),
]);
export type ConnectionSettings = z.infer<typeof connectionSettings>;

export const space = z.enum(['coil', 'discrete', 'holding', 'input']);
export type Space = z.infer<typeof space>;

export const registerRange = z
  .object({ space, from: z.number().int().min(0).max(65535), to: z.number().int().min(0).max(65535) })
  .refine(({ from, to }) => from <= to, { error: 'from must not be above to', path: ['to'] });
export type RegisterRange = z.infer<typeof registerRange>;

/** What a device can bear: read sizes and ranges that must be read whole or never. */
export const deviceLimits = z.object({
  maxRegisters: z.number().int().min(1).max(125).default(125),
  maxBits: z.number().int().min(1).max(2000).default(2000),
  /** Registers read for nothing to save a request; computed from the line where absent. */
  maxGapRegisters: z.number().int().min(0).max(124).optional(),
  forbidden: z.array(registerRange).max(200).default([]),
  atomic: z.array(registerRange).max(200).default([]),
});
export type DeviceLimits = z.infer<typeof deviceLimits>;

export const registerTypes = [
  'bool',
  'bit',
  'int8lo',
  'int8hi',
  'uint8lo',
  'uint8hi',
  'int16',
  'uint16',
  'int32',
  'uint32',
  'int64',
  'uint64',
  'float16',
  'float32',
  'float64',
  'bcd16',
  'bcd32',
  'bcd64',
  'string',
] as const;
export const registerType = z.enum(registerTypes);
export type RegisterType = z.infer<typeof registerType>;

/** ABCD big endian, CDAB words swapped, BADC bytes swapped, DCBA little endian. */
export const wordOrder = z.enum(['ABCD', 'CDAB', 'BADC', 'DCBA']);
export type WordOrder = z.infer<typeof wordOrder>;

/** Where a value is on the device and how its registers become a number. */
export const decodeSpec = z.object({
  space,
  /** 0-based PDU address. */
  address: z.number().int().min(0).max(65535),
  type: registerType,
  wordOrder: wordOrder.default('ABCD'),
  /** Bit 0..15 of the register, for type `bit`. */
  bit: z.number().int().min(0).max(15).optional(),
  /** Registers of a string. */
  length: z.number().int().min(1).max(64).optional(),
  /** Second part of a total given as integer + fraction: added after its own scale. */
  fraction: z
    .object({
      address: z.number().int().min(0).max(65535),
      type: registerType,
      wordOrder: wordOrder.default('ABCD'),
      scale: z.number().default(1),
    })
    .optional(),
  scale: z.number().default(1),
  offset: z.number().default(0),
  /** Raw numbers that mean "not available". */
  sentinels: z.array(z.number()).max(20).default([]),
  /** Hard range after scaling; outside is BAD_RANGE. */
  min: z.number().optional(),
  max: z.number().optional(),
});
export type DecodeSpec = z.infer<typeof decodeSpec>;

/** What a tag's value is to its unit: a totalizer, an instantaneous value, or neither. */
export const tagKind = z.enum(['counter', 'gauge', 'state']);
export type TagKind = z.infer<typeof tagKind>;

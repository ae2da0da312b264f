import { z } from 'zod';

/** How SMS leave: `{to}` and `{text}` in address and body of a gateway are the number with country code and the message. */
export const sms = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('http'),
    url: z.string().regex(/^https?:\/\//, 'must be an http or https address'),
    method: z.enum(['GET', 'POST', 'PUT']).default('POST'),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string().optional(),
    taken: z.string().min(1).optional(),
    timeoutMs: z.number().int().min(100).max(60_000).default(10_000),
  }),
  z.strictObject({
    kind: z.literal('gsm'),
    path: z.string().min(1),
    baudRate: z.number().int().min(300).max(921_600).default(115_200),
    pin: z
      .string()
      .regex(/^\d{4,8}$/, 'must be 4 to 8 digits')
      .optional(),
    timeoutMs: z.number().int().min(100).max(60_000).default(10_000),
  }),
]);

const timeoutMs = z.number().int().min(100).max(60_000).default(10_000);

/** The mail server by which alarms and reports go out. */
export const email = z.strictObject({
  host: z.string().min(1),
  port: z.number().int().min(1).max(65_535).default(587),
  secure: z.boolean().default(false),
  requireTls: z.boolean().default(false),
  user: z.string().optional(),
  password: z.string().optional(),
  from: z.string().min(3).max(320),
  timeoutMs,
});

const httpsBase = (usual: string) => z.url({ protocol: /^https?$/ }).default(usual);

/** A messaging app: an approved WhatsApp template, or a Telegram bot. */
export const messaging = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('whatsapp'),
    baseUrl: httpsBase('https://graph.facebook.com/v23.0'),
    phoneNumberId: z.string().regex(/^\d+$/),
    token: z.string().min(1),
    template: z.string().min(1),
    language: z.string().default('en'),
    timeoutMs,
  }),
  z.strictObject({
    kind: z.literal('telegram'),
    baseUrl: httpsBase('https://api.telegram.org'),
    botToken: z.string().min(1),
    timeoutMs,
  }),
]);

/** Service account of Firebase Cloud Messaging, as its JSON file has it. */
export const push = z.strictObject({
  projectId: z.string().min(1),
  clientEmail: z.string().min(3),
  privateKey: z.string().min(1),
  tokenUrl: httpsBase('https://oauth2.googleapis.com/token'),
  baseUrl: httpsBase('https://fcm.googleapis.com'),
  timeoutMs,
});

import { z } from 'zod';
import { nameText } from '../rules/nameText.ts';
import { hourMinute } from './common.ts';

/** 1 critical, 2 high, 3 medium, 4 low. */
const priority = z.literal([1, 2, 3, 4]);
const address = z.string().trim().min(1).max(254);
const addresses = z.array(address).max(50);

/** Who is on duty when: a recipient `rota:<name>` is whoever has the turn when it is sent. */
const rota = z.object({
  name: nameText(60).min(1).meta({ description: 'by which recipients name it, as rota:<name>' }),
  turns: z
    .array(
      z.object({
        days: z.array(z.number().int().min(0).max(6)).min(1).max(7).meta({ description: 'on which it begins; 0 is Sunday' }),
        from: hourMinute,
        to: hourMinute.meta({ description: 'of the next day where it is not after `from`' }),
        recipients: addresses.min(1),
      }),
    )
    .max(50)
    .meta({ description: 'whose turn it is when' }),
  otherwise: addresses.default([]).meta({ description: 'who gets it while it is nobody’s turn' }),
});

type Priority = z.infer<typeof priority>;

const channel = (enabled: boolean, minPriority: Priority) =>
  z
    .object({
      enabled: z.boolean().default(enabled),
      minPriority: priority
        .default(minPriority)
        .meta({ description: 'alerts of this priority and above (a lower number) are sent' }),
      recipients: addresses.default([]),
      quietHours: z.object({ from: hourMinute, to: hourMinute }).optional(),
    })
    .prefault({});

type CategoryDefaults = {
  enabled?: boolean;
  priority: Priority;
  onDelaySlots: number;
  offDelaySlots: number;
  deadbandPct?: number;
  reAlarmMinutes: number;
  params?: Record<string, number | string>;
};

const slots = z.number().int().min(0).max(288);

const category = (defaults: CategoryDefaults) =>
  z
    .object({
      enabled: z.boolean().default(defaults.enabled ?? true),
      priority: priority.default(defaults.priority),
      onDelaySlots: slots.default(defaults.onDelaySlots).meta({ description: '5-minute slots the condition must hold' }),
      offDelaySlots: slots.default(defaults.offDelaySlots),
      deadbandPct: z
        .number()
        .min(0)
        .max(50)
        .default(defaults.deadbandPct ?? 0)
        .meta({ description: 'percent of the limit' }),
      reAlarmMinutes: z
        .number()
        .int()
        .min(0)
        .max(43_200)
        .default(defaults.reAlarmMinutes)
        .meta({ description: '0: no reminder' }),
      params: z
        .record(z.string().regex(/^[a-z][A-Za-z0-9]{0,40}$/), z.union([z.number(), z.string().max(100)]))
        .default(defaults.params ?? {}),
    })
    .prefault({});

const HOURS_4 = 240;
const DAY = 1440;

/**
 * How alerts are raised and where they go. What is left out is as the domain's definitions have it: delays and deadbands of each
 * category, one digest for more than 10 alerts in 10 minutes.
 */
export const alertSettings = z
  .object({
    email: z
      .object({ enabled: z.boolean().default(false), emailIds: addresses.default([]) })
      .optional()
      .meta({ description: 'kept in step with channels.email' }),
    channels: z
      .object({
        email: channel(false, 2),
        sms: channel(false, 1),
        messaging: channel(false, 2),
        push: channel(false, 3),
        web: channel(true, 4),
      })
      .prefault({}),
    categories: z
      .object({
        device_status: category({ priority: 3, onDelaySlots: 3, offDelaySlots: 2, reAlarmMinutes: DAY }),
        unit_threshold: category({ priority: 2, onDelaySlots: 1, offDelaySlots: 1, reAlarmMinutes: 0, params: { warnPct: 80 } }),
        monthly_threshold: category({
          priority: 4,
          onDelaySlots: 1,
          offDelaySlots: 1,
          reAlarmMinutes: 0,
          params: { warnPct: 80, stepPct: 10 },
        }),
        flow_rate: category({ priority: 3, onDelaySlots: 2, offDelaySlots: 2, deadbandPct: 5, reAlarmMinutes: HOURS_4 }),
        stable_flow: category({
          priority: 3,
          onDelaySlots: 24,
          offDelaySlots: 2,
          reAlarmMinutes: DAY,
          params: { spreadPct: 20, quietFrom: '23:00', quietTo: '05:00' },
        }),
        level_exceed: category({ priority: 1, onDelaySlots: 1, offDelaySlots: 2, deadbandPct: 2, reAlarmMinutes: HOURS_4 }),
        quality_threshold: category({
          priority: 2,
          onDelaySlots: 3,
          offDelaySlots: 6,
          deadbandPct: 2,
          reAlarmMinutes: 480,
          params: { consentReAlarmMinutes: 60 },
        }),
        energy_threshold: category({ priority: 3, onDelaySlots: 6, offDelaySlots: 6, deadbandPct: 2, reAlarmMinutes: HOURS_4 }),
        borewell_threshold: category({
          priority: 2,
          onDelaySlots: 3,
          offDelaySlots: 2,
          reAlarmMinutes: HOURS_4,
          params: { deadbandM: 0.2 },
        }),
      })
      .prefault({}),
    escalation: z
      .array(z.object({ afterMinutes: z.number().int().min(1).max(10_080), recipients: addresses }))
      .max(10)
      .default([]),
    rotas: z.array(rota).max(20).optional().meta({ description: 'turns of duty; absent: none' }),
    flood: z
      .object({ perTenMinutes: z.number().int().min(1).max(1000).default(10), digest: z.boolean().default(true) })
      .prefault({}),
  })
  .meta({ id: 'AlertSettings' });

type Sent = z.output<typeof alertSettings>;
export type AlertSettings = Omit<Sent, 'email'> & { email: NonNullable<Sent['email']> };

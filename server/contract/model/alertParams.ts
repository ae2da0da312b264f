import { z } from 'zod';
import { hourMinute } from './common.ts';

const fromTime = z.union([hourMinute, z.literal('always')]);
/** HH:MM up to the end of the day. */
const toTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be HH:MM');
const percent = z.number().min(0).max(1000);
const depthMbgl = z.number().min(0).max(2000);
const warnPct = percent.optional().meta({ description: 'part of the limit at which an insight comes, percent' });

/**
 * What a unit may have of its own of a category's alert parameters; what is left out is the industry's, else as the domain's
 * definitions have it. A name that a category does not know is refused.
 */
export const alertParams = z.strictObject({
  device_status: z
    .strictObject({
      expectedIntervalMinutes: z
        .number()
        .min(1)
        .max(1440)
        .optional()
        .meta({ description: 'of its readings; three of them without any is silence' }),
      stuckHours: z.number().min(1).max(24).optional().meta({ description: 'hours of the very same value' }),
    })
    .optional(),
  unit_threshold: z.strictObject({ warnPct }).optional(),
  monthly_threshold: z
    .strictObject({ warnPct, stepPct: z.number().min(1).max(100).optional().meta({ description: 'insights over the limit' }) })
    .optional(),
  flow_rate: z
    .strictObject({
      runFrom: hourMinute.optional().meta({ description: 'the line is supposed to run from then: low flow is checked' }),
      runTo: toTime.optional(),
    })
    .optional(),
  stable_flow: z
    .strictObject({
      mode: z.enum(['continuous', 'night', 'learned']).optional().meta({
        description:
          'night: minimum night flow, for lines that run 24 h; learned: as the first 14 days with water say, which a new unit has',
      }),
      learnFrom: z.iso.date().optional().meta({ description: 'learned: days before are not looked at' }),
      quietFrom: fromTime.optional().meta({ description: 'always: a line that must come back to nothing at any hour' }),
      quietTo: toTime.optional(),
      weeklyOffDay: z.number().int().min(0).max(6).optional().meta({ description: '0 is Sunday' }),
      spreadPct: percent.optional().meta({ description: 'between the least and the largest flow, percent of the mean' }),
      qMinM3h: z.number().min(0).max(1e5).optional().meta({ description: 'the least that counts as a flow' }),
      nightFrom: hourMinute.optional(),
      nightTo: toTime.optional(),
      nightUseM3h: z.number().min(0).max(1e5).optional().meta({ description: 'legitimate use at night' }),
      tankUnitId: z.string().max(64).optional().meta({ description: 'night: the tank on the line, whose fill is no use of it' }),
      baselineFrom: z.iso
        .date()
        .optional()
        .meta({ description: 'nights before are not held against: a rise that was found to be normal use' }),
    })
    .optional(),
  level_exceed: z
    .strictObject({ outOfService: z.boolean().optional().meta({ description: 'empty on purpose: not low' }) })
    .optional(),
  quality_threshold: z.strictObject({ consentReAlarmMinutes: z.number().int().min(0).max(43_200).optional() }).optional(),
  energy_threshold: z
    .strictObject({
      warnPct,
      blockMinutes: z.literal([15, 30, 60]).optional().meta({ description: 'over which the supplier counts the demand' }),
    })
    .optional(),
  borewell_threshold: z
    .strictObject({
      deadbandM: z.number().min(0).max(50).optional(),
      staticLimitMbgl: depthMbgl.optional(),
      staticLimitPreMonsoonMbgl: depthMbgl.optional().meta({ description: 'March to May' }),
      warnPct,
      permitYearStartMonth: z.number().int().min(1).max(12).optional(),
    })
    .optional(),
});

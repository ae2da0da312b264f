import { z } from 'zod';
import { hourMinute } from './common.ts';
import { reportFormats, reportServices, reportTypes } from './reports.ts';

const emails = z.array(z.string().trim().min(3).max(254)).max(50);

export const reportSchedule = z.object({
  id: z.string().min(1).max(64),
  reportType: z.enum(reportTypes),
  service: z.enum(reportServices),
  reportFormat: z.enum(reportFormats),
  at: hourMinute.meta({ description: 'HH:MM in the zone of the industry' }),
  dayOfMonth: z.number().int().min(1).max(31).optional(),
  dayOfWeek: z.number().int().min(0).max(6).optional().meta({ description: '0 is Sunday' }),
  recipients: emails,
  unitIds: z.array(z.string().max(64)).max(500).optional(),
  enabled: z.boolean(),
});

/** Which reports are made by themselves and who gets them; what is left out is as a new industry has it. */
export const reportSettings = z
  .object({
    enabled: z.boolean().default(false),
    emailIds: emails.default([]),
    services: z.partialRecord(z.enum(reportServices), z.boolean()).default({}),
    schedules: z.array(reportSchedule).max(50).default([]),
    includeEstimates: z.boolean().default(true).meta({
      description:
        'false: volumes that were estimated are left out of every figure of a report and listed beside it; returns always have them',
    }),
    fiscalYearStartMonth: z.number().int().min(1).max(12).default(4),
  })
  .meta({ id: 'ReportSettings' });
export type ReportSettings = z.output<typeof reportSettings>;

import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { isoTime } from '../../model/common.ts';

const settings = { base: 'plant', auth: 'access', permission: 'ACCOUNT_SETTINGS', limit: 'default', method: 'get' } as const;

const head = z
  .object({
    version: z.number().int(),
    savedAt: isoTime,
    savedBy: z.string().meta({ description: 'id of the user' }),
    savedByName: z.string().nullable().meta({ description: 'login name; null where the user is gone' }),
  })
  .meta({ id: 'SettingsVersion' });
export type SettingsVersion = z.infer<typeof head>;

const section = z.enum(['alerts', 'reports']).meta({ description: 'part of the account settings' });

export const listSettingsVersions = endpoint({
  ...settings,
  path: '/settings/{section}/versions',
  summary: 'Who saved the settings of alerts or reports, and when, newest first',
  description: 'The newest 200. To go back, save the body of an older version anew.',
  faults: ['parameter'],
  params: z.object({ section }),
  reply: z.object({ versions: z.array(head) }),
});

export const readSettingsVersion = endpoint({
  ...settings,
  path: '/settings/{section}/versions/{version}',
  summary: 'Settings of alerts or reports as they were saved',
  faults: ['parameter', 'notFound'],
  params: z.object({
    section,
    version: z
      .string()
      .regex(/^\d{1,9}$/)
      .meta({ description: 'its number' }),
  }),
  reply: head.extend({ body: z.unknown().meta({ description: 'AlertSettings or ReportSettings' }) }),
});

export const settingsVersionEndpoints = [listSettingsVersions, readSettingsVersion] as const;

import { z } from 'zod';

/** Every permission a user can hold; the reading ones only decide which pages clients show. */
export const permissions = [
  'ACCOUNT_SETTINGS',
  'LANDING_PAGE',
  'ALERTS',
  'REPORTS',
  'DAILY_SUMMARY',
  'WATER_BALANCE',
  'WATER_BALANCE_EDITOR',
  'SCADA_VIEWER',
  'SCADA_EDITOR',
  'WATER_NEUTRALITY',
  'EFFICIENCY',
  'GWI',
  'FWI',
  'RWI_EFFICIENCY_SAVINGS',
  'EXECUTIVE_SUMMARY',
  'BATCH_PROCESS',
  'PLC_READ',
  'PLC_WRITE',
  'RELAY_CONTROL',
  'ALERTS_TRIGGER',
  'COMMISSIONING',
  'SYSTEM',
  'AUDIT',
] as const;
export const permission = z.enum(permissions);
export type Permission = z.infer<typeof permission>;

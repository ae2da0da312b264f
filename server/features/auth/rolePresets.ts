import { type Permission, permissions } from '../../contract/permissions.ts';
import type { RolePreset } from '../../contract/plant/accounts/people.ts';

/** Pages that everybody in a plant may see. */
const reading: readonly Permission[] = [
  'LANDING_PAGE',
  'DAILY_SUMMARY',
  'WATER_BALANCE',
  'SCADA_VIEWER',
  'WATER_NEUTRALITY',
  'EFFICIENCY',
  'GWI',
  'FWI',
  'RWI_EFFICIENCY_SAVINGS',
  'EXECUTIVE_SUMMARY',
];
const operating: readonly Permission[] = [...reading, 'ALERTS', 'REPORTS', 'RELAY_CONTROL'];
/** The site and its audit log belong to the owner, who gives them by name. */
const ownersOnly: readonly Permission[] = ['SYSTEM', 'AUDIT'];

/** What each role gives where no permissions are named. */
export const rolePresets: Readonly<Record<RolePreset, readonly Permission[]>> = {
  operator: operating,
  technician: [...operating, 'COMMISSIONING', 'PLC_READ', 'PLC_WRITE'],
  viewer: reading,
  manager: [
    ...reading,
    'ALERTS',
    'REPORTS',
    'ACCOUNT_SETTINGS',
    'WATER_BALANCE_EDITOR',
    'SCADA_EDITOR',
    'BATCH_PROCESS',
    'ALERTS_TRIGGER',
  ],
  admin: permissions.filter((one) => !ownersOnly.includes(one)),
};

import { type Permission, permissions } from '../contract/permissions.ts';
import type { AuthService, NewUser } from '../features/auth/service.ts';

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

const account = (
  username: string,
  name: string,
  role: string,
  granted: readonly Permission[],
  more: Partial<NewUser> = {},
): NewUser => ({
  username,
  password: `demo-${username}`,
  name,
  email: `${username}@demo.invalid`,
  industryId: 'DEMO',
  role,
  permissions: granted,
  ...more,
});

/** DESIGN 8: in every demo and nowhere else. The owner comes first. */
const demoAccounts: readonly NewUser[] = [
  account('admin', 'Asha Kulkarni', 'admin', permissions),
  account('operator', 'Ravi Shinde', 'operator', operating),
  account('technician', 'Meera Joshi', 'technician', [...operating, 'COMMISSIONING', 'PLC_READ', 'PLC_WRITE']),
  account('viewer', 'Imran Shaikh', 'ground_staff', reading),
  account(
    'north',
    'Kavita Thakur',
    'admin',
    permissions.filter((one) => one !== 'SYSTEM' && one !== 'AUDIT'),
    { industryId: 'NORTH' },
  ),
  account('disabled', 'Left the plant', 'viewer', [], { disabled: true }),
  account('staff', 'Service desk', 'internal', permissions, { industryId: 'INTERNAL', internal: true }),
];

export async function addAccounts(auth: Pick<AuthService, 'addUser'>): Promise<void> {
  for (const one of demoAccounts) await auth.addUser(one);
}

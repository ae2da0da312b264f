import { type Permission, permissions } from '../contract/permissions.ts';

/** One user of the demo. */
type DemoAccount = {
  username: string;
  /** Absent where a code by SMS takes its place. */
  password?: string;
  phone?: string;
  name: string;
  email: string;
  industryId: string;
  role: string;
  permissions: readonly Permission[];
  disabled?: boolean;
  internal?: boolean;
};

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
  more: Partial<DemoAccount> = {},
): DemoAccount => ({
  username,
  password: `demo-${username}`,
  name,
  email: `${username}@demo.invalid`,
  industryId: 'DEMO',
  role,
  permissions: granted,
  ...more,
});

/** Accounts of every demo, and of nothing else. The owner comes first. */
export const demoAccounts: readonly DemoAccount[] = [
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
  {
    username: 'phone',
    phone: '9000000001',
    name: 'Shift phone',
    email: 'phone@demo.invalid',
    industryId: 'DEMO',
    role: 'user',
    permissions: [...reading, 'ALERTS'],
  },
  account('staff', 'Service desk', 'internal', permissions, { industryId: 'INTERNAL', internal: true }),
];

import { type Permission, permissions } from '../contract/permissions.ts';
import { rolePresets } from '../features/auth/index.ts';

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
  account('operator', 'Ravi Shinde', 'operator', rolePresets.operator),
  account('technician', 'Meera Joshi', 'technician', rolePresets.technician),
  account('viewer', 'Imran Shaikh', 'ground_staff', rolePresets.viewer),
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
    permissions: [...rolePresets.viewer, 'ALERTS'],
  },
  account('staff', 'Service desk', 'internal', permissions, { industryId: 'INTERNAL', internal: true }),
];

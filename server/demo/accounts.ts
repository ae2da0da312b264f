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

const account = (own: Pick<DemoAccount, 'username' | 'name' | 'role' | 'permissions'> & Partial<DemoAccount>): DemoAccount => ({
  password: `demo-${own.username}`,
  email: `${own.username}@demo.invalid`,
  industryId: 'DEMO',
  ...own,
});

/** Accounts of every demo, and of nothing else. The owner comes first. */
export const demoAccounts: readonly DemoAccount[] = [
  account({ username: 'admin', name: 'Asha Kulkarni', role: 'admin', permissions }),
  account({ username: 'operator', name: 'Ravi Shinde', role: 'operator', permissions: rolePresets.operator }),
  account({ username: 'technician', name: 'Meera Joshi', role: 'technician', permissions: rolePresets.technician }),
  account({ username: 'viewer', name: 'Imran Shaikh', role: 'ground_staff', permissions: rolePresets.viewer }),
  account({
    username: 'north',
    name: 'Kavita Thakur',
    role: 'admin',
    permissions: permissions.filter((one) => one !== 'SYSTEM' && one !== 'AUDIT'),
    industryId: 'NORTH',
  }),
  account({ username: 'disabled', name: 'Left the plant', role: 'viewer', permissions: [], disabled: true }),
  {
    username: 'phone',
    phone: '9000000001',
    name: 'Shift phone',
    email: 'phone@demo.invalid',
    industryId: 'DEMO',
    role: 'user',
    permissions: [...rolePresets.viewer, 'ALERTS'],
  },
  account({ username: 'staff', name: 'Service desk', role: 'internal', permissions, industryId: 'INTERNAL', internal: true }),
];

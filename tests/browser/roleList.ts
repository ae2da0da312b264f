/** Rights that open each page of the navigation, one of them is enough; none: everybody's. tests/roles.test.ts compares it with the pages. */
export const pageNeeds: Readonly<Record<string, readonly string[]>> = {
  '/': ['LANDING_PAGE'],
  '/diagram': ['SCADA_VIEWER'],
  '/balance': ['WATER_BALANCE'],
  '/units': ['LANDING_PAGE'],
  '/quality': ['LANDING_PAGE'],
  '/energy': ['EFFICIENCY'],
  '/groundwater': ['GWI'],
  '/rain': ['RWI_EFFICIENCY_SAVINGS', 'FWI'],
  '/neutrality': ['WATER_NEUTRALITY'],
  '/alarms': [],
  '/commands': ['PLC_READ', 'PLC_WRITE', 'RELAY_CONTROL'],
  '/reports': ['REPORTS'],
  '/executive': ['EXECUTIVE_SUMMARY'],
  '/summary': ['DAILY_SUMMARY'],
  '/features': [],
  '/commissioning': ['COMMISSIONING'],
  '/plant': ['COMMISSIONING', 'ACCOUNT_SETTINGS'],
  '/settings': ['ACCOUNT_SETTINGS'],
  '/system': ['SYSTEM', 'AUDIT'],
};

/** Pages outside the navigation, with the right that opens them. */
export const editorNeeds: Readonly<Record<string, readonly string[]>> = {
  '/diagram/edit': ['SCADA_EDITOR'],
  '/balance/edit': ['WATER_BALANCE_EDITOR'],
};

/** Who looks: the roles of the demo, the admin of another industry, and a manager, whom the demo has not. */
export const roleNames = ['viewer', 'operator', 'technician', 'manager', 'admin', 'north'] as const;
export type RoleName = (typeof roleNames)[number];

/** Rights that a session holds. */
export const rightsOf = (record: string): ReadonlySet<string> =>
  new Set((JSON.parse(record) as { profile: { permissions: string[] } }).profile.permissions);

export const opens = (needs: readonly string[], rights: ReadonlySet<string>): boolean =>
  needs.length === 0 || needs.some((right) => rights.has(right));

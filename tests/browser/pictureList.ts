type Picture = { name: string; title: string; path: string; width: number; height: number; scheme: 'light' | 'dark' };

/** Of each picture. */
export const mostBytes = 150_000;

const desktop = { width: 1366, height: 768, scheme: 'light' } as const;
const large = { width: 1920, height: 1080, scheme: 'light' } as const;
const phone = { width: 390, height: 844, scheme: 'light' } as const;

/** Every page once, and the ways to see it that differ: wall, phone, dark. */
export const pictures: readonly Picture[] = [
  { name: 'overview', title: 'Overview', path: '/', ...large },
  { name: 'diagram', title: 'Live diagram', path: '/diagram', ...large },
  { name: 'balance', title: 'Water balance', path: '/balance', ...large },
  { name: 'units', title: 'Units', path: '/units', ...desktop },
  { name: 'trend', title: 'Units & trends', path: '/units/demo-rawTank', ...desktop },
  { name: 'quality', title: 'Quality', path: '/quality', ...desktop },
  { name: 'energy', title: 'Energy & RO', path: '/energy', ...desktop },
  { name: 'groundwater', title: 'Groundwater', path: '/groundwater', ...desktop },
  { name: 'rain', title: 'Rain & fresh water', path: '/rain', ...desktop },
  { name: 'neutrality', title: 'Neutrality', path: '/neutrality', ...desktop },
  { name: 'alarms', title: 'Alarms', path: '/alarms?tab=history', ...desktop },
  { name: 'commands', title: 'Commands', path: '/commands', ...desktop },
  { name: 'reports', title: 'Reports', path: '/reports', ...desktop },
  { name: 'executive', title: 'Executive', path: '/executive', ...desktop },
  { name: 'summary', title: 'Daily summary', path: '/summary', ...desktop },
  { name: 'features', title: 'Additional features', path: '/features', ...desktop },
  { name: 'commissioning', title: 'Commissioning', path: '/commissioning', ...desktop },
  { name: 'plant', title: 'Plant setup', path: '/plant?item=unit%20demo-rawTank&part=tank', ...desktop },
  { name: 'settings', title: 'Settings & users', path: '/settings', ...desktop },
  { name: 'system', title: 'System', path: '/system', ...desktop },
  { name: 'wall', title: 'Wall', path: '/wall', ...large, scheme: 'dark' },
  { name: 'phone', title: 'Phone', path: '/', ...phone },
];

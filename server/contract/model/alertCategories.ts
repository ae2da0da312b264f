/** AlertCategoryType: what an alert is about. */
export const alertCategories = [
  'device_status',
  'unit_threshold',
  'monthly_threshold',
  'flow_rate',
  'stable_flow',
  'level_exceed',
  'quality_threshold',
  'energy_threshold',
  'borewell_threshold',
] as const;

/** What a person reads of them in English. */
export const categoryNames: Readonly<Record<(typeof alertCategories)[number], string>> = {
  device_status: 'Device status',
  unit_threshold: 'Daily limit',
  monthly_threshold: 'Monthly limit',
  flow_rate: 'Flow rate',
  stable_flow: 'Possible leak',
  level_exceed: 'Level',
  quality_threshold: 'Water quality',
  energy_threshold: 'Energy',
  borewell_threshold: 'Borewell',
};

/** Types that say nothing beside the category: the filters of GET /alerts, and the category itself. */
const plainTypes: ReadonlySet<string> = new Set([
  ...['general', 'offline', 'insights', 'general_offline', 'alert', 'alarm', 'event'],
  ...alertCategories.flatMap((category) => [category, `${category}_alert`]),
]);

/** The words of an alert's type; null where it is a code that says nothing to a person. */
export const wordsOfType = (type: string): string | null =>
  plainTypes.has(type.trim().toLowerCase()) ? null : type.replaceAll('_', ' ');

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

/** What GET /report accepts; the login answer lists it. */
export const reportTypes = ['daily', 'monthly', 'hourly', 'granular', 'daily_range', 'monthly_range'] as const;
export const reportFormats = ['html', 'pdf', 'xlsx'] as const;
export const reportTemplates = ['v1', 'v2'] as const;
export const reportServices = [
  'water',
  'smart_city',
  'energy',
  'quality',
  'level',
  'borewell',
  'rain_water',
  'summary',
  'water_balance',
  'alert',
] as const;

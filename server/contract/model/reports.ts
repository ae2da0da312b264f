/** What GET /report accepts; the login answer lists it. */
export const reportTypes = ['daily', 'monthly', 'hourly', 'granular', 'daily_range', 'monthly_range'] as const;
type ReportKind = (typeof reportTypes)[number];
/** Those of a range, which need its end. */
export const rangedReports: ReadonlySet<ReportKind> = new Set(['hourly', 'granular', 'daily_range', 'monthly_range']);
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

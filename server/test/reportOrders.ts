import type { ReportOrder } from '../features/reports/order.ts';

type Said = Pick<ReportOrder, 'industryId' | 'type' | 'fromDay' | 'toDay' | 'nowMs'>;

/** A plain order of a whole report: no filter, by shift days, in kilolitres. */
export const reportOrder = (said: Said & Partial<ReportOrder>): ReportOrder => ({
  service: 'water',
  template: 'v1',
  hours: null,
  unitIds: null,
  subCategories: null,
  useShift: true,
  divisionFactor: 1000,
  includeEstimates: true,
  generatedBy: 'operator',
  userNames: {},
  ...said,
});

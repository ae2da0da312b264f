import type { ShiftCalendar } from '../../../core/shift.ts';
import type { ReadContext, ServingContext, Window } from '../../../historian/index.ts';
import type { Industry, SeriesInfo, UnitDirectory } from '../../../plantModel/index.ts';
import type { AlarmPeriods } from '../../alarms/index.ts';
import type { TariffRates } from '../../readings/index.ts';
import type { ReportOrder } from '../order.ts';
import type { BalanceOver, NeutralityOver, RoOver } from '../parts.ts';

/** What every part of a report is made from. */
export type Collecting = {
  order: ReportOrder;
  industry: Industry;
  directory: UnitDirectory;
  source: ServingContext;
  /** The same with its estimates, where `source` leaves them out; null where it does not. */
  withEstimates: ReadContext | null;
  calendar: ShiftCalendar;
  window: Window;
  /** The like window before, counted up to `beforeEnd`; null where nothing can be compared. */
  before: { window: Window; endSlot: number } | null;
  rates: TariffRates;
  /** What one count of a counter's display meant at a slot, in the measure of the series: 1000 (L) of a display in m³. */
  basePerCount(series: SeriesInfo, slot: number): number;
  alarms: AlarmPeriods;
  balance: BalanceOver;
  neutrality: NeutralityOver;
  ro: RoOver;
  signal: AbortSignal;
};

/** Whether no filter leaves out units: what is known of the plant as a whole says nothing of a few of them. */
export const isOfWholePlant = ({ unitIds, subCategories }: ReportOrder): boolean => unitIds === null && subCategories === null;

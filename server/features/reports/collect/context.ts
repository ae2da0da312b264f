import type { ShiftCalendar } from '../../../core/shift.ts';
import type { AlarmBook } from '../../notifications/model.ts';
import type { TariffRates } from '../../readings/format/energyCost.ts';
import type { ServingSource } from '../../readings/source.ts';
import type { Window } from '../../readings/window.ts';
import type { Industry, UnitDirectory } from '../../units/model.ts';
import type { ReportOrder } from '../order.ts';
import type { BalanceOver } from '../parts.ts';

/** What every part of a report is made from. */
export type Collecting = {
  order: ReportOrder;
  industry: Industry;
  directory: UnitDirectory;
  source: ServingSource;
  calendar: ShiftCalendar;
  window: Window;
  /** The like window before, counted up to `beforeEnd`; null where nothing can be compared. */
  before: { window: Window; endSlot: number } | null;
  rates: TariffRates;
  alarms: AlarmBook;
  balance: BalanceOver;
  signal: AbortSignal;
};

import type { Neutrality } from '../../contract/user/neutrality.ts';
import type { RoPlant } from '../../contract/user/roEfficiency.ts';
import type { BalanceData } from '../../contract/user/waterBalance.ts';
import type { CounterEvent, Window } from '../../historian/index.ts';
import type { UnitReading } from './collect/unitReading.ts';
import type { Kpi, ReportModel, Section } from './model.ts';

/** The balance of a window by the plant's graph; null where no graph is drawn. */
export type BalanceOver = (window: Window) => Promise<BalanceData | null>;

/** Water neutrality over a window; null where it is not configured. */
export type NeutralityOver = (window: Window) => Promise<Neutrality | null>;
/** RO plants from the first of a month to the window's last day; null where there is none. */
export type RoOver = (window: Window) => Promise<RoPlant[] | null>;

/** With the readings that make it, where slots do. */
export type PartKpi = Kpi & { of?: readonly UnitReading[] };

/** What one subject adds to a report. */
export type ReportPart = {
  kpis: PartKpi[];
  sections: Section[];
  /** Every series that was read, for data, events and completeness. */
  readings: UnitReading[];
  balance?: BalanceData;
};

/** What a report says, and what its summary says besides. */
export type CollectedReport = {
  model: ReportModel;
  /** Start of the days, HH:MM:SS. */
  startAt: string;
  /** Rows that the data sheet has. */
  dataRows: number;
  balance: BalanceData['totals'] | null;
  alarms: { total: number; byType: Record<string, number> };
  events: (CounterEvent & { unitId: string })[];
};

export type Figures = readonly (number | null)[];

export type DayFigure = {
  /** What is worked out, with the version of its rule. */
  kind: string;
  /** The series, or another name for what it is of. */
  subject: string | number;
  industryId: string;
};

/** What is known of a figure, and how to keep it once it was worked out: nothing is kept of a day that changed meanwhile. */
export type KnownFigures = { known: Figures | undefined; keep(figures: Figures): void };

/**
 * @param period a shift day, or a month as months since year 0.
 * @param basis what it depends on beside the readings of the industry's day or month: limits, other settings.
 */
export type Look = (period: number, basis: string) => KnownFigures;

/** Figures of whole days that are worked out once. They are made of nothing but the industry's readings of that day, and their basis. */
export interface DayFigures {
  /** What is remembered of shift days [fromDay, toDay], as of now. */
  of(asked: DayFigure, fromDay: number, toDay: number): Look;
  /** The same of calendar months [fromMonth, toMonth], each with all of its days. */
  ofMonths(asked: DayFigure, fromMonth: number, toMonth: number): Look;
  /** The same of all days [fromDay, toDay] together; only the stretch that was asked for last is remembered. */
  ofStretch(asked: DayFigure & { basis: string }, fromDay: number, toDay: number): KnownFigures;
  /** Closed days of [fromDay, toDay], each with what names its readings as they are now; null while that is not known. */
  contents(industryId: string, fromDay: number, toDay: number): ReadonlyMap<number, string | null>;
  /** Before this shift day there are no slots, only totals. */
  firstDay(industryId: string): number;
}

import type { QualityLetter } from '../../contract/model/common.ts';
import type { FieldQuality } from '../../contract/model/field.ts';
import type { ClosedDay } from '../../core/counters/aggregate.ts';
import type { CounterNote } from '../../core/counters/counterModel.ts';
import type { DayFigures } from './knownFigures.ts';

/** Slots [fromSlot, fromSlot + values.length) of one series; a missing slot has value 0 and quality M. */
export type SlotRun = { fromSlot: number; values: Float64Array; quality: string };

/** Slots of one series as they are kept in memory: to be read before anything else runs, and never changed. */
export type KeptSlots = {
  fromSlot: number;
  values: Float64Array;
  quality: Uint8Array;
  /** Slots before this one stay as they are in these very arrays for as long as `changes` is the same. */
  steadyBefore: number;
  changes: number;
};

/** The total of a stretch of slots of one series, in stored units. */
export type Tally = {
  /** Counters only. */
  sum: number | null;
  min: number | null;
  max: number | null;
  /** Mean of the known slots. */
  avg: number | null;
  /** Last known value and its slot. */
  last: number | null;
  lastSlot: number | null;
  /** Slots that have passed, how many are G, B or R, and how many have any value. */
  expected: number;
  complete: number;
  known: number;
  /** Part of the sum with quality F. */
  estimated: number;
  quality: QualityLetter;
};

export type DayTotal = ClosedDay & { seriesId: number };

/** One day or several together. */
export type DaysTotal = Pick<DayTotal, 'seriesId' | 'sum' | 'min' | 'max' | 'avg' | 'last' | 'complete' | 'estimated'> & {
  /** Number of slots in the mean; where absent, the complete slots of the day. */
  weight?: number;
};

/** The days of a calendar month; `month` counts months since year 0. */
export type MonthTotal = DaysTotal & { month: number };

export type CounterEvent = {
  seriesId: number;
  slot: number;
  kind: CounterNote['kind'] | 'clock' | 'manual';
  before: number | null;
  after: number | null;
  note: string;
};

/** The server's own clock was set: it is in the ledger of every counter, while a reading with a foreign time has that time in `before`. */
export const isServerClockStep = ({ kind, before }: CounterEvent): boolean => kind === 'clock' && before === null;

export type LatestValue = {
  value: number | null;
  quality: FieldQuality;
  /** Epoch ms of the last good value. */
  atMs: number | null;
  slotQuality: QualityLetter;
  /** The last good value, where the last attempt brought none. */
  lastValue?: number;
};

/** Reads any window of any series, whether it is in memory, in open rows or in packed days. */
export interface ReadingReader {
  /** Closed and open slots; the running slot is included as far as it is known. */
  slots(seriesId: number, fromSlot: number, toSlot: number): SlotRun;
  /**
   * The day that slots [fromSlot, toSlot) are all of, without a copy: for who looks at many series and keeps nothing. Undefined where they
   * have to be put together, and absent where readings are changed as they are read: then `slots` has them.
   */
  kept?(seriesId: number, fromSlot: number, toSlot: number): KeptSlots | undefined;
  /**
   * What slots [fromSlot, toSlot) of a closed day came to, of each of some series of one industry; undefined of a series whose slots have to
   * be added up. Absent where readings are changed as they are read.
   */
  closedTallies?(seriesIds: readonly number[], fromSlot: number, toSlot: number): (seriesId: number) => Tally | undefined;
  /**
   * What names the totals of days [fromDay, toDay] of each of some series as they are stored now; undefined of a series, or of all, where
   * they may change without it. Absent where readings are changed as they are read.
   */
  closedState?(
    seriesIds: readonly number[],
    fromDay: number,
    toDay: number,
  ): ((seriesId: number) => string | undefined) | undefined;
  /** Totals of [fromDay, toDay], the running day included, ordered by series and day. */
  dayTotals(seriesIds: readonly number[], fromDay: number, toDay: number): DayTotal[];
  /** Totals of whole calendar months [fromMonth, toMonth], the running one as far as it has come, ordered by series and month. */
  monthTotals(seriesIds: readonly number[], fromMonth: number, toMonth: number): MonthTotal[];
  counterEvents(seriesIds: readonly number[], fromSlot: number, toSlot: number): CounterEvent[];
  latest(seriesId: number): LatestValue | undefined;
  /** The quality that `latest` says, for who asks of many series and wants nothing else. */
  quality?(seriesId: number): FieldQuality | undefined;
  /** Whether `latest` says what comes now: not at who reads what was stored alone. */
  readonly knowsNow?: boolean;
  /** Grows at least with every change of what `latest` says; for ETags. Absent where nobody counts. */
  readonly sampleChanges?: number | undefined;
  /** Figures of whole days, worked out once; absent where readings are changed as they are read. */
  readonly figures?: DayFigures;
  /** Grows with every change within the window; for ETags. */
  revision(seriesIds: readonly number[], fromDay: number, toDay: number): string;
}

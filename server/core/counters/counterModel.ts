/** How a totalizer counts, in counts of its display. */
export type CounterModel = {
  /** Counts at which it starts again from 0. */
  modulus: number;
  /** Stored units (L, Wh, mm) per count. */
  basePerCount: number;
  /** Largest believable flow, counts per hour. */
  maxPerHour: number;
  /** Largest step back that is taken for backflow at once, counts. */
  backDeadband: number;
};

/**
 * The last good reading of one slot; `second` within it, 0..300. `fell`: readings of the slot before it showed that the counter began
 * again there, also where this one follows from the slot before.
 */
export type CounterReading = { slot: number; raw: number; second: number; fell?: boolean };

/** What the next reading is evaluated against: the last accepted reading, and one that did not fit and waits for the next. */
export type CounterState = { baseline: CounterReading | null; held: CounterReading | null };

/** The volume between two accepted readings, to be laid over the slots (afterSlot, slot]. */
export type CounterSpan = {
  afterSlot: number;
  slot: number;
  kind: 'normal' | 'backflow' | 'rollover' | 'reset' | 'change' | 'late' | 'return';
  /** Thousandths of the stored unit; null where the counter cannot say. */
  thousandths: number | null;
};

export type CounterNote = {
  kind:
    | 'rollover'
    | 'rollover_doubt'
    | 'counter_reset'
    | 'meter_change'
    | 'returned'
    | 'caught_up'
    | 'rejected'
    | 'backflow'
    | 'reverse_flow';
  slot: number;
  before: number;
  after: number;
  note: string;
};

/** Readings of a meter that was changed, or of the first one where `closing` is null. */
export type MeterChange = {
  /** When the new meter began to count. */
  slot: number;
  second: number;
  /** Display counts of the old meter when it was taken off; null where there was none, or nobody read it. */
  closing: number | null;
  /** Display counts of the new one when it began. */
  opening: number;
  oldBasePerCount: number;
};

/**
 * A course that the counter left: its last reading, and the first that did not follow from it. `isLeap`: the first was believed,
 * and is in doubt only where the counter comes back from it.
 */
export type Course = { end: CounterReading; first: CounterReading; isLeap?: boolean };

/** What is known of a counter beside the readings at hand. */
export interface CounterHistory {
  /** @param second of a reading in the slot, which may be of before the change that lies in it; the slot's end where absent. */
  meterAt(slot: number, second?: number): CounterModel;
  /** Changes of the meter after one reading, up to and with another, in order; all before that where the first is null. */
  changes(after: CounterReading | null, upTo: CounterReading): readonly MeterChange[];
  /** The earliest reading since which the counter has shown what it shows in this accepted one. */
  stillSince(reading: CounterReading): CounterReading;
  /** Courses that were left within some days before an accepted reading, and every step of the hour before, newest first. */
  courses(before: CounterReading): readonly Course[];
  /** Counts by which the display steps, where every step of the days before an accepted reading was at least so large; else 0. */
  grain(before: CounterReading, least: number): number;
  /** Whether a volume is far more than any slot of the days before had; false where too little is known of them. */
  isUnusual(slot: number, thousandthsPerSlot: number): boolean;
  /** Volume to be expected in (afterSlot, slot], thousandths; null where nothing is known. */
  expected(afterSlot: number, slot: number): number | null;
}

export type CounterVerdict = {
  state: CounterState;
  /** In order of time; empty while a reading is held, and for the very first one. */
  spans: CounterSpan[];
  notes: CounterNote[];
  /** The slot whose held reading was dropped. */
  rejected: number | null;
  /** The held reading was accepted because this one followed from it. */
  confirmed: boolean;
  /** The held reading began another course. */
  broke: boolean;
  /** The counter is back on the course of this reading: what was accepted after it, before the held one, is dropped. */
  backTo: CounterReading | null;
};

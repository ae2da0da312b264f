/** How a totalizer counts, in counts of its display. */
export type Meter = {
  /** Counts at which it starts again from 0. */
  modulus: number;
  /** Stored units (L, Wh, mm) per count. */
  basePerCount: number;
  /** Largest believable flow, counts per hour. */
  maxPerHour: number;
  /** Largest step back that is taken for backflow, counts. */
  backDeadband: number;
};

/** The last good reading of one slot. */
export type CounterReading = { slot: number; raw: number };

/** What the next reading is judged against: the last accepted reading, and one that did not fit and waits for the next. */
export type CounterState = { baseline: CounterReading | null; held: CounterReading | null };

/** The volume between two accepted readings, to be laid over the slots (afterSlot, slot]. */
export type CounterSpan = {
  afterSlot: number;
  slot: number;
  kind: 'normal' | 'backflow' | 'rollover' | 'reset';
  /** Thousandths of the stored unit; null where the counter cannot tell. */
  thousandths: number | null;
};

export type CounterNote = {
  kind: 'rollover' | 'counter_reset' | 'rejected' | 'backflow';
  slot: number;
  before: number;
  after: number;
  note: string;
};

export type Verdict = {
  state: CounterState;
  /** In order of time; empty while a reading is held, and for the very first one. */
  spans: CounterSpan[];
  notes: CounterNote[];
  /** The slot whose held reading was dropped. */
  rejected: number | null;
};

export const noState: CounterState = { baseline: null, held: null };

const MARGIN = 1.1;
const SLOTS_PER_HOUR = 12;

/** Counts that can pass between two readings `slots` apart. */
const capacity = (meter: Meter, slots: number): number =>
  (meter.maxPerHour * MARGIN * slots) / SLOTS_PER_HOUR + meter.backDeadband;

/** Rounded per reading and not per step, so that steps always add up to the difference of their ends. */
const inThousandths = (raw: number, meter: Meter): number => Math.round(raw * meter.basePerCount * 1000);

type Fit = { kind: 'normal' | 'backflow' | 'rollover'; thousandths: number };

/** domain.md 2.3: how `next` follows from `last`, if at all. */
const follows = (last: CounterReading, next: CounterReading, meterAt: (slot: number) => Meter): Fit | null => {
  const meter = meterAt(next.slot);
  const step = next.raw - last.raw;
  const cap = capacity(meter, next.slot - last.slot);
  const thousandths = inThousandths(next.raw, meter) - inThousandths(last.raw, meter);
  if (step >= 0) return step <= cap ? { kind: 'normal', thousandths } : null;
  if (step >= -meter.backDeadband) return { kind: 'backflow', thousandths };
  const wrapped = step + meter.modulus;
  if (wrapped >= 0 && wrapped <= cap && meterAt(last.slot).modulus === meter.modulus)
    return { kind: 'rollover', thousandths: thousandths + inThousandths(meter.modulus, meter) };
  return null;
};

const accept = (last: CounterReading, next: CounterReading, found: Fit): Pick<Verdict, 'state' | 'spans' | 'notes'> => ({
  state: { baseline: next, held: null },
  spans: [{ afterSlot: last.slot, slot: next.slot, ...found }],
  notes: found.kind === 'normal' ? [] : [{ kind: found.kind, slot: next.slot, before: last.raw, after: next.raw, note: '' }],
});

const rejection = (baseline: CounterReading, held: CounterReading): CounterNote => ({
  kind: 'rejected',
  slot: held.slot,
  before: baseline.raw,
  after: held.raw,
  note: 'does not follow from the reading before, and the next reading does not follow from it',
});

/** Volume since a reset is what the new counter shows, if the pipe could have passed it. */
const reset = (baseline: CounterReading, held: CounterReading, meter: Meter): { span: CounterSpan; note: CounterNote } => {
  const known = held.raw >= 0 && held.raw <= capacity(meter, held.slot - baseline.slot);
  return {
    span: {
      afterSlot: baseline.slot,
      slot: held.slot,
      kind: 'reset',
      thousandths: known ? inThousandths(held.raw, meter) : null,
    },
    note: {
      kind: 'counter_reset',
      slot: held.slot,
      before: baseline.raw,
      after: held.raw,
      note: known ? 'counted again from 0' : 'volume up to this reading is not known',
    },
  };
};

/**
 * Judges a slot's last good reading, once: accepts it, holds it for the next one to decide, or decides about the one held.
 * @param meterAt the meter that was in place in a slot; the new reading's own one sets range, modulus and unit.
 */
export const judge = (state: CounterState, reading: CounterReading, meterAt: (slot: number) => Meter): Verdict => {
  const { baseline, held } = state;
  if (!baseline) return { state: { baseline: reading, held: null }, spans: [], notes: [], rejected: null };
  const onBaseline = follows(baseline, reading, meterAt);
  if (!held)
    return onBaseline
      ? { ...accept(baseline, reading, onBaseline), rejected: null }
      : { state: { baseline, held: reading }, spans: [], notes: [], rejected: null };
  const dropped = rejection(baseline, held);
  if (onBaseline) {
    const accepted = accept(baseline, reading, onBaseline);
    return { ...accepted, notes: [dropped, ...accepted.notes], rejected: held.slot };
  }
  const onHeld = follows(held, reading, meterAt);
  if (!onHeld) return { state: { baseline, held: reading }, spans: [], notes: [dropped], rejected: held.slot };
  const fresh = reset(baseline, held, meterAt(held.slot));
  const accepted = accept(held, reading, onHeld);
  return {
    state: accepted.state,
    spans: [fresh.span, ...accepted.spans],
    notes: [fresh.note, ...accepted.notes],
    rejected: null,
  };
};

/** The volume of a running slot as far as it goes, in thousandths; null where its reading does not simply follow. */
export const provisional = (
  state: CounterState,
  reading: CounterReading,
  meterAt: (slot: number) => Meter,
): { thousandths: number; kind: Fit['kind'] } | null => {
  const { baseline, held } = state;
  if (!baseline || held || baseline.slot !== reading.slot - 1) return null;
  return follows(baseline, reading, meterAt);
};

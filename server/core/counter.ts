import type {
  CounterHistory,
  CounterNote,
  CounterReading,
  CounterSpan,
  CounterState,
  CounterVerdict,
  Course,
} from './counters/counterModel.ts';
import {
  type CounterStep,
  capacity,
  explainStep,
  inThousandths,
  isReverse,
  openingOf,
  overChanges,
  stepOf,
} from './counters/counterSteps.ts';

export const noState: CounterState = { baseline: null, held: null };

/** A counter that began anew at 0 shows at most so many times what was to be expected. */
const MOST_SINCE_RESET = 1.5;

/** A counter that comes back goes over at least this part of the distance at which it had left. */
const LEAST_BACK = 0.7;

/** A step that was believed is wrong if it was so many times what has passed since, once the counter is back behind it. */
const LEAP = 10;

type Accepted = Pick<CounterVerdict, 'spans' | 'notes'>;

const nothing = {
  spans: [],
  notes: [],
  rejected: null,
  confirmed: false,
  broke: false,
  backTo: null,
} satisfies Partial<CounterVerdict>;

const notesOf = (last: CounterReading, next: CounterReading, { kind, doubt, changes = [] }: CounterStep): CounterNote[] => {
  const shared = { slot: next.slot, before: last.raw, after: next.raw };
  const notes: CounterNote[] = [];
  for (const change of changes)
    notes.push({
      kind: 'meter_change',
      slot: Math.min(next.slot, Math.max(last.slot + 1, change.slot)),
      before: change.closing ?? last.raw,
      after: change.opening,
      note: 'closing reading of the old meter, opening reading of the new one',
    });
  if (kind === 'rollover' || kind === 'backflow') notes.push({ ...shared, kind, note: '' });
  if (doubt)
    notes.push({
      ...shared,
      kind: 'rollover_doubt',
      note: `taken as ${doubt.turns} rollovers, the number nearest to the usual volume; ${doubt.least} to ${doubt.most} are possible`,
    });
  return notes;
};

const accept = (last: CounterReading, next: CounterReading, fit: CounterStep): Accepted => ({
  spans: [{ afterSlot: last.slot, slot: next.slot, kind: fit.kind, thousandths: fit.thousandths }],
  notes: notesOf(last, next, fit),
});

const rejection = (baseline: CounterReading, held: CounterReading): CounterNote => ({
  kind: 'rejected',
  slot: held.slot,
  before: baseline.raw,
  after: held.raw,
  note: 'does not follow from the reading before, and the next reading does not follow from it',
});

const isUnusual = (last: CounterReading, next: CounterReading, { thousandths }: CounterStep, history: CounterHistory): boolean =>
  history.isUnusual(next.slot, thousandths / Math.max(1, next.slot - last.slot));

type Explained = Accepted & { broke: boolean; backTo: CounterReading | null };

/** Whether a step goes back over about the distance at which a course was left. */
const goesBack = ({ end, first }: Course, baseline: CounterReading, held: CounterReading, history: CounterHistory): boolean => {
  const [left, step] = [first.raw - end.raw, held.raw - baseline.raw];
  if (left < 0) return step >= -left * LEAST_BACK;
  if (step >= 0 || -step > 2 * left) return false;
  return -step >= left * LEAST_BACK || !isReverse(baseline, held, history);
};

/** A believed step was far more than what the counter shows once it is back: the reading in between was wild. */
const wasLeap = ({ end, first }: Course, held: CounterReading): boolean => {
  const perSlot = (from: CounterReading, to: CounterReading): number => (to.raw - from.raw) / Math.max(1, to.slot - from.slot);
  return perSlot(end, first) > LEAP * Math.max(1, perSlot(end, held));
};

/** The counter is on a course again that it had left: what was read in between was wrong. */
const returned = (baseline: CounterReading, held: CounterReading, history: CounterHistory): Explained | null => {
  for (const course of history.courses(baseline)) {
    const { end, first } = course;
    if (!goesBack(course, baseline, held, history) || (course.isLeap && !wasLeap(course, held))) continue;
    const since = history.stillSince(end);
    const fit = explainStep(end, held, history, since);
    if (!fit || isUnusual(since, held, fit, history)) continue;
    const { spans, notes } = accept(since, held, fit);
    return {
      spans: spans.map((span) => ({ ...span, kind: 'return' })),
      notes: [
        { ...rejection(end, first), note: 'readings from here on were wrong: the counter came back to its course' },
        { kind: 'returned', slot: held.slot, before: end.raw, after: held.raw, note: 'back on the course it had left' },
        ...notes,
      ],
      broke: false,
      backTo: end,
    };
  }
  return null;
};

/** A counter that showed the same for a while, and now what has passed meanwhile; a coarse display does so at each of its steps. */
const caughtUp = (baseline: CounterReading, held: CounterReading, history: CounterHistory): Explained | null => {
  const since = history.stillSince(baseline);
  const grain = history.grain(baseline, capacity(history.meterAt(held.slot, held.second), 1) / 2);
  if (since.slot === baseline.slot && grain === 0) return null;
  const fit = explainStep(baseline, held, history, since, grain);
  if (!fit) return null;
  const { spans, notes } = accept(since, held, fit);
  const late: CounterNote = {
    kind: 'caught_up',
    slot: held.slot,
    before: baseline.raw,
    after: held.raw,
    note: `stood still for ${held.slot - since.slot - 1} slots and then showed what had passed meanwhile`,
  };
  const isOneStep = grain > 0 && held.raw - baseline.raw <= grain;
  return {
    spans: spans.map((span) => ({ ...span, kind: 'late' })),
    notes: [...(isOneStep ? [] : [late]), ...notes],
    broke: true,
    backTo: null,
  };
};

/** The counter began again before this reading of its slot, and nobody entered a change of the meter. */
const beganAgain = (last: CounterReading, next: CounterReading, history: CounterHistory): boolean =>
  next.fell === true && history.changes(last, next).length === 0;

/** What a counter shows that began anew at 0, if that is what happened; thousandths, else null. */
const sinceZero = (baseline: CounterReading, held: CounterReading, history: CounterHistory): number | null => {
  const meter = history.meterAt(held.slot, held.second);
  if (held.raw < 0 || held.raw > capacity(meter, held.slot - baseline.slot)) return null;
  const counted = inThousandths(held.raw, meter);
  const expected = history.expected(baseline.slot, held.slot);
  // what stands above the reading before may have begun again anywhere
  if (expected === null && held.raw >= baseline.raw) return null;
  const isMore = expected !== null && counted > Math.max(MOST_SINCE_RESET * expected, inThousandths(1, meter));
  return isMore ? null : counted;
};

/** Nobody said what the old meter showed last and the new one first: the difference of the displays is no water. */
const reset = (baseline: CounterReading, held: CounterReading, history: CounterHistory): Explained => {
  const thousandths = sinceZero(baseline, held, history);
  const isKnown = thousandths !== null;
  const fell = beganAgain(baseline, held, history) ? 'fell within these five minutes; ' : '';
  return {
    spans: [{ afterSlot: baseline.slot, slot: held.slot, kind: 'reset', thousandths }],
    notes: [
      {
        kind: 'counter_reset',
        slot: held.slot,
        before: baseline.raw,
        after: held.raw,
        note: `${fell}${isKnown ? 'taken as counted again from 0' : 'volume up to this reading is not known'}`,
      },
    ],
    broke: true,
    backTo: null,
  };
};

const reverse = (baseline: CounterReading, held: CounterReading, history: CounterHistory): Explained => {
  const { thousandths } = stepOf(baseline, held, history.meterAt(held.slot, held.second));
  return {
    spans: [{ afterSlot: baseline.slot, slot: held.slot, kind: 'backflow', thousandths }],
    notes: [
      { kind: 'reverse_flow', slot: held.slot, before: baseline.raw, after: held.raw, note: 'more than the meter’s own play' },
    ],
    broke: false,
    backTo: null,
  };
};

/** How a held reading came about that does not simply follow from the baseline and that the next one has confirmed. */
const explain = (baseline: CounterReading, held: CounterReading, history: CounterHistory): Explained => {
  const back = returned(baseline, held, history);
  if (back) return back;
  if (beganAgain(baseline, held, history)) return reset(baseline, held, history);
  const fit = explainStep(baseline, held, history);
  if (fit) return { ...accept(baseline, held, fit), broke: fit.kind !== 'change', backTo: null };
  const late = caughtUp(baseline, held, history);
  if (late) return late;
  const isFromZero = sinceZero(baseline, held, history) !== null;
  if (!isFromZero && isReverse(baseline, held, history)) return reverse(baseline, held, history);
  return reset(baseline, held, history);
};

/** The first reading of all: only where the meter's opening reading is known there is a volume before it. */
const begin = (reading: CounterReading, history: CounterHistory): CounterVerdict => {
  const state = { baseline: reading, held: null };
  const [opened, ...changes] = history.changes(null, reading);
  if (!opened || reading.fell) return { ...nothing, state };
  const before = openingOf(opened);
  const fit = changes.length > 0 ? overChanges(before, reading, changes, history) : null;
  if (fit) return { ...nothing, state, ...accept(before, reading, fit) };
  if (changes.length > 0) return { ...nothing, state };
  const meter = history.meterAt(reading.slot, reading.second);
  const { counts, thousandths } = stepOf(before, reading, meter);
  if (counts < 0 || counts > capacity(meter, reading.slot - before.slot)) return { ...nothing, state };
  return { ...nothing, state, spans: [{ afterSlot: before.slot, slot: reading.slot, kind: 'normal', thousandths }] };
};

const withHeld = (
  { baseline, held }: { baseline: CounterReading; held: CounterReading },
  reading: CounterReading,
  onBaseline: CounterStep | null,
  history: CounterHistory,
): CounterVerdict => {
  const dropped = rejection(baseline, held);
  if (onBaseline) {
    const { spans, notes } = accept(baseline, reading, onBaseline);
    return { ...nothing, state: { baseline: reading, held: null }, spans, notes: [dropped, ...notes], rejected: held.slot };
  }
  const onHeld = beganAgain(held, reading, history) ? null : explainStep(held, reading, history);
  if (onHeld) {
    const explained = explain(baseline, held, history);
    const accepted = accept(held, reading, onHeld);
    return {
      ...nothing,
      state: { baseline: reading, held: null },
      spans: [...explained.spans, ...accepted.spans],
      notes: [...explained.notes, ...accepted.notes],
      confirmed: true,
      broke: explained.broke,
      backTo: explained.backTo,
    };
  }
  if (isReverse(baseline, held, history) && isReverse(held, reading, history))
    return { ...nothing, ...reverse(baseline, held, history), state: { baseline: held, held: reading }, confirmed: true };
  return { ...nothing, state: { baseline, held: reading }, notes: [dropped], rejected: held.slot };
};

/**
 * Evaluates a slot's last good reading, once: accepts it, holds it for the next one to decide, or decides about the one held.
 *
 * A reading follows from the one before if the pipe can have passed the difference (docs/domain.md 2.3), and is believed at once if it is
 * not far more than usual. What does not follow waits for the next reading: if that follows from it, the counter is back on a course
 * that it had left, or catches up on what it did not show, or ran backwards, or began anew. A reading before which the counter fell within
 * its slot waits too.
 */
export const validateReading = (state: CounterState, reading: CounterReading, history: CounterHistory): CounterVerdict => {
  const { baseline, held } = state;
  if (!baseline) return begin(reading, history);
  const fit = [held, reading].some((one) => one && beganAgain(baseline, one, history))
    ? null
    : explainStep(baseline, reading, history);
  const onBaseline = fit && !isUnusual(baseline, reading, fit, history) ? fit : null;
  if (held) return withHeld({ baseline, held }, reading, onBaseline, history);
  if (!onBaseline) return { ...nothing, state: { baseline, held: reading } };
  return { ...nothing, ...accept(baseline, reading, onBaseline), state: { baseline: reading, held: null } };
};

/** The volume of a running slot as far as it goes, in thousandths; null where its reading does not simply follow. */
export const provisional = (
  state: CounterState,
  reading: CounterReading,
  history: CounterHistory,
): (Pick<CounterSpan, 'kind'> & { thousandths: number }) | null => {
  const { baseline, held } = state;
  if (!baseline || held || baseline.slot !== reading.slot - 1 || beganAgain(baseline, reading, history)) return null;
  const fit = explainStep(baseline, reading, history);
  return fit && !isUnusual(baseline, reading, fit, history) ? fit : null;
};

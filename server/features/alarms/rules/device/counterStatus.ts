import { SLOT_MINUTES, SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../../../core/slots.ts';
import { type CounterEvent, isServerClockStep, seriesOf } from '../../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../../plantModel/index.ts';
import { EVENT_SLOTS, type RuleFinding, type SlotView } from '../model.ts';

const shared = {
  direction: '',
  period: '',
  value: 0,
  threshold: 0,
  isOver: false,
  onSlots: 1,
  offSlots: 1,
} as const;

/** Each unit reads its ledger once an hour, spread over the slots. */
const isDue = (view: SlotView, { id }: SeriesInfo): boolean => (view.slot + id) % EVENT_SLOTS === 0;

/** Slots of an hour in which water flowed backwards before that is an alarm. */
const REVERSE_SLOTS = 6;

/** A new start asks for so long what the meters showed; the change that is entered takes its place in the ledger. */
const ASKING_SLOTS = 14 * SLOTS_PER_DAY;

type Watched = Pick<RuleFinding, 'param' | 'code' | 'text' | 'priority'> & {
  kind: CounterEvent['kind'];
  least: number;
  /** Ledger rows of so many slots count, of an hour where absent. */
  slots?: number;
};

/** Kinds of ledger rows that need attention, and how many within an hour. */
const watched: readonly Watched[] = [
  { kind: 'clock', least: 1, param: 'clock', code: 4, text: 'clockWrong', priority: 4 },
  { kind: 'counter_reset', least: 1, param: 'counter', code: 5, text: 'counterReset', priority: 3, slots: ASKING_SLOTS },
  { kind: 'rollover_doubt', least: 1, param: 'rollovers', code: 6, text: 'rolloverDoubt', priority: 3 },
  { kind: 'reverse_flow', least: REVERSE_SLOTS, param: 'reverse', code: 7, text: 'reverseFlow', priority: 3 },
];

/** What the ledger of a counter says: a wrong clock, a new start (docs/domain.md 2.3), turns not sure, reverse flow. */
export const ledgerEvaluator = (unit: Unit, counter: SeriesInfo): ((view: SlotView) => readonly RuleFinding[]) => {
  const facts = { unit: unit.name };
  // most slots read nothing: what they give is made once
  const unread = watched.map(
    ({ kind, least, slots, ...finding }): RuleFinding => ({ ...shared, ...finding, facts, isMet: null }),
  );
  return (view) => {
    if (!isDue(view, counter)) return unread;
    const known = view.counterEvents(counter.id, ASKING_SLOTS);
    return watched.map(({ kind, least, slots = EVENT_SLOTS, ...finding }): RuleFinding => {
      const found = known.filter((event) => event.slot > view.slot - slots && event.kind === kind && !isServerClockStep(event));
      const isMet = found.length >= least;
      const last = found.at(-1);
      return { ...shared, ...finding, facts, isMet, isOver: !isMet, ...(isMet && last && { atSlot: last.slot }) };
    });
  };
};

/**
 * A counter that moves for an hour while its flow register says 0, or the reverse (docs/domain.md 2.5).
 * @param leastM3h what the unit counts as a flow at all
 */
export const disagreement = (view: SlotView, unit: Unit, counter: SeriesInfo, leastM3h: number): RuleFinding[] => {
  const flow = seriesOf(unit, 'flow');
  if (!flow) return [];
  let [volume, least, most] = [0, Number.POSITIVE_INFINITY, 0];
  let isMoving = true;
  let isKnown = true;
  // the hour is examined only when its last slot disagrees
  const isSuspect = (view.value(flow.id, view.slot) === 0) !== (view.value(counter.id, view.slot) === 0);
  for (let slot = view.slot - SLOTS_PER_HOUR + 1; isSuspect && slot <= view.slot; slot += 1) {
    isKnown &&= view.isMeasured(flow.id, slot) && view.isMeasured(counter.id, slot);
    const q = view.value(flow.id, slot);
    volume += view.value(counter.id, slot);
    isMoving &&= view.value(counter.id, slot) > 0;
    least = Math.min(least, q);
    most = Math.max(most, q);
  }
  const countedM3h = volume / 1000;
  const isMet = isSuspect && ((most === 0 && isMoving && countedM3h > leastM3h) || (countedM3h === 0 && least > leastM3h));
  const isBoth = view.isMeasured(flow.id, view.slot) && view.isMeasured(counter.id, view.slot);
  return [
    {
      ...shared,
      param: 'disagreement',
      code: 5,
      isMet: isBoth && isKnown ? isMet : null,
      isOver: isBoth && !isSuspect,
      value: countedM3h,
      threshold: leastM3h,
      text: 'counterDisagrees',
      facts: { unit: unit.name, v: countedM3h, q: isSuspect ? (least + most) / 2 : 0, min: SLOTS_PER_HOUR * SLOT_MINUTES },
      offSlots: 2,
    },
  ];
};

import { seriesOf } from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { EVENT_SLOTS, type Finding, SLOTS_PER_HOUR, type SlotView } from './model.ts';

const SLOT_MINUTES = 5;

const shared = {
  direction: '',
  period: '',
  value: 0,
  threshold: 0,
  isOver: false,
  onSlots: 1,
  offSlots: 1,
} as const;

/** Each unit looks at its ledger once in an hour, and not all in the same slot. */
const isDue = (view: SlotView, { id }: SeriesInfo): boolean => (view.slot + id) % EVENT_SLOTS === 0;

/** Readings that came with the time of a wrong clock, and a counter that began anew (docs/domain.md 2.3), as the ledger has them. */
export const ledgerFindings = (view: SlotView, unit: Unit, counter: SeriesInfo): Finding[] => {
  const clock = { ...shared, param: 'clock', code: 4, text: 'clockWrong', facts: { unit: unit.name }, priority: 4 } as const;
  const reset = {
    ...shared,
    param: 'counter',
    code: 5,
    text: 'counterReset',
    facts: { unit: unit.name },
    insight: true,
  } as const;
  if (!isDue(view, counter))
    return [
      { ...clock, isMet: null },
      { ...reset, priority: 4, isMet: null },
    ];
  const events = view.counterEvents(counter.id);
  const [ahead, anew] = [
    events.findLast(({ kind }) => kind === 'clock'),
    events.findLast(({ kind }) => kind === 'counter_reset'),
  ];
  return [
    { ...clock, isMet: ahead !== undefined, isOver: ahead === undefined, ...(ahead && { atSlot: ahead.slot }) },
    { ...reset, priority: 4, isMet: anew !== undefined, isOver: anew === undefined, ...(anew && { atSlot: anew.slot }) },
  ];
};

/**
 * A counter that moves for an hour while its flow register says 0, or stands while that says flow (docs/domain.md 2.5).
 * @param leastM3h what the unit counts as a flow at all
 */
export const disagreement = (view: SlotView, unit: Unit, counter: SeriesInfo, leastM3h: number): Finding[] => {
  const flow = seriesOf(unit, 'flow');
  if (!flow) return [];
  let [volume, least, most] = [0, Number.POSITIVE_INFINITY, 0];
  let isMoving = true;
  let isKnown = true;
  // only an hour that ends with a disagreement is worth a look at the whole of it
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

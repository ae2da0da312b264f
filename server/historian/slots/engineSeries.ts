import type { CounterModel } from '../../core/counters/counterModel.ts';
import { SLOTS_PER_DAY } from '../../core/slots.ts';
import { CounterSlots } from './counterSlots.ts';
import type { DayBlocks } from './dayBlocks.ts';
import { IntegralSlots } from './derivedSlots.ts';
import { LastSlots, MeanSlots } from './gaugeSlots.ts';
import type { SeriesPlan, SeriesRule } from './seriesRule.ts';
import { SlotRanges } from './slotRanges.ts';

/** After a start, changes of meters of so many days are looked at again. */
const LATE_CHANGE_SLOTS = 8 * SLOTS_PER_DAY;

const countsAlike = (one: CounterModel, other: CounterModel): boolean =>
  one.basePerCount === other.basePerCount &&
  one.modulus === other.modulus &&
  one.maxPerHour === other.maxPerHour &&
  one.backDeadband === other.backDeadband;

/** One series with its days and the one way its slots come about. */
export class EngineSeries {
  readonly info: SeriesPlan['info'];
  readonly days: DayBlocks;
  /** Slots that changed since what is derived from them was worked out. */
  readonly touched = new SlotRanges();
  /** Slots that are over and whose readings changed. */
  readonly late = new SlotRanges();
  /** Slots that were over when a reading of theirs came or a person changed them. */
  readonly revised = new SlotRanges();
  readonly touch = (fromSlot: number, toSlot: number): void => this.touched.add(fromSlot, toSlot);
  rule: SeriesRule;
  counter: CounterSlots | undefined;
  mean: MeanSlots | undefined;
  last: LastSlots | undefined;
  integral: IntegralSlots | undefined;

  constructor(plan: SeriesPlan, days: DayBlocks) {
    this.info = plan.info;
    this.days = days;
    this.rule = plan.rule;
    this.follow(plan.rule);
  }

  /** What a counter shows from a slot on is evaluated anew with the next settling: up to where nothing can differ, at least to `toSlot`. */
  evaluateFrom(slot: number, toSlot = slot): void {
    this.late.add(slot, Math.max(slot, toSlot));
    this.revised.add(slot, Math.max(slot, toSlot));
  }

  /**
   * A crash may have come between a change of the meter and its slots.
   * @param fromSlot of the changes; those of the last days where absent
   */
  evaluateChanges(slot: number, fromSlot = slot - LATE_CHANGE_SLOTS + 1): void {
    const { rule } = this;
    if (rule.how !== 'counter') return;
    for (const change of rule.changes)
      if (change.slot >= fromSlot)
        this.evaluateFrom(
          change.slot,
          countsAlike(rule.meterAt(change.slot - 1), rule.meterAt(change.slot)) ? undefined : slot - 1,
        );
  }

  /**
   * Takes a rule; what is under way goes on where the kind of rule stays.
   * @param closedThrough the last slot that is over
   */
  follow(rule: SeriesRule, closedThrough = Number.NEGATIVE_INFINITY): void {
    const before = this.rule;
    this.rule = rule;
    if (rule.how === 'counter') {
      this.counter ??= new CounterSlots(this.days, rule, this.touch);
      const fromSlot = this.counter.changeMeter(rule);
      // each count is worth something else from there on
      const isOtherScale =
        fromSlot !== null && before.how === 'counter' && !countsAlike(before.meterAt(fromSlot), rule.meterAt(fromSlot));
      if (fromSlot !== null) this.evaluateFrom(fromSlot, isOtherScale ? closedThrough : undefined);
    } else this.counter = undefined;
    this.mean = rule.how === 'mean' ? (this.mean ?? new MeanSlots(this.days, this.touched)) : undefined;
    this.last = rule.how === 'last' ? (this.last ?? new LastSlots(this.days, this.touched)) : undefined;
    this.integral = rule.how === 'integral' ? (this.integral ?? new IntegralSlots(this.days, this.touch)) : undefined;
  }
}

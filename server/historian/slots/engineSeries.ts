import { CounterSlots } from './counterSlots.ts';
import type { DayBlocks } from './dayBlocks.ts';
import { IntegralSlots } from './derivedSlots.ts';
import { LastSlots, MeanSlots } from './gaugeSlots.ts';
import type { SeriesPlan, SeriesRule } from './seriesRule.ts';
import { SlotRanges } from './slotRanges.ts';

/** After a start, changes of meters of so many days are looked at again. */
const LATE_CHANGE_SLOTS = 8 * 288;

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

  /** What a counter shows from a slot on is judged anew with the next settling. */
  judgeFrom(slot: number): void {
    this.late.add(slot, slot);
    this.revised.add(slot, slot);
  }

  /** A crash may have come between a change of the meter and its slots. */
  judgeChanges(slot: number): void {
    const changes = this.rule.how === 'counter' ? this.rule.changes : [];
    for (const change of changes) if (change.slot > slot - LATE_CHANGE_SLOTS) this.judgeFrom(change.slot);
  }

  /** Takes a rule; what is under way goes on where the kind of rule stays. */
  follow(rule: SeriesRule): void {
    this.rule = rule;
    if (rule.how === 'counter') {
      this.counter ??= new CounterSlots(this.days, rule, this.touch);
      const fromSlot = this.counter.changeMeter(rule);
      if (fromSlot !== null) this.judgeFrom(fromSlot);
    } else this.counter = undefined;
    this.mean = rule.how === 'mean' ? (this.mean ?? new MeanSlots(this.days, this.touch)) : undefined;
    this.last = rule.how === 'last' ? (this.last ?? new LastSlots(this.days, this.touch)) : undefined;
    this.integral = rule.how === 'integral' ? (this.integral ?? new IntegralSlots(this.days, this.touch)) : undefined;
  }
}

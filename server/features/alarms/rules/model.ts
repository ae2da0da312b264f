import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import type { IndustryFacts } from '../../../contract/model/industryFacts.ts';
import type { CounterEvent } from '../../../historian/index.ts';
import type { Unit } from '../../../plantModel/index.ts';
import type { AlertCategory, Priority } from '../model.ts';

/** The shift day of a slot. */
export type ShiftDay = {
  /** Days since the epoch of the shift date, and the date itself. */
  day: number;
  date: string;
  firstSlot: number;
  /** The first slot of the next day. */
  endSlot: number;
};

/**
 * What rules can read: everything up to and including one slot, and nothing after it, so that the same readings give the same
 * alarms whenever they are evaluated. Values are in stored units: litres, watt-hours, metres, the parameter's own.
 */
export interface SlotView {
  /** The slot that has just closed. */
  readonly slot: number;
  readonly today: ShiftDay;
  /** NaN where the slot is missing or was rejected. */
  value(seriesId: number, slot: number): number;
  /** Not estimated: measured, or entered by a person. */
  isMeasured(seriesId: number, slot: number): boolean;
  /** The reading came and was dropped by a check. */
  isRejected(seriesId: number, slot: number): boolean;
  /** Sum of a shift day through this slot; null where nothing is known of it. */
  daySum(seriesId: number, day: number): number | null;
  /** Whether every slot of a shift day before today was measured or entered. */
  isWholeDay(seriesId: number, day: number): boolean;
  /** The slots of a shift day. */
  shiftDay(day: number): Pick<ShiftDay, 'firstSlot' | 'endSlot'>;
  /** What the ledger of a counter has for so many slots up to this one, `EVENT_SLOTS` where absent. */
  counterEvents(seriesId: number, slots?: number): readonly CounterEvent[];
  /** Minutes after midnight in the plant's zone at which a slot starts, and its weekday (0 is Sunday). */
  localTime(slot: number): { minute: number; weekday: number };
}

/** Whether what an active alarm is about can be seen now. */
export type Stage = 'confirmed' | 'unconfirmed';

/** Something a rule looked at, with all that an alarm about it would say. */
export type RuleFinding = {
  /** Distinguishes alarms of one unit and category; together they are the key of the alarm. */
  param: string;
  direction: 'high' | 'low' | '';
  /** Shift date or month, where an alarm counts for one. */
  period: string;
  /** null: not known now; all delays are frozen. */
  isMet: boolean | null;
  /** Not met by so much that an alarm about it may end. */
  isOver: boolean;
  value: number;
  threshold: number;
  /** Key of its text; the numbers of the text are in `facts`. */
  text: string;
  facts: Readonly<Record<string, number | string>>;
  code?: number;
  insight?: true;
  priority?: Priority;
  /** Where the category's delay is not the finding's own. */
  onSlots?: number;
  offSlots?: number;
  /** 0: announced once. */
  reAlarmMinutes?: number;
  /** Of an alarm that goes on: seen now, or hidden by what else flows. */
  stage?: Stage;
  /** When it began, if that is not the slot just closed. */
  atSlot?: number;
};

type Category = AlertSettings['categories'][AlertCategory];

/** Of a unit, what a rule needs to evaluate it. */
export type RuleParts = {
  unit: Unit;
  settings: Category;
  facts: IndustryFacts;
  /** Every unit of the industry, for links. */
  units: readonly Unit[];
};

/** Asks one unit slot by slot. */
export type Evaluator = {
  (view: SlotView): RuleFinding[];
  /** Where what it looks at in some slots only follows from what it has seen so far, in place of the rule's own. */
  seldom?(): readonly string[];
};

/** One kind of alarm: made ready for a unit once, then asked slot by slot. */
export type Rule = {
  category: AlertCategory;
  /** Params of what it looks at in some slots only, of this unit; of all else a slot without a finding says that it is watched no longer. */
  seldom?(parts: RuleParts): readonly string[];
  /** @returns what evaluates the unit, or undefined where there is nothing to evaluate. */
  prepare(parts: RuleParts): Evaluator | undefined;
};

/** How far back a view shows the ledger. */
export const EVENT_SLOTS = 12;

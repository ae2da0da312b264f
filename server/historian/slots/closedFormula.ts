import type { ShiftCalendar } from '../../core/shift.ts';
import { code, isCounted } from '../../core/slots.ts';
import type { DayBlocks } from './dayBlocks.ts';
import { type DerivedSlot, isByFormula, partsFormula, type SlotFormula, tankFormula } from './derivedSlots.ts';
import { type SeriesRule, sourcesOf } from './seriesRule.ts';
import type { SlotRanges, SlotSpan } from './slotRanges.ts';

/** What is to be derived anew, and by what where it has a formula. */
type Derivation = { span: SlotSpan; formula?: SlotFormula | undefined };
type DaysOf = (seriesId: number) => DayBlocks | undefined;

export const formulaOf = (rule: SeriesRule, daysOf: DaysOf): SlotFormula | undefined => {
  if (rule.how === 'tank') return tankFormula(daysOf(rule.levelId), rule.shape);
  if (rule.how !== 'sum') return undefined;
  return partsFormula(rule.parts.map(({ seriesId, factor }) => ({ days: daysOf(seriesId ?? -1), factor })));
};

/** Nothing is known of a slot whose day is of a formula that is gone. */
const unknown = (): DerivedSlot => ({ value: 0, letter: code.M });

const isWithin = (spans: readonly SlotSpan[], slot: number): boolean => spans.some(({ from, to }) => slot >= from && slot <= to);

/** How many of a day's other slots are known as they stand and by the formula of now; undefined where it is the one that they are of. */
const knownBeside = (days: DayBlocks, { from, to }: SlotSpan, touched: readonly SlotSpan[], formula: SlotFormula) => {
  const block = days.peek(from)?.block;
  let [stored, now, isOther] = [0, 0, false];
  for (let slot = from; slot <= to; slot += 1) {
    if (isWithin(touched, slot)) continue;
    const derived = formula(slot);
    const isSame = block ? isByFormula(days, { block, slot }, derived) : !isCounted(derived.letter);
    if (!isSame) isOther = true;
    if (isCounted(derived.letter)) now += 1;
    if (isCounted(block?.quality[slot - block.firstSlot] ?? code.M)) stored += 1;
  }
  return isOther ? { stored, now } : undefined;
};

const spansByDay = (calendar: ShiftCalendar, ranges: SlotRanges): Map<number, SlotSpan[]> => {
  const byDay = new Map<number, SlotSpan[]>();
  for (const { from, to } of ranges)
    for (let day = calendar.dayOfSlot(from); day <= calendar.dayOfSlot(to); day += 1) {
      const { firstSlot, slots } = calendar.windowOfDay(day);
      const span = { from: Math.max(from, firstSlot), to: Math.min(to, firstSlot + slots - 1) };
      byDay.set(day, [...(byDay.get(day) ?? []), span]);
    }
  return byDay;
};

/**
 * A closed day is by one formula. Where what it is made of changed in part and its other slots are by another formula than that of now, all of it is worked out
 * by that; where that knows less of the day than what stands there, as of a meter that was not there yet, only what changed is missing.
 */
export const derivationsOf = (
  { days, rule }: { days: DayBlocks; rule: SeriesRule },
  daysOf: DaysOf,
  ranges: SlotRanges,
): Derivation[] => {
  const formula = formulaOf(rule, daysOf);
  if (!formula) return [...ranges].map((span) => ({ span }));
  const made = [days, ...sourcesOf(rule).map(daysOf)];
  return [...spansByDay(days.calendar, ranges)].flatMap(([day, touched]): Derivation[] => {
    const { firstSlot, slots } = days.calendar.windowOfDay(day);
    const whole = { from: firstSlot, to: firstSlot + slots - 1 };
    const isClosed = made.some((one) => one?.find(day)?.packed !== undefined);
    const beside = isClosed ? knownBeside(days, whole, touched, formula) : undefined;
    if (beside && beside.now >= beside.stored) return [{ span: whole, formula }];
    return touched.map((span) => ({ span, formula: beside ? unknown : formula }));
  });
};

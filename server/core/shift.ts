import { DateTime, IANAZone } from 'luxon';
import { Failure } from './fail.ts';
import { lastUsed } from './lastUsed.ts';
import { SLOT_MS } from './slots.ts';
import { DAY_MS } from './time.ts';

/** From a shift date on: the zone and the local time at which its shift days begin. */
export type ShiftStart = { validFrom: string; timezone: string; startAt: string };

/** One shift day: [fromMs, toMs), in slots [firstSlot, firstSlot + slots). A day of 23 or 25 hours has 276 or 300 slots. */
export type ShiftWindow = {
  date: string;
  fromMs: number;
  toMs: number;
  firstSlot: number;
  slots: number;
  timezone: string;
  startAt: string;
};

/** Twice the longest range that can be asked for, which is five years. */
const CACHED_DAYS = 3660;

/** Days since 1970-01-01 of a date YYYY-MM-DD. */
export const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

/** The date YYYY-MM-DD of a day number. */
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** First and last day number of a month YYYY-MM. */
export const daysOfMonth = (month: string): { fromDay: number; toDay: number } => {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  return { fromDay: Date.UTC(year, number - 1, 1) / DAY_MS, toDay: Date.UTC(year, number, 0) / DAY_MS };
};

/** First and last day number of a calendar year. */
export const daysOfYear = (year: number): { fromDay: number; toDay: number } => ({
  fromDay: Date.UTC(year, 0, 1) / DAY_MS,
  toDay: Date.UTC(year, 11, 31) / DAY_MS,
});

/** A zone of the tz database; fixed offsets are refused, as they follow no law. */
export const isZone = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_+/-]*$/.test(text) && IANAZone.isValidZone(text);

/** HH:MM:SS on a multiple of 5 minutes, so that a shift day is whole slots. */
export const isShiftStart = (text: string): boolean => /^([01]\d|2[0-3]):[0-5][05]:00$/.test(text);

/**
 * Shift days of one industry: day D runs from D at `startAt` to the next day's start, each by the rule of its own date, so that
 * a change of zone or start neither loses nor repeats a slot.
 */
export class ShiftCalendar {
  readonly #rules: readonly ShiftStart[];
  readonly #starts = lastUsed<number, number>(CACHED_DAYS);
  readonly #windows = lastUsed<number, ShiftWindow>(CACHED_DAYS);
  #last: { day: number; window: ShiftWindow } | undefined;

  /**
   * @param rules at least one; the oldest also rules the days before it.
   * @throws Failure `parameter` for a zone that does not exist, a start that is not HH:MM:SS on 5 minutes, or a change that would
   * leave a day without time.
   */
  constructor(rules: readonly ShiftStart[]) {
    const faults = shiftRuleFaults(rules);
    if (faults.length > 0) throw new Failure('parameter', faults[0]?.message ?? 'shift', { errors: faults });
    this.#rules = rules.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
    for (const rule of this.#rules.slice(1)) {
      const day = dayNumber(rule.validFrom);
      if (this.#startMs(day) <= this.#startMs(day - 1))
        throw new Failure('parameter', `the shift change on ${rule.validFrom} leaves the day before it without time`);
    }
  }

  /** The window of a shift date. */
  window(date: string): ShiftWindow {
    return this.windowOfDay(dayNumber(date));
  }

  windowOfDay(day: number): ShiftWindow {
    const known = this.#windows.get(day);
    if (known) return known;
    const rule = this.#ruleOf(day);
    const [fromMs, toMs] = [this.#startMs(day), this.#startMs(day + 1)];
    const firstSlot = Math.floor(fromMs / SLOT_MS);
    const window = {
      date: dateOfDay(day),
      fromMs,
      toMs,
      firstSlot,
      slots: Math.floor(toMs / SLOT_MS) - firstSlot,
      timezone: rule.timezone,
      startAt: rule.startAt,
    };
    this.#windows.set(day, window);
    return window;
  }

  /** The shift date that runs at a moment. */
  dateOf(atMs: number): string {
    return dateOfDay(this.dayOf(atMs));
  }

  /** The day number of the shift date that runs at a moment. */
  dayOf(atMs: number): number {
    const last = this.#last;
    if (last && atMs >= last.window.fromMs && atMs < last.window.toMs) return last.day;
    let day = Math.floor(atMs / DAY_MS) + 1;
    while (this.#startMs(day) > atMs) day -= 1;
    this.#last = { day, window: this.windowOfDay(day) };
    return day;
  }

  dayOfSlot(slot: number): number {
    return this.dayOf(slot * SLOT_MS);
  }

  #ruleOf(day: number): ShiftStart {
    const date = dateOfDay(day);
    const rule = this.#rules.findLast(({ validFrom }) => validFrom <= date) ?? this.#rules[0];
    if (!rule) throw new Failure('server', 'a calendar needs a shift rule');
    return rule;
  }

  #startMs(day: number): number {
    const known = this.#starts.get(day);
    if (known !== undefined) return known;
    const { timezone, startAt } = this.#ruleOf(day);
    const local = DateTime.fromISO(`${dateOfDay(day)}T${startAt}`, { zone: timezone });
    // a start inside the hour that is repeated means its first occurrence; one inside the skipped hour moves past it
    const startMs = Math.min(...local.getPossibleOffsets().map((occurrence) => occurrence.toMillis()));
    this.#starts.set(day, startMs);
    return startMs;
  }
}

/** What is wrong with a list of shift rules, by field; empty when nothing is. */
export const shiftRuleFaults = (rules: readonly ShiftStart[]): { path: string; message: string }[] => {
  if (rules.length === 0) return [{ path: 'shifts', message: 'at least one shift rule is needed' }];
  return rules.flatMap((rule, index) => [
    ...(isZone(rule.timezone) ? [] : [{ path: `shifts.${index}.timezone`, message: `timezone ${rule.timezone} does not exist` }]),
    ...(isShiftStart(rule.startAt)
      ? []
      : [{ path: `shifts.${index}.startAt`, message: 'startAt must be HH:MM:SS on a multiple of 5 minutes' }]),
  ]);
};

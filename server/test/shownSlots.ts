import { dateOfDay } from '../core/shift.ts';
import { MINUTES_PER_DAY, SLOT_MINUTES, SLOTS_PER_DAY } from '../core/slots.ts';
import type { SlotView } from '../features/alarms/rules/model.ts';

/** A value, NaN where nothing is known; `E` estimated, `X` rejected. */
type Shown = number | [value: number, letter: 'E' | 'X'];

export type ShownOptions = {
  /** Slots of each shift day, which begins at midnight UTC. */
  slotsPerDay?: number;
};

/** What a rule sees in one slot, each series by a function of the slot; slots count from 1 January 1970, a Thursday. */
export const shownSlots = (
  slot: number,
  series: Record<number, (slot: number) => Shown>,
  { slotsPerDay = SLOTS_PER_DAY }: ShownOptions = {},
): SlotView => {
  const shown = (seriesId: number, at: number): Shown => (at > slot ? Number.NaN : (series[seriesId]?.(at) ?? Number.NaN));
  const value = (seriesId: number, at: number): number => {
    const one = shown(seriesId, at);
    if (typeof one === 'number') return one;
    return one[1] === 'X' ? Number.NaN : one[0];
  };
  const day = Math.floor(slot / slotsPerDay);
  return {
    slot,
    today: { day, date: dateOfDay(day), firstSlot: day * slotsPerDay, endSlot: (day + 1) * slotsPerDay },
    value,
    isMeasured: (seriesId, at) => Number.isFinite(shown(seriesId, at)),
    isRejected: (seriesId, at) => {
      const one = shown(seriesId, at);
      return typeof one !== 'number' && one[1] === 'X';
    },
    daySum: (seriesId, of) => {
      const values = Array.from({ length: slotsPerDay }, (_, at) => value(seriesId, of * slotsPerDay + at)).filter(
        Number.isFinite,
      );
      return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0);
    },
    isWholeDay: (seriesId, of) =>
      Array.from({ length: slotsPerDay }, (_, at) => shown(seriesId, of * slotsPerDay + at)).every(Number.isFinite),
    shiftDay: (of) => ({ firstSlot: of * slotsPerDay, endSlot: (of + 1) * slotsPerDay }),
    counterEvents: () => [],
    localTime: (at) => {
      const minutes = at * SLOT_MINUTES;
      return { minute: minutes % MINUTES_PER_DAY, weekday: (Math.floor(minutes / MINUTES_PER_DAY) + 4) % 7 };
    },
  };
};

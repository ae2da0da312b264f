import type { ReadContext } from './gather.ts';
import type { DayFigure, Figures } from './knownFigures.ts';

type ReadSource = Pick<ReadContext, 'reader' | 'calendar' | 'nowSlot' | 'endSlot'>;
/** Open days are packed within so many days. */
const OPEN_DAYS = 8;

/** The first day of [fromDay, ..] of which there can be slots. */
export const firstDayOfSlots = ({ reader, calendar, nowSlot }: ReadSource, industryId: string, fromDay: number): number => {
  const first = reader.figures?.firstDay(industryId);
  return first === undefined ? fromDay : Math.max(fromDay, Math.min(first, calendar.dayOfSlot(nowSlot) - OPEN_DAYS));
};

/**
 * Figures of shift days [fromDay, toDay], each as far as it has passed, from what is remembered where the reader remembers. Ask it at
 * once: what is remembered is looked up when this is called.
 * @returns of one day; `work` is of slots [fromSlot, toSlot).
 */
export const figuresByDay = (source: ReadSource, asked: DayFigure, fromDay: number, toDay: number) => {
  const { reader, calendar, nowSlot, endSlot = nowSlot } = source;
  const look = toDay < fromDay ? undefined : reader.figures?.of(asked, fromDay, toDay);
  const end = Math.min(nowSlot, endSlot);
  return (day: number, basis: string, work: (fromSlot: number, toSlot: number) => Figures): Figures => {
    const { firstSlot, slots } = calendar.windowOfDay(day);
    const toSlot = firstSlot + slots;
    if (toSlot > end || look === undefined) return work(firstSlot, Math.max(firstSlot, Math.min(toSlot, end)));
    // a shift that begins at another time makes another day
    const { known, keep } = look(day, `${firstSlot} ${slots} ${basis}`);
    if (known) return known;
    const figures = work(firstSlot, toSlot);
    keep(figures);
    return figures;
  };
};

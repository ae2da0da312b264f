import { addDays, daysOf, monthOfDay, type ReadingReader, type ServingContext } from '../../historian/index.ts';

/** The same readings as if the running shift day had not begun; whether a unit is online is still the current state. */
export const withoutToday = (source: ServingContext): ServingContext => {
  const { reader, calendar, nowMs } = source;
  const today = calendar.dayOf(nowMs);
  const { firstSlot } = calendar.windowOfDay(today);
  const dayTotals: ReadingReader['dayTotals'] = (ids, fromDay, toDay) =>
    reader.dayTotals(ids, fromDay, Math.min(toDay, today - 1));
  const closed: ReadingReader = {
    ...(reader.figures && { figures: reader.figures }),
    slots: (id, fromSlot, toSlot) => {
      const run = reader.slots(id, fromSlot, toSlot);
      const known = Math.max(0, Math.min(toSlot, firstSlot) - fromSlot);
      return { ...run, values: run.values.fill(0, known), quality: run.quality.slice(0, known).padEnd(run.values.length, 'M') };
    },
    dayTotals,
    monthTotals: (ids, fromMonth, toMonth) => {
      const month = monthOfDay(today);
      if (toMonth < month) return reader.monthTotals(ids, fromMonth, toMonth);
      return ids.flatMap((id) => {
        const running = addDays(dayTotals([id], daysOf(month).fromDay, today - 1));
        return [...reader.monthTotals([id], fromMonth, month - 1), ...(running ? [{ ...running, month }] : [])];
      });
    },
    counterEvents: (ids, fromSlot, toSlot) => reader.counterEvents(ids, fromSlot, Math.min(toSlot, firstSlot)),
    latest: () => undefined,
    revision: (ids, fromDay, toDay) => reader.revision(ids, fromDay, toDay),
  };
  return { ...source, reader: closed, nowSlot: firstSlot };
};

import type { Bus } from '../../core/bus.ts';
import { dateOfDay } from '../../core/shift.ts';
import type { Calendars } from '../../plantModel/index.ts';
import type { Revised } from '../store/revisedStore.ts';

/** Revised before the start, and perhaps not published. */
export type LeftRevision = Revised & { mark: number };

/** Publishes revisions that a crash kept from being published or handled. */
export const publishLeft = (
  left: readonly LeftRevision[],
  { bus, calendars, publishedSlot }: { bus: Bus; calendars: Calendars; publishedSlot: number },
): void => {
  for (const { industryId, fromSlot, toSlot, seriesIds, mark } of left) {
    const calendar = calendars.of(industryId);
    const today = calendar.dayOfSlot(publishedSlot);
    for (let day = calendar.dayOfSlot(fromSlot); day <= Math.min(calendar.dayOfSlot(toSlot), today - 1); day += 1)
      bus.emit('dayRevised', { industryId, date: dateOfDay(day), seriesIds });
    const first = Math.max(fromSlot, calendar.windowOfDay(today).firstSlot);
    if (first <= toSlot) bus.emit('slotsRevised', { industryId, fromSlot: first, seriesIds });
    bus.emit('revisionsPublished', { mark });
  }
};

import { MINUTES_PER_DAY } from '../../../core/slots.ts';
import { dmyOf, iso, MINUTE_MS } from '../../../core/time.ts';
import { zoneOffsetMs } from '../../../core/zoneOffset.ts';
import type { Calendars } from '../../../plantModel/index.ts';

/** 1 January 1970 was a Thursday; weeks begin on Sunday. */
const FIRST_WEEKDAY = 4;

/** Date and time in UTC as people read them: 28/11/2026 23:10. */
export const dateAndTime = (ms: number): string => {
  const text = iso(ms);
  return `${dmyOf(text.slice(0, 10))} ${text.slice(11, 16)}`;
};

/** What the clock on the wall of each plant shows. */
export class PlantWall {
  readonly #calendars: Pick<Calendars, 'of'>;

  constructor(calendars: Pick<Calendars, 'of'>) {
    this.#calendars = calendars;
  }

  /** Minutes since Sunday 00:00. */
  minuteOfWeek(industryId: string, ms: number): number {
    const minutes = Math.floor(this.#asUtc(industryId, ms) / MINUTE_MS);
    return (minutes + FIRST_WEEKDAY * MINUTES_PER_DAY) % (7 * MINUTES_PER_DAY);
  }

  dateAndTime(industryId: string, ms: number): string {
    return dateAndTime(this.#asUtc(industryId, ms));
  }

  #asUtc(industryId: string, ms: number): number {
    const calendar = this.#calendars.of(industryId);
    return ms + zoneOffsetMs(ms, calendar.windowOfDay(calendar.dayOf(ms)).timezone);
  }
}

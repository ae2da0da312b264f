import { DAY_MS, HOUR_MS } from '../../core/time.ts';

/** India has one zone and no summer time, so the physics needs no calendar library. */
const offsetMs = 5.5 * HOUR_MS;

export type LocalTime = {
  /** Local calendar days since 1 January 1970. */
  day: number;
  /** 0 Sunday … 6 Saturday. */
  weekday: number;
  /** 0 … <24, with its fraction. */
  hour: number;
};

/** Local time of the demo plants (Asia/Kolkata). */
export function localTime(timeMs: number): LocalTime {
  const shifted = timeMs + offsetMs;
  const day = Math.floor(shifted / DAY_MS);
  return { day, weekday: (day + 4) % 7, hour: (shifted - day * DAY_MS) / HOUR_MS };
}

/** The moment at which an hour of a local day begins, epoch ms. */
export const localMoment = (day: number, hour: number): number => day * DAY_MS + hour * HOUR_MS - offsetMs;

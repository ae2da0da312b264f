/** India has one zone and no summer time, so the physics needs no calendar library. */
const offsetMs = 5.5 * 3_600_000;
const dayMs = 86_400_000;

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
  const day = Math.floor(shifted / dayMs);
  return { day, weekday: (day + 4) % 7, hour: (shifted - day * dayMs) / 3_600_000 };
}

/** The moment at which an hour of a local day begins, epoch ms. */
export const localMoment = (day: number, hour: number): number => day * dayMs + hour * 3_600_000 - offsetMs;

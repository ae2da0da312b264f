const DAY = 1440;
const WEEK = 7 * DAY;

type Turn = { days: readonly number[]; from: string; to: string };

const minutesOf = (time: string): number | null => {
  const read = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  return read === null ? null : Number(read[1]) * 60 + Number(read[2]);
};

/** Hours of the week that no turn covers; turns whose times cannot be read count for nothing. */
export const uncoveredHours = (turns: readonly Turn[]): number => {
  const covered = new Set<number>();
  for (const { days, from, to } of turns) {
    const [start, end] = [minutesOf(from), minutesOf(to)];
    if (start === null || end === null) continue;
    const length = (end - start + DAY) % DAY || DAY;
    for (const day of days) for (let minute = 0; minute < length; minute += 1) covered.add((day * DAY + start + minute) % WEEK);
  }
  return Math.round(((WEEK - covered.size) / 60) * 10) / 10;
};

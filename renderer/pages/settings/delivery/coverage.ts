const DAY = 1440;
const WEEK = 7 * DAY;

type Turn = { days: readonly number[]; from: string; to: string };

const minutesOf = (time: string): number | null => {
  const read = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  return read === null ? null : Number(read[1]) * 60 + Number(read[2]);
};

/** Minutes of the week that turns cover; turns whose times cannot be read count for nothing. */
const coveredMinutes = (turns: readonly Turn[]): Set<number> => {
  const covered = new Set<number>();
  for (const { days, from, to } of turns) {
    const [start, end] = [minutesOf(from), minutesOf(to)];
    if (start === null || end === null) continue;
    const length = (end - start + DAY) % DAY || DAY;
    for (const day of days) for (let minute = 0; minute < length; minute += 1) covered.add((day * DAY + start + minute) % WEEK);
  }
  return covered;
};

const hoursBeside = (covered: ReadonlySet<number>): number => Math.round(((WEEK - covered.size) / 60) * 10) / 10;

/** Hours of the week that no turn covers. */
export const uncoveredHours = (turns: readonly Turn[]): number => hoursBeside(coveredMinutes(turns));

type Duty<T> = { turns: readonly T[]; hasRest: boolean };

/**
 * Hours of the week in which none of these rotas notifies anybody.
 * @param isReached whether a turn has somebody who is notified
 */
export const unreachedHours = <T extends Turn>(rotas: readonly Duty<T>[], isReached: (turn: T) => boolean): number => {
  const reached = coveredMinutes(rotas.flatMap(({ turns }) => turns.filter(isReached)));
  for (const { turns } of rotas.filter(({ hasRest }) => hasRest)) {
    const taken = coveredMinutes(turns);
    for (let minute = 0; minute < WEEK; minute += 1) if (!taken.has(minute)) reached.add(minute);
  }
  return hoursBeside(reached);
};

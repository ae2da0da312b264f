/** How a suite ended; `failures` has a line for each failed test, `notRun` says what the suite lacked. */
export type Ended = {
  name: string;
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
  failures?: readonly string[];
  notRun?: string;
};

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** One line per suite, with what failed in it below, then the closing line. */
export const summary = (ended: readonly Ended[]): string[] => {
  const lines = ended.flatMap(({ name, seconds, passed, failed, skipped, failures = [], notRun }) => {
    if (notRun !== undefined) return [`NOT RUN  ${name}: ${notRun}`];
    const left = skipped > 0 ? `, ${skipped} skipped` : '';
    const line = `${failed > 0 ? 'FAILED ' : 'passed '}  ${name}: ${plural(passed, 'test')}${left} (${seconds} s)`;
    return [line, ...failures.slice(0, 20).map((failure) => `         ${failure}`)];
  });
  const sum = (count: 'passed' | 'failed'): number => ended.reduce((all, one) => all + one[count], 0);
  return [...lines, `${sum('passed')} passed, ${sum('failed')} failed`];
};

/** 1 where anything failed, 2 where anything was not run, else 0. */
export const exitCodeOf = (ended: readonly Ended[]): number => {
  if (ended.some(({ failed }) => failed > 0)) return 1;
  return ended.some(({ notRun }) => notRun !== undefined) ? 2 : 0;
};

/**
 * How a suite ended; `failures` has a line for each failed test, `unsteady` for each that failed first and passed when it was tried
 * again by itself, `notRun` says what the suite lacked.
 */
export type Ended = {
  name: string;
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
  failures?: readonly string[];
  unsteady?: readonly string[];
  notRun?: string;
};
export type Counts = Pick<Ended, 'passed' | 'failed' | 'skipped' | 'failures' | 'unsteady'>;

/**
 * A suite whose failed tests were tried again. Of a second try that ran fewer tests than had failed, or cannot say which failed, nothing
 * is believed: the first one stands.
 */
export const afterSecondTry = (first: Counts, second: Counts): Counts => {
  if (second.passed + second.failed < first.failed) return first;
  const { failed, failures = [] } = second;
  if (failures.length < failed) return first;
  const still = new Set(failures.map(nameOf));
  const unsteady = (first.failures ?? []).filter((one) => !still.has(nameOf(one)));
  return { ...first, passed: first.passed + Math.max(0, first.failed - failed), failed, failures, unsteady };
};

/** The test that a line of `failures` tells of. */
const nameOf = (failure: string): string => failure.split(': ')[0] ?? failure;

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** One line per suite, with what failed in it below, then the closing line. */
export const summary = (ended: readonly Ended[]): string[] => {
  const lines = ended.flatMap(({ name, seconds, passed, failed, skipped, failures = [], unsteady = [], notRun }) => {
    if (notRun !== undefined) return [`NOT RUN  ${name}: ${notRun}`];
    const left = skipped > 0 ? `, ${skipped} skipped` : '';
    const line = `${failed > 0 ? 'FAILED ' : 'passed '}  ${name}: ${plural(passed, 'test')}${left} (${seconds} s)`;
    return [
      line,
      ...failures.slice(0, 20).map((failure) => `         ${failure}`),
      ...unsteady.map((failure) => `UNSTEADY failed, and passed when tried again: ${failure}`),
    ];
  });
  const sum = (count: 'passed' | 'failed'): number => ended.reduce((all, one) => all + one[count], 0);
  return [...lines, `${sum('passed')} passed, ${sum('failed')} failed`];
};

/** 1 where anything failed, 2 where anything was not run, else 0. */
export const exitCodeOf = (ended: readonly Ended[]): number => {
  if (ended.some(({ failed }) => failed > 0)) return 1;
  return ended.some(({ notRun }) => notRun !== undefined) ? 2 : 0;
};

/** Figures of a run, by what they count. */
export type Figures = Record<string, number | string>;
export type Outcome = { figures: Figures; faults: string[] };

/** One acceptance figure, or some that one run shows. */
export type Scenario = {
  /** As docs/reliability.md names them. */
  ids: string;
  name: string;
  /** Part of the short form. */
  isShort: boolean;
  /** What is not there; undefined where it can be run. */
  lacks?: () => string | undefined;
  /** @param isShort fewer rounds: the same questions, minutes instead of hours. */
  run(isShort: boolean): Promise<Outcome>;
};

/** Gathers what does not hold. */
export class Faults {
  readonly list: string[] = [];

  expect(isTrue: boolean, fault: string): void {
    if (!isTrue) this.list.push(fault);
  }
}

/** The value that so large a part of all lies below. */
export const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
};

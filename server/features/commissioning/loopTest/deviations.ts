import type { LoopTest, LoopTestSpec } from '../../../contract/plant/commissioning/loopTests.ts';

type Point = LoopTestSpec['points'][number];
type Deviation = LoopTest['points'][number]['asFoundDeviation'];
type Result = LoopTest['result'];
type Tolerance = Pick<LoopTestSpec, 'span' | 'tolerancePct' | 'toleranceOf'>;

/** Differences of decimals as decimals: 10.1 - 10 is 0.1, and nothing is -0. */
const decimal = (value: number): number => Number(value.toPrecision(12)) + 0;

/** Reading minus reference, and its share of the reference and of the span; null where there is nothing to divide by. */
const deviationOf = (value: number | null, reference: number, span: number | null): Deviation => {
  if (value === null) return { absolute: null, pctOfReading: null, pctOfSpan: null };
  const absolute = decimal(value - reference);
  const pctOf = (whole: number): number => decimal((100 * absolute) / Math.abs(whole));
  return {
    absolute,
    pctOfReading: reference === 0 ? null : pctOf(reference),
    pctOfSpan: span === null ? null : pctOf(span),
  };
};

/** Passed when every deviation can be evaluated and none is past the tolerance. */
const resultOf = (deviations: readonly Deviation[], { tolerancePct, toleranceOf }: Tolerance): Result => {
  if (tolerancePct === null) return null;
  const shares = deviations.map(({ pctOfReading, pctOfSpan }) => (toleranceOf === 'span' ? pctOfSpan : pctOfReading));
  if (shares.some((share) => share !== null && Math.abs(share) > tolerancePct)) return 'fail';
  return shares.every((share) => share !== null) ? 'pass' : null;
};

/** What follows from the readings of a loop test. */
export const withResult = (spec: LoopTestSpec): Pick<LoopTest, 'points' | 'result' | 'asFoundResult'> => {
  const points = spec.points.map((point: Point) => ({
    ...point,
    asFoundDeviation: deviationOf(point.asFound, point.reference, spec.span),
    asLeftDeviation: deviationOf(point.asLeft, point.reference, spec.span),
  }));
  const left = points.map(({ asLeft, asFoundDeviation, asLeftDeviation }) =>
    asLeft === null ? asFoundDeviation : asLeftDeviation,
  );
  return {
    points,
    result: resultOf(left, spec),
    asFoundResult: resultOf(
      points.map(({ asFoundDeviation }) => asFoundDeviation),
      spec,
    ),
  };
};

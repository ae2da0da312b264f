import type { Amounts } from './amounts.ts';
import { chiSquareTail } from './chiSquare.ts';
import { backward, type Cholesky, cholesky, forward } from './cholesky.ts';
import { type Problem, problemOf } from './constraints.ts';
import type { FlowValue } from './flowValues.ts';
import type { Judge } from './nodeBalance.ts';
import { solveFlows } from './solveFlows.ts';

export type Reconciled = {
  /** By flow: adjusted so that every node closes; null where it cannot be known. */
  flowsL: readonly (number | null)[];
  /** Chi-square of the imbalances, and how many of them are independent. */
  statistic: number;
  degreesOfFreedom: number;
  /** That meters within their errors give as much; null without a redundant meter. */
  probability: number | null;
  /** The flow whose meters were adjusted most for their uncertainty, when the test fails and one stands out. */
  suspect: number | null;
};

const SIGNIFICANCE = 0.05;
/** Residuals this near to each other single out no meter. */
const TIE = 1 + 1e-6;

/** Whether the imbalances are what meters within their errors give. */
export const isWithinErrors = (probability: number): boolean => probability >= SIGNIFICANCE;

/** A S A', by rows. */
const normalMatrix = ({ constraints, variances }: Problem): Float64Array => {
  const size = constraints.length;
  const matrix = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1) {
      const other = constraints[column]?.factors;
      let sum = 0;
      for (const [quantity, factor] of constraints[row]?.factors ?? [])
        sum += factor * (other?.get(quantity) ?? 0) * (variances[quantity] ?? 0);
      matrix[row * size + column] = sum;
    }
  return matrix;
};

/** x - S A' m. */
const adjust = ({ constraints, valuesL, variances }: Problem, multipliers: Float64Array): Float64Array => {
  const adjusted = valuesL.slice();
  constraints.forEach(({ factors }, row) => {
    for (const [quantity, factor] of factors)
      adjusted[quantity] = (adjusted[quantity] ?? 0) - (variances[quantity] ?? 0) * factor * (multipliers[row] ?? 0);
  });
  return adjusted;
};

/**
 * Weighted least squares over the whole graph (domain.md 7.3): x^ = x - S A' (A S A')^-1 (A x - c), then what is left for flows
 * that are not known. Measured values stay as they are beside it.
 */
export const reconcile = (judge: Judge, amounts: Amounts, values: readonly (FlowValue | null)[]): Reconciled => {
  const problem = problemOf(judge, amounts, values);
  const { constraints, valuesL, termsOf, quantityOfStock, lossesL } = problem;
  const root = cholesky(normalMatrix(problem), constraints.length);
  const imbalances = Float64Array.from(constraints, ({ factors, constantL }) =>
    [...factors].reduce((sum, [quantity, factor]) => sum + factor * (valuesL[quantity] ?? 0), -constantL),
  );
  const white = forward(root, imbalances);
  const adjusted = adjust(problem, backward(root, white));
  const known = values.map((value, flow): FlowValue | null => {
    if (!value || value.by === 'rest') return null;
    return { ...value, volumeL: termsOf(flow).reduce((sum, [quantity, factor]) => sum + factor * (adjusted[quantity] ?? 0), 0) };
  });
  const solved = solveFlows(judge.plan, judge.nodeFlows, {
    values: known,
    isOpen: () => true,
    stockChangeL: (stock) => (amounts.stocks[stock] ? (adjusted[quantityOfStock(stock)] ?? null) : null),
    lossesL,
  });
  const statistic = white.reduce((sum, value) => sum + value ** 2, 0);
  const degreesOfFreedom = root.kept.filter(Boolean).length;
  const probability = degreesOfFreedom === 0 ? null : chiSquareTail(statistic, degreesOfFreedom);
  const residuals = (): number[] =>
    judge.plan.flows.map(({ edge }, flow) => {
      const change = (known[flow]?.volumeL ?? 0) - (values[flow]?.volumeL ?? 0);
      return edge && known[flow] ? standardised(change, flow, problem, root) : 0;
    });
  return {
    flowsL: solved.map((value) => value?.volumeL ?? null),
    statistic,
    degreesOfFreedom,
    probability,
    suspect: probability === null || isWithinErrors(probability) ? null : largest(residuals()),
  };
};

/** How far a flow was adjusted, in standard deviations of that adjustment. */
const standardised = (changeL: number, flow: number, { constraints, variances, termsOf }: Problem, root: Cholesky): number => {
  const covariance = Float64Array.from(constraints, ({ factors }) =>
    termsOf(flow).reduce(
      (sum, [quantity, factor]) => sum + factor * (factors.get(quantity) ?? 0) * (variances[quantity] ?? 0),
      0,
    ),
  );
  const variance = forward(root, covariance).reduce((sum, part) => sum + part ** 2, 0);
  return variance > 0 ? Math.abs(changeL) / Math.sqrt(variance) : 0;
};

/** The place of the largest one; null where another is as large. */
const largest = (residuals: readonly number[]): number | null => {
  const [first, second] = residuals.map((residual, at) => ({ residual, at })).sort((a, b) => b.residual - a.residual);
  if (!first || first.residual === 0) return null;
  return second && first.residual <= second.residual * TIE ? null : first.at;
};

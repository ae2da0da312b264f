import { chiSquareTail } from '../../../../core/statistics.ts';
import type { Amounts } from '../amounts.ts';
import type { Balancer } from '../balancer.ts';
import { backward, type Cholesky, cholesky, forward, inverseColumn, type TurnTaker } from './cholesky.ts';
import { type Problem, problemOf } from './constraints.ts';
import type { FlowValue } from './flows.ts';
import { solveFlows } from './solveFlows.ts';

export type Reconciled = {
  /** By flow: adjusted so that every node closes; null where it cannot be known. */
  flowsL: readonly (number | null)[];
  /** Chi-square of the imbalances, and how many of them are independent. */
  statistic: number;
  degreesOfFreedom: number;
  /** That meters within their errors give as much; null without a redundant meter. */
  probability: number | null;
  /** The flow whose meters were adjusted most for their uncertainty, when the test fails and one is out. */
  suspect: number | null;
};

const SIGNIFICANCE = 0.05;
/** Residuals this near to each other single out no meter. */
const TIE = 1 + 1e-6;

/** Whether the imbalances are what meters within their errors give. */
export const isWithinErrors = (probability: number): boolean => probability >= SIGNIFICANCE;

/** A S A', its lower half by rows. */
const normalMatrix = ({ constraints, variances }: Problem): Float64Array => {
  const size = constraints.length;
  const matrix = new Float64Array(size * size);
  const columns = new Map<number, [row: number, factor: number][]>();
  constraints.forEach(({ factors }, row) => {
    for (const [quantity, factor] of factors) {
      const column = columns.get(quantity) ?? [];
      columns.set(quantity, column);
      column.push([row, factor]);
      for (const [other, otherFactor] of column) {
        const at = row * size + other;
        matrix[at] = (matrix[at] ?? 0) + factor * otherFactor * (variances[quantity] ?? 0);
      }
    }
  });
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
 * Weighted least squares over the whole graph (docs/domain.md 7.3): x^ = x - S A' (A S A')^-1 (A x - c), then what is left for flows
 * that are not known. Measured values stay as they are beside it.
 */
export const reconcile = async (
  balancer: Balancer,
  amounts: Amounts,
  values: readonly (FlowValue | null)[],
  pace: TurnTaker,
): Promise<Reconciled> => {
  const problem = problemOf(balancer, amounts, values);
  const { constraints, valuesL, termsOf, quantityOfStock, lossesL } = problem;
  const root = await cholesky(normalMatrix(problem), constraints.length, pace);
  const imbalances = Float64Array.from(constraints, ({ factors, constantL }) =>
    [...factors].reduce((sum, [quantity, factor]) => sum + factor * (valuesL[quantity] ?? 0), -constantL),
  );
  const white = forward(root, imbalances);
  const adjusted = adjust(problem, backward(root, white));
  const known = values.map((value, flow): FlowValue | null => {
    if (!value || value.by === 'rest') return null;
    return { ...value, volumeL: termsOf(flow).reduce((sum, [quantity, factor]) => sum + factor * (adjusted[quantity] ?? 0), 0) };
  });
  const solved = solveFlows(balancer.plan, balancer.nodeFlows, {
    values: known,
    isOpen: () => true,
    stockChangeL: (stock) => (amounts.stocks[stock] ? (adjusted[quantityOfStock(stock)] ?? null) : null),
    lossesL,
  });
  const statistic = white.reduce((sum, value) => sum + value ** 2, 0);
  const degreesOfFreedom = root.kept.filter(Boolean).length;
  const probability = degreesOfFreedom === 0 ? null : chiSquareTail(statistic, degreesOfFreedom);
  const isFailed = probability !== null && !isWithinErrors(probability);
  const changesL = known.map((value, flow) =>
    value && balancer.plan.flows[flow]?.edge ? value.volumeL - (values[flow]?.volumeL ?? 0) : 0,
  );
  return {
    flowsL: solved.map((value) => value?.volumeL ?? null),
    statistic,
    degreesOfFreedom,
    probability,
    suspect: isFailed ? largest(await standardised(changesL, problem, root, pace)) : null,
  };
};

/** How far each flow was adjusted, in standard deviations of that adjustment; 0 where it was not. */
const standardised = async (
  changesL: readonly number[],
  { constraints, variances, termsOf }: Problem,
  root: Cholesky,
  pace: TurnTaker,
): Promise<number[]> => {
  const rowsOf = new Map<number, number[]>();
  constraints.forEach(({ factors }, row) => {
    for (const quantity of factors.keys()) rowsOf.set(quantity, [...(rowsOf.get(quantity) ?? []), row]);
  });
  const inverse: Float64Array[] = [];
  for (const row of constraints.keys()) {
    await pace.turn();
    inverse.push(inverseColumn(root, row));
  }
  const residuals: number[] = [];
  for (const [flow, changeL] of changesL.entries()) {
    await pace.turn();
    // L^-1 times the covariance of the flow with the imbalances, of which few are not 0
    const white = new Float64Array(constraints.length);
    for (const [quantity, factor] of changeL === 0 ? [] : termsOf(flow))
      for (const row of rowsOf.get(quantity) ?? []) {
        const covariance = factor * (constraints[row]?.factors.get(quantity) ?? 0) * (variances[quantity] ?? 0);
        inverse[row]?.forEach((part, at) => {
          white[at] = (white[at] ?? 0) + covariance * part;
        });
      }
    const variance = white.reduce((sum, part) => sum + part ** 2, 0);
    residuals.push(variance > 0 ? Math.abs(changeL) / Math.sqrt(variance) : 0);
  }
  return residuals;
};

/** The place of the largest one; null where another is as large. */
const largest = (residuals: readonly number[]): number | null => {
  const [first, second] = residuals.map((residual, at) => ({ residual, at })).sort((a, b) => b.residual - a.residual);
  if (!first || first.residual === 0) return null;
  return second && first.residual <= second.residual * TIE ? null : first.at;
};

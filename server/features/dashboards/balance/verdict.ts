import type { BalanceStatus } from '../../../contract/model/balanceGraph.ts';
import type { BalanceTotals } from '../../../contract/user/waterBalance.ts';
import { round } from '../../../core/round.ts';
import { roundShare, toKilo } from '../../../historian/index.ts';
import type { Balance } from './nodeBalance.ts';

/** What alarms and overviews ask of one node on one day. */
export type BalanceVerdict = {
  nodeId: string;
  label: string;
  /** Meters and tanks of the node and of its edges. */
  unitIds: readonly string[];
  inKL: number | null;
  unaccountedKL: number | null;
  unaccountedPct: number | null;
  uncertaintyKL: number | null;
  z: number | null;
  status: BalanceStatus;
  /** Percent. */
  completeness: number;
  /** Of the last whole day up to the one asked for. */
  baselineZ: number | null;
  /** The baseline z was 3 or more on that day and on the one before it. */
  isWarning: boolean;
};

const PLACES = 2;
const BAND_95 = 1.96;

/** 100 imbalance / inflow; null where nothing came in. */
const partOfInflow = ({ imbalanceL, inflowL }: Balance): number | null =>
  imbalanceL === null || inflowL === null || inflowL <= 0 ? null : round((100 * imbalanceL) / inflowL, PLACES);

export const percentComplete = ({ completeness }: Pick<Balance, 'completeness'>): number => roundShare(100 * completeness);

/** A balance as it leaves, KL. */
export const totalsOf = (balance: Balance): BalanceTotals => ({
  inKL: toKilo(balance.inflowL, PLACES),
  outKL: toKilo(balance.outflowL, PLACES),
  stockChangeKL: toKilo(balance.stockChangeL, PLACES),
  knownLossKL: toKilo(balance.knownLossL, PLACES),
  unaccountedKL: toKilo(balance.imbalanceL, PLACES),
  unaccountedPct: partOfInflow(balance),
  uncertaintyKL: toKilo(balance.sigmaL, PLACES),
  band95KL: toKilo(balance.sigmaL === null ? null : BAND_95 * balance.sigmaL, PLACES),
  z: round(balance.z, PLACES),
  status: balance.status,
});

/** Whether it is known that a node closes, or that it does not. */
export const isEvaluated = ({ z, status }: Pick<BalanceVerdict, 'z' | 'status'>): boolean =>
  z !== null && status !== 'incomplete' && status !== 'undetermined';

/** The node that is farthest from closing; null where none can be evaluated. */
export const worstOf = (verdicts: readonly BalanceVerdict[]): BalanceVerdict | null =>
  verdicts.filter(isEvaluated).toSorted((a, b) => Math.abs(b.z ?? 0) - Math.abs(a.z ?? 0))[0] ?? null;

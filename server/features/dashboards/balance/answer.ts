import type { BalanceGraph } from '../../../contract/model/balanceGraph.ts';
import type { Series } from '../../../contract/model/common.ts';
import type { BalanceData } from '../../../contract/user/waterBalance.ts';
import { round } from '../../../core/round.ts';
import {
  type DisplayUnit,
  isoOfSlot,
  jointLetter,
  toDisplay,
  toDisplaySlot,
  toKilo,
  toTimeWindow,
  type Window,
} from '../../../historian/index.ts';
import { type Amounts, meterSigma } from './amounts.ts';
import type { Balancer } from './balancer.ts';
import type { Baseline } from './history.ts';
import type { BalanceResult } from './nodeBalance.ts';
import { isWithinErrors, type Reconciled } from './reconciliation/reconcile.ts';
import { type SankeyNode, sankeyOf } from './sankey.ts';
import { summaryOf } from './summary.ts';
import { percentComplete, totalsOf } from './verdict.ts';

const KILO = 1000;
const SANKEY_PLACES = 8;

export type BalanceFound = {
  type: 'HOUR' | 'DATE';
  graph: BalanceGraph;
  balancer: Balancer;
  window: Window;
  amounts: Amounts;
  evaluated: BalanceResult;
  buckets: readonly BalanceResult[];
  baselines: readonly Baseline[];
  reconciled: Reconciled;
  measure: DisplayUnit;
  nowMs: number;
};

/** The balance of a node by bucket; 0 with letter M where it is not known. */
const graphLine = (at: number, name: string, { window, buckets, evaluated, measure }: BalanceFound): Series => {
  const sizes = new Set(window.buckets.map(({ fromSlot, toSlot }) => toSlot - fromSlot));
  const [size = 0] = sizes;
  const parts = buckets.map(({ nodes }) => nodes[at]);
  const total = evaluated.nodes[at];
  return {
    key: 'balance',
    name,
    unit: measure.unit,
    start: isoOfSlot(window.fromSlot),
    stepMinutes: sizes.size === 1 ? size * 5 : null,
    labels: window.buckets.map(({ label }) => label),
    values: parts.map((part) => toDisplaySlot(part?.imbalanceL ?? 0, measure)),
    quality: parts.map((part) => (part?.imbalanceL == null ? 'M' : jointLetter(part.quality))).join(''),
    total: toDisplay(total?.imbalanceL ?? null, measure),
    completeness: total ? percentComplete(total) : 0,
  };
};

const nodesOf = (found: BalanceFound): BalanceData['nodes'] => {
  const { balancer, evaluated, baselines, reconciled, measure, graph } = found;
  const places = new Map(balancer.plan.nodes.map(({ node }, at) => [node.id, at]));
  const suspect = reconciled.suspect === null ? undefined : balancer.plan.flows[reconciled.suspect];
  return graph.nodes.flatMap(({ id, label }): BalanceData['nodes'] => {
    const at = places.get(id) ?? -1;
    const [balance, planned] = [evaluated.nodes[at], balancer.plan.nodes[at]];
    if (!balance || !planned) return [];
    const imbalance = toDisplay(balance.imbalanceL, measure);
    const isEvaluated = balance.status === 'balanced' || balance.status === 'gain';
    return [
      {
        ...totalsOf(balance),
        id,
        label,
        inflow: toDisplay(balance.inflowL, measure),
        outflow: toDisplay(balance.outflowL, measure),
        balance: imbalance,
        leakage: balance.status === 'loss' ? imbalance : isEvaluated ? 0 : null,
        baselineZ: round(baselines[at]?.z ?? null, 2),
        completeness: percentComplete(balance),
        ...(suspect?.edge && (suspect.from === at || suspect.to === at) && { suspectEdgeId: suspect.edge.id }),
        ...(planned.conserves && { graph: graphLine(at, label, found) }),
      },
    ];
  });
};

const edgesOf = ({ graph, balancer: { plan }, evaluated, reconciled, amounts }: BalanceFound): BalanceData['edges'] => {
  const places = new Map(plan.flows.flatMap(({ edge }, at) => (edge ? [[edge.id, at] as const] : [])));
  return graph.edges.map(({ id, source, target }) => {
    const at = places.get(id) ?? -1;
    const value = evaluated.values[at] ?? null;
    const measured = value && value.by !== 'rest' ? value : null;
    const sigmaL =
      measured?.by === 'meter'
        ? Math.hypot(
            ...(plan.flows[at]?.terms ?? []).map(({ meter, factor }) => {
              const amount = amounts.meters[meter];
              return amount ? factor * meterSigma(amount, plan.meters[meter]?.mpePct ?? 0) : 0;
            }),
          )
        : (measured?.sigmaL ?? null);
    const reconciledL = reconciled.flowsL[at] ?? null;
    return {
      id,
      source,
      target,
      measuredKL: toKilo(measured?.volumeL ?? null, 2),
      reconciledKL: toKilo(reconciledL, 2),
      uncertaintyKL: toKilo(sigmaL, 2),
      estimated: measured?.by !== 'meter',
      reversed: (measured?.volumeL ?? reconciledL ?? 0) < 0,
    };
  });
};

const picture = ({ graph, balancer: { plan }, evaluated, measure }: BalanceFound): BalanceData['sankey'] => {
  const places = new Map(plan.nodes.map(({ node }, at) => [node.id, at]));
  // drawn in kilolitres at most, so that a thin link is the same one in megalitres
  const divisor = Math.min(measure.divisor, KILO);
  const nodes = graph.nodes.map(({ id, label, type }): SankeyNode => {
    const at = places.get(id) ?? -1;
    const balance = evaluated.nodes[at];
    return {
      id,
      name: label || id,
      kind: type,
      conserves: plan.nodes[at]?.conserves ?? false,
      stockChange: (balance?.stockChangeL ?? 0) / divisor,
      knownLoss: (balance?.knownLossL ?? 0) / divisor,
    };
  });
  const flows = plan.flows.flatMap(({ edge }, at) => {
    const volumeL = evaluated.values[at]?.volumeL;
    return edge && volumeL !== undefined ? [{ source: edge.source, target: edge.target, value: volumeL / divisor }] : [];
  });
  const drawn = sankeyOf(nodes, flows);
  if (divisor === measure.divisor) return drawn;
  const shown = (value: number): number => round((value * divisor) / measure.divisor, SANKEY_PLACES);
  return { ...drawn, links: drawn.links.map((link) => ({ ...link, value: shown(link.value) })) };
};

/** The answer of GET /waterBalance/data, without the comparison. */
export const balanceAnswer = (found: BalanceFound): BalanceData => {
  const { reconciled, balancer, evaluated, window, nowMs, measure, type } = found;
  const { statistic, degreesOfFreedom, probability, suspect } = reconciled;
  return {
    type,
    window: toTimeWindow(window, nowMs),
    siUnit: measure.unit,
    nodes: nodesOf(found),
    edges: edgesOf(found),
    totals: totalsOf(evaluated.whole),
    reconciliation: {
      statistic: probability === null ? null : round(statistic, 3),
      degreesOfFreedom,
      probability: round(probability, 4),
      passed: probability === null ? null : isWithinErrors(probability),
      suspectEdgeId: suspect === null ? null : (balancer.plan.flows[suspect]?.edge?.id ?? null),
    },
    summary: summaryOf(found),
    sankey: picture(found),
  };
};

import type { BalanceData } from '../../../server/contract/user/waterBalance.ts';
import type { TableTwin } from '../../parts/table.ts';
import { words } from './words.ts';

/** Nodes, then flows, with all figures as they were published. */
export const balanceTable = (data: BalanceData, when: string): TableTwin => {
  const { table, sum, status } = words;
  const nameOf = (id: string): string => data.nodes.find((node) => node.id === id)?.label ?? id;
  const kl = (key: string, label: string) => ({ key, label, unit: 'KL', numeric: true as const });
  return {
    name: table.name(when),
    caption: table.name(when),
    columns: [
      { key: 'kind', label: table.kind },
      { key: 'subject', label: table.subject },
      kl('in', sum.in),
      kl('out', sum.out),
      kl('stock', sum.stock),
      kl('known', sum.known),
      kl('unaccounted', sum.unaccounted),
      kl('measured', table.measured),
      kl('reconciled', table.reconciled),
      kl('band', table.band),
      { key: 'z', label: table.z, numeric: true },
      { key: 'status', label: table.status },
      { key: 'complete', label: table.completeness, unit: '%', numeric: true },
    ],
    rows: [
      ...data.nodes.map((node) => [
        ...[table.kinds.node, node.label, node.inKL, node.outKL, node.stockChangeKL, node.knownLossKL, node.unaccountedKL],
        ...[null, null, node.band95KL, node.z, status[node.status], node.completeness],
      ]),
      ...data.edges.map((edge) => [
        ...[table.kinds.flow, `${nameOf(edge.source)} → ${nameOf(edge.target)}`, null, null, null, null, null],
        ...[edge.measuredKL, edge.reconciledKL, edge.uncertaintyKL === null ? null : Math.round(196 * edge.uncertaintyKL) / 100],
        ...[null, edge.estimated ? table.estimated : '', null],
      ]),
    ],
  };
};

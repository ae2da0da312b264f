import type { BalanceData } from '../../../../contract/user/waterBalance.ts';
import type { Kpi, Section } from '../../model.ts';
import type { ReportPart } from '../../parts.ts';
import { number, percent, share, text } from '../columns.ts';
import type { Collecting } from '../context.ts';
import { reportWindow } from '../window.ts';

const statuses: Record<BalanceData['totals']['status'], Kpi['status']> = {
  balanced: 'good',
  loss: 'bad',
  gain: 'watch',
  undetermined: 'unknown',
  incomplete: 'unknown',
};

const columns = [
  number('in', 'Inflow', 'KL', 2),
  number('out', 'Outflow', 'KL', 2),
  number('stock', 'Stock change', 'KL', 2),
  number('known', 'Known loss', 'KL', 2),
  number('unaccounted', 'Unaccounted', 'KL', 2),
  percent('percent', 'Of inflow'),
  number('uncertainty', 'Uncertainty (1 sigma)', 'KL', 2),
  number('z', 'z', '', 2),
  text('status', 'Verdict'),
];

const inflowMeaning =
  'Inflow is all that enters the graph of the balance, what comes back from drains and roofs included; what the plant takes in is Withdrawal.';

const totalCells = (totals: BalanceData['totals']) => ({
  in: totals.inKL,
  out: totals.outKL,
  stock: totals.stockChangeKL,
  known: totals.knownLossKL,
  unaccounted: totals.unaccountedKL,
  percent: totals.unaccountedPct,
  uncertainty: totals.uncertaintyKL,
  z: totals.z,
  status: totals.status,
});

const sectionsOf = ({ totals, nodes, edges, sankey, siUnit }: BalanceData, isOwn: boolean): Section[] => {
  // in a report with other subjects, nodes that cannot be evaluated would hide the rest
  const shown = isOwn ? nodes : nodes.filter(({ status }) => status !== 'undetermined');
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  return [
    {
      kind: 'table',
      key: 'balance',
      title: 'Water balance of the plant',
      columns,
      rows: [{ cells: totalCells(totals) }],
      notes: [inflowMeaning],
    },
    {
      kind: 'flow',
      key: 'flow',
      title: 'Where the water goes',
      unit: siUnit,
      decimals: 2,
      nodes: sankey.nodes,
      links: sankey.links,
    },
    {
      kind: 'table',
      key: 'nodes',
      title: 'Water balance by node',
      columns: [text('node', 'Node'), ...columns, share('complete', 'Complete')],
      rows: shown.map((node) => ({ cells: { node: node.label, ...totalCells(node), complete: node.completeness } })),
      notes: [
        'Unaccounted is inflow - outflow - stock change - known loss: a loss, or the error of the meters. It is balanced while |z| is below 2.',
      ],
    },
    {
      kind: 'table',
      key: 'edges',
      title: 'Flows between nodes',
      columns: [
        text('from', 'From'),
        text('to', 'To'),
        number('measured', 'Measured', 'KL', 2),
        number('reconciled', 'Reconciled', 'KL', 2),
        number('uncertainty', 'Uncertainty (1 sigma)', 'KL', 2),
        text('how', 'How it is known'),
      ],
      rows: edges.map((edge) => ({
        cells: {
          from: labels.get(edge.source) ?? edge.source,
          to: labels.get(edge.target) ?? edge.target,
          measured: edge.measuredKL,
          reconciled: edge.reconciledKL,
          uncertainty: edge.uncertaintyKL,
          how: edge.estimated ? 'estimated' : edge.reversed ? 'measured, ran backwards' : 'measured',
        },
        ...(edge.estimated && edge.measuredKL !== null && { starred: ['measured'] }),
      })),
    },
  ];
};

/** The water balance by the plant's graph; nothing where none is drawn. */
export const waterBalance = async ({ balance, calendar, order }: Collecting): Promise<ReportPart> => {
  // of some hours of each day the stock change is not known beside the flows: it would make a loss of what the tanks took
  const found = await balance(reportWindow(calendar, { ...order, hours: null }));
  if (!found) return { kpis: [], sections: [], readings: [] };
  const { unaccountedKL, status } = found.totals;
  // a node that cannot be evaluated, such as a roof, has no meters whose readings could be complete
  const completeness = found.nodes.filter((node) => node.status !== 'undetermined').map((node) => node.completeness);
  const kpi: Kpi = {
    key: 'unaccounted',
    name: 'Unaccounted',
    value: unaccountedKL,
    unit: 'KL',
    decimals: 2,
    previous: null,
    changePct: null,
    completenessPct: completeness.length > 0 ? Math.min(...completeness) : null,
    status: statuses[status] ?? 'unknown',
  };
  const isOwn = order.service === 'water_balance';
  const sections = sectionsOf(found, isOwn);
  const shown = isOwn ? sections : sections.filter(({ key }) => key !== 'edges');
  return { kpis: [kpi], sections: shown, readings: [], balance: found };
};

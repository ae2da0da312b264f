import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { balanceGraph, balanceStatus, graphShape } from '../model/balanceGraph.ts';
import { divisionFactor, dmy, num, series, timeWindow } from '../model/common.ts';

const graphBody = z.looseObject({
  ...graphShape,
  version: z
    .number()
    .int()
    .min(0)
    .optional()
    .meta({ description: 'the version the change was made on, 0 for the first; another one is 409; not checked where absent' }),
});
export type BalanceGraphBody = z.output<typeof graphBody>;
export type BalanceGraphSent = z.input<typeof graphBody>;

const totals = {
  inKL: num,
  outKL: num,
  stockChangeKL: num,
  knownLossKL: num,
  unaccountedKL: num.meta({ description: 'in - out - stock change - known loss: a loss or the meters’ error' }),
  unaccountedPct: num.meta({ description: 'of the inflow' }),
  uncertaintyKL: num.meta({ description: 'standard uncertainty (1 sigma) of unaccountedKL' }),
  band95KL: num.meta({ description: '1.96 standard uncertainties' }),
  z: num.meta({ description: 'unaccountedKL / uncertaintyKL' }),
  status: balanceStatus.meta({
    description:
      'balanced |z| < 2; loss z >= 2; gain z <= -2; undetermined: not conserved, or beside a flow that has neither meter nor estimate; incomplete: a meter is below 90 % complete, or a stock is not known at an end',
  }),
};
export const balanceTotals = z.object(totals).meta({ id: 'BalanceTotals' });
export type BalanceTotals = z.infer<typeof balanceTotals>;

const nodeBalance = z.object({
  ...totals,
  id: z.string(),
  label: z.string(),
  inflow: num.meta({ description: 'siUnit, as the next three' }),
  outflow: num,
  balance: num.meta({ description: 'in - out - stock change - known loss' }),
  leakage: num.meta({ description: 'the balance where the status is loss, 0 where it is balanced or gain, else null' }),
  baselineZ: num.meta({
    description:
      'robust z of balance / inflow of the last whole day against 14 whole days before it that were not in alarm; needs 7',
  }),
  completeness: z.number(),
  suspectEdgeId: z
    .string()
    .optional()
    .meta({ description: 'the edge beside this node whose meters the reconciliation suspects' }),
  graph: series.optional().meta({ description: 'the balance by bucket' }),
});

const edgeBalance = z.object({
  id: z.string(),
  source: z.string(),
  target: z.string(),
  measuredKL: num.meta({ description: 'by meters or by the estimate; null where there is neither' }),
  reconciledKL: num.meta({
    description:
      'by weighted least squares over the whole graph; of an edge without meters, what the nodes beside it leave for it',
  }),
  uncertaintyKL: num.meta({ description: 'standard uncertainty of measuredKL' }),
  estimated: z.boolean().meta({ description: 'not from meters' }),
  reversed: z.boolean().meta({ description: 'the net flow ran from target to source; the volumes are then negative' }),
});

const named = { displayName: z.string(), value: num };

export const balanceData = z
  .object({
    type: z.enum(['HOUR', 'DATE']),
    window: timeWindow,
    siUnit: z.string(),
    nodes: z.array(nodeBalance),
    edges: z.array(edgeBalance),
    totals: balanceTotals.meta({
      description:
        'in, out, stock change and known loss at the border of all conserving nodes; the unaccounted part, its uncertainty and status over those of them that can be evaluated, as one',
    }),
    reconciliation: z.object({
      statistic: num.meta({ description: 'chi-square of the imbalances' }),
      degreesOfFreedom: z.number().int(),
      probability: num.meta({ description: 'that meters within their errors give as much; below 0.05 the test fails' }),
      passed: z.boolean().nullable(),
      suspectEdgeId: z
        .string()
        .nullable()
        .meta({ description: 'where the test fails, the edge with the largest standardised residual' }),
    }),
    summary: z.array(z.object({ ...named, nodes: z.array(z.object(named)) })),
    sankey: z.object({
      nodes: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string() })),
      links: z.array(
        z.object({
          source: z.string(),
          target: z.string(),
          value: z.number().meta({ description: 'siUnit, above 0' }),
          kind: z.enum(['flow', 'recycle', 'unaccounted']),
        }),
      ),
    }),
    compare: z.object({ ...totals, window: timeWindow }).optional(),
  })
  .meta({ id: 'BalanceData' });
export type BalanceData = z.infer<typeof balanceData>;

const graphRules =
  'A node without `type` is a process. Ids are unique; an edge joins two nodes of the graph, never one with itself; units are units of the ' +
  'industry, those of an edge have a counted volume, those of a stock are tanks. A meter may be at edges one behind the other, not at two into ' +
  'or out of the same node or the plant, which would count its water twice. What breaks a rule is 400, and `errors` says where. ' +
  'A body of another shape, or one with more than 500 nodes or 2,000 edges, is 1430. Unknown fields are kept untouched.';

export const readBalanceGraph = endpoint({
  base: 'user',
  wall: true,
  method: 'get',
  path: '/waterBalance/graphEditor',
  summary: 'Graph of the water balance',
  description: 'Version 0 without nodes while none was saved.',
  auth: 'access',
  limit: 'default',
  faults: [],
  reply: balanceGraph,
});

export const saveBalanceGraph = endpoint({
  base: 'user',
  method: 'post',
  path: '/waterBalance/graphEditor',
  summary: 'Save the graph of the water balance',
  description: graphRules,
  auth: 'access',
  permission: 'WATER_BALANCE_EDITOR',
  limit: 'default',
  faults: ['badRequest', 'conflict'],
  audit: 'waterBalance.graph',
  bodyLimitBytes: 4 * 1_048_576,
  body: graphBody,
  reply: balanceGraph,
});

export const readBalanceData = endpoint({
  base: 'user',
  wall: true,
  method: 'get',
  path: '/waterBalance/data',
  summary: 'Water balance per node, edge and plant',
  description:
    'HOUR is the shift day date1 by hours, DATE the month to date1 by days. date2 is a second date to compare with: `compare` then has the ' +
    'totals of its window of the same type; it may be before or after date1. A standard uncertainty is p V / sqrt(3) for a meter of maximum ' +
    'permissible error p, 20 % of what was estimated besides, and sqrt(2) A sigma for a tank. Names that end in KL are kilolitres; inflow, ' +
    'outflow, balance, leakage, graphs, summary and sankey are divided by divisionFactor (siUnit). A running window counts as far as it has come.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter'],
  query: z.object({ date1: dmy, date2: dmy.optional(), divisionFactor, type: z.enum(['HOUR', 'DATE']).default('HOUR') }),
  reply: balanceData,
});

export const waterBalanceEndpoints = [readBalanceGraph, saveBalanceGraph, readBalanceData] as const;

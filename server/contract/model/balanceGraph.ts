import { z } from 'zod';
import { isoTime } from './common.ts';

const id = z.string().min(1).max(100);
const unitIds = z.array(z.string().min(1).max(64)).max(50);
const MOST_NODES = 500;
const MOST_EDGES = 2000;

const nodeTypes = ['source', 'tank', 'process', 'treatment', 'consumer', 'discharge', 'loss', 'junction'] as const;
export type BalanceNodeType = (typeof nodeTypes)[number];

/** Where water enters or leaves what is balanced. */
const boundary: readonly BalanceNodeType[] = ['source', 'consumer', 'discharge', 'loss'];

/** Whether what goes into a node must come out of it or be stored; as its type has it unless it is said. */
export const isConserving = ({ conserve, type }: { conserve?: boolean | undefined; type: BalanceNodeType }): boolean =>
  conserve ?? !boundary.includes(type);

const graphNode = z.looseObject({
  id,
  type: z.enum(nodeTypes).default('process'),
  label: z.string().max(200).default(''),
  unitIds: unitIds.default([]).meta({
    description:
      'meters of all that a source gives, or that a consumer, discharge or loss takes; they count where no edge has them. Tanks here count as stockUnitIds',
  }),
  stockUnitIds: unitIds.optional().meta({ description: 'tanks whose stock change belongs to the node' }),
  conserve: z.boolean().optional().meta({
    description: 'what goes in must come out or be stored; false for source, consumer, discharge and loss unless it is said',
  }),
  knownLossPct: z.number().min(0).max(100).optional().meta({ description: 'of the inflow: evaporation, drift, product water' }),
  position: z.looseObject({ x: z.number(), y: z.number() }).default({ x: 0, y: 0 }),
  style: z.record(z.string(), z.unknown()).optional(),
});

const graphEdge = z.looseObject({
  id,
  source: id,
  target: id,
  unitIds: unitIds.default([]).meta({ description: 'meters whose volumes together are the flow' }),
  label: z.string().max(200).optional(),
  estimate: z
    .looseObject({
      kind: z.enum(['fixedKLD', 'shareOfIn']),
      value: z
        .number()
        .min(0)
        .max(1e9)
        .meta({ description: 'fixedKLD: KL a day; shareOfIn: part of the inflow of the source node, 0..1' }),
      uncertaintyPct: z.number().min(0).max(100).meta({ description: 'limits of the value, percent of it' }),
    })
    .optional()
    .meta({ description: 'used in place of meters where there are none' }),
  mpePct: z
    .number()
    .positive()
    .max(50)
    .optional()
    .meta({ description: 'maximum permissible error of these meters; their own where absent' }),
});

const layout = z.looseObject({ direction: z.enum(['LR', 'TB']).default('LR'), zoom: z.number().positive().default(1) });

/** Nodes, edges and layout, as they are sent and stored. */
export const graphShape = {
  nodes: z.array(graphNode).max(MOST_NODES),
  edges: z.array(graphEdge).max(MOST_EDGES),
  layout: layout.default({ direction: 'LR', zoom: 1 }),
};

/** The graph as it is stored: a React Flow document whose unknown fields are kept. */
export const balanceGraph = z
  .looseObject({
    ...graphShape,
    version: z.number().int().meta({ description: '0 where no graph was saved yet' }),
    updatedAt: isoTime.optional(),
    updatedBy: z.string().optional().meta({ description: 'id of the user who saved it' }),
  })
  .meta({ id: 'BalanceGraph' });
export type BalanceGraph = z.output<typeof balanceGraph>;
export type BalanceNode = BalanceGraph['nodes'][number];
export type BalanceEdge = BalanceGraph['edges'][number];

export const balanceStatus = z.enum(['balanced', 'loss', 'gain', 'undetermined', 'incomplete']);
export type BalanceStatus = z.infer<typeof balanceStatus>;

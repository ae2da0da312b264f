import { type BalanceGraphBody, type BalanceGraphSent, saveBalanceGraph } from '../contract/user/waterBalance.ts';
import type { Amounts } from '../features/dashboards/balance/amounts.ts';
import { type Balancer, makeEvaluator } from '../features/dashboards/balance/balancer.ts';
import { planGraph } from '../features/dashboards/balance/plan.ts';
import type { UnitDirectory } from '../plantModel/model.ts';
import { TestPlant } from './testPlant.ts';

type SentNode = BalanceGraphSent['nodes'][number];
type SentEdge = BalanceGraphSent['edges'][number];

/** A graph as a client sends it, with what it leaves out filled in. */
export const graph = (nodes: SentNode[], edges: SentEdge[]): BalanceGraphBody => saveBalanceGraph.body.parse({ nodes, edges });

export const node = (id: string, type: NonNullable<SentNode['type']>, fields: Partial<SentNode> = {}): SentNode => ({
  ...fields,
  id,
  type,
  label: id.toUpperCase(),
});

/** An edge `id` from `a>b`, by meters of class 2 unless given otherwise. */
export const edge = (id: string, ends: `${string}>${string}`, units: string[] = [], fields: Partial<SentEdge> = {}): SentEdge => {
  const [source = '', target = ''] = ends.split('>');
  return { ...fields, id, source, target, unitIds: units };
};

const meter = { modulus: 1e9, basePerCount: 1000, maxPerHour: 1e6 };

/** Flow meters, and tanks of 100 m2, by id. */
export const plantWith = (flows: readonly string[], tanks: readonly string[] = []): TestPlant => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
  for (const id of flows) plant.addUnit({ id, type: 'flow', subCategoryId: 's', meta: { meter } });
  const tank = { shape: 'rectangular' as const, length: 10, width: 10, height: 5, compartments: 1 };
  for (const id of tanks) plant.addUnit({ id, type: 'stock', subCategoryId: 's', meta: { tank } });
  return plant;
};

export const balancerOf = (body: Pick<BalanceGraphBody, 'nodes' | 'edges'>, directory: UnitDirectory): Balancer =>
  makeEvaluator(planGraph(body, (unitId) => directory.unit('DEMO', unitId)));

/** What units counted in KL and by how much tanks grew, with what is to be different about it. */
export const amountsOf = (
  { plan }: Balancer,
  kilolitres: Readonly<Record<string, number | null>>,
  { estimatedKL = {} as Record<string, number>, completeness = {} as Record<string, number>, days = 1, stockSigmaL = 283 } = {},
): Amounts => ({
  meters: plan.meters.map(({ unitId }) => {
    const volume = kilolitres[unitId] ?? null;
    return volume === null
      ? null
      : {
          volumeL: volume * 1000,
          estimatedL: (estimatedKL[unitId] ?? 0) * 1000,
          completeness: completeness[unitId] ?? 1,
          quality: 'G',
        };
  }),
  stocks: plan.stocks.map(({ unit }) => {
    const change = kilolitres[unit.id] ?? null;
    return change === null ? null : { changeL: change * 1000, sigmaL: stockSigmaL };
  }),
  days,
});

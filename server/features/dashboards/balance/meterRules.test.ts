import { describe, expect, it } from 'vitest';
import { amountsOf, edge, graph, node, plantWith } from '../../../test/balanceRig.ts';
import { fakeDocuments } from '../../../test/fakeDocuments.ts';
import { BalanceGraphs } from './graphs.ts';
import { repeatedMeters } from './meterRules.ts';
import { evaluateWindow } from './nodeBalance.ts';

const nodes = [node('in', 'source'), node('store', 'process'), node('out', 'consumer')];

/** Two meters, and a virtual unit that is one of them less the other. */
const plant = () =>
  plantWith(['well', 'side']).addUnit({
    ...{ id: 'rest', type: 'virtual', subCategoryId: 's' },
    meta: {
      expression: [
        { unitId: 'well', factor: 1 },
        { unitId: 'side', factor: -1 },
      ],
    },
  });

const faultsOf = (edges: Parameters<typeof graph>[1]) => {
  const units = plant();
  return repeatedMeters(graph(nodes, edges), (id) => units.unit('DEMO', id));
};

describe('a meter at several edges of one side', () => {
  const [one, two, less] = [
    edge('a', 'in>store', ['side']),
    edge('b', 'in>store', ['side']),
    edge('c', 'in>store', ['rest']),
  ] as const;

  it('is judged by what all of them count of it, in whatever order they are listed', () => {
    // once, once more and once less is once
    for (const edges of [
      [one, two, less],
      [one, less, two],
      [less, one, two],
    ])
      expect(faultsOf(edges)).toEqual([]);
    expect(faultsOf([one, two])).toHaveLength(1);
  });

  it('is no fault of the edge that takes its water off', () => {
    const paths = faultsOf([one, two, edge('d', 'in>store', ['side']), less]).map(({ path }) => path);
    expect(paths).toEqual(['edges.1.unitIds.0', 'edges.2.unitIds.0']);
  });

  it('has its faults in the order of the edges, not of the names of nodes', () => {
    const paths = faultsOf([
      edge('b', 'store>out', ['side']),
      edge('a', 'store>out', ['side']),
      edge('z', 'in>store', ['well']),
      edge('y', 'in>store', ['well']),
    ]).map(({ path }) => path);
    expect(paths).toEqual(['edges.1.unitIds.0', 'edges.3.unitIds.0']);
  });
});

it('a graph that was stored before is computed as it was, and can be read to be put right', async () => {
  const units = plant();
  const body = graph(nodes, [edge('a', 'in>store', ['well']), edge('b', 'in>store', ['well']), edge('c', 'store>out', ['side'])]);
  const documents = fakeDocuments();
  await documents.save('DEMO', { kind: 'waterBalance', name: '', body, userId: 'u' });
  const graphs = new BalanceGraphs(documents, units);
  const { balancer } = await graphs.balancer('DEMO');
  const { nodes: balances } = evaluateWindow(balancer, amountsOf(balancer, { well: 10, side: 20 }));
  const store = balances[balancer.plan.nodes.findIndex((one) => one.node.id === 'store')];
  // by the meter of both edges 20 KL came in
  expect([store?.inflowL, store?.imbalanceL]).toEqual([20_000, 0]);
  expect((await graphs.read('DEMO')).edges).toHaveLength(3);
});

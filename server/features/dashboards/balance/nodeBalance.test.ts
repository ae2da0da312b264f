import { describe, expect, it } from 'vitest';
import { amountsOf, balancerOf, edge, graph, node, plantWith } from '../../../test/balanceRig.ts';
import { type Balance, evaluateWindow } from './nodeBalance.ts';
import { stockChange } from './stockChanges.ts';

const plant = plantWith(['a', 'b', 'c', 'd'], ['tank', 'pond']);
type Sent = Parameters<typeof graph>;
const balancer = (nodes: Sent[0], edges: Sent[1]) => balancerOf(graph(nodes, edges), plant);

/** in - out of two class 2 meters in series. */
const pipe = balancer(
  [node('in', 'source'), node('mid', 'process'), node('out', 'consumer')],
  [edge('e1', 'in>mid', ['a']), edge('e2', 'mid>out', ['b'])],
);
const balanceOf = (
  of: typeof pipe,
  id: string,
  ...amounts: Parameters<typeof amountsOf> extends [unknown, ...infer R] ? R : never
): Balance => {
  const at = of.plan.nodes.findIndex((one) => one.node.id === id);
  const found = evaluateWindow(of, amountsOf(of, ...amounts)).nodes[at];
  if (!found) throw new Error(`no node ${id}`);
  return found;
};

describe('the imbalance of a node', () => {
  it('has z 1.1 where two class 2 meters are off by +1.0 and -0.8 %, and above 4 with a leak of 4.9 % besides', () => {
    expect(balanceOf(pipe, 'mid', { a: 1010, b: 992 })).toMatchObject({ status: 'balanced', imbalanceL: 18_000 });
    expect(balanceOf(pipe, 'mid', { a: 1010, b: 992 }).z).toBeCloseTo(1.1, 2);
    expect(balanceOf(pipe, 'mid', { a: 1010, b: 992 - 49 })).toMatchObject({ status: 'loss' });
    expect(balanceOf(pipe, 'mid', { a: 1010, b: 992 - 49 }).z).toBeCloseTo(4.2, 1);
  });

  it('of two class 2 meters in series may be 3.3 % of the flow, twice its uncertainty', () => {
    const { sigmaL } = balanceOf(pipe, 'mid', { a: 1000, b: 1000 });
    expect((2 * (sigmaL ?? 0)) / 1_000_000).toBeCloseTo(0.0327, 4);
    expect(balanceOf(pipe, 'mid', { a: 1000, b: 968 }).status).toBe('balanced');
    expect(balanceOf(pipe, 'mid', { a: 1000, b: 966 }).status).toBe('loss');
    expect(balanceOf(pipe, 'mid', { a: 966, b: 1000 }).status).toBe('gain');
  });

  it('counts stock, known losses and what was estimated', () => {
    const tower = balancer(
      [node('in', 'source'), node('mid', 'tank', { stockUnitIds: ['tank'], knownLossPct: 10 }), node('out', 'consumer')],
      [edge('e1', 'in>mid', ['a']), edge('e2', 'mid>out', ['b'])],
    );
    const balance = balanceOf(tower, 'mid', { a: 1000, b: 500, tank: 380 }, { estimatedKL: { a: 50 } });
    // 1000 - 500 - 380 - 100
    expect(balance).toMatchObject({
      inflowL: 1e6,
      outflowL: 5e5,
      stockChangeL: 380_000,
      knownLossL: 100_000,
      imbalanceL: 20_000,
    });
    const [a, b] = [Math.hypot((0.02 * 1e6) / Math.sqrt(3), 0.2 * 50_000), (0.02 * 5e5) / Math.sqrt(3)];
    expect(balance.sigmaL).toBeCloseTo(Math.sqrt(a ** 2 + b ** 2 + 283 ** 2), 6);
  });

  it('is reported at exactly twice its uncertainty, and not below', () => {
    const pond = balancer(
      [node('in', 'source'), node('mid', 'tank', { stockUnitIds: ['tank'] }), node('out', 'consumer')],
      [edge('e1', 'in>mid', ['a']), edge('e2', 'mid>out', ['b'])],
    );
    // nothing flows, so that the tank alone is uncertain
    const of = (tankL: number) => balanceOf(pond, 'mid', { a: 0, b: 0, tank: tankL / 1000 }, { stockSigmaL: 250 });
    expect([-500, -499, 499, 500].map((tankL) => of(tankL).status)).toEqual(['loss', 'balanced', 'balanced', 'gain']);
    expect(of(-500)).toMatchObject({ imbalanceL: 500, sigmaL: 250, z: 2 });
  });

  it('has four times the variance of a meter that counts twice', () => {
    const twice = balancer(
      [node('in', 'source'), node('other', 'source'), node('mid', 'process'), node('out', 'consumer')],
      [edge('e1', 'in>mid', ['a']), edge('e2', 'other>mid', ['a']), edge('e3', 'mid>out', ['b'])],
    );
    const sigma = (0.02 * 1e6) / Math.sqrt(3);
    expect(balanceOf(twice, 'mid', { a: 1000, b: 1000 }).sigmaL).toBeCloseTo(sigma * Math.sqrt(4 + 1), 6);
  });

  it('takes sqrt(2) A sigma for a tank, and the surface at each level where it is not constant', () => {
    const upright = plant.unit('DEMO', 'tank');
    if (!upright) throw new Error('no tank');
    // 100 m2, 2 mm
    expect(stockChange(upright, 100_000, 380_000)).toEqual({ changeL: 280_000, sigmaL: expect.closeTo(Math.SQRT2 * 200, 9) });
    const lying = {
      ...upright,
      meta: { levelSigmaM: 0.005, tank: { shape: 'horizontal_cylinder' as const, diameter: 2, length: 4, head: 0 } },
    };
    // half full the surface is 2 x 4 m; at a level of 0.25 m 2 sqrt(0.25 x 1.75) x 4 m
    const [half, low] = [8 * 5, 2 * Math.sqrt(0.25 * 1.75) * 4 * 5];
    expect(stockChange(lying, 906.6, 6283.2)?.sigmaL).toBeCloseTo(Math.hypot(half, low), 1);
    expect(stockChange(upright, null, 380_000)).toBeNull();
  });

  it('is incomplete when a meter is below 90 %, silent, or a stock is not known', () => {
    expect(balanceOf(pipe, 'mid', { a: 1000, b: 900 }, { completeness: { b: 0.89 } })).toMatchObject({
      status: 'incomplete',
      completeness: 0.89,
    });
    expect(balanceOf(pipe, 'mid', { a: 1000, b: 900 }, { completeness: { b: 0.9 } }).status).toBe('loss');
    expect(balanceOf(pipe, 'mid', { a: 1000, b: null })).toMatchObject({
      status: 'incomplete',
      imbalanceL: null,
      z: null,
      outflowL: null,
    });
    const tower = balancer(
      [node('in', 'source'), node('mid', 'tank', { stockUnitIds: ['tank'] }), node('out', 'consumer')],
      [edge('e1', 'in>mid', ['a']), edge('e2', 'mid>out', ['b'])],
    );
    expect(balanceOf(tower, 'mid', { a: 1000, b: 900, tank: null })).toMatchObject({
      status: 'incomplete',
      stockChangeL: null,
      z: null,
    });
  });

  it('is incomplete and no number when a unit of an edge is no longer there', () => {
    const gone = balancer(
      [node('in', 'source'), node('mid', 'process'), node('out', 'consumer')],
      [edge('e1', 'in>mid', ['a', 'sold']), edge('e2', 'mid>out', ['b'])],
    );
    expect(balanceOf(gone, 'mid', { a: 1000, b: 900 })).toMatchObject({ status: 'incomplete', imbalanceL: null });
  });

  it('turns a flow round that ran backwards', () => {
    expect(balanceOf(pipe, 'mid', { a: 100, b: -20 })).toMatchObject({ inflowL: 120_000, outflowL: 0, imbalanceL: 120_000 });
  });

  it('counts a meter on both sides of a node only where it makes a difference', () => {
    const series = balancer(
      [node('in', 'source'), node('mid', 'junction'), node('out', 'consumer')],
      [edge('e1', 'in>mid', ['a']), edge('e2', 'mid>out', ['a'])],
    );
    expect(balanceOf(series, 'mid', { a: 1000 })).toMatchObject({ imbalanceL: 0, sigmaL: 0, z: 0, status: 'balanced' });
  });
});

describe('a flow without meters', () => {
  const estimate = { kind: 'fixedKLD' as const, value: 100, uncertaintyPct: 20 };

  it('leaves its node undetermined and is worked out from the rest; a plant of no other node is undetermined too', () => {
    const open = balancer(
      [node('in', 'source'), node('mid', 'process'), node('out', 'consumer')],
      [edge('e1', 'in>mid', ['a']), edge('e2', 'mid>out')],
    );
    const { nodes, whole, values } = evaluateWindow(open, amountsOf(open, { a: 1000 }));
    expect(nodes[1]).toMatchObject({ status: 'undetermined', inflowL: 1e6, outflowL: 1e6, imbalanceL: null, z: null });
    expect(values.map((value) => value?.by)).toEqual(['meter', 'rest']);
    expect(whole).toMatchObject({ status: 'undetermined', imbalanceL: null, inflowL: 1e6, outflowL: 1e6 });
  });

  it('has its estimate, by the length of the window and with its own uncertainty', () => {
    const garden = balancer(
      [node('in', 'source'), node('mid', 'process'), node('out', 'consumer')],
      [edge('e1', 'in>mid', ['a']), edge('e2', 'mid>out', [], { estimate })],
    );
    const balance = balanceOf(garden, 'mid', { a: 700 }, { days: 7 });
    expect(balance).toMatchObject({ outflowL: 700_000, imbalanceL: 0, status: 'balanced' });
    expect(balance.sigmaL).toBeCloseTo(Math.hypot(0.02 * 7e5, 0.2 * 7e5) / Math.sqrt(3), 6);
  });

  it('may be a share of what its node takes in', () => {
    const share = balancer(
      [node('in', 'source'), node('mid', 'process'), node('out', 'consumer'), node('waste', 'discharge')],
      [
        edge('e1', 'in>mid', ['a']),
        edge('e2', 'mid>out', ['b']),
        edge('e3', 'mid>waste', [], { estimate: { kind: 'shareOfIn', value: 0.25, uncertaintyPct: 10 } }),
      ],
    );
    expect(balanceOf(share, 'mid', { a: 1000, b: 740 })).toMatchObject({ outflowL: 990_000, imbalanceL: 10_000 });
    expect(balanceOf(share, 'mid', { a: null, b: 740 })).toMatchObject({ status: 'incomplete', imbalanceL: null });
  });

  it('between a junction and a node leaves the node a balance of both together', () => {
    const split = balancer(
      [node('in', 'source'), node('tee', 'junction'), node('hall', 'process'), node('out', 'consumer'), node('side', 'consumer')],
      [edge('e1', 'in>tee', ['a']), edge('e2', 'tee>hall'), edge('e3', 'tee>side', ['b']), edge('e4', 'hall>out', ['c'])],
    );
    const { nodes } = evaluateWindow(split, amountsOf(split, { a: 1000, b: 300, c: 600 }));
    const [hall, tee] = ['hall', 'tee'].map((id) => nodes[split.plan.nodes.findIndex((one) => one.node.id === id)]);
    expect(hall).toMatchObject({ inflowL: 700_000, outflowL: 600_000, imbalanceL: 100_000, status: 'loss' });
    expect(hall?.sigmaL).toBeCloseTo((20 / Math.sqrt(3)) * Math.hypot(1000, 300, 600), 6);
    expect(tee?.status).toBe('undetermined');
  });

  it('is what the meters of its source say', () => {
    const well = balancer(
      [node('well', 'source', { unitIds: ['a'] }), node('mid', 'process'), node('out', 'consumer', { unitIds: ['b'] })],
      [edge('e1', 'well>mid'), edge('e2', 'mid>out')],
    );
    expect(balanceOf(well, 'mid', { a: 1010, b: 992 })).toMatchObject({
      inflowL: 1_010_000,
      imbalanceL: 18_000,
      status: 'balanced',
    });
    expect(balanceOf(well, 'well', { a: 1010, b: 992 })).toMatchObject({ outflowL: 1_010_000, status: 'undetermined' });
  });
});

describe('the plant as a whole', () => {
  const chain = balancer(
    [node('in', 'source'), node('m', 'process'), node('n', 'tank', { stockUnitIds: ['tank'] }), node('out', 'consumer')],
    [edge('e1', 'in>m', ['a']), edge('e2', 'm>n', ['b']), edge('e3', 'n>out', ['c'])],
  );

  it('balances what crosses its border; meters inside cancel', () => {
    const { whole } = evaluateWindow(chain, amountsOf(chain, { a: 1000, b: 900, c: 950, tank: 20 }));
    expect(whole).toMatchObject({
      inflowL: 1e6,
      outflowL: 950_000,
      stockChangeL: 20_000,
      imbalanceL: 30_000,
      status: 'balanced',
    });
    expect(whole.sigmaL).toBeCloseTo(Math.hypot(20_000 / Math.sqrt(3), 19_000 / Math.sqrt(3), 283), 6);
  });

  it('counts what passes by it from a source to a user', () => {
    const tanker = balancer(
      [node('in', 'source'), node('m', 'process'), node('out', 'consumer')],
      [edge('e1', 'in>m', ['a']), edge('e2', 'm>out', ['b']), edge('e3', 'in>out', ['c'])],
    );
    const { whole } = evaluateWindow(tanker, amountsOf(tanker, { a: 1000, b: 1000, c: 50 }));
    expect(whole).toMatchObject({ inflowL: 1_050_000, outflowL: 1_050_000, imbalanceL: 0, status: 'balanced' });
  });

  it('is evaluated by the nodes that can be, beside one whose flow is what is left for it', () => {
    const cooling = balancer(
      [node('in', 'source'), node('m', 'process'), node('tower', 'process'), node('out', 'consumer'), node('air', 'loss')],
      [edge('e1', 'in>m', ['a']), edge('e2', 'm>out', ['b']), edge('e3', 'm>tower', ['c']), edge('e4', 'tower>air')],
    );
    const { whole, nodes } = evaluateWindow(cooling, amountsOf(cooling, { a: 1000, b: 700, c: 200 }));
    expect(whole).toMatchObject({ inflowL: 1e6, outflowL: 900_000, imbalanceL: 100_000, status: 'loss' });
    expect(whole.sigmaL).toBeCloseTo((20 / Math.sqrt(3)) * Math.hypot(1000, 700, 200), 6);
    expect(nodes.find((_, at) => cooling.plan.nodes[at]?.node.id === 'tower')).toMatchObject({ status: 'undetermined' });
  });

  it('of nothing is undetermined', () => {
    const { whole } = evaluateWindow(balancer([], []), { meters: [], stocks: [], days: 1 });
    expect(whole).toMatchObject({ inflowL: null, imbalanceL: null, z: null, status: 'undetermined' });
  });
});

describe('a virtual unit on an edge', () => {
  it('is made of its meters, each with its own error, also where one is on another edge', () => {
    const tee = plantWith(['all', 'part']).addUnit({
      id: 'rest',
      type: 'virtual',
      subCategoryId: 's',
      meta: {
        expression: [
          { unitId: 'all', factor: 1 },
          { unitId: 'part', factor: -1 },
        ],
      },
    });
    const split = balancerOf(
      graph(
        [node('in', 'source'), node('x', 'process'), node('y', 'process'), node('u', 'consumer'), node('v', 'consumer')],
        [edge('e1', 'in>x', ['part']), edge('e2', 'in>y', ['rest']), edge('e3', 'x>u', ['part']), edge('e4', 'y>v', ['rest'])],
      ),
      tee,
    );
    const { nodes, whole } = evaluateWindow(split, amountsOf(split, { all: 1000, part: 400 }));
    expect(nodes.filter(({ status }) => status === 'balanced')).toHaveLength(2);
    expect(whole).toMatchObject({ inflowL: 1e6, outflowL: 1e6, imbalanceL: 0, sigmaL: 0 });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountsOf, balancerOf, edge, graph, node, plantWith } from '../../../../test/balanceRig.ts';
import { evaluateWindow } from '../nodeBalance.ts';
import { isWithinErrors, type Reconciled, reconcile } from './reconcile.ts';

type Body = ReturnType<typeof graph>;
const meters = Array.from({ length: 30 }, (_, at) => `m${at}`);
const plant = plantWith(meters, ['tank']);

const pace = { turn: async (): Promise<void> => undefined };
const run = async (body: Body, ...amounts: Parameters<typeof amountsOf> extends [unknown, ...infer R] ? R : never) => {
  const balancer = balancerOf(body, plant);
  const measured = amountsOf(balancer, ...amounts);
  const { values } = evaluateWindow(balancer, measured);
  const found = await reconcile(balancer, measured, values, pace);
  const byEdge = new Map(balancer.plan.flows.map(({ edge: one }, at) => [one?.id ?? '', found.flowsL[at] ?? null]));
  const suspect = found.suspect === null ? null : balancer.plan.flows[found.suspect]?.edge?.id;
  return { found, byEdge, suspect };
};

/** in -> n1 -> … -> out with a meter before, between and behind. */
const chain = (inner: number, fields: Record<string, object> = {}): Body => {
  const ids = ['in', ...Array.from({ length: inner }, (_, at) => `n${at}`), 'out'];
  return graph(
    ids.map((id) => node(id, id === 'in' ? 'source' : id === 'out' ? 'consumer' : 'process')),
    ids.slice(1).map((id, at) => edge(`e${at}`, `${ids[at] ?? ''}>${id}`, [`m${at}`], fields[`e${at}`] ?? {})),
  );
};
const kilolitres = (values: readonly (number | null)[]): Record<string, number | null> =>
  Object.fromEntries(values.map((value, at) => [`m${at}`, value]));

describe('reconciled volumes', () => {
  it('of two meters in series lie between them, by their variances', async () => {
    // 1 % of 1000 against 2 % of 970: variances 100 and 376.36
    const { byEdge } = await run(chain(1, { e0: { mpePct: 1 } }), kilolitres([1000, 970]));
    const wanted = (1000 / 100 + 970 / 376.36) / (1 / 100 + 1 / 376.36);
    expect((byEdge.get('e0') ?? 0) / 1000).toBeCloseTo(wanted, 6);
    expect(byEdge.get('e1')).toBeCloseTo(byEdge.get('e0') ?? 0, 6);
  });

  it('are tested by the chi-square of the imbalances: one node gives z squared', async () => {
    const { found } = await run(chain(1), kilolitres([1000, 980]));
    const sigma = (20 / Math.sqrt(3)) * Math.hypot(1, 0.98);
    expect(found).toMatchObject({ degreesOfFreedom: 1, suspect: null });
    expect(found.statistic).toBeCloseTo((20 / sigma) ** 2, 9);
    expect(found.probability).toBeGreaterThan(0.05);
  });

  it.each([
    [0.0001, false],
    [0.0101, false],
    [0.0499, false],
    [0.05, true],
    [0.0501, true],
    [1, true],
  ])(
    'whose imbalances have a probability of %d are within the errors of meters, at the 5 %% level: %s',
    (probability, isWithin) => {
      expect(isWithinErrors(probability)).toBe(isWithin);
    },
  );

  it('name the meter between a node that is high and the next one that is low by as much', async () => {
    const { found, suspect } = await run(chain(4), kilolitres([1000, 1001, 930, 999, 1000]));
    expect(found.probability).toBeLessThan(0.01);
    expect(suspect).toBe('e2');
  });

  it('name no meter where none stands out', async () => {
    const { found, suspect } = await run(chain(1), kilolitres([1000, 900]));
    expect(found.probability).toBeLessThan(0.01);
    expect(suspect).toBeNull();
  });

  it('give a flow without meters what the nodes beside it leave, and one whose meter is silent too', async () => {
    const body = graph(
      [node('in', 'source'), node('a', 'process'), node('b', 'process'), node('out', 'consumer'), node('side', 'consumer')],
      [edge('e0', 'in>a', ['m0']), edge('e1', 'a>b'), edge('e2', 'b>out', ['m1']), edge('e3', 'b>side', ['m2'])],
    );
    const { byEdge, found } = await run(body, kilolitres([1000, 700, 280]));
    expect(found.degreesOfFreedom).toBe(1);
    expect(byEdge.get('e1')).toBeCloseTo(byEdge.get('e0') ?? 0, 6);
    expect((byEdge.get('e2') ?? 0) + (byEdge.get('e3') ?? 0)).toBeCloseTo(byEdge.get('e1') ?? 0, 6);
    expect((byEdge.get('e1') ?? 0) / 1000).toBeLessThan(1000);
    expect((await run(body, kilolitres([1000, null, 280]))).byEdge.get('e2')).toBeCloseTo(720_000, 6);
  });

  it('stay null where two flows of a node are not known', async () => {
    const body = graph(
      [node('in', 'source'), node('a', 'process'), node('x', 'consumer'), node('y', 'consumer')],
      [edge('e0', 'in>a', ['m0']), edge('e1', 'a>x'), edge('e2', 'a>y')],
    );
    const { byEdge, found } = await run(body, kilolitres([1000]));
    expect([...byEdge.values()]).toEqual([1_000_000, null, null]);
    expect(found).toMatchObject({ degreesOfFreedom: 0, probability: null });
  });

  it('share an imbalance with a stock by its uncertainty, and leave known losses as they are', async () => {
    const body = graph(
      [node('in', 'source'), node('t', 'tank', { stockUnitIds: ['tank'], knownLossPct: 5 }), node('out', 'consumer')],
      [edge('e0', 'in>t', ['m0']), edge('e1', 't>out', ['m1'])],
    );
    // a tank whose change is known as badly as the meters takes its share
    const sigmaL = (20 / Math.sqrt(3)) * 1000;
    const { byEdge } = await run(body, { m0: 1000, m1: 1000, tank: -80 }, { stockSigmaL: sigmaL });
    // 1000 - 1000 + 80 - 50 = 30 over three: in -10, out +10, the stock change +10
    expect((byEdge.get('e0') ?? 0) / 1000).toBeCloseTo(990, 6);
    expect((byEdge.get('e1') ?? 0) / 1000).toBeCloseTo(1010, 6);
  });

  it('bear a closed circle of meters, whose last node says nothing new', async () => {
    const body = graph(
      [node('a', 'process'), node('b', 'process'), node('c', 'process')],
      [edge('e0', 'a>b', ['m0']), edge('e1', 'b>c', ['m1']), edge('e2', 'c>a', ['m2'])],
    );
    const { byEdge, found } = await run(body, kilolitres([100, 101, 99]));
    expect(found.degreesOfFreedom).toBe(2);
    expect(byEdge.get('e0')).toBeCloseTo(byEdge.get('e1') ?? 0, 6);
    expect(byEdge.get('e1')).toBeCloseTo(byEdge.get('e2') ?? 0, 6);
  });

  it('bear meters that stood still', async () => {
    const { byEdge } = await run(chain(2), kilolitres([0, 0, 0]));
    expect([...byEdge.values()]).toEqual([0, 0, 0]);
  });
});

type Drawn = { inner: number; edges: { from: number; to: number; kl: number; isOpen: boolean }[] };
/** Graphs of up to seven nodes inside, with circles and parallel edges, and some edges without a meter. */
const drawn: fc.Arbitrary<Drawn> = fc.integer({ min: 1, max: 7 }).chain((inner) =>
  fc.record({
    inner: fc.constant(inner),
    edges: fc.array(
      fc
        .record({
          from: fc.integer({ min: -1, max: inner - 1 }),
          to: fc.integer({ min: -1, max: inner - 1 }),
          kl: fc.integer({ min: 100, max: 1000 }),
          isOpen: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
        })
        .filter(({ from, to }) => from !== to),
      { minLength: 1, maxLength: 20 },
    ),
  }),
);
const idOf = (at: number, end: 'source' | 'consumer'): string => (at === -1 ? end : `n${at}`);
const bodyOf = ({ inner, edges }: Drawn): Body =>
  graph(
    [
      node('source', 'source'),
      node('consumer', 'consumer'),
      ...Array.from({ length: inner }, (_, at) => node(`n${at}`, 'process')),
    ],
    edges.map(({ from, to, isOpen }, at) =>
      edge(`e${at}`, `${idOf(from, 'source')}>${idOf(to, 'consumer')}`, isOpen ? [] : [`m${at}`]),
    ),
  );
const volumesOf = ({ edges }: Drawn): Record<string, number> => Object.fromEntries(edges.map(({ kl }, at) => [`m${at}`, kl]));

/** Solves a square system by elimination with full rows of zeros left out; for comparison only. */
const eliminate = (rows: number[][]): number[] => {
  const size = rows[0]?.length ? rows[0].length - 1 : 0;
  const pivots: [row: number[], column: number][] = [];
  for (const row of rows) {
    for (const [pivot, column] of pivots) {
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
      for (let at = 0; at <= size; at += 1) row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0);
    }
    let column = -1;
    for (let at = 0; at < size; at += 1)
      if (Math.abs(row[at] ?? 0) > 1e-9 && (column < 0 || Math.abs(row[at] ?? 0) > Math.abs(row[column] ?? 0))) column = at;
    if (column >= 0) pivots.push([row, column]);
  }
  const x = Array<number>(size).fill(0);
  for (const [row, column] of pivots.toReversed()) {
    const rest = row.slice(0, size).reduce((sum, value, at) => (at === column ? sum : sum + value * (x[at] ?? 0)), 0);
    x[column] = ((row[size] ?? 0) - rest) / (row[column] ?? 1);
  }
  return x;
};

describe('any graph', () => {
  it('is satisfied at every node whose flows are known', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (one) => {
        const { byEdge } = await run(bodyOf(one), volumesOf(one));
        for (let at = 0; at < one.inner; at += 1) {
          const flows = one.edges.map((flow, place) => ({ ...flow, value: byEdge.get(`e${place}`) }));
          const beside = flows.filter(({ from, to }) => from === at || to === at);
          if (beside.some(({ value }) => value === null)) continue;
          const rest = beside.reduce((sum, { to, value }) => sum + (to === at ? 1 : -1) * (value ?? 0), 0);
          expect(Math.abs(rest)).toBeLessThan(1);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is the least squares solution that its optimality system has', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (sent) => {
        const one = { ...sent, edges: sent.edges.map((flow) => ({ ...flow, isOpen: false })) };
        const { byEdge } = await run(bodyOf(one), volumesOf(one));
        // (x^ - x) / u2 + A' l = 0 and A x^ = 0, in the unknowns [x^, l]; weights scaled to about 1
        const count = one.edges.length;
        const weights = one.edges.map(({ kl }) => 1 / kl ** 2);
        const scale = Math.max(...weights);
        const sign = (at: number, flow: number): number =>
          Number(one.edges[flow]?.to === at) - Number(one.edges[flow]?.from === at);
        const rows = [
          ...one.edges.map(({ kl }, flow) => [
            ...one.edges.map((_, other) => (other === flow ? (weights[flow] ?? 0) / scale : 0)),
            ...Array.from({ length: one.inner }, (_, at) => sign(at, flow)),
            ((weights[flow] ?? 0) / scale) * kl,
          ]),
          ...Array.from({ length: one.inner }, (_, at) => [
            ...one.edges.map((_, flow) => sign(at, flow)),
            ...Array<number>(one.inner + 1).fill(0),
          ]),
        ];
        const wanted = eliminate(rows);
        for (let flow = 0; flow < count; flow += 1)
          expect((byEdge.get(`e${flow}`) ?? 0) / 1000).toBeCloseTo(wanted[flow] ?? 0, 4);
      }),
      { numRuns: 200 },
    );
  });

  it('comes to the same in whatever order it is listed', async () => {
    const numbers = ({ statistic, degreesOfFreedom, probability }: Reconciled) => [statistic, degreesOfFreedom, probability];
    await fc.assert(
      fc.asyncProperty(drawn, fc.integer({ min: 0, max: 1000 }), async (one, seed) => {
        const body = bodyOf(one);
        const shuffled = <T>(list: readonly T[]): T[] =>
          list
            .map((value, at) => ({ value, key: (at * 7919 + seed * 104_729) % 1009 }))
            .sort((a, b) => a.key - b.key)
            .map(({ value }) => value);
        const first = await run(body, volumesOf(one));
        const second = await run({ ...body, nodes: shuffled(body.nodes), edges: shuffled(body.edges) }, volumesOf(one));
        expect(numbers(second.found)).toEqual(numbers(first.found));
        expect(second.suspect).toBe(first.suspect);
        for (const [id, value] of first.byEdge) expect(second.byEdge.get(id)).toBe(value);
      }),
      { numRuns: 200 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { BalanceGraph } from '../../../contract/model/balanceGraph.ts';
import { edge, node } from '../../../test/balanceRig.ts';
import { as, GRAPH, notes, rig, save, serveBalance, small } from '../../../test/servedBalance.ts';

serveBalance();

const read = async (): Promise<BalanceGraph> => (await rig.ask(GRAPH, { headers: as('viewer') })).body as BalanceGraph;

describe('the graph', () => {
  it('is empty and of version 0 before one was saved', async () => {
    expect(await read()).toEqual({ version: 0, nodes: [], edges: [], layout: { direction: 'LR', zoom: 1 } });
  });

  it('keeps fields that nobody knows, at every level, and says who saved it when', async () => {
    const sent = {
      ...small,
      viewport: { x: 1, y: 2, zoom: 0.5 },
      nodes: small.nodes.map((one) => ({ ...one, data: { icon: 'drop' }, selected: true, position: { x: 5, y: 6, z: 7 } })),
      edges: small.edges.map((one) => ({ ...one, markerEnd: { type: 'arrow' } })),
      layout: { direction: 'TB', zoom: 2, snap: true },
    };
    const reply = await save(sent);
    expect(reply.status, reply.text).toBe(200);
    const stored = await read();
    expect(stored).toEqual(reply.body);
    expect(stored).toMatchObject({ ...sent, version: 1, updatedBy: 'u1', updatedAt: '1970-01-01T00:00:00.000Z' });
    expect(stored.nodes.map(({ conserve }) => conserve)).toEqual([false, true, false]);
  });

  it('is refused from a stale version, and saved from the present one', async () => {
    expect((await save({ ...small, version: 0 })).status).toBe(200);
    expect((await save({ ...small, version: 0 })).status).toBe(409);
    expect((await save({ ...small, version: 1 })).body).toMatchObject({ version: 2 });
    expect((await save(small)).body).toMatchObject({ version: 3 });
  });

  it('is noted in the audit log by its size', async () => {
    await save(small);
    expect(notes).toEqual([
      {
        kind: 'waterBalance.graph',
        note: { subject: 'waterBalance', before: { version: 0, nodes: 0, edges: 0 }, after: { version: 1, nodes: 3, edges: 2 } },
      },
    ]);
  });

  it('is changed by its editors only', async () => {
    expect((await save(small, 'viewer')).body).toMatchObject({ code: 401, reason: 'permission' });
    expect((await read()).version).toBe(0);
  });

  it.each([
    ['an edge to nowhere', { edges: [edge('e1', 'in>gone')] }, 'edges.0.target', 'node gone does not exist'],
    ['an edge from nowhere', { edges: [edge('e1', 'gone>in')] }, 'edges.0.source', 'node gone does not exist'],
    ['an edge onto itself', { edges: [edge('e1', 'store>store')] }, 'edges.0', 'joins node store with itself'],
    ['two nodes of one id', { nodes: [...small.nodes, node('in', 'tank')] }, 'nodes.3.id', 'in is the id of nodes.0 already'],
    ['two edges of one id', { edges: [...small.edges, edge('e1', 'in>out')] }, 'edges.2.id', 'e1 is the id of edges.0 already'],
    ['a unit that is not there', { edges: [edge('e1', 'in>store', ['x'])] }, 'edges.0.unitIds.0', 'unit x does not exist'],
    ['a unit without a volume', { edges: [edge('e1', 'in>store', ['ph'])] }, 'edges.0.unitIds.0', 'has no counted volume'],
    ['a tank as a meter', { edges: [edge('e1', 'in>store', ['tank'])] }, 'edges.0.unitIds.0', 'has no counted volume'],
    [
      'a meter as a tank',
      { nodes: [node('in', 'tank', { stockUnitIds: ['well'] })], edges: [] },
      'nodes.0.stockUnitIds.0',
      'is not a tank',
    ],
    [
      'a tank of two nodes',
      { nodes: [...small.nodes, node('other', 'tank', { stockUnitIds: ['tank'] })] },
      'nodes.3.stockUnitIds.0',
      'tank tank belongs to node store already',
    ],
    [
      'a meter at two edges into a node',
      { edges: [edge('b', 'in>store', ['side', 'well']), edge('a', 'in>store', ['well']), edge('e2', 'store>out', ['use'])] },
      'edges.1.unitIds.0',
      'edges.0 already: its water would be counted twice out of node in',
    ],
    [
      'a meter at two edges out of a node',
      { edges: [...small.edges, edge('e3', 'store>in', ['use'])] },
      'edges.2.unitIds.0',
      'unit use (Unit use) is at edges.1 already: its water would be counted twice out of node store',
    ],
    [
      'a meter at two places of the border',
      {
        nodes: [...small.nodes, node('river', 'source'), node('pond', 'process')],
        edges: [...small.edges, edge('e3', 'river>pond', ['well'])],
      },
      'edges.2.unitIds.0',
      'unit well (Unit well) is at edges.0 already: its water would be counted twice into the plant',
    ],
    [
      'a virtual unit beside its own part',
      { edges: [edge('e1', 'in>store', ['both']), edge('e2', 'in>store', ['side'])] },
      'edges.1.unitIds.0',
      'unit side (Unit side) is at edges.0 already: its water would be counted twice out of node in',
    ],
    [
      'a meter of two sources',
      { nodes: [...small.nodes, node('w1', 'source', { unitIds: ['side'] }), node('w2', 'source', { unitIds: ['side'] })] },
      'nodes.4.unitIds.0',
      'unit side (Unit side) is at nodes.3 already: its water would be counted twice into the plant',
    ],
    [
      'a share above all',
      { edges: [edge('e1', 'store>out', [], { estimate: { kind: 'shareOfIn', value: 30, uncertaintyPct: 10 } })] },
      'edges.0.estimate.value',
      'must be a part of the inflow, from 0 to 1',
    ],
  ])('is refused with %s, and nothing is stored', async (_, fields, path, message) => {
    const reply = await save({ ...small, ...fields });
    expect(reply.body).toMatchObject({ code: 400, errors: [{ path, message: expect.stringContaining(message) }] });
    expect((await read()).version).toBe(0);
  });

  it.each([
    ['at edges one behind the other', [edge('e1', 'in>store', ['well']), edge('e2', 'store>out', ['well'])]],
    ['in a difference beside what it is less', [edge('e1', 'in>store', ['rest']), edge('e2', 'in>store', ['side'])]],
    ['in halves at two edges', [edge('e1', 'in>store', ['half']), edge('e2', 'in>store', ['half2'])]],
  ])('may have a meter %s', async (_, edges) => {
    expect((await save({ ...small, edges })).status).toBe(200);
  });

  it('is answered with every fault at once', async () => {
    const reply = await save({ nodes: [node('a', 'tank'), node('a', 'tank')], edges: [edge('e', 'b>c'), edge('e', 'a>a')] });
    expect((reply.body as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([
      'nodes.1.id',
      'edges.1.id',
      'edges.0.source',
      'edges.0.target',
      'edges.1',
    ]);
  });

  it('answers units of another industry as if they did not exist', async () => {
    const [own, others] = await Promise.all([
      save({ ...small, edges: [edge('e1', 'in>store', ['nobody'])] }),
      save(small, 'north'),
    ]);
    expect(own.body).toMatchObject({ code: 400, message: 'edges.0.unitIds.0 unit nobody does not exist' });
    expect(others.body).toMatchObject({ code: 400, message: 'nodes.1.stockUnitIds.0 unit tank does not exist' });
  });

  it.each([
    ['10,000 nodes', { nodes: Array.from({ length: 10_000 }, (_, at) => node(`n${at}`, 'tank')), edges: [] }, 'nodes'],
    ['no nodes', { edges: [] }, 'nodes'],
    ['edges that are none', { nodes: [], edges: 'none' }, 'edges'],
    ['a type of its own', { nodes: [{ id: 'a', type: 'lake' }], edges: [] }, 'nodes.0.type'],
    ['a loss above all', { nodes: [node('a', 'tank', { knownLossPct: 101 })], edges: [] }, 'nodes.0.knownLossPct'],
  ])('is 1430 with %s', async (_, body, path) => {
    expect((await save(body)).body).toMatchObject({ code: 1430, errors: [{ path }] });
    expect((await read()).version).toBe(0);
  });

  it('is refused when it is nested without end, and above 4 MiB', async () => {
    const deep = (levels: number): string =>
      `{"nodes":[],"edges":[],"layout":{"direction":"LR","zoom":1,"x":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    expect((await save(deep(900))).body).toMatchObject({ code: 400 });
    expect((await save(deep(100_000))).body).toMatchObject({ code: 1430 });
    const wide = { ...small, note: 'x'.repeat(2 * 1_048_576) };
    expect((await save(wide)).status).toBe(200);
    expect((await save({ ...small, note: 'x'.repeat(4 * 1_048_576) })).body).toMatchObject({ code: 413 });
  });
});

import { describe, expect, it } from 'vitest';
import type { BalanceData } from '../../../server/contract/user/waterBalance.ts';
import { findingsOf, verdictOf } from './findings.ts';

type Node = BalanceData['nodes'][number];
const graph = {
  key: 'g',
  name: '',
  unit: 'KL',
  start: '2026-11-21T00:30:00.000Z',
  stepMinutes: 60,
  values: [],
  quality: '',
  completeness: 100,
};
const node = (id: string, fields: Partial<Node> = {}): Node => ({
  ...{
    id,
    label: id,
    inKL: 100,
    outKL: 99,
    stockChangeKL: 0,
    knownLossKL: 0,
    unaccountedKL: 1,
    unaccountedPct: 1,
    uncertaintyKL: 1,
  },
  ...{
    band95KL: 1.96,
    z: 1,
    status: 'balanced',
    inflow: 100,
    outflow: 99,
    balance: 1,
    leakage: 0,
    baselineZ: 0,
    completeness: 100,
    graph,
  },
  ...fields,
});
const balance = (nodes: Node[], fields: Partial<BalanceData> = {}): BalanceData => ({
  type: 'HOUR',
  window: { from: '', to: '', label: '', timezone: 'Asia/Kolkata', shiftStart: '06:00:00', open: false },
  siUnit: 'KL',
  nodes,
  edges: [
    { id: 'e1', source: 'a', target: 'b', measuredKL: 5, reconciledKL: 6, uncertaintyKL: 1, estimated: false, reversed: false },
  ],
  totals: node('all', { status: 'balanced' }),
  reconciliation: { statistic: 1, degreesOfFreedom: 1, probability: 0.5, passed: true, suspectEdgeId: null },
  summary: [],
  sankey: { nodes: [], links: [] },
  ...fields,
});

describe('findings', () => {
  it('begin with the node that is farthest from closing, and end with what cannot be evaluated', () => {
    const found = findingsOf(
      balance([
        node('fine'),
        node('small', { status: 'gain', z: -2.5 }),
        node('large', { status: 'loss', z: 8 }),
        node('drifting', { baselineZ: 4 }),
        node('dark', { status: 'undetermined', z: null }),
        node('gaps', { status: 'incomplete' }),
      ]),
    );
    expect(found.map((one) => [one.kind, 'node' in one ? one.node.id : ''])).toEqual([
      ['loss', 'large'],
      ['gain', 'small'],
      ['drift', 'drifting'],
      ['noSuspect', ''],
      ['incomplete', ''],
      ['undetermined', ''],
    ]);
  });

  it('name the meter that the whole graph suspects, where its test fails', () => {
    const reconciliation = { statistic: 20, degreesOfFreedom: 2, probability: 0.001, passed: false, suspectEdgeId: 'e1' };
    expect(findingsOf(balance([node('a')], { reconciliation }))).toMatchObject([{ kind: 'suspect', edge: { id: 'e1' } }]);
  });

  it('leave out sources and uses, which have nothing to close', () => {
    const { graph: _, ...source } = node('source', { status: 'undetermined' });
    expect(findingsOf(balance([source]))).toEqual([]);
  });
});

describe('the verdict', () => {
  it('is none while the day runs', () => {
    const data = balance([node('a', { status: 'loss', z: 9 })], { totals: node('all', { status: 'loss' }) });
    expect(verdictOf({ ...data, window: { ...data.window, open: true } })).toEqual({ kind: 'short' });
    expect(verdictOf(data)).toMatchObject({ kind: 'loss', off: [{ id: 'a' }] });
  });

  it('names the least complete node where the whole is incomplete', () => {
    const nodes = [node('a', { status: 'incomplete', completeness: 80 }), node('b', { status: 'incomplete', completeness: 20 })];
    expect(verdictOf(balance(nodes, { totals: node('all', { status: 'incomplete' }) }))).toMatchObject({
      kind: 'incomplete',
      worst: { id: 'b' },
    });
  });
});

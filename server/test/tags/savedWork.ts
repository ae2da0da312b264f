import { saveBalanceGraph } from '../../contract/user/waterBalance.ts';
import { beverageBalance } from '../../demo/layout/beverageBalance.ts';
import type { Changes } from './changing.ts';
import { caller, server } from './demo.ts';

const signal = new AbortController().signal;

export const savedGraph: Changes = [
  [
    'the balance graph is saved',
    () => {
      const { nodes, edges, ...rest } = saveBalanceGraph.body.parse(beverageBalance);
      const kept = nodes.map((node) => ({
        ...node,
        label: `${node.label} 2`,
        ...(node.type === 'treatment' && { knownLossPct: 7 }),
      }));
      return server.dashboards.balanceGraphs.save('DEMO', { ...rest, nodes: kept, edges }, caller.userId);
    },
    [/graphEditor/, /waterBalance\/data/, /landing/, /executive/],
  ],
];

export const savedWork: Changes = [
  [
    'a diagram is saved',
    () => {
      const bind = [{ unitId: 'demo-line1', field: 'total' }];
      const node = { id: 'n', kind: 'meter' as const, label: 'Line 1', x: 0, y: 0, w: 1, h: 1, bind };
      return server.diagrams.scada.save(
        caller,
        {},
        { pages: [{ id: 'p', name: 'New', level: 1, width: 9, height: 9, nodes: [node], edges: [] }] },
      );
    },
    [/scada\/data/, /scada\/graphEditor/],
  ],
  [
    'work on the RO plant is logged',
    () =>
      server.dashboards.roLog.add(caller, {
        plantId: 'treatment',
        kind: 'flush',
        start: '2026-11-09T08:00:00Z',
        end: '2026-11-09T11:00:00Z',
      }),
    [/roEfficiency/],
  ],
  [
    'a membrane change is logged',
    () =>
      server.dashboards.roLog.add(caller, {
        plantId: 'treatment',
        kind: 'membrane_change',
        start: '2026-11-05T04:00:00Z',
        end: '2026-11-05T09:00:00Z',
      }),
    [/roEfficiency/],
  ],
  [
    'rain of other years is brought',
    () =>
      server.dashboards.rainHistory.bring(
        { industryId: 'DEMO', signal },
        { unitId: 'demo-rain', source: 'csv', startDate: '2024-06-01', endDate: '2024-06-30', csv: 'date,mm\n2024-06-10,55\n' },
      ),
    [/fetchAnalytics/],
  ],
  [
    'normals of another district are brought',
    () =>
      server.dashboards.rainHistory.bring(
        { industryId: 'DEMO', signal },
        { unitId: 'demo-rain', source: 'normals', district: 'Solan', startDate: '2026-11-09', endDate: '2026-11-09' },
      ),
    [/rainfall\/trend/, /fetchAnalytics/],
  ],
  [
    'steps of the fresh-water form are saved',
    async () => {
      const steps: [step: 1 | 2, data: Record<string, unknown>][] = [
        [1, { siteName: 'Works', areaM2: 9000, district: 'Pune', industryType: 'beverage' }],
        [2, { catchments: [{ name: 'Shed', surface: 'metal_sheet', areaM2: 900 }] }],
      ];
      for (const [step, data] of steps)
        await server.dashboards.freshWater.save({ industryId: 'DEMO', signal }, { step, data }, caller.userId);
    },
    [/fetchAnalytics/],
  ],
];

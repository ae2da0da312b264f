import { describe, expect, it } from 'vitest';
import type { UnitType } from '../../contract/model/common.ts';
import type { Unit } from '../../plantModel/model.ts';
import { METER, someUnit } from '../../test/configuredPlant.ts';
import { dashboardFaults } from './dashboardRules.ts';

const stored = (id: string, type: UnitType, meta: Record<string, unknown> = {}): Unit => ({
  ...someUnit({ type, name: `The ${id}`, meta }),
  id,
  industryId: 'DEMO',
  categoryId: 'SOURCE_CATEGORY',
  createdAtMs: 0,
  version: 1,
  series: [],
  feeds: [],
  countedIn: [],
  adds: [],
});

const units = [
  stored('main', 'flow', { meter: METER }),
  stored('sum', 'virtual', { expression: [{ unitId: 'main', factor: 1 }] }),
  stored('tank', 'stock'),
];
const faultsOf = (type: UnitType, meta: Record<string, unknown>, selfId?: string): string[] =>
  dashboardFaults(someUnit({ type, meta }), selfId, units).map(({ path, message }) => `${path} ${message}`);

const params = { ph: { name: 'pH', unit: 'pH', lt: 6, ht: 9 } };
const tank = { shape: 'vertical_cylinder', diameter: 2, height: 3 };

describe('what dashboards compute with', () => {
  it.each<[string, UnitType, Record<string, unknown>]>([
    ['a quality unit with a meter', 'quality', { params, flowUnitId: 'main', underConsent: true, ro: { side: 'train' } }],
    ['a quality unit with a sum of meters', 'quality', { params, flowUnitId: 'sum' }],
    ['an energy unit', 'energy', { flowUnitId: 'main', contractKVA: 500, ratedKW: 5, ro: { side: 'train' } }],
    ['a meter', 'flow', { mpePct: 2, minimumFlowM3h: 0.1, flowLow: 1, flowHigh: 1, credit: { method: 'metered' } }],
    ['a line with a tank', 'flow', { meter: METER, alertParams: { stable_flow: { tankUnitId: 'tank' } } }],
    ['a well', 'borewell', { well: { depthM: 100, casingM: 30, pumpIntakeMbgl: 100, aquiferId: 'a' } }],
    ['a piezometer', 'level', { well: { piezometer: true }, levelSigmaM: 0.01 }],
    ['a tank', 'stock', { tank, deadLevelM: 0.3, levelSigmaM: 0.005 }],
  ])('fits %s', (_, type, meta) => {
    expect(faultsOf(type, meta)).toEqual([]);
  });

  it.each<[string, UnitType, Record<string, unknown>]>([
    ['meta.flowUnitId is for quality and energy units only', 'flow', { flowUnitId: 'main' }],
    ['meta.flowUnitId unit nobody does not exist', 'quality', { params, flowUnitId: 'nobody' }],
    ['meta.flowUnitId The tank is a stock unit and counts no water', 'energy', { flowUnitId: 'tank' }],
    [
      'meta.alertParams.stable_flow.tankUnitId must be a stock unit of this industry',
      'flow',
      { meter: METER, alertParams: { stable_flow: { tankUnitId: 'main' } } },
    ],
    ['meta.contractKVA is for energy units only', 'flow', { contractKVA: 5 }],
    ['meta.mpePct is for flow, borewell, energy and rain units only', 'stock', { mpePct: 2 }],
    ['meta.well is for borewell and level units only', 'flow', { well: {} }],
    ['meta.well.casingM must not be above depthM', 'borewell', { well: { depthM: 10, casingM: 11 } }],
    ['meta.well.pumpIntakeMbgl must not be below the bottom, depthM', 'borewell', { well: { depthM: 10, pumpIntakeMbgl: 11 } }],
    ['meta.ro.side must be train for an energy unit', 'energy', { ro: { side: 'feed' } }],
    ['meta.ro.side must be feed, permeate or reject for a meter', 'flow', { ro: { side: 'train' } }],
    ['meta.credit is for flow, borewell, manual and virtual units only', 'stock', { credit: { method: 'metered' } }],
    ['meta.flowHigh must not be below flowLow', 'flow', { flowLow: 2, flowHigh: 1 }],
    ['meta.deadLevelM must be below the top of the tank', 'stock', { tank, deadLevelM: 3 }],
  ])('refuses: %s', (message, type, meta) => {
    expect(faultsOf(type, meta)).toEqual([message]);
  });

  it('refuses a unit that is its own meter', () => {
    expect(faultsOf('energy', { flowUnitId: 'self' }, 'self')).toEqual(['meta.flowUnitId must be another unit']);
  });
});

import { describe, expect, it } from 'vitest';
import type { OverviewUnit } from '../../server/contract/plant/overview.ts';
import { liveParamOf, liveParamsOf, searchUnits, sectionOf, sectionsOf } from './grouping.ts';

type Kind = Parameters<typeof sectionOf>[0];
const unit = (over: Partial<Kind> = {}, group = 'Consumption Points', displayName = 'Production'): Kind => ({
  type: 'flow',
  standardCategoryId: 'SOURCE_CATEGORY',
  standardCategoryIds: [],
  subCategory: { id: 's', displayName, group },
  ...over,
});

describe('sections', () => {
  it('follow what a unit counts as before what its group is called', () => {
    expect(sectionOf(unit({ standardCategoryIds: ['ID_SOURCE'] }))).toBe('intake');
    expect(sectionOf(unit({ standardCategoryIds: ['ID_CONSUMPTION'] }, 'Treatment'))).toBe('use');
    expect(sectionOf(unit({ type: 'borewell', standardCategoryIds: ['ID_SOURCE', 'GROUND_WATER_LEVEL'] }))).toBe('intake');
    expect(sectionOf(unit({ type: 'borewell', standardCategoryIds: ['GROUND_WATER_LEVEL'] }))).toBe('groundwater');
  });

  it('follow the group’s name where nothing else is known', () => {
    expect(sectionOf(unit({}, 'Discharge', 'Waste water'))).toBe('discharge');
    expect(sectionOf(unit({}, 'Treatment', 'Treatment'))).toBe('treatment');
    expect(sectionOf(unit({}, 'Sources', 'Rain water'))).toBe('rain');
    expect(sectionOf(unit({}, 'Anything', 'Else'))).toBe('other');
  });

  it('tell a well’s level from a tank’s', () => {
    expect(sectionOf(unit({ type: 'level', standardCategoryId: 'GROUND_WATER_LEVEL' }))).toBe('groundwater');
    expect(sectionOf(unit({ type: 'level', standardCategoryId: 'STOCK_CATEGORY' }))).toBe('stock');
  });

  it('keep calculated totals apart, so that no section counts water twice', () => {
    expect(sectionOf(unit({ type: 'virtual', standardCategoryIds: ['ID_SOURCE'] }))).toBe('totals');
  });

  it('are in the order in which water flows, empty ones left out', () => {
    const units = [unit({ type: 'energy' }), unit({ standardCategoryIds: ['ID_CONSUMPTION'] }), unit({ type: 'stock' })];
    expect(sectionsOf(units).map(({ id }) => id)).toEqual(['use', 'stock', 'energy']);
  });
});

describe('the live parameter of a unit', () => {
  const params = (...all: [param: string, measure: string][]) =>
    all.map(
      ([param, measure]) => ({ param, measure, at: '2025-11-21T08:00:00Z', quality: 'GOOD' }) as OverviewUnit['params'][number],
    );

  it('is its rate rather than its counter', () => {
    expect(liveParamOf({ type: 'flow', params: params(['volume', 'L'], ['flow', 'm3/h']) })?.param).toBe('flow');
    expect(liveParamOf({ type: 'energy', params: params(['energy', 'Wh'], ['power', 'kW']) })?.param).toBe('power');
  });

  it('is none that never had a value, and none of a calculated unit', () => {
    const never = params(['apparent', 'VAh']).map((param) => ({ ...param, at: null, quality: 'STALE' as const }));
    expect(liveParamOf({ type: 'energy', params: never })).toBeUndefined();
    expect(liveParamOf({ type: 'virtual', params: params(['volume', 'L']) })).toBeUndefined();
  });

  it('is one that fails from the start, so that its fault is seen', () => {
    const failing = params(['flow', 'm3/h']).map((param) => ({ ...param, at: null, quality: 'BAD_LINK' as const }));
    expect(liveParamOf({ type: 'flow', params: failing })?.param).toBe('flow');
  });

  it('is the level or value of a tank or a sensor, and none where there is a counter alone', () => {
    expect(liveParamOf({ type: 'stock', params: params(['volume', 'L'], ['level', 'm']) })?.param).toBe('volume');
    expect(liveParamOf({ type: 'level', params: params(['level', 'm']) })?.param).toBe('level');
    expect(liveParamOf({ type: 'rain', params: params(['rain', 'mm']) })).toBeUndefined();
  });

  it('is a depth below ground where a sensor of the level stands in a well of observation', () => {
    const well = { type: 'level', standardCategoryId: 'GROUND_WATER_LEVEL', params: params(['level', 'm']) } as const;
    expect(liveParamOf(well)?.measure).toBe('m bgl');
    expect(liveParamOf({ ...well, standardCategoryId: 'STOCK_CATEGORY' })?.measure).toBe('m');
  });

  it('comes before the counters where all are shown', () => {
    const all = liveParamsOf({ type: 'borewell', params: params(['volume', 'L'], ['flow', 'm3/h'], ['level', 'm bgl']) });
    expect(all.map(({ param }) => param)).toEqual(['flow', 'level', 'volume']);
  });
});

describe('the search', () => {
  const units = ['Line 1 PET', 'Line 2 cans', 'Borewell 1'].map((unitName) => ({
    unitName,
    subCategory: { id: 's', displayName: unitName.startsWith('Line') ? 'Production' : 'Ground water', group: 'G' },
  }));
  const found = (search: string) => searchUnits(units, search, () => 'Flow meter').map(({ unitName }) => unitName);

  it('finds units that hold every word, in any order and case', () => {
    expect(found('1 line')).toEqual(['Line 1 PET']);
    expect(found('GROUND')).toEqual(['Borewell 1']);
    expect(found('flow prod')).toEqual(['Line 1 PET', 'Line 2 cans']);
    expect(found('  ')).toHaveLength(3);
    expect(found('nothing')).toEqual([]);
  });
});

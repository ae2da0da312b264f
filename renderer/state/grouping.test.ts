import { describe, expect, it } from 'vitest';
import type { OverviewUnit } from '../../server/contract/overview.ts';
import { liveParamOf, searchUnits, sectionOf, sectionsOf } from './grouping.ts';

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

  it('keep calculated totals apart, so that no section counts water twice', () => {
    expect(sectionOf(unit({ type: 'virtual', standardCategoryIds: ['ID_SOURCE'] }))).toBe('totals');
  });

  it('stand in the order of the water’s way, empty ones left out', () => {
    const units = [unit({ type: 'energy' }), unit({ standardCategoryIds: ['ID_CONSUMPTION'] }), unit({ type: 'stock' })];
    expect(sectionsOf(units).map(({ id }) => id)).toEqual(['use', 'stock', 'energy']);
  });
});

describe('the live parameter of a unit', () => {
  const params = (...all: [param: string, measure: string][]) =>
    all.map(([param, measure]) => ({ param, measure }) as OverviewUnit['params'][number]);

  it('is its rate rather than its counter', () => {
    expect(liveParamOf({ type: 'flow', params: params(['volume', 'L'], ['flow', 'm3/h']) })?.param).toBe('flow');
    expect(liveParamOf({ type: 'energy', params: params(['energy', 'Wh'], ['power', 'kW']) })?.param).toBe('power');
  });

  it('is its main one where it has no rate', () => {
    expect(liveParamOf({ type: 'rain', params: params(['rain', 'mm']) })?.param).toBe('rain');
    expect(liveParamOf({ type: 'virtual', params: [] })).toBeUndefined();
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

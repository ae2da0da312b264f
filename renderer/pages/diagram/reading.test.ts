import { expect, it } from 'vitest';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { liveParam, percentPerKL } from './reading.ts';

type Given = Pick<OverviewUnit, 'type'> & { params: [param: string, measure: string][] };

const unitOf = ({ type, params }: Given): OverviewUnit =>
  ({
    type,
    params: params.map(([param, measure]) => ({ param, name: param, measure, value: 1, quality: 'GOOD', at: '' })),
  }) as unknown as OverviewUnit;

const meter = unitOf({
  type: 'flow',
  params: [
    ['volume', 'L'],
    ['flow', 'm3/h'],
  ],
});
const energy = unitOf({
  type: 'energy',
  params: [
    ['energy', 'Wh'],
    ['power', 'kW'],
  ],
});
const tank = unitOf({
  type: 'stock',
  params: [
    ['volume', 'L'],
    ['level', 'm'],
  ],
});

it('a volume of a meter is what the server counted in any unit of measure, never the display of its counter', () => {
  expect(liveParam({ field: 'volume', unit: '' }, meter)).toBeUndefined();
  expect(liveParam({ field: 'value', param: 'volume', unit: '' }, meter)).toBeUndefined();
});

it('what was counted comes from the server for energy and rain too', () => {
  expect(liveParam({ field: 'energy', unit: '' }, energy)).toBeUndefined();
  const rain = unitOf({ type: 'rain', params: [['rain', 'mm']] });
  expect(liveParam({ field: 'value', param: 'rain', unit: '' }, rain)).toBeUndefined();
});

it('rates, levels and what a tank holds are live', () => {
  expect(liveParam({ field: 'value', unit: '' }, meter)?.param).toBe('flow');
  expect(liveParam({ field: 'value', param: 'power', unit: '' }, energy)?.param).toBe('power');
  expect(liveParam({ field: 'volume', unit: '' }, tank)?.param).toBe('volume');
  expect(liveParam({ field: 'percent', unit: '' }, tank)?.param).toBe('volume');
  expect(liveParam({ field: 'value', unit: '' }, tank)?.param).toBe('volume');
});

const well = unitOf({
  type: 'borewell',
  params: [
    ['volume', 'L'],
    ['flow', 'm3/h'],
    ['level', 'm bgl'],
  ],
});

/** The parameter that is drawn live where the server answered the value of a binding in a unit of measure. */
const shownOf = (of: OverviewUnit, measure: string): string | undefined =>
  liveParam({ field: 'value', unit: measure }, of)?.param;

it('a value is drawn live from the parameter that the server took for it', () => {
  expect(shownOf(well, 'm3/h')).toBe('flow');
  expect(shownOf(well, 'm bgl')).toBe('level');
  expect(shownOf(tank, 'KL')).toBe('volume');
  expect(shownOf(tank, 'm')).toBe('level');
});

it('a value in a unit of measure of the industry’s own, or in none yet, is the first that the unit measures', () => {
  expect(shownOf(tank, 'ML')).toBe('volume');
  expect(shownOf(well, '')).toBe('flow');
});

it('a live share of a tank is of its capacity in kilolitres, whatever unit the tank is shown in', () => {
  const of = (siUnit: string, maxCapacity: number | undefined) => percentPerKL({ siUnit, maxCapacity });
  for (const [siUnit, capacity] of [['L', 50_000] as const, ['KL', 50] as const, ['m3', 50] as const, ['ML', 0.05] as const])
    expect(of(siUnit, capacity), siUnit).toBeCloseTo(2, 9);
  expect([of('KL', undefined), of('KL', 0)]).toEqual([null, null]);
});

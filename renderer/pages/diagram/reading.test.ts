import { expect, it } from 'vitest';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { liveParam } from './reading.ts';

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
  expect(liveParam({ field: 'volume' }, meter)).toBeUndefined();
  expect(liveParam({ field: 'value', param: 'volume' }, meter)).toBeUndefined();
});

it('what was counted comes from the server for energy and rain too', () => {
  expect(liveParam({ field: 'energy' }, energy)).toBeUndefined();
  const rain = unitOf({ type: 'rain', params: [['rain', 'mm']] });
  expect(liveParam({ field: 'value', param: 'rain' }, rain)).toBeUndefined();
});

it('rates, levels and what a tank holds are live', () => {
  expect(liveParam({ field: 'value' }, meter)?.param).toBe('flow');
  expect(liveParam({ field: 'value', param: 'power' }, energy)?.param).toBe('power');
  expect(liveParam({ field: 'volume' }, tank)?.param).toBe('volume');
  expect(liveParam({ field: 'percent' }, tank)?.param).toBe('volume');
  expect(liveParam({ field: 'value' }, tank)?.param).toBe('volume');
});

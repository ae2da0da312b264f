import { describe, expect, it } from 'vitest';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { shownSlots } from '../../../test/shownSlots.ts';
import { flowRate } from './flowRate.ts';
import type { RuleParts } from './model.ts';

const [FLOW, ENERGY] = [1, 2];
/** 10:00. */
const NOW = 288_000 + 120;
type Shown = number | [number, 'E'];
type Options = {
  meta?: object;
  units?: object[];
  maxCapacity?: number | null;
  onDelaySlots?: number;
  kWh?: Shown;
  params?: string[];
};

const found = (
  flow: Shown,
  { meta = {}, units = [], maxCapacity = null, onDelaySlots = 2, kWh = 0, params = ['flow'] }: Options = {},
) => {
  const series = params.map((param) => ({ id: FLOW, param }) as SeriesInfo);
  const unit = { id: 'line', name: 'Line', deployed: true, maxCapacity, series, meta } as unknown as Unit;
  const settings = { enabled: true, params: {}, deadbandPct: 5, onDelaySlots };
  const evaluate = flowRate.prepare({ unit, units: [unit, ...units], settings } as unknown as RuleParts);
  return evaluate?.(shownSlots(NOW, { [FLOW]: () => flow, [ENERGY]: () => kWh }));
};
const states = (...given: Parameters<typeof found>) => found(...given)?.map(({ isMet, isOver }) => [isMet, isOver])[0];
const [met, between, over] = [
  [true, false],
  [false, false],
  [false, true],
];

describe('a high flow', () => {
  const high = (flow: Shown, maxCapacity: number | null = null) => states(flow, { meta: { flowHigh: 10 }, maxCapacity });

  it('is above its limit, and over a twentieth of it under it', () => {
    expect([high(10.1), high(10), high(9.6), high(9.5)]).toEqual([met, between, between, over]);
    expect([high([20, 'E']), high(Number.NaN)]).toEqual([
      [null, false],
      [null, false],
    ]);
  });

  it('is over by a hundredth of what the line may pass, where that is more', () => {
    // 2400 KL a day are 100 m3/h
    expect([high(9.1, 2400), high(9, 2400), high(9.5, 1200)]).toEqual([between, over, over]);
    // of a small line of which it is not known by its own limit alone
    expect(states(0.094, { meta: { flowHigh: 0.1 } })).toEqual(over);
  });

  it('says its value and for how long', () => {
    expect(found(12, { meta: { flowHigh: 10 } })).toEqual([
      {
        param: 'flow',
        period: '',
        value: 12,
        direction: 'high',
        isMet: true,
        isOver: false,
        threshold: 10,
        text: 'flowHigh',
        facts: { unit: 'Line', v: 12, thr: 10, min: 10 },
      },
    ]);
    expect(found(12, { meta: { flowHigh: 10 }, onDelaySlots: 0 })?.[0]?.facts.min).toBe(5);
    expect(found([12, 'E'], { meta: { flowHigh: 10 } })?.[0]?.value).toBe(0);
  });
});

describe('a low flow', () => {
  const low = (flow: Shown, more: Options & { meta?: object } = {}) =>
    states(flow, { ...more, meta: { flowLow: 2, ...more.meta } });

  it('is under its limit while the line runs: from a tenth of the limit on', () => {
    expect([low(1.9), low(2), low(2.05), low(2.1)]).toEqual([met, between, between, over]);
    expect([low(0.2), low(0.19), low(0)]).toEqual([met, over, over]);
    expect(low([1, 'E'])).toEqual([null, false]);
  });

  it('is under its limit in the hours in which the line is to run', () => {
    const hours = (runFrom: string, runTo?: string) =>
      low(0, { meta: { alertParams: { flow_rate: { runFrom, ...(runTo !== undefined && { runTo }) } } } });
    expect([hours('09:00', '11:00'), hours('10:05', '11:00'), hours('09:00', '10:00')]).toEqual([met, over, over]);
    // to midnight, where no end is set
    expect([hours('10:00'), hours('10:05')]).toEqual([met, over]);
  });

  const energy = [{ id: ENERGY, param: 'energy' }];
  const pump = { id: 'pump', type: 'energy', deployed: true, series: energy, meta: { flowUnitId: 'line', ratedKW: 12 } };

  it('is under its limit while its pump takes more than a tenth of its power', () => {
    const at = (kWh: Shown) => low(0, { units: [pump], kWh });
    expect([at(101), at(100), at([500, 'E'])]).toEqual([met, over, [null, false]]);
    // whatever flows
    expect(low(1, { units: [pump], kWh: 0 })).toEqual(over);
  });

  it.each<[string, object]>([
    ['another line', { meta: { flowUnitId: 'other', ratedKW: 12 } }],
    ['no known power', { meta: { flowUnitId: 'line' } }],
    ['no meter', { series: [] }],
    ['another type', { type: 'flow' }],
    ['no service', { deployed: false }],
  ])('is by the flow itself where the pump has %s', (_, more) => {
    const units = [{ ...pump, ...more }];
    expect([low(0, { units, kWh: 1000 }), low(1, { units, kWh: 0 })]).toEqual([over, met]);
  });

  it('says its value', () => {
    expect(found(1, { meta: { flowLow: 2 } })).toMatchObject([
      { direction: 'low', value: 1, threshold: 2, text: 'flowLow', facts: { unit: 'Line', v: 1, thr: 2, min: 10 } },
    ]);
  });
});

it('a line is watched by each limit that it has', () => {
  const directions = (meta: object, more: Options = {}) => found(5, { meta, ...more })?.map(({ direction }) => direction);
  expect(directions({ flowHigh: 10, flowLow: 2 })).toEqual(['high', 'low']);
  expect([directions({ flowHigh: 10 }), directions({ flowLow: 2 })]).toEqual([['high'], ['low']]);
  expect([directions({}), directions({ flowHigh: 10 }, { params: [] })]).toEqual([undefined, undefined]);
  expect(directions({ flowHigh: 10, alertEnabled: { flow_rate: false } })).toBeUndefined();
  // by its count, in litres a slot, where it has no flow
  expect(found(1000, { meta: { flowHigh: 10 }, params: ['volume'] })?.[0]?.value).toBe(12);
});

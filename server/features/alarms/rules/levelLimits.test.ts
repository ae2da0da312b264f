import { describe, expect, it } from 'vitest';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { shownSlots } from '../../../test/shownSlots.ts';
import { levelExceed } from './levelExceed.ts';
import type { RuleParts } from './model.ts';

const NOW = 5000;
const [VOLUME, LEVEL] = [1, 2];
type Shown = number | [number, 'E'];
type Meta = Record<string, unknown>;

const prepared = (meta: Meta, { type = 'stock', params = ['volume'], maxCapacity = 0.1 as number | null } = {}) => {
  const ids: Record<string, number> = { volume: VOLUME, level: LEVEL };
  const unit = {
    id: 'tank',
    name: 'Tank',
    type,
    deployed: true,
    siUnit: 'KL',
    maxCapacity,
    series: params.map((param) => ({ id: ids[param], param }) as SeriesInfo),
    meta: { alertEnabled: { level_exceed: true }, ...meta },
  } as unknown as Unit;
  return levelExceed.prepare({
    unit,
    units: [unit],
    settings: { enabled: true, params: {}, deadbandPct: 2 },
  } as unknown as RuleParts);
};
/** A tank of 100 litres: what is shown is percent. By slots ago. */
const tank = (percent: (ago: number) => Shown, meta: Meta = { highThreshold: 90, lowThreshold: 20 }) =>
  prepared(meta)?.(shownSlots(NOW, { [VOLUME]: (slot) => percent(NOW - slot) })) ?? [];
/** A level in metres. */
const level = (metres: (ago: number) => Shown, meta: Meta, more = {}) =>
  prepared(meta, { type: 'level', params: ['level'], maxCapacity: null, ...more })?.(
    shownSlots(NOW, { [LEVEL]: (slot) => metres(NOW - slot) }),
  ) ?? [];
const still = (value: number) => (): number => value;
/** Has ended at a value, after so many slots at a rate, from another level before. */
const rising =
  (end: number, perSlot: number, before = Number.NaN, slots = 6) =>
  (ago: number): number =>
    ago < slots ? end - ago * perSlot : before;

describe('the limits of a tank', () => {
  const states = (percent: number): [boolean | null, boolean][] =>
    tank(still(percent))
      .filter(({ param }) => param === 'level')
      .map(({ isMet, isOver }) => [isMet, isOver]);

  it('are met at them, and over where the tank is more than two hundredths of its span away', () => {
    const [met, between, over]: [boolean, boolean][] = [
      [true, false],
      [false, false],
      [false, true],
    ];
    expect(states(90)).toEqual([met, over]);
    expect([states(89.9)[0], states(88)[0], states(87.9)[0]]).toEqual([between, between, over]);
    expect(states(20)).toEqual([over, met]);
    expect([states(20.1)[1], states(22)[1], states(22.1)[1]]).toEqual([between, between, over]);
  });

  it('are not known where the tank is not measured', () => {
    const unknown = { isMet: null, isOver: false, value: 0 };
    expect(tank(() => Number.NaN)).toMatchObject([unknown, unknown, unknown]);
    expect(tank(() => [95, 'E'])).toMatchObject([unknown, unknown, unknown]);
  });

  it('are watched each where it is set', () => {
    const params = (meta: Meta) => tank(still(50), meta).map(({ param, direction }) => `${param} ${direction}`);
    expect(params({ highThreshold: 90 })).toEqual(['level high', 'level:warn high']);
    expect(params({ lowThreshold: 20 })).toEqual(['level low']);
    expect(params({})).toEqual([]);
    const empty = { lowThreshold: 20, alertParams: { level_exceed: { outOfService: true } } };
    expect(params(empty)).toEqual([]);
  });

  it('are those of a tank by its volume, of any other level by its metres, and of nothing else', () => {
    const limits = { highThreshold: 90 };
    expect(prepared(limits, { params: ['level'] })).toBeUndefined();
    expect(prepared(limits, { maxCapacity: null })).toBeUndefined();
    expect(prepared(limits, { type: 'level', params: ['volume'] })).toBeUndefined();
    expect(prepared(limits, { type: 'borewell', params: ['level'] })).toBeUndefined();
    expect(prepared({ ...limits, alertEnabled: {} })).toBeUndefined();
    expect(prepared(limits, { type: 'level', params: ['level', 'volume'] })).toBeTypeOf('function');
  });
});

describe('what is said of a tank', () => {
  it('is its volume and percent, and when it is full or empty at the rate of half an hour', () => {
    const [high, , low] = tank(rising(60, 2));
    expect(high?.facts).toEqual({
      unit: 'Tank',
      v: 0.06,
      u: 'KL',
      pct: 60,
      thr: 90,
      measure: '%',
      min: 100,
      q: expect.closeTo(0.024),
    });
    expect(low?.facts).toMatchObject({ thr: 20, min: '' });
    const [falling, , lowFalling] = tank(rising(60, -2));
    expect(falling?.facts).toMatchObject({ min: '', q: expect.closeTo(0.024) });
    expect(lowFalling?.facts).toMatchObject({ min: 150 });
    expect(tank(still(60))[0]?.facts).toMatchObject({ min: '', q: 0 });
    expect(tank(rising(100, 2))[0]?.facts.min).toBe('');
  });

  it('is a rate from three readings of the half hour on', () => {
    const known = (...agos: number[]) => tank((ago) => (agos.includes(ago) ? 60 - ago * 2 : Number.NaN))[0]?.facts.min;
    expect([known(0, 1), known(0, 1, 2), known(0, 4, 5), known(0, 5, 6)]).toEqual(['', 100, 100, '']);
  });

  it('is no rate where the level moved by no more than its sensor swings', () => {
    // 5 m high: 0.25 m are 5 %; the slope of six readings swings by 0.239 of that, three times is 3.59 a slot
    const shape = { shape: 'rectangular', length: 1, width: 1, height: 5, compartments: 1 };
    const min = (perSlot: number) =>
      tank(rising(60, perSlot), { highThreshold: 90, tank: shape, levelSigmaM: 0.25 })[0]?.facts.min;
    expect([min(3.58), min(3.6), min(-3.58)]).toEqual(['', expect.closeTo(55.56, 1), '']);
    // three of its standard deviations are the deadband
    const over = (percent: number) => tank(still(percent), { highThreshold: 90, tank: shape, levelSigmaM: 0.25 })[0]?.isOver;
    expect([over(75), over(74.9)]).toEqual([false, true]);
  });

  it('of another level is metres alone', () => {
    const limits = { highThreshold: 3, lowThreshold: 1 };
    const [high, soon, low] = level(rising(2, 0.125), limits);
    expect(high?.facts).toEqual({ unit: 'Tank', v: 2, u: 'm', pct: '', thr: 3, measure: 'm', min: '', q: '' });
    // without a tank around it, it is soon at its limit
    expect(soon?.facts.min).toBe(40);
    expect(low?.facts).toMatchObject({ thr: 1, min: '' });
    expect(level(rising(2, -0.125), limits)[2]?.facts.min).toBe(80);
    // two hundredths of the two metres between its limits
    const over = (metres: number) => level(still(metres), limits)[0]?.isOver;
    expect([over(2.97), over(2.95)]).toEqual([false, true]);
    // of one limit alone as far as that is from nothing
    const alone = (metres: number) => level(still(metres), { highThreshold: 3 })[0]?.isOver;
    expect([alone(2.95), alone(2.93)]).toEqual([false, true]);
    const lowAlone = (metres: number) => level(still(metres), { lowThreshold: 3 })[0]?.isOver;
    expect([lowAlone(3.05), lowAlone(3.07)]).toEqual([false, true]);
  });

  it('of a level in a tank is when that is full', () => {
    const shape = { shape: 'rectangular', length: 1, width: 1, height: 5, compartments: 1 };
    const [high, soon] = level(rising(2, 0.125), { highThreshold: 3, tank: shape });
    expect([high?.facts.min, soon?.facts.min]).toEqual([120, 120]);
    // two hundredths of its height
    const over = (metres: number) => level(still(metres), { highThreshold: 3, tank: shape })[0]?.isOver;
    expect([over(2.9), over(2.89)]).toEqual([false, true]);
  });
});

describe('a tank that fills', () => {
  const soon = (percent: (ago: number) => Shown) => tank(percent).find(({ param }) => param === 'level:warn');

  it('is full within half an hour, as an insight', () => {
    expect(soon(rising(88, 2))).toEqual({
      param: 'level:warn',
      direction: 'high',
      period: '',
      isMet: true,
      isOver: false,
      value: 88,
      threshold: 90,
      text: 'levelHighSoon',
      facts: expect.objectContaining({ min: 30, pct: 88 }),
      insight: true,
      priority: 4,
      onSlots: 1,
      offSlots: 6,
    });
    expect(soon(rising(87.9, 2))).toMatchObject({ isMet: false, isOver: true, facts: { min: expect.closeTo(30.25) } });
    expect(soon(rising(90, 2))).toMatchObject({ isMet: false, facts: { min: '' } });
    expect(soon(rising(89.9, 2))?.isMet).toBe(true);
  });

  it('to no more than its deadband above the highest of the two days before is filled as usual', () => {
    const metAfter = (peak: number, ago = 100) => soon((one) => (one < 6 ? 88 - one * 2 : one === ago ? peak : 30))?.isMet;
    expect([metAfter(85.9), metAfter(86), metAfter(87)]).toEqual([true, false, false]);
    // the half hour in which it rises says nothing, nor does what was more than two days ago or passed the limit
    expect([metAfter(87, 6), metAfter(87, 576), metAfter(87, 577)]).toEqual([false, false, true]);
    expect([metAfter(89.9), metAfter(90), metAfter(95)]).toEqual([false, true, true]);
    expect(soon((ago) => (ago < 6 ? 88 - ago * 2 : 70))?.isMet).toBe(true);
  });
});

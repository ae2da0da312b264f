import { describe, expect, it } from 'vitest';
import { SLOT_MS, SLOTS_PER_DAY } from '../../../core/slots.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { shownSlots } from '../../../test/shownSlots.ts';
import type { RuleParts } from './model.ts';
import { stableFlow } from './stableFlow.ts';

const LEAST = 0.5;
const [FLOW, VOLUME] = [1, 2];
const MIDNIGHT = 1000 * SLOTS_PER_DAY;
type Shown = number | [number, 'E'];

const partsOf = (params: object, { feeds = ['flow'], onDelaySlots = 24, more = {} } = {}): RuleParts => {
  const series = [
    { id: FLOW, param: 'flow' },
    { id: VOLUME, param: 'volume' },
  ] as SeriesInfo[];
  const meta = { alertEnabled: { stable_flow: true }, alertParams: { stable_flow: { qMinM3h: LEAST, ...params } } };
  const unit = { id: 'line', name: 'Line', deployed: true, series, feeds: feeds.map((param) => ({ param })), meta, ...more };
  return {
    unit: unit as unknown as Unit,
    units: [],
    settings: { enabled: true, params: {}, onDelaySlots },
  } as unknown as RuleParts;
};
/** At 03:00, of a flow by the slots before. */
const found = (flow: (ago: number) => Shown, params: object = {}, options?: Parameters<typeof partsOf>[1], at = MIDNIGHT + 35) =>
  stableFlow.prepare(partsOf(params, options))?.(shownSlots(at, { [FLOW]: (slot) => flow(at - slot) }))[0];

describe('a steady flow in quiet time', () => {
  it('is met at the least flow that is one and above, and is over below it', () => {
    expect(found(() => LEAST)).toMatchObject({ isMet: true, isOver: false, value: LEAST, threshold: LEAST });
    expect(found(() => LEAST - 0.01)).toMatchObject({ isMet: false, isOver: true, value: LEAST - 0.01 });
    expect(found((ago) => (ago === 23 ? LEAST - 0.01 : 2))).toMatchObject({ isMet: false, isOver: false, value: 2 });
    expect(found((ago) => (ago === 24 ? LEAST - 0.01 : 2))).toMatchObject({ isMet: true });
  });

  it('may swing by a fifth of its mean, or by what is set', () => {
    const swinging = (most: number) => (ago: number) => (ago % 2 ? 9 : most);
    expect([found(swinging(11))?.isMet, found(swinging(11.1))?.isMet]).toEqual([true, false]);
    expect(found(swinging(11.1), { spreadPct: 25 })?.isMet).toBe(true);
  });

  it('is of the two hours of the category’s delay, of two slots at least, all of them in quiet time', () => {
    // 23:00 is an hour before midnight
    const firstMet = (onDelaySlots: number): number => {
      let slot = MIDNIGHT - 24;
      while (!found(() => 2, {}, { onDelaySlots }, slot)?.isMet) slot += 1;
      return slot - (MIDNIGHT - 12) + 1;
    };
    // one slot in ten may be missing, but those outside of quiet time are no holes
    expect([0, 2, 24, 36].map(firstMet)).toEqual([2, 2, 24, 36]);
    const endsAt = MIDNIGHT + 60;
    expect([found(() => 2, {}, {}, endsAt - 1)?.isMet, found(() => 2, {}, {}, endsAt)?.isMet]).toEqual([true, false]);
  });

  it('is known where nine slots of ten were measured, and the last of them', () => {
    const holes = (count: number) => (ago: number) => (ago > 0 && ago <= count ? Number.NaN : 2);
    // 21.6 of 24
    expect([found(holes(2))?.isMet, found(holes(3))?.isMet]).toEqual([true, false]);
    expect(found(holes(2), {}, { onDelaySlots: 20 })?.isMet).toBe(true);
    expect(found((ago) => (ago === 0 ? Number.NaN : 2))).toMatchObject({
      isMet: null,
      isOver: false,
      value: 0,
      stage: 'unconfirmed',
    });
    expect(found((ago) => (ago === 0 ? [2, 'E'] : 2))).toMatchObject({ isMet: null, isOver: false, value: 0 });
    expect(found((ago) => (ago === 0 ? [0, 'E'] : 2))).toMatchObject({ isMet: null, isOver: false });
    expect(found((ago) => (ago > 0 && ago < 4 ? [2, 'E'] : 2))?.isMet).toBe(false);
  });

  it('says its mean, for how long and since when, and what a day of it loses', () => {
    expect(found((ago) => (ago % 2 ? 10 : 11))).toEqual({
      param: 'flow',
      direction: 'high',
      period: '',
      isMet: true,
      isOver: false,
      stage: 'confirmed',
      code: 1,
      value: 10.5,
      threshold: LEAST,
      text: 'steadyFlow',
      facts: {
        unit: 'Line',
        v: 10.5,
        h: 2,
        b: LEAST,
        lossKLD: 252,
        leakM3h: 10.5,
        since: new Date((MIDNIGHT + 12) * SLOT_MS).toISOString(),
      },
      onSlots: 1,
      offSlots: 2,
    });
    expect(found((ago) => (ago === 0 ? 20 : 2))).toMatchObject({ stage: 'unconfirmed', value: 2.75, facts: { v: 2.75 } });
  });

  it('of a line that must come back to nothing at any hour is its least flow, however it swings', () => {
    const noon = MIDNIGHT + 144;
    expect(found((ago) => (ago === 7 ? 0.6 : 5 + (ago % 9)), { quietFrom: 'always' }, {}, noon)).toMatchObject({
      isMet: true,
      value: 0.6,
      facts: { lossKLD: expect.closeTo(14.4, 9) },
    });
  });
});

describe('a line is watched', () => {
  const watches = (more: object, options: object = {}) =>
    stableFlow.prepare(partsOf({}, { ...options, more }))?.(
      shownSlots(MIDNIGHT + 35, { [FLOW]: () => 2, [VOLUME]: () => 1000 }),
    )[0]?.value;

  it('by its count where it has one, which is no more exact than a slot, else by its flow', () => {
    expect(watches({}, { feeds: ['flow', 'volume'] })).toBe(12);
    expect(watches({}, { feeds: ['volume'] })).toBe(12);
    expect(watches({}, { feeds: ['flow'] })).toBe(2);
    expect(watches({}, { feeds: [] })).toBe(12);
  });

  it('where it has a flow or a count, and its watch is switched on', () => {
    expect(watches({ series: [] })).toBeUndefined();
    expect(watches({ deployed: false })).toBeUndefined();
    expect(watches({ meta: { alertEnabled: {} } })).toBeUndefined();
  });
});

describe('a watch that learns', () => {
  const FROM = 970;
  const learnFrom = new Date(FROM * 86_400_000).toISOString().slice(0, 10);
  type Flow = (day: number, slot: number) => number;
  /** What it finds at a slot of a day once it has learned, of a flow by days since it began and slot of the day. */
  const learned = (flow: Flow, day: number, slot: number, params: object = {}, onDelaySlots = 24) => {
    const evaluate = stableFlow.prepare(partsOf({ mode: 'learned', learnFrom, ...params }, { onDelaySlots }));
    const at = (FROM + day) * SLOTS_PER_DAY + slot;
    const of = (one: number): number => {
      const since = Math.floor(one / SLOTS_PER_DAY) - FROM;
      return since < 0 ? Number.NaN : flow(since, one % SLOTS_PER_DAY);
    };
    const view = shownSlots(at, { [FLOW]: of });
    return evaluate?.(view);
  };
  const isNight = (slot: number): boolean => slot < 72 || slot >= 276;
  const byDay = (slot: number): number => (slot >= 84 && slot < 264 ? 5 : 0);

  it('finds nothing while it learns', () => {
    expect(learned(() => 5, 13, 59)).toEqual([]);
  });

  it('of a line that rests at night waits for five hours of steady flow, or for the category’s delay where that is longer', () => {
    const leaking: Flow = (day, slot) => (day >= 15 ? 5 : byDay(slot));
    // 23:00 to 05:00 of the first night are 72 slots
    const met = (slot: number, delay = 24) => learned(leaking, 16, slot, {}, delay)?.[0];
    expect([met(46)?.isMet, met(47)?.isMet]).toEqual([false, true]);
    expect(met(47)).toMatchObject({ param: 'flow', facts: { h: 5 } });
    expect([met(47, 66)?.isMet, met(53, 66)?.isMet]).toEqual([false, true]);
  });

  it('of a line that has no quiet time learns by the usual night, and finds a flow that does not end in five hours at any time', () => {
    const leaking: Flow = (day, slot) => (day >= 15 ? 5 : byDay(slot));
    const met = (slot: number) => learned(leaking, 15, slot, { quietFrom: 'always' })?.[0]?.isMet;
    expect([met(52), met(200)]).toEqual([false, true]);
  });

  it('of a line that runs at night holds its nights against each other', () => {
    const running: Flow = (day, slot) => (isNight(slot) ? (day >= 17 ? 6 : 3) : 9);
    expect(learned(running, 22, 71)).toMatchObject([{ param: 'night', isMet: true, facts: { b: 3, v: 6 } }]);
    expect(learned(running, 22, 70)).toEqual([]);
    // three nights
    expect(learned(running, 18, 71)).toMatchObject([{ isMet: false }]);
  });

  it('of a line that rests some time finds a flow that goes on for four times as long as any before', () => {
    const some: Flow = (day, slot) => (day >= 15 ? 5 : day % 3 === 0 && isNight(slot) ? 5 : byDay(slot));
    // 15 hours of use: 60 without an end
    const at = (slots: number) => learned(some, 15 + Math.floor((slots - 1) / 288), (slots - 1) % 288)?.[0];
    expect(at(720)).toMatchObject({ param: 'flow', isMet: true, facts: { h: 60 } });
    expect(at(719)).toMatchObject({ isMet: false });
  });

  it('keeps an alarm of an earlier watch until it is learned, and then that of the kind it watches alone', () => {
    const keptOf = (flow: Flow, day: number): readonly string[] => {
      const evaluate = stableFlow.prepare(partsOf({ mode: 'learned', learnFrom }));
      const of = (one: number): number => {
        const since = Math.floor(one / SLOTS_PER_DAY) - FROM;
        return since < 0 ? Number.NaN : flow(since, one % SLOTS_PER_DAY);
      };
      evaluate?.(shownSlots((FROM + day) * SLOTS_PER_DAY + 71, { [FLOW]: of }));
      return evaluate?.seldom?.() ?? ['no watch'];
    };
    const running: Flow = (_, slot) => (isNight(slot) ? 3 : 9);
    const unlike: Flow = (day, slot) => (isNight(slot) ? (day % 4 < 2 ? 1 : 9) : 5);
    expect(keptOf(running, 10)).toEqual(['flow', 'night']);
    expect(keptOf(running, 20)).toEqual(['night']);
    // steady flow is looked at in every slot
    expect(keptOf((_, slot) => byDay(slot), 20)).toEqual([]);
    expect(keptOf(unlike, 20)).toEqual([]);
  });

  it('of a line whose nights are too unlike each other finds nothing', () => {
    const unlike: Flow = (day, slot) => (isNight(slot) ? (day % 4 < 2 ? 1 : 9) : 5);
    expect([learned(unlike, 20, 71), learned(unlike, 20, 30)]).toEqual([[], []]);
  });
});

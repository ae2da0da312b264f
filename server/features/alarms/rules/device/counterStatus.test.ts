import { describe, expect, it } from 'vitest';
import type { CounterEvent } from '../../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../../plantModel/index.ts';
import { shownSlots } from '../../../../test/shownSlots.ts';
import { disagreement, ledgerEvaluator } from './counterStatus.ts';

const counter = { id: 1, param: 'volume' } as SeriesInfo;
const flow = { id: 2, param: 'flow' } as SeriesInfo;
const unit = { name: 'Main', series: [counter, flow] } as unknown as Unit;
const DAYS_14 = 14 * 288;

describe('the ledger of a counter', () => {
  /** A slot in which this counter's ledger is read. */
  const NOW = 12 * 1000 - 1;
  const event = (kind: CounterEvent['kind'], ago: number, more: object = {}): CounterEvent =>
    ({ seriesId: 1, slot: NOW - ago, kind, before: 1, after: 0, note: '', ...more }) as CounterEvent;
  const found = (events: CounterEvent[], param: string, slot = NOW) => {
    const view = {
      ...shownSlots(slot, {}),
      counterEvents: (_: number, slots = 12) => events.filter((one) => one.slot > slot - slots && one.slot <= slot),
    };
    return ledgerEvaluator(unit, counter)(view).find((one) => one.param === param);
  };

  it('is read once an hour, each counter in a slot of its own', () => {
    const reset = [event('clock', 5)];
    const asked = Array.from({ length: 13 }, (_, at) => found(reset, 'clock', NOW - 6 + at)?.isMet);
    expect(asked.flatMap((isMet, at) => (isMet === null ? [] : [at - 6]))).toEqual([0]);
    expect(found(reset, 'clock', NOW - 1)).toMatchObject({ isMet: null, isOver: false });
  });

  it.each<[CounterEvent['kind'], string, number, number]>([
    ['clock', 'clock', 4, 4],
    ['counter_reset', 'counter', 5, 3],
    ['rollover_doubt', 'rollovers', 6, 3],
  ])('with a row of the kind %s is an alarm at once', (kind, param, code, priority) => {
    expect(found([event(kind, 3)], param)).toEqual({
      param,
      direction: '',
      period: '',
      code,
      priority,
      isMet: true,
      isOver: false,
      value: 0,
      threshold: 0,
      text: expect.any(String),
      facts: { unit: 'Main' },
      onSlots: 1,
      offSlots: 1,
      atSlot: NOW - 3,
    });
    const none = found([event('backflow', 3)], param);
    expect(none).toMatchObject({ isMet: false, isOver: true });
    expect(none).not.toHaveProperty('atSlot');
  });

  it('counts rows of an hour, of a new start those of fourteen days, and says the last', () => {
    const isMet = (kind: CounterEvent['kind'], param: string, ago: number) => found([event(kind, ago)], param)?.isMet;
    expect([isMet('clock', 'clock', 11), isMet('clock', 'clock', 12)]).toEqual([true, false]);
    expect([isMet('rollover_doubt', 'rollovers', 11), isMet('rollover_doubt', 'rollovers', 12)]).toEqual([true, false]);
    expect([isMet('counter_reset', 'counter', DAYS_14 - 1), isMet('counter_reset', 'counter', DAYS_14)]).toEqual([true, false]);
    expect(found([event('clock', 9), event('clock', 2)], 'clock')?.atSlot).toBe(NOW - 2);
  });

  it('has reverse flow where water flowed backwards in six slots of the hour', () => {
    const reverse = (count: number) => Array.from({ length: count }, (_, ago) => event('reverse_flow', ago));
    expect(found(reverse(5), 'reverse')).toMatchObject({ isMet: false, isOver: true });
    expect(found(reverse(6), 'reverse')).toMatchObject({ isMet: true, isOver: false, code: 7, priority: 3, text: 'reverseFlow' });
  });

  it('has no wrong clock where the server’s own was set', () => {
    expect(found([event('clock', 3, { before: null })], 'clock')?.isMet).toBe(false);
    // of another kind a row without a value before counts
    expect(found([event('counter_reset', 3, { before: null })], 'counter')?.isMet).toBe(true);
  });
});

describe('a counter and its flow register', () => {
  const NOW = 5000;
  type Shown = number | [number, 'E'];
  const found = (volumes: (ago: number) => Shown, flows: (ago: number) => Shown, leastM3h = 2, of = unit) => {
    const view = shownSlots(NOW, { 1: (slot) => volumes(NOW - slot), 2: (slot) => flows(NOW - slot) });
    return disagreement(view, of, counter, leastM3h);
  };
  const isMet = (...given: Parameters<typeof found>) => found(...given)[0]?.isMet;
  const [zero, kl]: ((ago: number) => Shown)[] = [() => 0, () => 1000];
  if (!zero || !kl) throw new Error('nothing given');

  it('disagree where the counter moved in every slot of an hour by more than the least flow, at a register that shows nothing', () => {
    expect(isMet(kl, zero)).toBe(true);
    expect(isMet((ago) => (ago === 11 ? 0 : 1000), zero)).toBe(false);
    expect(isMet((ago) => (ago === 12 ? 0 : 1000), zero)).toBe(true);
    expect(isMet(kl, (ago) => (ago === 11 ? 5 : 0))).toBe(false);
    expect(isMet(kl, (ago) => (ago === 12 ? 5 : 0))).toBe(true);
    // an hour's count in KL is the flow in m3/h
    expect([isMet(kl, zero, 12), isMet(kl, zero, 11.9)]).toEqual([false, true]);
  });

  it('disagree where the register showed more than the least flow in every slot of an hour in which the counter stood', () => {
    const shows = (m3h: number) => (): number => m3h;
    expect([isMet(zero, shows(2)), isMet(zero, shows(2.1))]).toEqual([false, true]);
    expect(isMet(zero, (ago) => (ago === 11 ? 1 : 6))).toBe(false);
    expect(isMet((ago) => (ago === 11 ? 10 : 0), shows(6))).toBe(false);
    expect(isMet((ago) => (ago === 12 ? 10 : 0), shows(6))).toBe(true);
  });

  it('agree where both move or both stand now, whatever was before', () => {
    expect(found((ago) => (ago === 0 ? 0 : 1000), zero)[0]).toMatchObject({ isMet: false, isOver: true, facts: { q: 0 } });
    expect(found(kl, (ago) => (ago === 0 ? 3 : 0))[0]).toMatchObject({ isMet: false, isOver: true });
    expect(found(kl, zero)[0]?.isOver).toBe(false);
  });

  it('are not known where one of them was not measured in a slot of the hour', () => {
    expect(isMet((ago) => (ago === 5 ? [1000, 'E'] : 1000), zero)).toBeNull();
    expect(isMet(kl, (ago) => (ago === 11 ? [0, 'E'] : 0))).toBeNull();
    expect(isMet(kl, (ago) => (ago === 12 ? [0, 'E'] : 0))).toBe(true);
    expect(found((ago) => (ago === 0 ? [0, 'E'] : 0), zero)[0]).toMatchObject({ isMet: null, isOver: false });
    expect(found(zero, (ago) => (ago === 0 ? [0, 'E'] : 0))[0]).toMatchObject({ isMet: null, isOver: false });
    // of two that agree only the last slot matters
    expect(found((ago) => (ago === 5 ? [0, 'E'] : 0), zero)[0]).toMatchObject({ isMet: false, isOver: true });
  });

  it('say what each of them has', () => {
    expect(found(kl, zero)[0]).toMatchObject({
      code: 5,
      value: 12,
      threshold: 2,
      facts: { unit: 'Main', v: 12, q: 0, min: 60 },
      onSlots: 1,
      offSlots: 2,
    });
    expect(found(zero, (ago) => (ago === 3 ? 4 : 8))[0]?.facts).toMatchObject({ v: 0, q: 6 });
    expect(found(kl, zero, 2, { ...unit, series: [counter] } as unknown as Unit)).toEqual([]);
  });
});

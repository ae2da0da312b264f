import { describe, expect, it } from 'vitest';
import { SLOTS_PER_DAY } from '../../../../core/slots.ts';
import type { SeriesInfo, Unit } from '../../../../plantModel/index.ts';
import { shownSlots } from '../../../../test/shownSlots.ts';
import { silenceEvaluator } from './silence.ts';

/** Noon. */
const NOW = 100 * SLOTS_PER_DAY + 144;
const unit = { name: 'Line', feeds: [{ deviceId: 'logger' }] } as unknown as Unit;
const counter = { id: 1, kind: 'counter', measure: 'L' } as SeriesInfo;
const gauge = { id: 2, kind: 'gauge', measure: 'm3/h' } as SeriesInfo;

type Known = (ago: number) => boolean;
/** An evaluator that has looked at an earlier slot, if it is given, then at this one. */
const found = (counterKnown: Known, gaugeKnown: Known = () => false, { unit: of = unit, before = 1000, offSlots = 3 } = {}) => {
  const evaluate = silenceEvaluator(of, [counter, gauge], { offSlots, backSlots: 2 });
  const at = (slot: number) =>
    shownSlots(slot, {
      1: (one) => (counterKnown(NOW - one) ? 500 : Number.NaN),
      2: (one) => (gaugeKnown(NOW - one) ? 6 + (NOW - one) / 100 : Number.NaN),
    });
  if (before > 0) evaluate(at(NOW - before));
  return evaluate(at(NOW));
};
const until =
  (ago: number): Known =>
  (slot) =>
    slot >= ago;

describe('a unit', () => {
  it('is silent after so many slots in which nothing of it was measured', () => {
    expect([0, 1, 2, 3, 4].map((ago) => found(until(ago)).isMet)).toEqual([false, false, false, true, true]);
    expect(found(until(3), until(2)).isMet).toBe(false);
    expect([0, 1, 3].map((ago) => found(until(ago)).isOver)).toEqual([true, false, false]);
  });

  it('says how long it is silent, since when, and what it showed last', () => {
    expect(found(until(3), until(7))).toEqual({
      param: 'silence',
      direction: '',
      period: '',
      code: 1,
      isMet: true,
      isOver: false,
      value: 15,
      threshold: 15,
      text: 'silent',
      facts: { unit: 'Line', at: '11:50', min: 15, v: '', u: '', device: 'logger' },
      onSlots: 1,
      offSlots: 2,
      atSlot: NOW,
    });
    // what the gauge showed; what a counter added in five minutes says little
    expect(found(until(4), until(3)).facts).toMatchObject({ v: 6.03, u: 'm3/h', min: 15 });
    expect(found(until(1)).facts).toEqual({ unit: 'Line' });
    expect(found(until(1))).not.toHaveProperty('atSlot');
    expect(found(until(3), undefined, { unit: { ...unit, feeds: [] } as unknown as Unit }).facts.device).toBe('');
  });

  it('silent for a day or longer is so since yesterday', () => {
    expect(found(until(SLOTS_PER_DAY - 1)).facts).toMatchObject({ at: '12:10', min: 1435 });
    expect(found(until(SLOTS_PER_DAY)).facts).toMatchObject({ at: 'yesterday', min: 1440 });
    expect(found(until(2 * SLOTS_PER_DAY)).facts).toMatchObject({ at: 'yesterday', min: 1440 });
  });

  it('that was never measured is not known before it was watched for as long as others may be silent', () => {
    const never: Known = () => false;
    expect([0, 1, 2, 3].map((before) => found(never, never, { before }).isMet)).toEqual([null, null, null, true]);
    // one that was measured within the day is silent at once
    expect(found(until(100), never, { before: 0 }).isMet).toBe(true);
    expect(found(never, until(SLOTS_PER_DAY - 1), { before: 0 }).isMet).toBe(true);
  });
});

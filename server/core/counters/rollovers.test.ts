import { describe, expect, it } from 'vitest';
import { at, historyOf, meter } from '../../test/counterReadings.ts';
import { provisional, validateReading } from '../counter.ts';
import type { CounterModel } from './counterModel.ts';

describe('rollovers', () => {
  const of = (raw: number, more: Partial<CounterModel>, expected: number | null = null, baseline = 50) => {
    const verdict = validateReading(
      { baseline: at(3, baseline), held: null },
      at(4, raw),
      historyOf({ meterAt: () => ({ ...meter, modulus: 100, ...more }), expected: () => expected }),
    );
    return {
      thousandths: verdict.spans[0]?.thousandths,
      kinds: verdict.notes.map(({ kind }) => kind),
      note: verdict.notes.at(-1)?.note,
    };
  };

  it('are the one number that fits', () => {
    expect(of(45, {})).toMatchObject({ thousandths: 95_000, kinds: ['rollover'] });
    expect(of(49, { modulus: 112 })).toMatchObject({ thousandths: -1000, kinds: ['backflow', 'rollover_doubt'] });
    expect(of(49, { modulus: 113 })).toMatchObject({ thousandths: -1000, kinds: ['backflow'] });
    expect(of(62, {})).toMatchObject({ thousandths: 12_000, kinds: [] });
  });

  it('of several that fit are those nearest to the usual volume, and said to be in doubt', () => {
    expect(of(55, {}, 90_000)).toMatchObject({ thousandths: 105_000, kinds: ['rollover', 'rollover_doubt'] });
    expect(of(55, {}, 90_000).note).toBe('taken as 1 rollovers, the number nearest to the usual volume; 0 to 1 are possible');
    expect(of(55, {}, 40_000)).toMatchObject({ thousandths: 5000, kinds: ['rollover_doubt'] });
    expect(of(55, {}, null)).toMatchObject({ thousandths: 5000, kinds: ['rollover_doubt'] });
    expect(of(55, {}, 900_000)).toMatchObject({ thousandths: 105_000 });
    expect(of(55, {}, -900_000)).toMatchObject({ thousandths: 5000 });
    // the boundary: 111 counts can pass, 11 and one turn
    expect([of(61, {}).kinds, of(62, {}).kinds]).toEqual([['rollover_doubt'], []]);
  });

  it('on a pipe of any size are the least, or those of the usual volume', () => {
    const any = { maxPerHour: Number.POSITIVE_INFINITY };
    expect(of(55, any)).toMatchObject({ thousandths: 5000, kinds: [] });
    expect(of(45, any)).toMatchObject({ thousandths: 95_000, kinds: ['rollover'] });
    expect(of(55, any, 310_000)).toMatchObject({ thousandths: 305_000, kinds: ['rollover', 'rollover_doubt'] });
    expect(of(55, any, 310_000).note).toContain('0 to 3 are possible');
  });

  it('across a change of the modulus are none: what does not follow is held', () => {
    const of = (raw: number) =>
      validateReading(
        { baseline: at(3, 50), held: null },
        at(4, raw),
        historyOf({ meterAt: (slot) => ({ ...meter, modulus: slot === 4 ? 100 : 1000 }) }),
      ).spans.map(({ kind, thousandths }) => `${kind} ${thousandths}`);
    expect([of(50), of(161), of(162), of(49), of(48)]).toEqual([['normal 0'], ['normal 111000'], [], ['backflow -1000'], []]);
  });
});

describe('what is unusual', () => {
  const asking = (answer: (slot: number, perSlot: number) => boolean) => {
    const asked: [number, number][] = [];
    return {
      asked,
      history: historyOf({
        isUnusual: (slot, perSlot) => {
          asked.push([slot, perSlot]);
          return answer(slot, perSlot);
        },
      }),
    };
  };

  it('is held although it follows, and is the volume of a slot', () => {
    const { asked, history } = asking((_, perSlot) => perSlot > 30_000);
    const state = { baseline: at(3, 5000), held: null };
    expect(validateReading(state, at(6, 5093), history)).toMatchObject({ spans: [], state: { held: at(6, 5093) } });
    expect(validateReading(state, at(6, 5090), history).spans).toHaveLength(1);
    expect(asked).toEqual([
      [6, 31_000],
      [6, 30_000],
    ]);
  });

  it('is not shown of a running slot', () => {
    const { history } = asking((_, perSlot) => perSlot > 30_000);
    const state = { baseline: at(3, 5000), held: null };
    expect([provisional(state, at(4, 5031), history), provisional(state, at(4, 5030), history)?.thousandths]).toEqual([
      null,
      30_000,
    ]);
    expect(provisional({ baseline: null, held: null }, at(4, 5030), history)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { at, confirmed, historyOf, meter } from '../../test/counterReadings.ts';
import { validateReading } from '../counter.ts';
import type { CounterReading, MeterChange } from './counterModel.ts';

describe('a meter that was changed', () => {
  const change = (more: Partial<MeterChange> = {}): MeterChange => ({
    slot: 6,
    second: 0,
    closing: 5100,
    opening: 10,
    oldBasePerCount: 1,
    ...more,
  });
  const step = (baseline: CounterReading, next: CounterReading, ...changes: MeterChange[]) =>
    validateReading({ baseline, held: null }, next, historyOf({ changes: () => changes }));

  it('has counted to its closing reading, and the new one from its opening reading', () => {
    const verdict = step(at(3, 5000), at(8, 30), change());
    expect(verdict.spans).toEqual([{ afterSlot: 3, slot: 8, kind: 'change', thousandths: 120_000 }]);
    expect(verdict.notes).toMatchObject([{ kind: 'meter_change', slot: 6, before: 5100, after: 10 }]);
    expect(verdict.state).toEqual({ baseline: at(8, 30), held: null });
  });

  it('counts each by its own litres, and each of several', () => {
    expect(step(at(3, 5000), at(8, 30), change({ oldBasePerCount: 10 })).spans).toMatchObject([{ thousandths: 1_020_000 }]);
    const twice = step(at(3, 5000), at(8, 30), change({ slot: 5 }), change({ slot: 7, closing: 17, opening: 20 }));
    expect(twice.spans).toMatchObject([{ thousandths: 117_000 }]);
    expect(twice.notes.map(({ slot, before }) => [slot, before])).toEqual([
      [5, 5100],
      [7, 17],
    ]);
  });

  it('counts a reading between two changes of one slot by the meter between them', () => {
    const between = { ...meter, basePerCount: 5 };
    const after = { ...meter, basePerCount: 100 };
    const meterAt = (slot: number, second = Number.POSITIVE_INFINITY) =>
      slot < 6 ? meter : slot === 6 && second < 200 ? between : after;
    const changes = () => [change({ second: 50 })];
    const verdict = validateReading(
      { baseline: at(5, 5090), held: null },
      { slot: 6, raw: 14, second: 120 },
      historyOf({ meterAt, changes }),
    );
    // 10 of the old one, 4 of the next by 5 L
    expect(verdict.spans).toMatchObject([{ thousandths: 30_000 }]);
  });

  it('holds what a person read, also where it is less or more than the pipe passes', () => {
    expect(step(at(3, 5000), at(8, 30), change({ closing: 4000 })).spans).toMatchObject([{ thousandths: -980_000 }]);
    expect(step(at(3, 5000), at(8, 30), change({ closing: 9000 })).spans).toMatchObject([{ thousandths: 4_020_000 }]);
    expect(step(at(3, 9950), at(8, 30), change({ closing: 20 })).spans).toMatchObject([{ thousandths: 90_000 }]);
  });

  it('is held where nobody read the old one, or the new one does not follow from its opening reading', () => {
    for (const one of [change({ closing: null }), change({ opening: 8000 })])
      expect(step(at(3, 5000), at(8, 30), one)).toMatchObject({ spans: [], state: { baseline: at(3, 5000), held: at(8, 30) } });
    expect(step(at(3, 5000), at(8, 341), change()).spans).toHaveLength(1);
    expect(step(at(3, 5000), at(8, 342), change()).spans).toEqual([]);
  });

  it.each([
    [2, 4],
    [3, 4],
    [4, 4],
    [8, 8],
    [9, 8],
  ])('in slot %d is noted in slot %d, within the span', (slot, noted) => {
    expect(step(at(3, 5000), at(8, 11), change({ slot })).notes).toMatchObject([{ kind: 'meter_change', slot: noted }]);
  });

  it('is not taken for a counter that runs backwards', () => {
    const changes = (after: CounterReading | null, upTo: CounterReading) =>
      after?.slot === 3 && upTo.slot === 4 ? [change({ closing: null })] : [];
    expect(confirmed(at(3, 5000), at(4, 4900), { changes }).kinds).toEqual(['counter_reset@4']);
  });
});

describe('the first reading of all', () => {
  const opened: MeterChange = { slot: 3, second: 0, closing: null, opening: 100, oldBasePerCount: 1 };
  const begin = (reading: CounterReading, ...changes: MeterChange[]) =>
    validateReading({ baseline: null, held: null }, reading, historyOf({ changes: (after) => (after === null ? changes : []) }));

  it('has a volume from the opening reading of its meter, if that can have passed', () => {
    expect(begin(at(5, 150), opened).spans).toEqual([{ afterSlot: 2, slot: 5, kind: 'normal', thousandths: 50_000 }]);
    expect([100, 431, 99, 432].map((raw) => begin(at(5, raw), opened).spans.length)).toEqual([1, 1, 0, 0]);
    for (const raw of [150, 99])
      expect(begin(at(5, raw), opened)).toMatchObject({ state: { baseline: at(5, raw), held: null }, notes: [] });
  });

  it('has one over a change of the meter, if both were read', () => {
    const changed: MeterChange = { slot: 6, second: 0, closing: 200, opening: 10, oldBasePerCount: 1 };
    expect(begin(at(8, 30), opened, changed)).toMatchObject({
      spans: [{ afterSlot: 2, slot: 8, kind: 'change', thousandths: 120_000 }],
      notes: [{ kind: 'meter_change', slot: 6, before: 200, after: 10 }],
      state: { baseline: at(8, 30), held: null },
    });
    expect(begin(at(8, 30), opened, { ...changed, closing: null })).toMatchObject({ spans: [], state: { baseline: at(8, 30) } });
  });
});

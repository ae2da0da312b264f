import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MeterSpec } from '../../contract/model/units.ts';
import { type MeterChangeAt, type MeterInForce, withMeterChange } from './meterTimeline.ts';

const spec: MeterSpec = { modulus: 1_000_000, basePerCount: 1000, maxPerHour: 100 };
type State = { spec: MeterSpec; rows: MeterInForce[]; changes: MeterChangeAt[] };
type Entered = { slot: number; second: number; basePerCount: number | undefined };

const rowOf = ({ modulus, basePerCount, maxPerHour, backDeadband }: MeterSpec, fromSlot: number): MeterInForce => ({
  fromSlot,
  modulus,
  basePerCount,
  maxPerHour,
  backDeadband: backDeadband ?? Math.max(1, 0.0002 * maxPerHour),
});
const start = (more: Partial<MeterSpec> = {}): State => {
  const first = { ...spec, ...more };
  return { spec: first, rows: [rowOf(first, 0)], changes: [] };
};
/** What the tables hold once a change is entered. */
const enter = (state: State, entered: Entered): State => {
  const { now, rows, changes } = withMeterChange(state.spec, state, entered);
  const isOther = (one: { slot: number; second: number }): boolean =>
    !changes.some(({ slot, second }) => slot === one.slot && second === one.second);
  const fresh = rows.map(({ fromSlot, meter }) => rowOf(meter, fromSlot));
  return {
    spec: now,
    rows: [...state.rows.filter(({ fromSlot }) => !fresh.some((row) => row.fromSlot === fromSlot)), ...fresh].sort(
      (a, b) => a.fromSlot - b.fromSlot,
    ),
    changes: [...state.changes.filter(isOther), ...changes].sort((a, b) => a.slot - b.slot || a.second - b.second),
  };
};
const scales = ({ rows, changes }: State) => [
  rows.map(({ fromSlot, basePerCount }) => [fromSlot, basePerCount]),
  changes.map(({ slot, oldBasePerCount }) => [slot, oldBasePerCount]),
];

describe('the meters of a unit whose changes are entered', () => {
  it('the later one first, count in between by the meter that was there', () => {
    const late = enter(start(), { slot: 20, second: 0, basePerCount: 10 });
    const both = enter(late, { slot: 10, second: 0, basePerCount: 100 });
    expect(scales(both)).toEqual([
      [
        [0, 1000],
        [10, 100],
        [20, 10],
      ],
      [
        [10, 1000],
        [20, 100],
      ],
    ]);
    // the one of now is the later one
    expect(both.spec).toMatchObject({ basePerCount: 10, maxPerHour: 10_000 });
  });

  it('count on as the one before where nothing was entered for the new one', () => {
    const late = enter(start(), { slot: 20, second: 0, basePerCount: undefined });
    const both = enter(late, { slot: 10, second: 0, basePerCount: 100 });
    expect(scales(both)).toEqual([
      [
        [0, 1000],
        [10, 100],
      ],
      [
        [10, 1000],
        [20, 100],
      ],
    ]);
    expect(both.spec.basePerCount).toBe(100);
  });

  it('stay as they were set otherwise later on', () => {
    const set = { ...start(), spec: { ...spec, basePerCount: 5, maxPerHour: 700 } };
    const state = { ...set, rows: [...set.rows, rowOf(set.spec, 30)], changes: [{ slot: 40, second: 0, oldBasePerCount: 5 }] };
    const after = enter(state, { slot: 10, second: 0, basePerCount: 100 });
    expect(after.spec).toEqual(set.spec);
    expect(scales(after)).toEqual([
      [
        [0, 1000],
        [10, 100],
        [30, 5],
      ],
      [
        [10, 1000],
        [40, 5],
      ],
    ]);
  });

  it('are known as they were before the entered one, whose own scale stays where only a reading is corrected', () => {
    const once = enter(start(), { slot: 10, second: 60, basePerCount: 100 });
    const again = { slot: 10, second: 60, basePerCount: undefined };
    expect(enter(once, again)).toEqual(once);
    expect(withMeterChange(once.spec, once, again).before).toMatchObject({ basePerCount: 1000, maxPerHour: 100 });
    const other = enter(once, { ...again, basePerCount: 50 });
    expect(scales(other)).toEqual([
      [
        [0, 1000],
        [10, 50],
      ],
      [[10, 1000]],
    ]);
  });

  it('begin with settings that were entered for the same slot', () => {
    const fresh = { ...spec, maxPerHour: 900 };
    const state = { ...start(), spec: fresh, rows: [rowOf(spec, 0), rowOf(fresh, 10)] };
    expect(enter(state, { slot: 10, second: 60, basePerCount: 100 }).spec).toMatchObject({
      basePerCount: 100,
      maxPerHour: 9000,
    });
    expect(enter(state, { slot: 10, second: 60, basePerCount: undefined }).spec).toEqual(fresh);
  });

  it('are the same in whatever order the changes are entered', () => {
    const change = fc.record({
      slot: fc.integer({ min: 1, max: 40 }),
      second: fc.constantFrom(0, 60, 299),
      basePerCount: fc.constantFrom(undefined, 1, 10, 100, 1000, 2500),
    });
    // two of one slot are told apart; which of more was entered with a scale is not
    const changes = fc.uniqueArray(change, { selector: ({ slot }) => slot, minLength: 2, maxLength: 6 });
    const order = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(changes, order, fc.constantFrom(undefined, 1, 3), (entered, ranks, backDeadband) => {
        const inTime = entered.toSorted((a, b) => a.slot - b.slot);
        const inOrder = entered
          .map((one, at) => ({ one, rank: ranks[at] ?? 0 }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ one }) => one);
        const first = start({ backDeadband });
        const wanted = inTime.reduce(enter, first);
        expect(inOrder.reduce(enter, first)).toEqual(wanted);
        // each old meter is the one before it
        let basePerCount = spec.basePerCount;
        const olds = inTime.map((one) => {
          const old = basePerCount;
          basePerCount = one.basePerCount ?? old;
          return old;
        });
        expect(wanted.changes.map(({ oldBasePerCount }) => oldBasePerCount)).toEqual(olds);
        expect(wanted.spec.basePerCount).toBe(basePerCount);
      }),
      { numRuns: 300 },
    );
  });
});

import { beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { Undecided } from './undecided.ts';

const START_MS = 1_700_000_000_000;
let clock: ManualClock;
let undecided: Undecided;
beforeEach(() => {
  clock = new ManualClock(START_MS);
  undecided = new Undecided(clock);
});

const rowOf = (id: string, more: object = {}) => ({
  id,
  deviceId: 'plc',
  fn: 6,
  address: 10,
  rawOut: '0007',
  outcome: 'UNKNOWN' as const,
  settledAtMs: null,
  ...more,
});
const isDoubted = (address = 10): boolean =>
  undecided.doubtOf({ deviceId: 'plc', place: { space: 'holding', address, count: 1 } }, false) === 'mayBeEarlier';

it.each([
  ['that was open counts for a minute from the start', null, 60_000],
  ['that was settled as unknown counts for the rest of its minute', START_MS - 20_000, 40_000],
  ['that was settled by a clock that was set back since counts for a minute', START_MS + 3_600_000, 60_000],
])('a frame of before the start %s', (_, settledAtMs, forMs) => {
  undecided.load([rowOf('a', { settledAtMs })]);
  clock.advance(forMs - 1);
  expect(isDoubted()).toBe(true);
  clock.advance(1);
  expect(isDoubted()).toBe(false);
});

it('counts for the registers that it wrote, of its device', () => {
  undecided.load([rowOf('a', { fn: 16, rawOut: '0001 0002' })]);
  expect([9, 10, 11, 12].map(isDoubted)).toEqual([false, true, true, false]);
  const place = { space: 'holding', address: 10, count: 1 } as const;
  expect(undecided.doubtOf({ deviceId: 'other', place }, false)).toBeNull();
  expect(undecided.doubtOf({ deviceId: 'plc', place: { ...place, space: 'coil' } }, false)).toBeNull();
});

it('counts no more once it is known what became of it, and for a minute more where that stays unknown', () => {
  undecided.load([rowOf('a'), rowOf('b', { address: 20 })]);
  clock.advance(50_000);
  undecided.note({ ...rowOf('a'), outcome: 'CONFIRMED' });
  undecided.note(rowOf('b', { address: 20 }));
  clock.advance(59_999);
  expect([isDoubted(10), isDoubted(20)]).toEqual([false, true]);
  clock.advance(1);
  expect(isDoubted(20)).toBe(false);
});

import { expect, it } from 'vitest';
import { ManualClock } from './clock.ts';
import { CooperativeScheduler, TimeSlice } from './cooperativeScheduler.ts';

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

it('each turn of the event loop lets one waiting answer go on, in their order', async () => {
  const turns = new CooperativeScheduler();
  const went: number[] = [];
  const waiting = [1, 2, 3].map((each) => turns.next().then(() => went.push(each)));
  const seen: number[][] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    seen.push([...went]);
    await settled();
  }
  expect(seen).toEqual([[], [1], [1, 2], [1, 2, 3]]);
  await Promise.all(waiting);
  const again = turns.next().then(() => went.push(4));
  await again;
  expect(went).toEqual([1, 2, 3, 4]);
});

it('is crowded with more than eight of them', async () => {
  const turns = new CooperativeScheduler();
  const waiting = Array.from({ length: 8 }, () => turns.next());
  expect(turns.isCrowded).toBe(false);
  waiting.push(turns.next());
  expect(turns.isCrowded).toBe(true);
  await Promise.all(waiting);
  expect(turns.isCrowded).toBe(false);
});

const rigOf = (crowd = 0) => {
  const next = async (): Promise<void> => {
    turns.asked += 1;
  };
  const turns = { isCrowded: crowd > 8, asked: 0, next };
  const clock = new ManualClock(0);
  const stopping = new AbortController();
  return { turns, clock, stopping, slice: new TimeSlice(turns as unknown as CooperativeScheduler, clock, stopping.signal) };
};

it.each([
  [0, 4.9, 5],
  [9, 2.4, 2.5],
])(
  'with %d waiting an answer gives way before its first step, not after %d ms, and after %d ms',
  async (crowd, shortMs, longMs) => {
    const { turns, clock, slice } = rigOf(crowd);
    await slice.turn();
    expect(turns.asked).toBe(1);
    clock.advance(shortMs);
    await slice.turn();
    expect(turns.asked).toBe(1);
    clock.advance(longMs - shortMs);
    await slice.turn();
    expect(turns.asked).toBe(2);
    clock.advance(shortMs);
    await slice.turn();
    expect(turns.asked).toBe(2);
  },
);

it('an answer pauses at once when it is asked to, and then has a whole step', async () => {
  const { turns, clock, slice } = rigOf();
  await slice.turn();
  await slice.rest();
  expect(turns.asked).toBe(2);
  clock.advance(4);
  await slice.turn();
  expect(turns.asked).toBe(2);
});

it('an answer whose client has gone ends at its next turn, not within a step', async () => {
  const { clock, stopping, slice } = rigOf();
  await slice.turn();
  stopping.abort(new Error('gone'));
  await slice.turn();
  clock.advance(5);
  await expect(slice.turn()).rejects.toThrow('gone');
});

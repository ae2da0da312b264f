import { describe, expect, it } from 'vitest';
import { device, tag } from '../testing/make.ts';
import { DevicePlan } from './devicePlan.ts';
import { PollSchedule } from './pollSchedule.ts';

const often = { periodMs: 10_000 };
const seldom = { periodMs: 60_000 };

/** Registers 0 to 2 and 11 are read often, 5 to 7 seldom; there are none between. */
const tags = [0, 1, 2, 11]
  .map((address) => tag('line-1', address, often))
  .concat([5, 6, 7].map((address) => tag('line-1', address, seldom)));

const planOf = (limits = {}, read = tags): DevicePlan =>
  new DevicePlan(device(1, { limits }), read, { maxGapRegisters: 50, gridOf: (periodMs) => new PollSchedule(periodMs, 0, 0) });

const blocksOf = (plan: DevicePlan) => plan.runs.map(({ block: { address, count, periodMs } }) => [address, count, periodMs]);

const refused = { quality: 'BAD_ADDRESS' as const, reads: [] };

describe('a hole that is found in one block', () => {
  it('takes no signal out that another block reads in the midst of it', () => {
    const plan = planOf();
    const block = plan.runs.find(({ block: one }) => one.address === 0)?.block;
    if (!block) throw new Error('no block');
    const fellOut = plan.learn(block, { ...refused, refusedTagIds: [], forbidden: { from: 3, to: 10 }, maxCount: null }, 0);
    expect(fellOut).toEqual([]);
    expect(plan.excluded).toEqual([]);
    expect(blocksOf(plan)).toEqual([
      [0, 3, 10_000],
      [11, 1, 10_000],
      [5, 3, 60_000],
    ]);
    expect(plan.state().learntForbidden).toEqual([
      { space: 'holding', from: 3, to: 4 },
      { space: 'holding', from: 8, to: 10 },
    ]);
  });

  it('is not read through again where other blocks read all of it', () => {
    const dense = [0, 1, 6].map((address) => tag('line-1', address, often));
    const within = [2, 3, 4, 5].map((address) => tag('line-1', address, seldom));
    const plan = planOf({}, [...dense, ...within]);
    const block = plan.runs.find(({ block: one }) => one.address === 0)?.block;
    if (!block) throw new Error('no block');
    plan.learn(block, { ...refused, refusedTagIds: [], forbidden: { from: 2, to: 5 }, maxCount: null }, 0);
    expect(plan.excluded).toEqual([]);
    expect(blocksOf(plan)).toEqual([
      [0, 2, 10_000],
      [6, 1, 10_000],
      [2, 4, 60_000],
    ]);
  });

  it('leaves a range that must be read whole as it is', () => {
    const plan = planOf({ atomic: [{ space: 'holding', from: 4, to: 7 }] });
    const block = plan.runs.find(({ block: one }) => one.address === 0)?.block;
    if (!block) throw new Error('no block');
    expect(plan.learn(block, { ...refused, refusedTagIds: [], forbidden: { from: 3, to: 10 }, maxCount: null }, 0)).toEqual([]);
    expect(blocksOf(plan)).toContainEqual([4, 4, 60_000]);
  });
});

describe('how much a device gives at once', () => {
  const minuteMs = 60_000;
  const dense = Array.from({ length: 20 }, (_, i) => tag('line-1', i, often));
  const learn = (plan: DevicePlan, nowMs: number): void => {
    const [run] = plan.runs;
    if (run) plan.learn(run.block, { ...refused, refusedTagIds: [], forbidden: null, maxCount: 5 }, nowMs);
  };

  it('is tried again after ten minutes, later each time that it is still so, at last once a day', () => {
    const plan = planOf({}, dense);
    let nowMs = 0;
    for (const minutes of [10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440]) {
      learn(plan, nowMs);
      expect(blocksOf(plan)).toHaveLength(4);
      expect(plan.nextRetryMs - nowMs).toBe(minutes * minuteMs);
      expect(plan.forgetLimits(nowMs + minutes * minuteMs - 1)).toBe(false);
      nowMs += minutes * minuteMs;
      expect(plan.forgetLimits(nowMs)).toBe(true);
      expect(blocksOf(plan)).toEqual([[0, 20, 10_000]]);
      expect(plan.nextRetryMs).toBe(Number.POSITIVE_INFINITY);
    }
    // for a day and more it gave everything
    learn(plan, nowMs + 1441 * minuteMs);
    expect(plan.nextRetryMs).toBe(nowMs + 1451 * minuteMs);
  });

  it('is tried again with its holes, but not through a register that a signal was refused at', () => {
    const plan = planOf({}, [...dense, tag('line-1', 30, often)]);
    const [run] = plan.runs;
    if (!run) throw new Error('no block');
    plan.learn(run.block, { ...refused, refusedTagIds: ['line-1/7'], forbidden: { from: 7, to: 7 }, maxCount: null }, 0);
    plan.learn(run.block, { ...refused, refusedTagIds: [], forbidden: { from: 20, to: 29 }, maxCount: null }, 0);
    expect(blocksOf(plan).map(([address]) => address)).toEqual([0, 8, 30]);
    expect(plan.forgetLimits(10 * minuteMs)).toBe(true);
    expect(blocksOf(plan).map(([address]) => address)).toEqual([0, 8]);
  });
});

describe('a tag that fell out', () => {
  it.each([
    ['BAD_DEVICE', 60],
    ['BAD_ADDRESS', 600],
    ['BAD_CONFIG', 600],
  ] as const)('as %s is asked again after 5 s and longer each time, up to %i s', (quality, longestSeconds) => {
    const plan = planOf();
    plan.exclude(['line-1/1'], quality, 0);
    let nowMs = 0;
    const waits = Array.from({ length: 12 }, () => {
      const waitedMs = plan.nextRetryMs - nowMs;
      nowMs = plan.nextRetryMs;
      expect(plan.takeRetry(nowMs)?.tagId).toBe('line-1/1');
      return waitedMs / 1000;
    });
    expect(waits.slice(0, 3)).toEqual([5, 10, 20]);
    expect(Math.max(...waits)).toBe(longestSeconds);
  });
});

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { ConnectGate } from './connectGate.ts';

describe('the gate', () => {
  it('lets a burst through and then so many a second', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const gate = new ConnectGate(systemClock, { burst: 3, perSecond: 50 });
    const { signal } = new AbortController();
    let entered = 0;
    for (let line = 0; line < 13; line += 1) void gate.enter(signal).then(() => (entered += 1));
    const enteredAfter: number[] = [];
    for (const ms of [0, 19, 2, 80, 100]) {
      await vi.advanceTimersByTimeAsync(ms);
      enteredAfter.push(entered);
    }
    expect(enteredAfter).toEqual([3, 3, 4, 8, 13]);
  });

  it('releases whoever gives up, without using their turn', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const gate = new ConnectGate(systemClock, { burst: 1, perSecond: 20 });
    const abort = new AbortController();
    await gate.enter(abort.signal);
    const given = gate.enter(abort.signal);
    let hasEntered = false;
    void gate.enter(new AbortController().signal).then(() => (hasEntered = true));
    abort.abort();
    await given;
    await vi.advanceTimersByTimeAsync(45);
    expect(hasEntered).toBe(false);
    await vi.advanceTimersByTimeAsync(10);
    expect(hasEntered).toBe(true);
  });
});

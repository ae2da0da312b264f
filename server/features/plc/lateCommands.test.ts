import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { frameOf, pointOf, rigOf } from '../../test/commanderRig.ts';

describe('the deadline of a command that nothing answers', () => {
  const late = { outcome: 'REFUSED', sent: false, undelivered: true, error: 'not sent: its deadline has passed' };
  const gate = () => Promise.withResolvers<void>();
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const passedBy = async <T>(running: Promise<T>): Promise<T> => {
    await vi.advanceTimersByTimeAsync(350);
    return running;
  };

  it('ends waiting for the old value, and nothing is sent', async () => {
    const { run, device, clock } = rigOf();
    const { promise, resolve } = gate();
    vi.spyOn(device, 'read').mockImplementation(async () => {
      clock.advance(200);
      await promise;
      return { kind: 'answered', words: [7] };
    });
    const [row] = await passedBy(run([frameOf()], { withinMs: 200 }));
    expect(row).toMatchObject({ ...late, rawBefore: '' });
    resolve();
    await nextTurn();
    expect(device.writes).toEqual([]);
  });

  it('ends waiting for the commands before it, and nothing is sent when they are through', async () => {
    const { run, device } = rigOf();
    const { promise, resolve } = gate();
    device.onWrite = () => promise;
    const first = run([frameOf()], { withinMs: 60_000 });
    expect(await passedBy(run([frameOf({ point: pointOf({}, 'q'), value: 21 })], { withinMs: 200 }))).toMatchObject([late]);
    resolve();
    expect(await first).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
    await nextTurn();
    expect(device.writes).toHaveLength(1);
    // whoever comes after both still has its turn
    expect(await run([frameOf()])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
  });

  it('ends waiting for the line, which then keeps the frame back', async () => {
    const { run, device, events } = rigOf();
    const { promise, resolve } = gate();
    device.onWrite = () => promise;
    expect(await passedBy(run([frameOf()], { withinMs: 200 }))).toMatchObject([late]);
    resolve();
    await nextTurn();
    expect(device.writes).toEqual([]);
    expect(events.filter((event) => event.includes('settle'))).toEqual(['reserved: settle REFUSED']);
  });

  it('does not cut short what has left: its answer decides', async () => {
    const { run, device } = rigOf();
    const { promise, resolve } = gate();
    let isSent = false;
    vi.spyOn(device, 'write').mockImplementation(async (_deviceId, _write, _withinMs, refusal) => {
      isSent = refusal?.() === null;
      await promise;
      return { kind: 'answered' };
    });
    let isEnded = false;
    const running = run([frameOf()], { withinMs: 50 }).finally(() => {
      isEnded = true;
    });
    await vi.advanceTimersByTimeAsync(350);
    expect([isSent, isEnded]).toEqual([true, false]);
    resolve();
    expect(await running).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED', sent: true }]);
  });
});

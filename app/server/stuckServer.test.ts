import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ready, watched } from './testing/watchedServer.ts';

describe('the server process', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('lets a long step of the start take its time, and ends a start that says nothing', async () => {
    const { server, children, down, steps } = watched();
    server.start();
    vi.advanceTimersByTime(29_000);
    children[0]?.emit('message', { type: 'starting', step: 'database' });
    vi.advanceTimersByTime(20 * 60_000);
    expect([steps, children[0]?.killed]).toEqual([['database'], false]);
    children[0]?.emit('message', { type: 'starting', step: 'network' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(children[0]?.killed).toBe(true);
    expect(down[0]?.reason).toContain('did not get past its step "network" for 120 s');
  });

  it('ends a server that never says anything within two minutes: a busy disk may take one to read the program', async () => {
    const { server, children, down } = watched();
    server.start();
    await vi.advanceTimersByTimeAsync(119_000);
    expect(children[0]?.killed).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(children[0]?.killed).toBe(true);
    expect(down[0]?.reason).toContain('did not begin its start for 120 s');
  });

  it('ends a running server whose pulse stops, by force where it takes no signal', async () => {
    const { server, children, down, killedHard } = watched();
    server.start();
    children[0]?.emit('message', ready);
    if (children[0]) children[0].isStuck = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect([children[0]?.killed, killedHard]).toEqual([true, []]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(killedHard).toEqual([100]);
    expect(down[0]?.reason).toContain('the server was stuck');
  });

  it('does not take its own sleep for a stuck server', async () => {
    const { server, children } = watched();
    server.start();
    children[0]?.emit('message', ready);
    vi.advanceTimersByTime(29_000);
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    vi.advanceTimersByTime(1000);
    expect(children[0]?.killed).toBe(false);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(children[0]?.killed).toBe(true);
  });
});

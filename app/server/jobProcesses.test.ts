import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watched } from './testing/watchedServer.ts';

describe('the server process', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('starts a job process when the server asks, passes on what they say, and kills it on demand', () => {
    const { server, children, jobs } = watched();
    server.start();
    const [child] = children;
    child?.emit('message', { type: 'jobStart', jobId: 1, args: ['{}'], execArgv: ['--max-old-space-size=100'] });
    child?.emit('message', { type: 'jobSend', jobId: 1, message: { type: 'work' } });
    expect(jobs[0]?.sent).toEqual([{ type: 'work' }]);
    jobs[0]?.emit('message', { type: 'ready' });
    child?.emit('message', { type: 'jobKill', jobId: 1 });
    expect(jobs[0]?.killed).toBe(true);
    expect(child?.sent).toEqual([
      { type: 'jobMessage', jobId: 1, message: { type: 'ready' } },
      { type: 'jobExit', jobId: 1, code: 1 },
    ]);
  });

  it('leaves no job process behind when the server is gone', async () => {
    const { server, children, jobs } = watched();
    server.start();
    children[0]?.emit('message', { type: 'jobStart', jobId: 1, args: [], execArgv: [] });
    children[0]?.emit('exit', 1);
    expect(jobs[0]?.killed).toBe(true);
    // what the job says after that goes nowhere, not to the next server
    await vi.advanceTimersByTimeAsync(1000);
    expect(children[1]?.sent).toEqual([]);
  });
});

import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobProcesses } from './jobProcesses.ts';
import { ServerProcess } from './serverProcess.ts';

class FakeChild extends EventEmitter {
  readonly sent: unknown[] = [];
  killed = false;

  postMessage(message: unknown): void {
    this.sent.push(message);
  }

  kill(): boolean {
    this.killed = true;
    this.emit('exit', 1);
    return true;
  }
}

const watched = () => {
  const children: FakeChild[] = [];
  const jobs: FakeChild[] = [];
  const ready: string[] = [];
  const down: { reason: string; retryMs: number }[] = [];
  const server = new ServerProcess(
    () => {
      const child = new FakeChild();
      children.push(child);
      return child;
    },
    { onReady: (url) => ready.push(url), onDown: (reason, retryMs) => down.push({ reason, retryMs }) },
    new JobProcesses(() => {
      const job = new FakeChild();
      jobs.push(job);
      return job;
    }),
  );
  return { server, children, jobs, ready, down };
};

describe('the server process', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tells the address once the server is ready', () => {
    const { server, children, ready } = watched();
    server.start();
    children[0]?.emit('message', { type: 'ready', url: 'http://127.0.0.1:8080' });
    expect(ready).toEqual(['http://127.0.0.1:8080']);
    vi.advanceTimersByTime(40_000);
    expect(children[0]?.killed).toBe(false);
  });

  it('ignores messages that are not of the contract', () => {
    const { server, children, ready } = watched();
    server.start();
    children[0]?.emit('message', { type: 'ready' });
    children[0]?.emit('message', 'ready');
    expect(ready).toEqual([]);
  });

  it('starts a lost server again, later each time, and says why', () => {
    const { server, children, down } = watched();
    server.start();
    children[0]?.emit('message', { type: 'fatal', message: 'port 8080 is taken' });
    children[0]?.emit('exit', 3);
    vi.advanceTimersByTime(1000);
    children[1]?.emit('exit', 3);
    expect(down).toEqual([
      { reason: 'port 8080 is taken (exit code 3)', retryMs: 1000 },
      { reason: 'the server stopped (exit code 3)', retryMs: 2000 },
    ]);
    vi.advanceTimersByTime(1999);
    expect(children).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(children).toHaveLength(3);
  });

  it('ends a server that does not get ready in time', () => {
    const { server, children, down } = watched();
    server.start();
    vi.advanceTimersByTime(30_000);
    expect(children[0]?.killed).toBe(true);
    expect(down[0]?.reason).toContain('did not start within 30 s');
  });

  it('asks to stop, waits for the exit and starts nothing afterwards', async () => {
    const { server, children } = watched();
    server.start();
    const stopped = server.stop();
    expect(children[0]?.sent).toEqual([{ type: 'stop' }]);
    children[0]?.emit('exit', 0);
    await stopped;
    vi.advanceTimersByTime(120_000);
    expect(children).toHaveLength(1);
    expect(children[0]?.killed).toBe(false);
  });

  it('kills a server that does not stop within 5 s', async () => {
    const { server, children } = watched();
    server.start();
    const stopped = server.stop();
    vi.advanceTimersByTime(5000);
    await stopped;
    expect(children[0]?.killed).toBe(true);
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

  it('leaves no job process behind when the server is gone', () => {
    const { server, children, jobs } = watched();
    server.start();
    children[0]?.emit('message', { type: 'jobStart', jobId: 1, args: [], execArgv: [] });
    children[0]?.emit('exit', 1);
    expect(jobs[0]?.killed).toBe(true);
    // what the job says after that goes nowhere, not to the next server
    vi.advanceTimersByTime(1000);
    expect(children[1]?.sent).toEqual([]);
  });
});

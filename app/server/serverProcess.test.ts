import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobProcesses } from './jobProcesses.ts';
import type { Limits } from './limits.ts';
import { type ServerDown, ServerProcess } from './serverProcess.ts';

class FakeChild extends EventEmitter {
  readonly sent: unknown[] = [];
  readonly stdout = new EventEmitter();
  readonly stderr = new EventEmitter();
  readonly pid: number;
  killed = false;
  /** Its event loop is stuck: it takes no signal. */
  isStuck = false;

  constructor(pid: number) {
    super();
    this.pid = pid;
  }

  postMessage(message: unknown): void {
    this.sent.push(message);
  }

  kill(): boolean {
    this.killed = true;
    if (!this.isStuck) this.emit('exit', 1);
    return true;
  }
}

type Seen = {
  children: FakeChild[];
  jobs: FakeChild[];
  ready: string[];
  steps: string[];
  pulses: number;
  down: ServerDown[];
  killedHard: number[];
};

const watched = (limits: Partial<Limits> = {}, onLocked = async (): Promise<boolean> => false) => {
  const seen: Seen = { children: [], jobs: [], ready: [], steps: [], pulses: 0, down: [], killedHard: [] };
  const add = (children: FakeChild[]): FakeChild => {
    const child = new FakeChild(children.length + 100);
    children.push(child);
    return child;
  };
  const server = new ServerProcess({
    fork: () => add(seen.children),
    desktopFiles: () => [{ name: 'shell.0.log', kind: 'text', content: 'started' }],
    events: {
      onStep: (step) => seen.steps.push(step),
      onReady: (url) => seen.ready.push(url),
      onPulse: () => {
        seen.pulses += 1;
      },
      onDown: (down) => seen.down.push(down),
      onLocked,
      onOutput: () => undefined,
    },
    jobs: new JobProcesses(() => add(seen.jobs)),
    killHard: (pid) => {
      seen.killedHard.push(pid);
      seen.children.find((child) => child.pid === pid)?.emit('exit', 137);
    },
    limits,
  });
  return { server, ...seen, seen };
};

const ready = { type: 'ready', url: 'http://127.0.0.1:8080', addresses: [] };
const alive = {
  type: 'alive',
  pulse: { loopDelayMs: 1, lines: 2, linesUp: 2, points: 200, unacknowledged: 0, lastReadingAgeMs: 900 },
};
/** Lets what was promised come about. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe('the server process', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('says the address once the server is ready, and lets it run while its pulse comes', () => {
    const { server, children, seen } = watched();
    server.start();
    children[0]?.emit('message', ready);
    for (let seconds = 0; seconds < 300; seconds += 5) {
      children[0]?.emit('message', alive);
      vi.advanceTimersByTime(5000);
    }
    expect([seen.ready, seen.pulses, children[0]?.killed]).toEqual([['http://127.0.0.1:8080'], 60, false]);
  });

  it('ignores messages that are not of the contract', () => {
    const { server, children, seen } = watched();
    server.start();
    for (const message of [{ type: 'ready' }, 'ready', { ...ready, url: 8080 }]) children[0]?.emit('message', message);
    expect(seen.ready).toEqual([]);
  });

  it('tells each server once it is ready whether the PC runs on a battery, and when that changes', async () => {
    const { server, children } = watched();
    server.start();
    server.reportPower(true);
    expect(children[0]?.sent).toEqual([]);
    children[0]?.emit('message', ready);
    server.reportPower(false);
    server.reportPower(true);
    const told = (isOnBattery: boolean) => ({ type: 'power', isOnBattery });
    expect(children[0]?.sent).toEqual([told(true), told(false), told(true)]);
    children[0]?.emit('exit', 70);
    await settle();
    children[1]?.emit('message', ready);
    expect(children[1]?.sent).toEqual([told(true)]);
  });

  it('hands over what the desktop adds to the diagnostics where its server asks', () => {
    const { server, children } = watched();
    server.start();
    children[0]?.emit('message', ready);
    children[0]?.emit('message', { type: 'desktopFilesAsked' });
    expect(children[0]?.sent).toEqual([
      { type: 'desktopFiles', files: [{ name: 'shell.0.log', kind: 'text', content: 'started' }] },
    ]);
  });

  it('starts a lost server again at once, then later each time, and says why', async () => {
    const { server, children, down } = watched();
    server.start();
    children[0]?.emit('message', { type: 'fatal', message: 'port 8080 is taken' });
    children[0]?.emit('exit', 70);
    await settle();
    expect(children).toHaveLength(2);
    children[1]?.emit('exit', 3);
    await vi.advanceTimersByTimeAsync(1000);
    children[2]?.emit('exit', 3);
    await settle();
    expect(down).toEqual([
      { reason: 'port 8080 is taken (exit code 70)', retryMs: 0, isLoop: false },
      { reason: 'the server stopped (exit code 3)', retryMs: 1000, isLoop: false },
      { reason: 'the server stopped (exit code 3)', retryMs: 2000, isLoop: false },
    ]);
    vi.advanceTimersByTime(1999);
    expect(children).toHaveLength(3);
    vi.advanceTimersByTime(1);
    expect(children).toHaveLength(4);
  });

  it('starts a server at once again that ran well for a minute after the one before', async () => {
    const { server, children, down } = watched();
    server.start();
    children[0]?.emit('exit', 70);
    await settle();
    children[1]?.emit('message', ready);
    for (let seconds = 0; seconds < 60; seconds += 5) {
      children[1]?.emit('message', alive);
      vi.advanceTimersByTime(5000);
    }
    children[1]?.emit('exit', 70);
    await settle();
    expect([down.map(({ retryMs }) => retryMs), children.length]).toEqual([[0, 0], 3]);
  });

  it('says what it printed where it died before it could say anything', async () => {
    const { server, children, down } = watched();
    server.start();
    children[0]?.stderr.emit('data', Buffer.from("file:///main.js:3\nSyntaxError: no export named 'enable"));
    children[0]?.stderr.emit(
      'data',
      Buffer.from("CompileCache'\n    at ModuleJob.run\n\n  code: \u001b[32m'X'\u001b[39m\n}\n\nNode.js v20.18.1\n"),
    );
    children[0]?.emit('exit', 1);
    await settle();
    expect(down[0]?.reason).toBe("SyntaxError: no export named 'enableCompileCache' (exit code 1)");
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

  it('calls five ends within ten minutes a crash loop and then tries once a minute', async () => {
    const { server, children, down } = watched();
    server.start();
    for (let at = 0; at < 6; at += 1) {
      children[at]?.emit('exit', 70);
      await settle();
      await vi.advanceTimersByTimeAsync(down[at]?.retryMs ?? 0);
    }
    expect(down.map(({ isLoop, retryMs }) => [isLoop, retryMs])).toEqual([
      [false, 0],
      [false, 1000],
      [false, 2000],
      [false, 4000],
      [true, 60_000],
      [true, 60_000],
    ]);
    children[6]?.emit('exit', 70);
    await settle();
    server.retryNow();
    expect(children).toHaveLength(8);
  });

  it('does not hurry where a setting has to be mended', async () => {
    const { server, children, down } = watched();
    server.start();
    children[0]?.emit('exit', 78);
    await settle();
    expect(down).toEqual([{ reason: 'a setting has to be mended (exit code 78)', retryMs: 60_000, isLoop: false }]);
  });

  it('starts none beside a server that has the folder and is shown instead', async () => {
    const { server, children, down } = watched({}, async () => true);
    server.start();
    children[0]?.emit('exit', 75);
    await vi.advanceTimersByTimeAsync(120_000);
    expect([children.length, down]).toEqual([1, []]);
  });

  it('tries again where the one that had the folder is not found', async () => {
    const { server, children, down } = watched();
    server.start();
    children[0]?.emit('exit', 75);
    await vi.advanceTimersByTimeAsync(1000);
    expect(children).toHaveLength(2);
    expect(down[0]?.reason).toContain('another program has the data folder or the port');
  });

  it('asks to stop once, whoever asks, waits for the exit and starts nothing afterwards', async () => {
    const { server, children } = watched();
    server.start();
    const stopped = [server.stop('quit'), server.stop('session end'), server.stop('SIGTERM')];
    expect(children[0]?.sent).toEqual([{ type: 'stop', why: 'quit' }]);
    children[0]?.emit('exit', 0);
    await Promise.all(stopped);
    vi.advanceTimersByTime(120_000);
    expect(children).toHaveLength(1);
    expect(children[0]?.killed).toBe(false);
  });

  it('kills a server that does not stop within 5 s', async () => {
    const { server, children } = watched();
    server.start();
    const stopped = server.stop('quit');
    vi.advanceTimersByTime(5000);
    await stopped;
    expect(children[0]?.killed).toBe(true);
  });

  it('starts another after it was asked to, as when it is to be reachable', async () => {
    const { server, children } = watched();
    server.start();
    const restarted = server.restart('reach');
    children[0]?.emit('exit', 0);
    await restarted;
    expect(children).toHaveLength(2);
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

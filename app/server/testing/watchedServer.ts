import { EventEmitter } from 'node:events';
import { vi } from 'vitest';
import { JobProcesses } from '../jobProcesses.ts';
import type { Limits } from '../limits.ts';
import { type ServerDown, ServerProcess } from '../serverProcess.ts';

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

export const watched = (limits: Partial<Limits> = {}, onLocked = async (): Promise<boolean> => false) => {
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
export const ready = { type: 'ready', url: 'http://127.0.0.1:8080', addresses: [] };

export const alive = {
  type: 'alive',
  pulse: { loopDelayMs: 1, lines: 2, linesUp: 2, points: 200, unacknowledged: 0, lastReadingAgeMs: 900 },
};
/** Lets what was promised come about. */
export const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

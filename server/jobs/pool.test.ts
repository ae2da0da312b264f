import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JobHost } from '../core/jobs.ts';
import type { Log } from '../core/log.ts';
import { silent } from '../test/httpRig.ts';
import { JobPool } from './pool.ts';

const work = join(import.meta.dirname, 'work.ts');
/** A real process whose work can be told to end well, badly, never, or with the process. */
const child = `
import { serveWork } from ${JSON.stringify(work)};
import { existsSync, writeFileSync } from 'node:fs';
/** Whether this is the first time. */
const mark = (folder) => { const at = folder + '/once'; const first = !existsSync(at); writeFileSync(at, ''); return first; };
let isFull = false;
const kinds = new Map([
  ['fill', async () => { isFull = true; return process.pid; }],
  ['twice', async (n) => n * 2],
  ['wrong', async () => { throw new Error('a number was missing'); }],
  ['damaged', async () => { process.send({ type: 'damaged', damage: { seriesId: 7, day: 20000, part: 'slots', reason: 'hash' } }); return 1; }],
  ['pid', async () => process.pid],
  ['die', async () => process.exit(3)],
  ['dieOnce', async (folder) => { const first = mark(folder); if (first) process.exit(3); return 'done'; }],
  ['waitOnce', async (folder) => { if (mark(folder)) await new Promise(() => setInterval(() => {}, 1000)); return 'done'; }],
  ['spin', async () => { for (;;); }],
  ['wait', (_, signal) => new Promise((_, no) => { const t = setInterval(() => {}, 1000); signal.addEventListener('abort', () => { clearInterval(t); no(signal.reason); }); })],
]);
serveWork({ post: (r) => process.send(r), onOrder: (l) => process.on('message', l) }, kinds, { isFull: () => isFull, tidy: () => undefined });
process.once('disconnect', () => process.exit(0));
`;

const pools: { pool: JobPool; folder: string }[] = [];
afterEach(() => {
  for (const { pool, folder } of pools.splice(0)) {
    pool.stop();
    rmSync(folder, { recursive: true });
  }
});

const makePool = (options: { processes?: number; waiting?: number; idleMs?: number; log?: Log } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-jobs-'));
  const script = join(folder, 'child.ts');
  writeFileSync(script, child);
  let started = 0;
  const host: JobHost = {
    start: () => {
      started += 1;
      const process = fork(script, [], { execArgv: [] });
      return {
        send: (order) => void process.send(order),
        onReport: (listener) => void process.on('message', listener),
        onExit: (listener) => void process.once('exit', (code, signal) => listener(`${signal ?? code}`)),
        kill: () => void process.kill('SIGKILL'),
      };
    },
  };
  const pool = new JobPool({ host, log: silent, graceMs: 200, ...options });
  pools.push({ pool, folder });
  return { pool, started: () => started };
};

const limits = (timeLimitMs = 10_000, signal = new AbortController().signal) => ({ timeLimitMs, signal });

describe('the job pool', () => {
  it('hands on what work found damaged', async () => {
    const { pool } = makePool();
    const found: unknown[] = [];
    pool.onDamaged((damage) => found.push(damage));
    expect(await pool.run('damaged', 1, limits())).toBe(1);
    expect(found).toEqual([{ seriesId: 7, day: 20_000, part: 'slots', reason: 'hash' }]);
  });

  it('answers what the work answers, and keeps its process for the next', async () => {
    const { pool, started } = makePool();
    expect(await pool.run('twice', 21, limits())).toBe(42);
    const first = await pool.run('pid', null, limits());
    expect(await pool.run('pid', null, limits())).toBe(first);
    expect(started()).toBe(1);
  });

  it('says when work is taken up, which waited for a process until then', async () => {
    const { pool } = makePool({ processes: 1 });
    const order: string[] = [];
    const run = async (name: string): Promise<void> => {
      await pool.run('twice', 1, { ...limits(), onBegin: () => void order.push(`${name} begins`) });
      order.push(`${name} ends`);
    };
    await Promise.all([run('first'), run('second')]);
    expect(order.indexOf('second begins')).toBeGreaterThan(order.indexOf('first begins'));
    expect(order.toSorted()).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('fails with the reason of the work', async () => {
    const { pool } = makePool();
    await expect(pool.run('wrong', null, limits())).rejects.toMatchObject({ code: 'server', message: 'a number was missing' });
    await expect(pool.run('unheard', null, limits())).rejects.toMatchObject({ code: 'server' });
  });

  it('says so when the process dies, and starts another for the next task', async () => {
    const { pool, started } = makePool();
    await expect(pool.run('die', null, limits())).rejects.toMatchObject({ code: 'unavailable' });
    expect(await pool.run('twice', 2, limits())).toBe(4);
    expect(started()).toBe(2);
  });

  it('begins work anew that may be repeated: once where its process dies, and where work is ended for the database’s sake', async () => {
    const { pool, started } = makePool({ processes: 1 });
    await expect(pool.run('die', null, { ...limits(), repeats: 1 })).rejects.toMatchObject({ code: 'unavailable' });
    expect(started()).toBe(2);
    await expect(pool.run('dieOnce', pools[0]?.folder, { ...limits(), repeats: 1 })).resolves.toBe('done');
    const { pool: other, started: others } = makePool({ processes: 1 });
    const waits = other.run('waitOnce', pools[1]?.folder, { ...limits(), repeats: 1 });
    await expect.poll(() => existsSync(join(pools[1]?.folder ?? '', 'once'))).toBe(true);
    expect(other.endWork()).toBe(1);
    await expect(waits).resolves.toBe('done');
    expect(others()).toBe(2);
  });

  it('gives no task to a process that is being ended because it had nothing to do', async () => {
    vi.useFakeTimers();
    const kills: number[] = [];
    const listeners: ((report: unknown) => void)[] = [];
    // the system takes its time: a killed process is never said to have ended
    const host: JobHost = {
      start: () => {
        const at = listeners.length;
        return {
          send: (order) => {
            if (order.type === 'work' && !kills.includes(at))
              listeners[at]?.({ type: 'done', id: order.id, result: at, isFull: false });
          },
          onReport: (listener) => {
            listeners.push(listener);
            queueMicrotask(() => listener({ type: 'ready' }));
          },
          onExit: () => undefined,
          kill: () => void kills.push(at),
        };
      },
    };
    try {
      const pool = new JobPool({ host, log: silent, processes: 1, idleMs: 1000 });
      await expect(pool.run('work', null, limits())).resolves.toBe(0);
      vi.advanceTimersByTime(1500);
      expect(kills).toEqual([0]);
      await expect(pool.run('work', null, limits())).resolves.toBe(1);
      pool.stop();
    } finally {
      vi.useRealTimers();
    }
  });

  it('kills work that is over its time, even while it listens to nobody', async () => {
    const { pool } = makePool();
    await expect(pool.run('spin', null, limits(300))).rejects.toMatchObject({
      code: 'unavailable',
      message: /longer than 0.3 s/,
    });
    expect(await pool.run('twice', 1, limits())).toBe(2);
  });

  it('lets cancelled work end by itself and keeps its process', async () => {
    const { pool, started } = makePool({ processes: 1 });
    const abort = new AbortController();
    await pool.run('twice', 1, limits());
    const waiting = pool.run('wait', null, limits(10_000, abort.signal));
    setTimeout(() => abort.abort(new Error('the client went')), 50);
    await expect(waiting).rejects.toThrow('the client went');
    expect(await pool.run('twice', 3, limits())).toBe(6);
    expect(started()).toBe(1);
  });

  it('has the process free after cancelled work that does not listen, which is nothing to be warned of', async () => {
    const warned: string[] = [];
    const { pool } = makePool({ processes: 1, log: { ...silent, warn: (_, message) => warned.push(message) } });
    const abort = new AbortController();
    await pool.run('twice', 1, limits());
    const spinning = pool.run('spin', null, limits(60_000, abort.signal));
    const next = pool.run('twice', 4, limits());
    abort.abort(new Error('the client went'));
    await expect(spinning).rejects.toThrow('the client went');
    expect(await next).toBe(8);
    expect(warned).toEqual([]);
    await expect(pool.run('die', null, limits())).rejects.toThrow('3');
    expect(warned).toEqual(['a job process ended before its work was done']);
  });

  it('takes two at once, lets some wait, and refuses the rest', async () => {
    const { pool } = makePool({ waiting: 1 });
    const abort = new AbortController();
    const ends = [1, 2].map(() => pool.run('wait', null, limits(60_000, abort.signal)).catch(() => 'cancelled'));
    await expect.poll(() => pool.busy, { interval: 5 }).toBe(2);
    ends.push(pool.run('wait', null, limits(60_000, abort.signal)).catch(() => 'cancelled'));
    await expect(pool.run('twice', 1, limits())).rejects.toMatchObject({ code: 'rateLimit', details: { retryAfterSeconds: 10 } });
    abort.abort(new Error('over'));
    expect(await Promise.all(ends)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });

  it('ends a process that has had nothing to do', async () => {
    const { pool, started } = makePool({ idleMs: 50 });
    await pool.run('twice', 1, limits());
    await expect.poll(() => pool.size, { interval: 5 }).toBe(0);
    expect(await pool.run('twice', 5, limits())).toBe(10);
    expect(started()).toBe(2);
  });

  it('replaces a process that holds much memory, and loses no work by it', async () => {
    const { pool, started } = makePool({ processes: 1 });
    const filled = pool.run('fill', null, limits());
    const next = pool.run('pid', null, limits());
    expect(await next).not.toBe(await filled);
    expect([started(), pool.size]).toEqual([2, 1]);
  });

  it('fails work whose process the system cannot start, and starts one when it can', async () => {
    const { pool: works } = makePool();
    let isOut = true;
    const host: JobHost = {
      start: () => {
        if (isOut) throw new Error('spawn ENOMEM');
        const process = fork(join(pools.at(-1)?.folder ?? '', 'child.ts'), [], { execArgv: [] });
        return {
          send: (order) => void process.send(order),
          onReport: (listener) => void process.on('message', listener),
          onExit: (listener) => void process.once('exit', (code) => listener(`${code}`)),
          kill: () => void process.kill('SIGKILL'),
        };
      },
    };
    const pool = new JobPool({ host, log: silent });
    for (let tries = 0; tries < 3; tries += 1)
      await expect(pool.run('twice', 2, limits())).rejects.toMatchObject({
        code: 'unavailable',
        message: 'no job process could be started: spawn ENOMEM',
      });
    isOut = false;
    expect([await pool.run('twice', 2, limits()), await works.run('twice', 3, limits())]).toEqual([4, 6]);
    pool.stop();
  });

  it('fails everything at its stop', async () => {
    const { pool } = makePool({ processes: 1 });
    const running = pool.run('wait', null, limits());
    const waiting = pool.run('twice', 1, limits());
    pool.stop();
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
    await expect(running).rejects.toMatchObject({ code: 'unavailable' });
    await expect(pool.run('twice', 1, limits())).rejects.toMatchObject({ code: 'unavailable' });
  });
});

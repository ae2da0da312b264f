import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import type { Failure } from '../../core/fail.ts';
import type { ReadOperation } from '../ports/codec.ts';
import { connection, quietLog, seeded } from '../testing/make.ts';
import { answerIt, type Handler, OracleServer } from '../testing/oracleServer.ts';
import { Channel, type FieldRequest } from './channel.ts';
import { ConnectGate } from './connectGate.ts';
import type { LinkAnswer } from './link.ts';

type Settings = Parameters<typeof connection>[0];

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const serverOf = async (framing: 'mbap' | 'rtu', handler?: Handler): Promise<OracleServer> => {
  const server = await new OracleServer(framing, handler).start();
  cleanUps.push(() => server.stop());
  return server;
};

/** A started channel; `ready` and `down` resolve at the next such event. */
class Subject {
  readonly channel: Channel;
  #ready = Promise.withResolvers<void>();
  #down = Promise.withResolvers<Failure>();

  constructor(settings: Settings, { readOnly = false } = {}) {
    this.channel = new Channel(
      connection(settings),
      {
        clock: systemClock,
        log: quietLog,
        random: seeded(1),
        gate: new ConnectGate(systemClock, { burst: 100, perSecond: 100 }),
        readOnly: () => readOnly,
      },
      { onReady: () => this.#ready.resolve(), onDown: (reason) => this.#down.resolve(reason) },
    );
    this.channel.start();
    cleanUps.push(() => this.channel.stop());
  }

  async ready(): Promise<void> {
    await this.#ready.promise;
    this.#ready = Promise.withResolvers();
  }

  async down(): Promise<Failure> {
    const reason = await this.#down.promise;
    this.#down = Promise.withResolvers();
    return reason;
  }

  read(
    address: number,
    { count = 1, unit = 1, timeoutMs = 60, ...rest }: Partial<FieldRequest> & { count?: number } = {},
  ): Promise<LinkAnswer> {
    const operation: ReadOperation = { kind: 'read', space: 'holding', address, count };
    return this.channel.request({ unit, operation, timeoutMs, acceptAnyUnit: false, lane: 'poll', ...rest });
  }
}

const tcpTo = (server: OracleServer): Settings => ({ kind: 'tcp', host: '127.0.0.1', port: server.port });
const rtuTo = (server: OracleServer): Settings => ({ kind: 'rtuTcp', host: '127.0.0.1', port: server.port, quietMs: 20 });
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    (error: Failure) => error.code,
  );

describe('a channel', () => {
  it('answers with the words and the time midway between request and answer', async () => {
    const subject = new Subject(tcpTo(await serverOf('mbap', ({ send, answer }) => send(answer, 40))));
    await subject.ready();
    const beforeMs = systemClock.now();
    const { words, atMs, rttMs } = await subject.read(7, { count: 2, timeoutMs: 2000 });
    expect(words).toEqual([7, 8]);
    expect(rttMs).toBeGreaterThan(35);
    expect(atMs).toBeGreaterThan(beforeMs + 10);
    expect(atMs).toBeLessThan(systemClock.now() - 10);
  });

  it('sends one request at a time, however many are asked', async () => {
    let inFlight = 0;
    let most = 0;
    const server = await serverOf('mbap', ({ send, answer }) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      setImmediate(() => {
        inFlight -= 1;
        send(answer);
      });
    });
    const subject = new Subject(tcpTo(server));
    await subject.ready();
    const answers = await Promise.all(Array.from({ length: 600 }, (_, i) => subject.read(i, { timeoutMs: 5000 })));
    expect(answers.map(({ words }) => words[0])).toEqual(answers.map((_, i) => i));
    expect(most).toBe(1);
  });

  it('lets a command go first and polls by their deadlines', async () => {
    const order: number[] = [];
    const server = await serverOf('mbap', ({ send, answer, address }) => {
      order.push(address);
      send(answer, 5);
    });
    const subject = new Subject(tcpTo(server));
    await subject.ready();
    const given = { timeoutMs: 5000 };
    await Promise.all([
      subject.read(1, { ...given, deadlineMs: 9e9 }),
      subject.read(4, { ...given, lane: 'scan' }),
      subject.read(3, { ...given, deadlineMs: 9e9 + 2 }),
      subject.read(2, { ...given, deadlineMs: 9e9 + 1 }),
      subject.read(0, { ...given, lane: 'command' }),
    ]);
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  it('keeps a command while the line is down, until its deadline', async () => {
    const server = await serverOf('mbap');
    await server.stop();
    const subject = new Subject(tcpTo(server));
    await subject.down();
    expect(await codeOf(subject.read(1))).toBe('linkDown');
    const now = systemClock.monotonicMs();
    const late = subject.read(1, { lane: 'command', deadlineMs: now + 50 });
    const inTime = subject.read(2, { lane: 'command', deadlineMs: now + 20_000, timeoutMs: 5000 });
    expect(await codeOf(late)).toBe('cancelled');
    await server.start();
    expect((await inTime).words).toEqual([2]);
    expect(server.requests).toBe(1);
  });

  it('pauses between requests and after connecting', async () => {
    const atMs: number[] = [];
    const server = await serverOf('mbap', (request) => {
      atMs.push(performance.now());
      answerIt(request);
    });
    const startedMs = performance.now();
    const subject = new Subject({ ...tcpTo(server), pauseBetweenRequestsMs: 30, pauseAfterConnectMs: 60 } as Settings);
    await subject.ready();
    expect(performance.now() - startedMs).toBeGreaterThan(58);
    await Promise.all([
      subject.read(1, { timeoutMs: 5000 }),
      subject.read(2, { timeoutMs: 5000 }),
      subject.read(3, { timeoutMs: 5000 }),
    ]);
    const [first = 0, second = 0, third = 0] = atMs;
    expect(Math.min(second - first, third - second)).toBeGreaterThan(28);
  });

  it('tells its state, its reason and its counters', async () => {
    const server = await serverOf('mbap');
    const subject = new Subject(tcpTo(server));
    expect(subject.channel.state().state).toBe('connecting');
    await subject.ready();
    expect(subject.channel.state()).toMatchObject({
      connectionId: 'line',
      state: 'ready',
      reason: null,
      reconnects: 0,
      queueDepth: [0, 0, 0],
    });
    await server.stop();
    const { code } = await subject.down();
    expect(code).toBe('linkDown');
    expect(subject.channel.state()).toMatchObject({ state: 'backoff' });
    expect(subject.channel.state().reason).toMatch(/connection lost|closed/);
    await server.start();
    await subject.ready();
    expect(subject.channel.state().reconnects).toBe(1);
    await subject.channel.stop();
    expect(subject.channel.state()).toMatchObject({ state: 'stopped', reason: null });
  });

  it('fails what waits at once when the connection is lost', async () => {
    const server = await serverOf('mbap', ({ socket }) => socket.resetAndDestroy());
    const subject = new Subject(tcpTo(server));
    await subject.ready();
    // later than the test may last
    const codes = await Promise.all([1, 2, 3].map((address) => codeOf(subject.read(address, { timeoutMs: 60_000 }))));
    expect(codes).toEqual(['linkDown', 'linkDown', 'linkDown']);
  });

  it('opens a connection anew after three timeouts in a row', async () => {
    let silent = true;
    const server = await serverOf('mbap', (request) => {
      if (!silent || request.address === 9) answerIt(request);
    });
    const subject = new Subject(tcpTo(server));
    await subject.ready();
    await subject.read(9, { timeoutMs: 5000 });
    for (const address of [1, 2, 3]) expect(await codeOf(subject.read(address))).toBe('timeout');
    expect((await subject.down()).message).toMatch(/3 requests in a row/);
    silent = false;
    await subject.ready();
    expect((await subject.read(5, { timeoutMs: 5000 })).words).toEqual([5]);
    expect(server.connections).toBe(2);
  });

  it('goes on with the next request after garbage, over a new connection', async () => {
    const server = await serverOf('mbap', (request) =>
      request.address === 1 ? request.send(Buffer.from('0102030405060708', 'hex')) : answerIt(request),
    );
    const subject = new Subject(tcpTo(server));
    await subject.ready();
    await subject.read(2, { timeoutMs: 5000 });
    expect(await codeOf(subject.read(1, { timeoutMs: 5000 }))).toBe('badAnswer');
    await subject.ready();
    expect((await subject.read(3, { timeoutMs: 5000 })).words).toEqual([3]);
    expect(subject.channel.state().violations).toBe(1);
  });

  it('refuses to write while the field is read-only', async () => {
    const server = await serverOf('mbap');
    const subject = new Subject(tcpTo(server), { readOnly: true });
    await subject.ready();
    const write = { kind: 'writeCoil', address: 1, value: true } as const;
    expect(await codeOf(subject.read(1, { operation: write, lane: 'command' }))).toBe('readOnly');
    expect(server.requests).toBe(0);
  });

  it('stops in the middle of everything, twice, and leaves nothing pending', async () => {
    const subject = new Subject(tcpTo(await serverOf('mbap', () => {})));
    await subject.ready();
    const pending = [1, 2].map((address) => codeOf(subject.read(address, { timeoutMs: 60_000 })));
    await Promise.all([subject.channel.stop(), subject.channel.stop()]);
    expect(await Promise.all(pending)).toEqual(['cancelled', 'cancelled']);
    expect(await codeOf(subject.read(1))).toBe('linkDown');
  });
});

describe('a channel with RTU framing', () => {
  it('does not take an answer later than timeout and quiet time for that of the next request', async () => {
    let first = true;
    const server = await serverOf('rtu', ({ send, answer }) => {
      send(answer, first ? 60 + 20 + 30 : 0);
      first = false;
    });
    const subject = new Subject(rtuTo(server));
    await subject.ready();
    expect(await codeOf(subject.read(100, { count: 4 }))).toBe('timeout');
    for (let address = 200; address < 206; address += 1) {
      const words = await subject.read(address, { count: 4 }).then(
        (answer) => answer.words,
        () => null,
      );
      if (words) expect(words).toEqual([address, address + 1, address + 2, address + 3]);
    }
    expect((await subject.read(300, { count: 4, timeoutMs: 1000 })).words[0]).toBe(300);
  });

  it('probes a unit after a timeout with another length, before it asks anything else of it', async () => {
    const seen: [number, number][] = [];
    let first = true;
    const server = await serverOf('rtu', (request) => {
      seen.push([request.unit, request.count]);
      if (!first) answerIt(request);
      first = false;
    });
    const subject = new Subject(rtuTo(server));
    await subject.ready();
    expect(await codeOf(subject.read(100, { count: 4 }))).toBe('timeout');
    expect((await subject.read(100, { count: 4, unit: 2, timeoutMs: 1000 })).words).toHaveLength(4);
    expect((await subject.read(100, { count: 4, timeoutMs: 1000 })).words).toHaveLength(4);
    expect(seen).toEqual([
      [1, 4],
      [2, 4],
      [1, 1],
      [1, 4],
    ]);
  });

  it('lets the line fall silent after a timeout, before it asks another unit', async () => {
    const atMs: number[] = [];
    const states: string[] = [];
    const server = await serverOf('rtu', (request) => {
      atMs.push(performance.now());
      states.push(subject.channel.state().state);
      if (request.unit === 2) answerIt(request);
    });
    const subject = new Subject({ ...rtuTo(server), quietMs: 80 } as Settings);
    await subject.ready();
    const failed = codeOf(subject.read(1));
    const next = subject.read(2, { unit: 2, timeoutMs: 1000 });
    expect(await failed).toBe('timeout');
    await Promise.resolve();
    expect(subject.channel.state().state).toBe('draining');
    await next;
    const [first = 0, second = 0] = atMs;
    expect(second - first).toBeGreaterThan(60 + 75);
    expect(states).toEqual(['busy', 'busy']);
  });
});

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

  it('lets go whoever gives up, without using their turn', async () => {
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

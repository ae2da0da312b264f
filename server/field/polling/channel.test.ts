import { describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { codeOf, type Settings, Subject, serverOf, tcpTo } from '../../test/startedChannel.ts';
import { answerIt } from '../testing/oracleServer.ts';

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

  it('reports its state, its reason and its counters', async () => {
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

  it('refuses to write while the field is read-only', async () => {
    const server = await serverOf('mbap');
    const subject = new Subject(tcpTo(server), { readOnly: true });
    await subject.ready();
    const write = { kind: 'writeCoil', address: 1, value: true } as const;
    expect(await codeOf(subject.read(1, { operation: write, lane: 'command' }))).toBe('readOnly');
    expect(server.requests).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { codeOf, type Settings, Subject, serverOf } from '../../test/startedChannel.ts';
import { answerIt, type OracleServer } from '../testing/oracleServer.ts';

const rtuTo = (server: OracleServer): Settings => ({ kind: 'rtuTcp', host: '127.0.0.1', port: server.port, quietMs: 20 });

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

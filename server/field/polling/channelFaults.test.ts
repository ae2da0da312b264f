import { describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { codeOf, Subject, serverOf, tcpTo } from '../../test/startedChannel.ts';
import { answerIt } from '../testing/oracleServer.ts';

describe('a channel', () => {
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

  it('stops in the middle of everything, twice, and leaves nothing pending', async () => {
    const subject = new Subject(tcpTo(await serverOf('mbap', () => {})));
    await subject.ready();
    const pending = [1, 2].map((address) => codeOf(subject.read(address, { timeoutMs: 60_000 })));
    await Promise.all([subject.channel.stop(), subject.channel.stop()]);
    expect(await Promise.all(pending)).toEqual(['cancelled', 'cancelled']);
    expect(await codeOf(subject.read(1))).toBe('linkDown');
  });
});

import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { plantOf, Subject, serverOf } from '../test/gatewaySubject.ts';
import { device, tag } from './testing/make.ts';
import { answerIt, type Handler } from './testing/oracleServer.ts';

const rare = tag('line-1', 5, { periodMs: 900 });

/** Three readings of a line to a gateway that closes what was left idle for so long. */
const readFrom = async (idleMs: number, handler: Handler) => {
  const server = await serverOf(handler);
  server.idleMs = idleMs;
  const subject = new Subject(plantOf(server, [device(1)], [rare], { timeoutMs: 2000 }));
  let up = 0;
  subject.gateway.onLineUp(() => {
    up += 1;
  });
  await subject.good(rare.id);
  const [from, requests, connections] = [subject.samples.length, server.requests, server.connections];
  while (subject.samples.length < from + 3) await subject.next(() => true);
  const bad = subject.samples.slice(from).filter(({ quality }) => quality !== 'GOOD');
  return { bad, up, requests: server.requests - requests, connections: server.connections - connections };
};

describe('a gateway that closes connections which are left idle', () => {
  it('gives every value, asked no more often than it is due', async () => {
    const { bad, up, requests, connections } = await readFrom(400, answerIt);
    expect(bad).toEqual([]);
    expect(connections).toBeGreaterThan(3);
    expect(requests).toBeLessThanOrEqual(4);
    // whoever looks at its valves when a line is back would fill it with that
    expect(up).toBe(1);
  });

  it('is asked once more over the next one, where it closed one on a request', async () => {
    const refused = new Set<Socket>();
    let mayAnswer = true;
    const { bad, up } = await readFrom(0, (request) => {
      if (mayAnswer) answerIt(request);
      else refused.add(request.socket);
      mayAnswer = !mayAnswer;
      setTimeout(() => request.socket.end(), refused.has(request.socket) ? 0 : 50);
    });
    expect(bad).toEqual([]);
    expect(refused.size).toBeGreaterThanOrEqual(3);
    expect(up).toBe(1);
  });

  it('is away as soon as it closes the next one on it too', async () => {
    let isGone = false;
    const server = await serverOf((request) => (isGone ? request.socket.end() : answerIt(request)));
    const subject = new Subject(plantOf(server, [device(1)], [rare], { timeoutMs: 2000 }));
    await subject.good(rare.id);
    isGone = true;
    const { requests } = server;
    await subject.bad(rare.id, 'BAD_LINK');
    expect(server.requests - requests).toBeLessThanOrEqual(3);
    isGone = false;
    await subject.good(rare.id);
  });
});

import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { plantOf, Subject, serverOf } from '../test/gatewaySubject.ts';
import { device, tag } from './testing/make.ts';
import { answerIt } from './testing/oracleServer.ts';

const far = Array.from({ length: 8 }, (_, i) => tag('line-1', 200 * i, { periodMs: 400 }));

it('a gateway that closes its connection after each answer gives every value, over a connection for each', async () => {
  const asked = new Set<Socket>();
  const server = await serverOf((request) => {
    asked.add(request.socket);
    answerIt(request);
    request.socket.end();
  });
  const subject = new Subject(plantOf(server, [device(1)], far, { timeoutMs: 2000 }));
  let up = 0;
  subject.gateway.onLineUp(() => {
    up += 1;
  });
  while (far.some(({ id }) => subject.quality(id) !== 'GOOD')) await subject.next(() => true);
  const [from, requests, connections] = [subject.samples.length, server.requests, asked.size];
  for (let cycle = 0; cycle < 6; cycle += 1) await subject.good('line-1/1400');
  expect(subject.samples.slice(from).filter(({ quality }) => quality !== 'GOOD')).toEqual([]);
  const done = server.requests - requests;
  expect(done).toBeGreaterThanOrEqual(5 * 8);
  // no more often than they are due, and none into a connection that is about to be closed
  expect(done).toBeLessThanOrEqual(8 * 8);
  expect(asked.size - connections).toBe(done);
  expect(subject.device('line-1').health).toBe('good');
  // whoever looks at its valves when a line is back would fill it with that
  expect(up).toBe(1);
});

it('a device that closed some connections and keeps one is asked as quickly as before', async () => {
  let closings = 0;
  const server = await serverOf((request) => {
    answerIt(request);
    closings += 1;
    if (closings <= 5) setTimeout(() => request.socket.end(), 2);
  });
  const subject = new Subject(plantOf(server, [device(1)], far, { timeoutMs: 2000 }));
  while (far.some(({ id }) => subject.quality(id) !== 'GOOD')) await subject.next(() => true);
  // the last of those closings has been noticed by then
  for (let cycle = 0; cycle < 3; cycle += 1) await subject.good('line-1/1400');
  const { reconnects } = subject.gateway.status().channels[0] ?? {};
  for (let cycle = 0; cycle < 6; cycle += 1) await subject.good('line-1/1400');
  expect(subject.gateway.status().channels[0]?.reconnects).toBe(reconnects);
});

import { expect, it } from 'vitest';
import type { AddressedMessage } from '../core/bus.ts';
import { Follower } from './follower.ts';
import type { LiveSocket } from './liveSocket.ts';

const message = (id: number): AddressedMessage => ({
  audience: 'alerts',
  userId: null,
  message: {
    v: 1,
    id: String(id),
    type: 'alert',
    at: '2026-11-22T10:00:00Z',
    industryId: 'DEMO',
    title: `message ${id}`,
    body: 'of a pump',
    data: {},
  },
});

it('answers a client that names its place late, while what came since it connected is still on its way', async () => {
  const messages = [message(1)];
  const sent: { id?: string; type?: string; lastId?: string }[] = [];
  let first: (() => void) | undefined;
  const socket = {
    caller: { userId: 'asha', industryId: 'DEMO', permissions: new Set(['ALERTS']) },
    send: (text: string) => sent.push(JSON.parse(text)),
    // a phone that reads slowly takes its first page when the test lets it
    sendAll: async (texts: string[]) => {
      if (!first) await new Promise<void>((done) => (first = done));
      for (const text of texts) sent.push(JSON.parse(text));
      return true;
    },
  } as unknown as LiveSocket;
  const follower = new Follower(socket, 'DEMO', {
    replay: {
      after: (_, id, limit) => messages.filter((one) => Number(one.message.id) > id).slice(0, limit),
      ends: () => ({ first: 1, last: messages.length, isPruned: false }),
    },
    now: () => '2026-11-22T10:00:00Z',
    onFault: (error) => {
      throw error;
    },
  });
  messages.push(message(2), message(3));
  await expect.poll(() => first).toBeTypeOf('function');
  const resumed = follower.resume(0);
  first?.();
  await resumed;
  expect(sent.filter(({ id }) => id).map(({ id }) => id)).toEqual(['2', '3', '1']);
  expect(sent.at(-1)).toMatchObject({ type: 'resumed', lastId: '3' });
  follower.stop();
});

it('sends what is stored in the very moment in which a client has caught up', async () => {
  const messages: AddressedMessage[] = [];
  const sent: string[] = [];
  const socket = {
    caller: { userId: 'asha', industryId: 'DEMO', permissions: new Set(['ALERTS']) },
    send: (text: string | Buffer) => sent.push(JSON.parse(String(text)).id),
    sendAll: async () => true,
  } as unknown as LiveSocket;
  const raise = (): void => {
    messages.push(message(1));
    follower.receive(messages.map((to) => ({ text: Buffer.from(JSON.stringify(to.message)), to })));
  };
  const follower = new Follower(socket, 'DEMO', {
    replay: {
      after: (_, id) => {
        // work that waits already goes on directly after what asks, before whatever waits for its answer
        if (messages.length === 0) queueMicrotask(raise);
        return messages.filter((one) => Number(one.message.id) > id);
      },
      ends: () => ({ first: 1, last: messages.length, isPruned: false }),
    },
    now: () => '2026-11-22T10:00:00Z',
    onFault: (error) => {
      throw error;
    },
  });
  await follower.resume(0);
  expect(sent.filter(Boolean)).toEqual(['1']);
  follower.stop();
});

it('tells a client of a gap that names a message which is not there, as after a backup was put in place', async () => {
  const sent: { type?: string; lastId?: string; gap?: boolean }[] = [];
  const socket = {
    caller: { userId: 'asha', industryId: 'DEMO', permissions: new Set(['ALERTS']) },
    send: (text: string | Buffer) => sent.push(JSON.parse(String(text))),
    sendAll: async () => true,
  } as unknown as LiveSocket;
  const messages = [message(1), message(2)];
  const resumed = async (afterId: number) => {
    const follower = new Follower(socket, 'DEMO', {
      replay: {
        after: (_, id) => messages.filter((one) => Number(one.message.id) > id),
        ends: () => ({ first: 1, last: 2, isPruned: false }),
      },
      now: () => '2026-11-22T10:00:00Z',
      onFault: (error) => {
        throw error;
      },
    });
    await follower.resume(afterId);
    follower.stop();
    return sent.at(-1);
  };
  expect(await resumed(2)).toMatchObject({ type: 'resumed', gap: false });
  expect(await resumed(3)).toMatchObject({ type: 'resumed', lastId: '2', gap: true });
});

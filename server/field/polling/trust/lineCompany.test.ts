import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import type { Retraction, Sample } from '../../../core/field/field.ts';
import { ModbusGateway } from '../../gateway.ts';
import { connection, device, quietLog, seeded, tag } from '../../testing/make.ts';
import { bodyOf, type Handler, OracleServer, type Request, rtuFrame } from '../../testing/oracleServer.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Shape = {
  name: string;
  /** How a request is answered; `random` has a seed. */
  handler: (random: () => number) => Handler;
  /** What is said of the line in the end, where that is the same with every seed. */
  is?: 'alone' | 'notAlone' | 'untrustworthy';
  /** What the line brings without being asked, every so many ms. */
  unasked?: { everyMs: number; frame: () => Buffer };
  /** Registers of a block, 1 where absent. */
  count?: number;
  /** The answers are out of step, of which nothing but a proof tells. */
  isStepped?: true;
};

const graceMs = 8000;

const later = ({ socket }: Request, bytes: Buffer, afterMs: number): void => {
  setTimeout(() => {
    if (!socket.destroyed) socket.write(bytes);
  }, afterMs);
};
const foreignAnswer = (count: number, address = 9000): Buffer =>
  rtuFrame(bodyOf({ unit: 1, functionCode: 3, address, count, body: Buffer.of(1, 3, address >> 8, address & 255, 0, count) }));

const shapes: Shape[] = [
  { name: 'a clean line', is: 'alone', handler: () => (request) => request.send(request.answer, 4) },
  {
    name: 'every fifth answer twice within 30 ms, registers that never change',
    is: 'notAlone',
    handler: (random) => (request) => {
      request.send(request.answer, 2);
      if (random() < 0.2) later(request, request.answer, 2 + random() * 30);
    },
  },
  {
    name: 'every fifth answer twice within 2 s, one in four of them lost at first',
    handler: (random) => (request) => {
      const isFault = random() < 0.2;
      if (!isFault || random() < 0.75) request.send(request.answer, 2);
      if (isFault) later(request, request.answer, 5 + random() * 2000);
    },
  },
  {
    name: 'answers of a second master mirrored every 300 ms',
    is: 'untrustworthy',
    handler: () => (request) => request.send(request.answer, 4),
    unasked: { everyMs: 300, frame: () => foreignAnswer(1) },
  },
  {
    name: 'answers of a second master mirrored every 300 ms while a fifth of ours is lost',
    handler: (random) => (request) => random() >= 0.2 && request.send(request.answer, 4),
    unasked: { everyMs: 300, frame: () => foreignAnswer(1) },
  },
  {
    name: 'answers of a second master mirrored every 2 s while a fifth of ours is lost',
    handler: (random) => (request) => random() >= 0.2 && request.send(request.answer, 4),
    unasked: { everyMs: 2000, frame: () => foreignAnswer(1) },
  },
  {
    name: 'a second master that walks through many registers',
    handler: (random) => (request) => random() >= 0.1 && request.send(request.answer, 4),
    unasked: { everyMs: 170, frame: () => foreignAnswer(1, 9000 + Math.floor(performance.now() % 500)) },
  },
  {
    name: 'only lost answers replaced by those of a second master, and nothing else of it',
    handler: (random) => (request) => {
      const roll = random();
      if (roll < 0.1) request.send(foreignAnswer(request.count), 3);
      else if (roll < 0.13) {
        request.send(request.answer, 3);
        request.send(foreignAnswer(request.count), 3);
      } else request.send(request.answer, 3);
    },
  },
  {
    name: 'a few lost answers replaced by others of another master, and nothing surplus at all',
    handler: (random) => (request) =>
      request.send(random() < 0.02 ? foreignAnswer(request.count, 9000 + Math.floor(500 * random())) : request.answer, 3),
  },
  {
    name: 'answers held for five requests, registers that never change',
    handler: (random) => {
      const held: { bytes: Buffer; left: number }[] = [];
      return (request) => {
        for (const one of held) one.left -= 1;
        while (held[0] && held[0].left <= 0) request.send(held.shift()?.bytes ?? Buffer.alloc(0));
        if (random() < 0.1) held.push({ bytes: request.answer, left: 5 });
        else request.send(request.answer, 2);
      };
    },
  },
  {
    name: 'blocks of four registers, some answered out of the cache for the block before',
    is: 'alone',
    count: 4,
    handler: (random) => {
      let before: Buffer | null = null;
      return (request) => {
        request.send(before && random() < 0.2 && before.length === request.answer.length ? before : request.answer, 2);
        before = request.answer;
      };
    },
  },
  {
    name: 'a gateway that is one answer behind from some time on',
    isStepped: true,
    handler: () => {
      let [asked, before] = [0, null as Buffer | null];
      return (request) => {
        asked += 1;
        request.send(asked > 60 && before ? before : request.answer, 2);
        before = request.answer;
      };
    },
  },
  {
    name: 'a gateway that answers out of its cache for the block before, now and then',
    handler: (random) => {
      let before: Buffer | null = null;
      return (request) => {
        request.send(before && random() < 0.05 ? before : request.answer, 2);
        before = request.answer;
      };
    },
  },
];

/** Twelve blocks of equal size that cannot be joined; a register holds its address. */
const observe = async ({ handler, unasked, isStepped, count = 1 }: Shape, seconds: number, seed: number) => {
  const random = seeded(seed);
  const act = handler(random);
  const sockets = new Set<Request['socket']>();
  const server = await new OracleServer('rtu', (request) => {
    sockets.add(request.socket);
    act(request);
  }).start();
  const timer =
    unasked &&
    setInterval(() => sockets.forEach((socket) => void (!socket.destroyed && socket.write(unasked.frame()))), unasked.everyMs);
  const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
  const slave = device(1, { limits: { maxGapRegisters: 0 } });
  let good: Sample[] = [];
  gateway.onSamples((samples) => good.push(...samples.filter(({ quality }) => quality === 'GOOD')));
  gateway.onRetracted((retractions: Retraction[]) => {
    for (const { tagId, fromMs, toMs } of retractions)
      good = good.filter((one) => one.tagId !== tagId || one.atMs < fromMs || one.atMs > toMs);
  });
  gateway.configure({
    connections: [connection({ kind: 'rtuTcp', host: '127.0.0.1', port: server.port, timeoutMs: 150, quietMs: 20 })],
    devices: [slave],
    tags: Array.from({ length: 12 * count }, (_, i) =>
      tag(slave.id, 100 + 50 * Math.floor(i / count) + (i % count), { periodMs: 500 }),
    ),
  });
  gateway.start();
  ends.push(
    () => gateway.stop(),
    () => server.stop(),
  );
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  // a step that is not in order shows with the next proof of it
  for (let i = 0; isStepped && i < 300 && gateway.status().channels[0]?.company?.state === 'alone'; i += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  // what was believed just now is taken back by the next frame that shows whose it was
  const countedUntilMs = Date.now();
  if (unasked) await new Promise((resolve) => setTimeout(resolve, graceMs));
  clearInterval(timer);
  const wrong = good.filter(({ tagId, value, atMs }) => atMs <= countedUntilMs && value !== Number(tagId.split('/')[1]));
  return { state: gateway.status().channels[0]?.company?.state, good: good.length, wrong: wrong.length };
};

const isLong = process.env.HEADWORKS_SOAK === 'long';

describe('what else is on a line without transaction ids', () => {
  it('never passes for values of ours', async () => {
    const seeds = isLong ? [1, 2, 3] : [1];
    const results = await Promise.all(
      seeds.flatMap((seed) => shapes.map(async (shape) => ({ ...shape, ...(await observe(shape, isLong ? 60 : 14, seed)) }))),
    );
    if (isLong)
      for (const { name, good, wrong, state } of results) console.log(`${name}: ${good} good, ${wrong} wrong, ${state}`);
    expect(results.filter(({ wrong }) => wrong > 0).map(({ name, wrong }) => `${name}: ${wrong}`)).toEqual([]);
    for (const { name, state, is } of results) if (is) expect({ name, state }).toEqual({ name, state: is });
    // what is only repeated or clean is read on
    for (const { name, good, is } of results)
      if (is === 'alone' || is === 'notAlone') expect({ name, isRead: good > 12 }).toEqual({ name, isRead: true });
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import type { LineCompany, Retraction, Sample } from '../../core/field.ts';
import { ModbusGateway } from '../gateway.ts';
import { connection, device, quietLog, seeded, tag } from '../testing/make.ts';
import { bodyOf, type Handler, OracleServer, type Request, rtuFrame } from '../testing/oracleServer.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Shape = {
  name: string;
  /** How a request is answered; `random` has a seed. */
  handler: (random: () => number) => Handler;
  /** What the line brings without being asked, every so many ms. */
  unasked?: { everyMs: number; frame: () => Buffer };
  /** Registers of a block, 1 where absent. */
  count?: number;
  /** Registers change with time. */
  isMoving?: boolean;
};

const later = ({ socket }: Request, bytes: Buffer, afterMs: number): void => {
  setTimeout(() => {
    if (!socket.destroyed) socket.write(bytes);
  }, afterMs);
};
const foreignAnswer = (count: number, address = 9000): Buffer =>
  rtuFrame(bodyOf(1, 3, address, count, Buffer.of(1, 3, address >> 8, address & 255, 0, count)));

const shapes: Shape[] = [
  { name: 'a clean line', handler: () => (request) => request.send(request.answer, 4) },
  {
    name: 'every fifth answer twice within 30 ms, registers that never change',
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
  { name: 'answers of a second master mirrored every 300 ms', handler: () => (request) => request.send(request.answer, 4), unasked: { everyMs: 300, frame: () => foreignAnswer(1) } },
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
    name: 'a gateway that is one answer behind from some time on',
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
const observe = async ({ handler, unasked, count = 1 }: Shape, seconds: number, seed: number) => {
  const random = seeded(seed);
  const act = handler(random);
  const sockets = new Set<Request['socket']>();
  const server = await new OracleServer('rtu', (request) => {
    sockets.add(request.socket);
    act(request);
  }).start();
  const timer = unasked && setInterval(() => sockets.forEach((socket) => void (!socket.destroyed && socket.write(unasked.frame()))), unasked.everyMs);
  const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
  const slave = device(1, { limits: { maxGapRegisters: 0 } });
  let good: Sample[] = [];
  const held: number[] = [];
  gateway.onSamples((samples) => {
    const own = samples.filter(({ quality }) => quality === 'GOOD');
    good.push(...own);
    held.push(...own.map(({ atMs }) => Date.now() - atMs));
  });
  gateway.onRetracted((retractions: Retraction[]) => {
    for (const { tagId, fromMs, toMs } of retractions)
      good = good.filter((one) => one.tagId !== tagId || one.atMs < fromMs || one.atMs > toMs);
  });
  gateway.configure({
    connections: [connection({ kind: 'rtuTcp', host: '127.0.0.1', port: server.port, timeoutMs: 150, quietMs: 20 })],
    devices: [slave],
    tags: Array.from({ length: 12 * count }, (_, i) => tag(slave.id, 100 + 50 * Math.floor(i / count) + (i % count), { periodMs: 500 })),
  });
  gateway.start();
  ends.push(() => gateway.stop(), () => server.stop());
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  clearInterval(timer);
  const company: LineCompany | undefined = gateway.status().channels[0]?.company;
  const wrong = good.filter(({ tagId, value }) => value !== Number(tagId.split('/')[1]));
  const gaps = Object.values(Object.groupBy(good, ({ tagId }) => tagId)).flatMap((own = []) => own.slice(1).map(({ atMs }, i) => (atMs - (own[i]?.atMs ?? 0)) / 500)).sort((a, b) => a - b);
  const at = (share: number): string => (gaps[Math.floor(share * (gaps.length - 1))] ?? 0).toFixed(1);
  held.sort((a, b) => a - b);
  return { company, good: good.length, wrong: wrong.length, gaps: `gaps ${at(0.5)} ${at(0.95)} ${at(1)} held ${held[Math.floor(held.length * 0.5)]} ${held[Math.floor(held.length * 0.95)]} ${held.at(-1)}` };
};

describe('what else is on a line without transaction ids', () => {
  it('never passes for values of ours', async () => {
    const seconds = Number(process.env.SECONDS_EACH ?? 10);
    const results = await Promise.all([1, 2].flatMap((seed) => shapes.map(async (shape) => ({ name: shape.name, ...(await observe(shape, seconds, seed)) }))));
    for (const { name, company, good, wrong, gaps } of results) console.log(name, good, wrong, gaps, JSON.stringify(company));
    expect(results.filter(({ wrong }) => wrong > 0).map(({ name, wrong }) => `${name}: ${wrong}`)).toEqual([]);
  }, 120_000);
});

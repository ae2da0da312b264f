/** Faults of the wire that are rarer than those of testing/wireFaults.ts, each on a line of its own, over real sockets. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../core/clock.ts';
import type { Retraction, Sample } from '../core/field/field.ts';
import { ModbusGateway } from './gateway.ts';
import { connection, device, quietLog, seeded, tag } from './testing/make.ts';
import { bodyOf, exceptionBody, OracleServer, type Request } from './testing/oracleServer.ts';

type Fault = (request: Request) => void;
type Framing = 'mbap' | 'rtu';
/** Later than an answer is waited for. */
const TIMEOUT_MS = 150;
/** On a machine that is ten times too busy each fault costs some probes a second apart. */
const WAIT_MS = 150_000;
const faultyRequests = [30, 31, 40, 55];

const wrongBody = (request: Request, count = request.count): Buffer => bodyOf({ ...request, count }, 0x1357);
const withLength = (frame: Buffer, more: number): Buffer => {
  const changed = Buffer.from(frame);
  changed.writeUInt16BE(frame.readUInt16BE(4) + more, 4);
  return changed;
};
const exceptionOf = ({ unit, functionCode, frame }: Request, code: number, ...more: number[]): Buffer =>
  frame(Buffer.concat([exceptionBody(unit, functionCode, code), Buffer.from(more)]));

/** Length of the answer to a read of one register. */
const answerBytes: Record<Framing, number> = { mbap: 11, rtu: 7 };
const splits = (framing: Framing): [string, Fault][] =>
  Array.from({ length: answerBytes[framing] - 1 }, (_, at): [string, Fault][] => [
    [
      `in two parts, split at byte ${at + 1}`,
      ({ send, answer }) => {
        send(answer.subarray(0, at + 1));
        send(answer.subarray(at + 1), 10);
      },
    ],
    [`cut at byte ${at + 1}`, ({ send, answer }) => send(answer.subarray(0, at + 1))],
    [
      `cut at byte ${at + 1}, and whole after the time-out`,
      ({ send, answer }) => {
        send(answer.subarray(0, at + 1));
        send(answer, TIMEOUT_MS + 30);
      },
    ],
  ]).flat();

const both: [string, Fault][] = [
  ['late, after the next request left', ({ send, answer }) => send(answer, TIMEOUT_MS + 15)],
  ['late, long after', ({ send, answer }) => send(answer, 3 * TIMEOUT_MS)],
  [
    'of another unit, late',
    (request) => request.send(request.frame(bodyOf({ ...request, unit: request.unit + 1 }, 0x1357)), TIMEOUT_MS + 15),
  ],
  ['gateway path unavailable', (request) => request.send(exceptionOf(request, 10))],
  ['gateway target gave no answer', (request) => request.send(exceptionOf(request, 11))],
  [
    'gateway target gave no answer, and then the answer',
    (request) => {
      request.send(exceptionOf(request, 11));
      request.send(request.answer, 20);
    },
  ],
  ['an exception with a byte too many', (request) => request.send(exceptionOf(request, 2, 0))],
  ['an exception with a register behind its code', (request) => request.send(exceptionOf(request, 2, 0x13, 0x57))],
  [
    'an exception without a code',
    (request) => request.send(request.frame(exceptionBody(request.unit, request.functionCode, 2).subarray(0, 2))),
  ],
  [
    'an exception of another function',
    (request) => request.send(request.frame(exceptionBody(request.unit, request.functionCode ^ 7, 2))),
  ],
  [
    'an exception and the answer in one piece',
    (request) => request.send(Buffer.concat([exceptionOf(request, 6), request.answer])),
  ],
  [
    'trailing bytes behind the registers',
    (request) => request.send(request.frame(Buffer.concat([wrongBody(request), Buffer.of(0, 0)]))),
  ],
  ['a byte count of none', (request) => request.send(request.frame(Buffer.of(request.unit, request.functionCode, 0)))],
  [
    'a byte count of more than came',
    (request) =>
      request.send(
        request.frame(Buffer.concat([wrongBody(request).subarray(0, 2), Buffer.of(250), wrongBody(request).subarray(3)])),
      ),
  ],
  [
    'an odd byte count',
    (request) =>
      request.send(request.frame(Buffer.concat([Buffer.of(request.unit, request.functionCode, 3), Buffer.of(0x13, 0x57, 0x13)]))),
  ],
  ['the request itself, come back', ({ send, frame, body }) => send(frame(body))],
  [
    'the answer, and the same after 5 ms',
    ({ send, answer }) => {
      send(answer);
      send(answer, 5);
    },
  ],
  [
    'the answer, and the same after the next',
    ({ send, answer }) => {
      send(answer);
      send(answer, 80);
    },
  ],
  ['unit and function alone', (request) => request.send(request.frame(Buffer.of(request.unit, request.functionCode)))],
];
const ofTcp: [string, Fault][] = [
  ['a length of one more than came', (request) => request.send(withLength(request.frame(wrongBody(request)), 1))],
  ['a length of one less than came', (request) => request.send(withLength(request.frame(wrongBody(request)), -1))],
  ['a length of none', (request) => request.send(withLength(request.answer, -request.answer.readUInt16BE(4)))],
  [
    'a length of the largest number',
    (request) => request.send(withLength(request.answer, 0xffff - request.answer.readUInt16BE(4))),
  ],
  [
    'the answer to another transaction of the same registers',
    (request) => {
      const other = request.frame(wrongBody(request));
      other.writeUInt16BE((request.transactionId + 0x100) & 0xffff, 0);
      request.send(other);
      request.send(request.answer, 10);
    },
  ],
  ['bytes behind the frame', ({ send, answer }) => send(Buffer.concat([answer, Buffer.of(0, 0, 0)]))],
  ['an RTU frame', (request) => request.send(wrongBody(request))],
];
const ofRtu: [string, Fault][] = [
  ['bytes before, each like a unit', ({ send, unit, answer }) => send(Buffer.concat([Buffer.alloc(40, unit), answer]))],
  ['the beginning of an answer before it', ({ send, answer }) => send(Buffer.concat([answer.subarray(0, 6), answer]))],
  [
    'a damaged answer before it',
    (request) => {
      const damaged = request.frame(wrongBody(request));
      damaged[4] = (damaged[4] ?? 0) ^ 1;
      request.send(Buffer.concat([damaged, request.answer]));
    },
  ],
  [
    'its check sum with its bytes swapped',
    ({ send, frame, ...request }) => {
      const swapped = frame(wrongBody({ send, frame, ...request }));
      swapped.set([swapped.at(-1) ?? 0, swapped.at(-2) ?? 0], swapped.length - 2);
      send(swapped);
    },
  ],
  [
    'an answer in the form of Modbus TCP',
    (request) => request.send(Buffer.concat([Buffer.of(0, 1, 0, 0, 0, 7), wrongBody(request)])),
  ],
  ['zeros for as long as an answer is', ({ send, answer }) => send(Buffer.alloc(answer.length))],
  ['ones for as long as an answer is', ({ send, answer }) => send(Buffer.alloc(answer.length, 0xff))],
];

/** Polls four places of a line on which some requests are answered by the fault. @returns what was wrong of it; empty where nothing was. */
const wrongAfter = async (framing: Framing, [name, fault]: [string, Fault]): Promise<string[]> => {
  let requests = 0;
  const server = await new OracleServer(framing, (request) => {
    requests += 1;
    if (faultyRequests.includes(requests)) fault(request);
    else request.send(request.answer, 1);
  }).start();
  const slave = device(1, { limits: { maxGapRegisters: 0 } });
  const tags = Array.from({ length: 4 }, (_, i) => tag(slave.id, 300 + 100 * i, { periodMs: 50 }));
  const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
  onTestFinished(async () => {
    await gateway.stop();
    await server.stop();
  });
  const good: Sample[] = [];
  const retracted: Retraction[] = [];
  gateway.onSamples((samples) => good.push(...samples.filter(({ quality }) => quality === 'GOOD')));
  gateway.onRetracted((retractions) => retracted.push(...retractions));
  const kind = framing === 'mbap' ? 'tcp' : 'rtuTcp';
  const settings = {
    kind,
    host: '127.0.0.1',
    port: server.port,
    timeoutMs: TIMEOUT_MS,
    ...(kind === 'rtuTcp' && { quietMs: 20 }),
  };
  gateway.configure({ connections: [connection(settings as never)], devices: [slave], tags });
  gateway.start();
  await vi.waitFor(() => expect(requests).toBeGreaterThan(Math.max(...faultyRequests)), WAIT_MS);
  const from = good.length;
  await vi.waitFor(() => expect(new Set(good.slice(from).map(({ tagId }) => tagId)).size).toBe(tags.length), WAIT_MS);
  await gateway.stop();
  const isTakenBack = ({ tagId, atMs }: Sample): boolean =>
    retracted.some((one) => one.tagId === tagId && one.fromMs <= atMs && one.toMs >= atMs);
  const wrong = good.filter((sample) => sample.value !== Number(sample.tagId.split('/')[1]) && !isTakenBack(sample));
  return wrong.map(({ tagId, value }) => `${name}: ${tagId} = ${value}`);
};

describe('no value is wrong, and every place is read again, after an answer that is', () => {
  it.each<[Framing, [string, Fault][]]>([
    ['mbap', [...both, ...ofTcp, ...splits('mbap')]],
    ['rtu', [...both, ...ofRtu, ...splits('rtu')]],
  ])(
    'something else, over %s',
    async (framing, faults) => {
      const wrong = await Promise.all(faults.map((fault) => wrongAfter(framing, fault)));
      expect(wrong.flat()).toEqual([]);
    },
    320_000,
  );
});

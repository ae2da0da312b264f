import { bodyOf, exceptionBody, type Handler, type Request } from './oracleServer.ts';

export type FaultContext = { random: () => number; timeoutMs: number; quietMs: number };

/** What one fault does instead of answering; the values it invents are all wrong, so that taking one is noticed. */
type Fault = (request: Request, context: FaultContext) => void;

/** Faults by name, each with its share of a thousand answers. The rest is answered as it should be. */
export type FaultTable = Record<string, { perMille: number; act: Fault }>;

const wrong = 0x1357;

const between = (random: () => number, low: number, high: number): number => low + random() * (high - low);
const noise = (random: () => number, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
const wrongAnswer = (request: Request, unit = request.unit, count = request.count): Buffer =>
  bodyOf({ unit, functionCode: request.functionCode, address: request.address, count, body: request.body }, wrong);

const withTransactionId = (frame: Buffer, transactionId: number): Buffer => {
  const changed = Buffer.from(frame);
  changed.writeUInt16BE(transactionId & 0xffff, 0);
  return changed;
};

const split: Fault = ({ send, answer }, { random }) => {
  const at = 1 + Math.floor(random() * (answer.length - 1));
  send(answer.subarray(0, at));
  send(answer.subarray(at), 2);
};

const late: Fault = ({ send, answer }, { random, timeoutMs, quietMs }) => send(answer, timeoutMs + between(random, 1, quietMs));

/** Later than the quiet time after a timeout. */
const veryLate: Fault = ({ send, answer }, { random, timeoutMs, quietMs }) =>
  send(answer, timeoutMs + between(random, quietMs, quietMs + 80));

const otherUnit: Fault = (request) => request.send(request.frame(wrongAnswer(request, request.unit ^ 1)));
const otherUnitsException: Fault = (request) =>
  request.send(request.frame(exceptionBody(request.unit ^ 1, request.functionCode, 2)));
const otherFunction: Fault = (request) => {
  const body = wrongAnswer(request);
  body[1] = request.functionCode ^ 7;
  request.send(request.frame(body));
};
/** Registers, or whole bytes of bits: fewer bits of the same byte would be a right answer. */
const stepOf = ({ functionCode }: Request): number => (functionCode <= 2 ? 8 : 1);
const tooShort: Fault = (request) =>
  request.send(request.frame(wrongAnswer(request, request.unit, Math.max(0, request.count - stepOf(request)))));
const tooLong: Fault = (request) =>
  request.send(request.frame(wrongAnswer(request, request.unit, request.count + stepOf(request))));
const wrongByteCount: Fault = (request) => {
  const body = wrongAnswer(request);
  body[2] = (body[2] ?? 0) ^ 2;
  request.send(request.frame(body));
};

/** An answer that waits for the 256th request after its own. */
const lateBy256 = (): Fault => {
  const held: { frame: Buffer; countdown: number }[] = [];
  return ({ send, answer, frame, body, ...request }) => {
    for (const entry of held) entry.countdown -= 1;
    const due = held.findIndex(({ countdown }) => countdown <= 0);
    if (due >= 0) for (const { frame: old } of held.splice(due, 1)) send(old);
    held.push({ frame: frame(wrongAnswer({ send, answer, frame, body, ...request })), countdown: 256 });
  };
};

export const tcpFaults = (): FaultTable => ({
  dropped: { perMille: 8, act: () => {} },
  late: { perMille: 12, act: late },
  lateBy256: { perMille: 6, act: lateBy256() },
  otherTransaction: {
    perMille: 15,
    act: (request) => {
      request.send(withTransactionId(request.frame(wrongAnswer(request)), request.transactionId + 1));
      request.send(withTransactionId(request.frame(wrongAnswer(request)), request.transactionId - 256));
      request.send(request.answer);
    },
  },
  otherUnit: { perMille: 12, act: otherUnit },
  otherUnitsException: { perMille: 6, act: otherUnitsException },
  otherFunction: { perMille: 6, act: otherFunction },
  tooShort: { perMille: 8, act: tooShort },
  tooLong: { perMille: 8, act: tooLong },
  wrongByteCount: { perMille: 8, act: wrongByteCount },
  garbage: {
    perMille: 3,
    act: ({ send, answer }, { random }) => {
      send(noise(random, 8));
      send(answer);
    },
  },
  truncated: { perMille: 3, act: ({ send, answer }) => send(answer.subarray(0, answer.length - 1)) },
  otherProtocol: {
    perMille: 2,
    act: ({ send, answer }) => {
      const frame = Buffer.from(answer);
      frame[3] = 1;
      send(frame);
    },
  },
  split: { perMille: 15, act: split },
  thrice: { perMille: 15, act: ({ send, answer }) => send(Buffer.concat([answer, answer, answer])) },
  reset: { perMille: 0.5, act: ({ socket }) => socket.resetAndDestroy() },
  finished: { perMille: 0.5, act: ({ socket }) => socket.end() },
});

export const rtuFaults = (): FaultTable => ({
  dropped: { perMille: 25, act: () => {} },
  bitFlip: {
    perMille: 35,
    act: ({ send, answer }, { random }) => {
      const frame = Buffer.from(answer);
      const at = Math.floor(random() * frame.length);
      frame[at] = (frame[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      send(frame);
    },
  },
  truncated: { perMille: 20, act: ({ send, answer }) => send(answer.subarray(0, answer.length - 2)) },
  noiseBefore: {
    perMille: 35,
    act: ({ send, answer }, { random }) => send(Buffer.concat([noise(random, 1 + Math.floor(random() * 12)), answer])),
  },
  headerBefore: {
    perMille: 20,
    act: ({ send, answer }, { random }) => send(Buffer.concat([answer.subarray(0, 3 + Math.floor(random() * 2)), answer])),
  },
  late: { perMille: 25, act: late },
  veryLate: { perMille: 20, act: veryLate },
  otherUnitBefore: {
    perMille: 15,
    act: (request) => request.send(Buffer.concat([request.frame(wrongAnswer(request, request.unit ^ 1)), request.answer])),
  },
  otherUnit: { perMille: 10, act: otherUnit },
  otherUnitsException: { perMille: 5, act: otherUnitsException },
  otherFunction: { perMille: 5, act: otherFunction },
  tooShort: { perMille: 8, act: tooShort },
  wrongByteCount: { perMille: 8, act: wrongByteCount },
  twice: { perMille: 15, act: ({ send, answer }) => send(Buffer.concat([answer, answer])) },
  split: { perMille: 20, act: split },
  reset: { perMille: 0.5, act: ({ socket }) => socket.resetAndDestroy() },
});

/** A handler that answers truthfully but for the table's share of faults; what it did is counted by name. */
export const faulty = (table: FaultTable, context: FaultContext, counts: Record<string, number>): Handler => {
  const entries = Object.entries(table);
  return (request) => {
    let at = context.random() * 1000;
    for (const [name, { perMille, act }] of entries) {
      at -= perMille;
      if (at >= 0) continue;
      counts[name] = (counts[name] ?? 0) + 1;
      act(request, context);
      return;
    }
    request.send(request.answer);
  };
};

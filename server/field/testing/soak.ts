import { systemClock } from '../../core/clock.ts';
import type { FieldConfiguration } from '../../core/field/field.ts';
import { ModbusGateway } from '../gateway.ts';
import { connection, device, quietLog, seeded, tag } from './make.ts';
import { bodyOf, type Handler, OracleServer, type Request, rtuFrame } from './oracleServer.ts';

/** What a fault line does besides answering; `share` of its answers are faulty. */
export type LineFault = 'duplicates' | 'mirror' | 'secondMaster' | 'damage' | 'lateInOrder' | 'reorders' | 'mixed';

export type SoakOptions = {
  lines: readonly LineFault[];
  share: number;
  seed: number;
  seconds: number;
  periodMs: number;
};

export type SoakResult = {
  /** Values published as good, and how many of those remained so. */
  good: number;
  remained: number;
  /** Of those that remained: not what the register holds. */
  wrong: number;
  wrongByFault: Record<string, number>;
  /** The first of them: which line, what was shown and whose register that is, seconds since the start. */
  examples: string[];
  goodByFault: Record<string, number>;
  takenBack: number;
  /** Wrong values that were good for a time, and the longest such time in periods, by fault. */
  shownWrong: Record<string, { count: number; longest: number }>;
  /** Longest time between two good values of a tag, in periods, by fault: median over the tags and 95 %. */
  delays: Record<string, { median: number; p95: number }>;
  /** What holding an answer back adds: from its coming to its publishing, in periods, by fault. */
  heldBack: Record<string, { median: number; p95: number }>;
  states: Record<string, string[]>;
};

const blocks = 8;
const registersPerBlock = 2;
const timeoutMs = 120;

type Sent = { value: number; atMs: number; shownMs: number };

/** Every register holds its own address plus a step that changes twice a second, so that an old or foreign value shows. */
const truthAt = (address: number, atMs: number): number => (address * 7 + 1000 * (Math.floor(atMs / 500) % 7)) & 0xffff;

/** What the register holds at one time or another. */
const isTrue = (address: number, value: number): boolean =>
  [0, 1, 2, 3, 4, 5, 6].some((step) => value === ((address * 7 + 1000 * step) & 0xffff));

const answerOf = ({ unit, functionCode, address, count, body }: Request, atMs: number): Buffer => {
  const answer = bodyOf({ unit, functionCode, address, count, body });
  for (let i = 0; i < count; i += 1) answer.writeUInt16BE(truthAt(address + i, atMs), 3 + 2 * i);
  return rtuFrame(answer);
};

/** Another master's question of the same shape for registers that this server does not poll, and its answer. */
const foreign = (request: Request, random: () => number): { question: Buffer; answer: Buffer } => {
  const address = 40_000 + Math.floor(random() * 1000);
  const question = Buffer.of(request.unit, request.functionCode, address >> 8, address & 255, 0, request.count);
  const answer = bodyOf({
    unit: request.unit,
    functionCode: request.functionCode,
    address,
    count: request.count,
    body: question,
  });
  return { question: rtuFrame(question), answer: rtuFrame(answer) };
};

const handlerOf = (fault: LineFault, share: number, random: () => number): Handler => {
  const later = (request: Request, bytes: Buffer, afterMs: number): void => {
    setTimeout(() => {
      if (!request.socket.destroyed) request.socket.write(bytes);
    }, afterMs);
  };
  return (request) => {
    const answer = answerOf(request, Date.now());
    const kind =
      fault === 'mixed' ? (['duplicates', 'damage', 'lateInOrder', 'mirror'] as const)[Math.floor(random() * 4)] : fault;
    if (random() >= share) {
      request.send(answer, 1);
      return;
    }
    // one fault in four is a lost answer, so that what came instead is not shown by a surplus
    const isLost = random() < 0.25;
    switch (kind) {
      case 'duplicates':
        if (isLost) return;
        request.send(answer, 1);
        later(request, answer, random() < 0.5 ? 1 + random() * 30 : random() * 2000);
        return;
      case 'mirror':
        request.send(foreign(request, random).answer);
        if (!isLost) request.send(answer, 3);
        return;
      case 'secondMaster': {
        const { question, answer: other } = foreign(request, random);
        request.send(question);
        request.send(other, 2);
        if (!isLost) request.send(answer, 4);
        return;
      }
      case 'lateInOrder':
        if (!isLost) request.send(answer, timeoutMs + random() * 100);
        return;
      case 'reorders':
        if (!isLost) later(request, answer, timeoutMs + random() * 900);
        return;
      default: {
        if (isLost) return;
        const damaged = Buffer.from(answer);
        damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
        request.send(random() < 0.5 ? damaged : answer.subarray(0, answer.length - 1), 1);
      }
    }
  };
};

/** Polls fault lines through a gateway, and holds every value that stays good against the registers. */
export const soak = async ({ lines, share, seed, seconds, periodMs }: SoakOptions): Promise<SoakResult> => {
  const servers = await Promise.all(
    lines.map((fault, i) => new OracleServer('rtu', handlerOf(fault, share, seeded(seed * 1000 + i))).start()),
  );
  const configuration: FieldConfiguration = { connections: [], devices: [], tags: [] };
  const places = new Map<string, { address: number; fault: LineFault }>();
  for (const [i, { port }] of servers.entries()) {
    const id = `${lines[i]}-${i}`;
    configuration.connections.push(connection({ kind: 'rtuTcp', host: '127.0.0.1', port, timeoutMs, quietMs: 20 }, id));
    const { id: deviceId, ...rest } = device(1, { connectionId: id, limits: { maxGapRegisters: 0 } });
    configuration.devices.push({ id: deviceId, ...rest });
    for (let block = 0; block < blocks; block += 1)
      for (let register = 0; register < registersPerBlock; register += 1) {
        const made = tag(deviceId, 100 * block + register, { periodMs });
        configuration.tags.push(made);
        places.set(made.id, { address: 100 * block + register, fault: lines[i] ?? 'damage' });
      }
  }
  const published = new Map<string, Sent[]>([...places.keys()].map((id) => [id, []]));
  let [good, takenBack] = [0, 0];
  const heldBack = new Map<string, number[]>();
  const shownWrong: SoakResult['shownWrong'] = {};
  const gateway = new ModbusGateway({
    clock: systemClock,
    log: quietLog,
    random: seeded(seed),
    connects: { burst: 1000, perSecond: 1000 },
  });
  gateway.onSamples((samples) => {
    for (const { tagId, value, quality, atMs } of samples)
      if (quality === 'GOOD' && typeof value === 'number') {
        good += 1;
        published.get(tagId)?.push({ value, atMs, shownMs: systemClock.now() });
        const own = heldBack.get(places.get(tagId)?.fault ?? '') ?? [];
        own.push((systemClock.now() - atMs) / periodMs);
        heldBack.set(places.get(tagId)?.fault ?? '', own);
      }
  });
  gateway.onRetracted((retractions) => {
    for (const { tagId, fromMs, toMs } of retractions) {
      const known = published.get(tagId) ?? [];
      const left = known.filter(({ atMs }) => atMs < fromMs || atMs > toMs);
      for (const { value, shownMs } of known.filter((one) => !left.includes(one))) {
        const { address, fault } = places.get(tagId) ?? { address: 0, fault: 'damage' };
        if (isTrue(address, value)) continue;
        const { count, longest } = shownWrong[fault] ?? { count: 0, longest: 0 };
        shownWrong[fault] = { count: count + 1, longest: Math.max(longest, (systemClock.now() - shownMs) / periodMs) };
      }
      takenBack += known.length - left.length;
      published.set(tagId, left);
    }
  });
  gateway.configure(configuration);
  gateway.start();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const states: SoakResult['states'] = {};
  for (const { connectionId, company } of gateway.status().channels) {
    const fault = connectionId.split('-')[0] ?? '';
    states[fault] = [...(states[fault] ?? []), JSON.stringify(company)];
  }
  await gateway.stop();
  await Promise.all(servers.map((server) => server.stop()));
  const heldBackBy = Object.fromEntries([...heldBack].map(([fault, list]) => [fault, spreadOf(list)]));
  return { good, takenBack, shownWrong, states, heldBack: heldBackBy, ...evaluated(published, places, periodMs) };
};

const spreadOf = (list: number[]): { median: number; p95: number } => {
  const sorted = list.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(100 * (sorted[Math.floor(share * (sorted.length - 1))] ?? 0)) / 100;
  return { median: at(0.5), p95: at(0.95) };
};

type Evaluation = Pick<SoakResult, 'remained' | 'wrong' | 'wrongByFault' | 'examples' | 'goodByFault' | 'delays'>;

const evaluated = (
  published: Map<string, Sent[]>,
  places: Map<string, { address: number; fault: LineFault }>,
  periodMs: number,
): Evaluation => {
  const result: Evaluation = { remained: 0, wrong: 0, wrongByFault: {}, examples: [], goodByFault: {}, delays: {} };
  const startMs = Math.min(...[...published.values()].flatMap(([first]) => (first ? [first.atMs] : [])));
  const gaps: Record<string, number[]> = {};
  for (const [tagId, values] of published) {
    const place = places.get(tagId);
    if (!place) continue;
    const { address, fault } = place;
    for (const { value, atMs } of values) {
      result.remained += 1;
      result.goodByFault[fault] = (result.goodByFault[fault] ?? 0) + 1;
      if (isTrue(address, value) && atMs > 0) continue;
      result.wrong += 1;
      if (result.examples.length < 20)
        result.examples.push(`${tagId} = ${value} at ${Math.round((atMs - startMs) / 100) / 10} s`);
      result.wrongByFault[fault] = (result.wrongByFault[fault] ?? 0) + 1;
    }
    const own = values.map(({ atMs }, i) => atMs - (values[i - 1]?.atMs ?? atMs)).slice(1);
    gaps[fault] = [...(gaps[fault] ?? []), ...own.map((ms) => ms / periodMs)];
  }
  for (const [fault, list] of Object.entries(gaps)) {
    result.delays[fault] = spreadOf(list);
  }
  return result;
};

import { systemClock } from '../../core/clock.ts';
import { isFailure } from '../../core/fail.ts';
import { Channel } from '../polling/channel.ts';
import { ConnectGate } from '../polling/connectGate.ts';
import type { ReadOperation } from '../ports/codec.ts';
import { connection, quietLog, seeded } from './make.ts';
import { OracleServer } from './oracleServer.ts';
import { faulty, rtuFaults, tcpFaults } from './wireFaults.ts';

export type FuzzOptions = {
  framing: 'mbap' | 'rtu';
  lines: number;
  reads: number;
  seed: number;
  timeoutMs: number;
  quietMs: number;
};

export type FuzzResult = {
  good: number;
  /** Delivered as good, and not what the registers hold. */
  wrong: number;
  /** Failed reads by code. */
  failed: Record<string, number>;
  /** Faults that were put on the wire. */
  faults: Record<string, number>;
  lateAnswers: number;
  reconnects: number;
};

const counts = [1, 1, 2, 2, 4, 4, 10, 60];
const spaces = ['holding', 'holding', 'holding', 'input', 'coil'] as const;

const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

const isRight = ({ space, address, count }: ReadOperation, words: readonly number[]): boolean =>
  words.length === count &&
  words.every((word, i) => word === (space === 'coil' || space === 'discrete' ? (address + i) & 1 : (address + i) & 0xffff));

/** Reads random registers over one line until enough is read; waits while the line is down. */
const readLine = async (
  server: OracleServer,
  gate: ConnectGate,
  { reads, seed, timeoutMs, quietMs, framing }: FuzzOptions,
  result: FuzzResult,
): Promise<void> => {
  const random = seeded(seed);
  let ready = Promise.withResolvers<void>();
  const kind = framing === 'mbap' ? 'tcp' : 'rtuTcp';
  const channel = new Channel(
    connection({ kind, host: '127.0.0.1', port: server.port, timeoutMs, ...(kind === 'rtuTcp' ? { quietMs } : {}) } as never),
    { clock: systemClock, log: quietLog, random, gate, readOnly: () => true },
    {
      onReady: () => ready.resolve(),
      onDown: () => {
        // whoever waits already goes on waiting for the same promise
        const { resolve } = ready;
        ready = Promise.withResolvers();
        void ready.promise.then(resolve);
      },
    },
  );
  channel.start();
  for (let i = 0; i < reads; i += 1) {
    if (!channel.isUp) await ready.promise;
    const operation: ReadOperation = {
      kind: 'read',
      space: pick(random, spaces),
      address: Math.floor(random() * 65_000),
      count: pick(random, counts),
    };
    try {
      const { words } = await channel.request({
        unit: 1 + Math.floor(random() * 3),
        operation,
        timeoutMs,
        acceptAnyUnit: false,
        lane: 'poll',
      });
      if (isRight(operation, words)) result.good += 1;
      else result.wrong += 1;
    } catch (error) {
      const code = isFailure(error) ? error.code : 'unknown';
      result.failed[code] = (result.failed[code] ?? 0) + 1;
    }
  }
  const state = channel.state();
  result.lateAnswers += state.lateAnswers;
  result.reconnects += state.reconnects;
  await channel.stop();
};

/** Many reads over several lines at once while every fault of the table happens; same seed, same faults and reads. */
export const fuzz = async (options: FuzzOptions): Promise<FuzzResult> => {
  const { framing, lines, reads, seed, timeoutMs, quietMs } = options;
  const result: FuzzResult = { good: 0, wrong: 0, failed: {}, faults: {}, lateAnswers: 0, reconnects: 0 };
  const gate = new ConnectGate(systemClock, { burst: 1000, perSecond: 1000 });
  const servers = Array.from({ length: lines }, (_, line) => {
    const context = { random: seeded(seed * 1000 + line), timeoutMs, quietMs };
    const table = framing === 'mbap' ? tcpFaults() : rtuFaults();
    return new OracleServer(framing, faulty(table, context, result.faults));
  });
  await Promise.all(servers.map((server) => server.start()));
  try {
    const share = Math.ceil(reads / lines);
    await Promise.all(
      servers.map((server, line) => readLine(server, gate, { ...options, reads: share, seed: seed * 1000 + 500 + line }, result)),
    );
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  return result;
};

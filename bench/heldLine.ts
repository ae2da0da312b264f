/** Reads per second of a clean line whose answers are held until they are proven, against those of a line with transaction ids. */
import { systemClock } from '../server/core/clock.ts';
import { Channel } from '../server/field/polling/channel.ts';
import { ConnectGate } from '../server/field/polling/connectGate.ts';
import { connection, quietLog, seeded } from '../server/field/testing/make.ts';
import { OracleServer } from '../server/field/testing/oracleServer.ts';

const ANSWER_MS = 4;
const BLOCKS = 16;
const TURNS = 12;
const READS_A_TURN = 80;
const GOAL = 0.9;

const open = async (kind: 'tcp' | 'rtuTcp') => {
  const server = await new OracleServer(kind === 'tcp' ? 'mbap' : 'rtu', ({ send, answer }) => send(answer, ANSWER_MS)).start();
  const ready = Promise.withResolvers<void>();
  const channel = new Channel(
    connection({ kind, host: '127.0.0.1', port: server.port }),
    {
      clock: systemClock,
      log: quietLog,
      random: seeded(1),
      gate: new ConnectGate(systemClock, { burst: 9, perSecond: 9 }),
      readOnly: () => true,
    },
    { onReady: () => ready.resolve(), onDown: () => {} },
  );
  channel.start();
  await ready.promise;
  return { server, channel, rates: [] as number[] };
};

const turn = async ({ channel, rates }: Awaited<ReturnType<typeof open>>): Promise<void> => {
  const startedMs = performance.now();
  for (let i = 0; i < READS_A_TURN; i += 1)
    await channel.request({
      unit: 1,
      operation: { kind: 'read', space: 'holding', address: 50 * (i % BLOCKS), count: 2 },
      timeoutMs: 1000,
      acceptAnyUnit: false,
      lane: 'poll',
      isPolled: true,
    });
  rates.push((1000 * READS_A_TURN) / (performance.now() - startedMs));
};

const [held, plain] = [await open('rtuTcp'), await open('tcp')];
for (let i = 0; i < TURNS; i += 1) for (const line of [held, plain]) await turn(line);
const median = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const ratio = median(held.rates.map((rate, i) => rate / (plain.rates[i] ?? 1)));
console.log(
  `held ${median(held.rates).toFixed(0)}/s, plain ${median(plain.rates).toFixed(0)}/s, ratio ${ratio.toFixed(3)} (goal ${GOAL})`,
);
for (const { server, channel } of [held, plain]) {
  await channel.stop();
  await server.stop();
}
process.exitCode = ratio >= GOAL ? 0 : 1;

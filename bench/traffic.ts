/**
 * What the traffic log costs while nobody looks: requests over Modbus TCP on loopback through the same ports with and without it, in
 * turns, as processor time of each; then the time and memory that a full log takes.
 */
import { systemClock } from '../server/core/clock.ts';
import { Failure } from '../server/core/fail.ts';
import { ModbusCodec } from '../server/field/ports/codec.ts';
import { StrictTcpPort } from '../server/field/ports/strictTcpPort.ts';
import { OracleServer } from '../server/field/testing/oracleServer.ts';
import { TrafficRing } from '../server/field/traffic/trafficRing.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 15);
const READS = 4000;
const REGISTERS = 50;
const limits = { frames: 5000, bytes: 1_310_720 };

let isMissed = false;
const print = (name: string, value: number | string, unit: string, goal?: { text: string; met: boolean }): void => {
  console.log(`${name} ${value} ${unit}${goal ? ` (goal ${goal.text}${goal.met ? '' : ', MISSED'})` : ''}`);
  if (goal && !goal.met) isMissed = true;
};
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const server = await new OracleServer('mbap').start();
const openCodec = async (ring?: TrafficRing): Promise<{ codec: ModbusCodec; port: StrictTcpPort }> => {
  const port = new StrictTcpPort(
    { host: '127.0.0.1', port: server.port, connectTimeoutMs: 1000 },
    {
      counters: { lateAnswers: 0, bytesDropped: 0, violations: 0 },
      readOnly: () => true,
      random: () => 0.5,
      onClosed: () => undefined,
      ...(ring && { tap: ring }),
    },
  );
  await port.open();
  return { codec: new ModbusCodec(port), port };
};

const ring = new TrafficRing(systemClock, limits);
const subjects = { without: await openCodec(), with: await openCodec(ring) };
const spentUs = async ({ codec }: { codec: ModbusCodec }): Promise<number> => {
  const before = process.cpuUsage();
  for (let i = 0; i < READS; i += 1)
    await codec.execute(
      1,
      { kind: 'read', space: 'holding', address: i % 1000, count: REGISTERS },
      { timeoutMs: 1000, acceptAnyUnit: false },
    );
  const { user, system } = process.cpuUsage(before);
  return (user + system) / READS;
};

for (const one of Object.values(subjects)) await spentUs(one);
const pairs: { without: number; with: number }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  // the order changes, so that neither is always the second
  const first = round % 2 === 0 ? 'without' : 'with';
  const second = first === 'with' ? 'without' : 'with';
  const pair = { without: 0, with: 0 };
  pair[first] = await spentUs(subjects[first]);
  pair[second] = await spentUs(subjects[second]);
  pairs.push(pair);
}
const without = median(pairs.map((pair) => pair.without));
const added = median(pairs.map((pair) => pair.with - pair.without));
const percent = (100 * added) / without;
print('processor time of a request and its answer, server included', without.toFixed(1), 'us');
print('of it for the traffic log', percent.toFixed(1), '%', { text: 'below 3 %', met: percent < 3 });

// the log alone: what one request and one answer cost it
const request = Buffer.alloc(12);
const answer = Buffer.alloc(9 + 2 * REGISTERS);
const FRAMES = 500_000;
const startedMs = performance.now();
for (let i = 0; i < FRAMES; i += 1) {
  ring.sent(request);
  ring.received(answer);
  ring.ended();
}
print('the log alone, one request and answer', ((1000 * (performance.now() - startedMs)) / FRAMES).toFixed(2), 'us');
print('frames kept', ring.frames().length, '', { text: '5000', met: ring.frames().length === 5000 });

for (const { port } of Object.values(subjects)) await port.close(new Failure('cancelled', 'the benchmark is over'));
await server.stop();
process.exitCode = isMissed ? 1 : 0;

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, describe, expect, it } from 'vitest';
import type { ConnectionSettings, FieldQuality } from '../../contract/model/field.ts';
import type { LineReport } from '../../contract/plant/tools/line.ts';
import { systemClock } from '../../core/clock.ts';
import { ModbusGateway } from '../gateway.ts';
import { connection, device, quietLog, seeded, tag } from '../testing/make.ts';
import { answerIt, bodyOf, exceptionBody, type Handler, OracleServer, rtuFrame } from '../testing/oracleServer.ts';
import { ModbusTools } from '../tools.ts';

type Kind = 'tcp' | 'rtuTcp';
type Mistake = {
  name: string;
  /** What the server really speaks; what the connection is set to where it differs. */
  framing: 'mbap' | 'rtu';
  kind?: Kind;
  handler: Handler;
  slaveId?: number;
  decode?: Partial<Parameters<typeof tag>[2]> & { address?: number };
  settings?: Partial<Extract<ConnectionSettings, { kind: 'rtuTcp' }>>;
  /** Words without which the cause is not named. */
  named: RegExp;
};

const refusing =
  (code: number): Handler =>
  ({ unit, functionCode, frame, send }) =>
    send(frame(exceptionBody(unit, functionCode, code)));
const silent: Handler = () => {};
const onlyUnit =
  (own: number): Handler =>
  (request) =>
    request.unit === own && answerIt(request);
const known =
  (isThere: (request: Parameters<Handler>[0]) => boolean, code = 2): Handler =>
  (request) =>
    isThere(request) ? answerIt(request) : refusing(code)(request);

const exceptions: [number, RegExp][] = [
  [1, /function.*exception 1/],
  [2, /no register at the address/],
  [3, /number of registers.*exception 3/],
  [4, /failure of its own.*exception 4/],
  [5, /still at work.*exception 5/],
  [6, /busy.*exception 6/],
  [10, /no way to.*exception 10/],
  [11, /behind it does not.*exception 11/],
];

const mistakes: Mistake[] = [
  ...(['mbap', 'rtu'] as const).flatMap((framing) =>
    exceptions.map(
      ([code, named]): Mistake => ({
        name: `exception ${code} to everything (${framing})`,
        framing,
        handler: refusing(code),
        named,
      }),
    ),
  ),
  { name: 'a silent device', framing: 'mbap', handler: silent, named: /silent device/ },
  { name: 'a wrong unit id', framing: 'mbap', handler: onlyUnit(7), named: /wrong unit id/ },
  { name: 'a wrong unit id on RTU', framing: 'rtu', handler: onlyUnit(7), named: /wrong unit id/ },
  { name: 'RTU over TCP set as Modbus TCP', framing: 'rtu', kind: 'tcp', handler: silent, named: /carries RTU frames/ },
  {
    name: 'RTU answers to Modbus TCP',
    framing: 'mbap',
    handler: ({ send, unit, functionCode, address, count, body }) =>
      send(rtuFrame(bodyOf({ unit, functionCode, address, count, body }))),
    named: /RTU/,
  },
  { name: 'Modbus TCP set as RTU over TCP', framing: 'mbap', kind: 'rtuTcp', handler: silent, named: /speaks Modbus TCP/ },
  { name: 'an address one too high', framing: 'mbap', handler: known(({ address }) => address < 7), named: /no register.*/ },
  {
    name: 'holding instead of input registers',
    framing: 'mbap',
    handler: known(({ functionCode }) => functionCode === 4),
    named: /no register at the address/,
  },
  {
    name: 'holding instead of input registers, exception 1',
    framing: 'mbap',
    handler: known(({ functionCode }) => functionCode === 4, 1),
    named: /function.*exception 1/,
  },
  {
    name: 'a wrong word order',
    framing: 'mbap',
    handler: ({ unit, functionCode, frame, send }) => send(frame(Buffer.of(unit, functionCode, 4, 0x40, 0, 0x47, 0x0e))),
    decode: { type: 'float32', min: 0, max: 200, wordOrder: 'CDAB' },
    named: /word order/,
  },
  {
    name: 'a sentinel for no sensor',
    framing: 'mbap',
    handler: ({ unit, functionCode, frame, send }) => send(frame(Buffer.of(unit, functionCode, 2, 0xff, 0xff))),
    decode: { sentinels: [65_535] },
    named: /no possible value/,
  },
  {
    name: 'a unit that answers as another',
    framing: 'mbap',
    handler: ({ functionCode, address, count, body, frame, send }) =>
      send(frame(bodyOf({ unit: 255, functionCode, address, count, body }))),
    named: /unit id|not as Modbus TCP/,
  },
  {
    name: 'damage on the wire',
    framing: 'rtu',
    handler: ({ send, answer }) => send(Buffer.concat([answer.subarray(0, 4), Buffer.of(99), answer.subarray(5)])),
    named: /none of it is an answer|damaged/,
  },
  {
    name: 'an adapter that echoes',
    framing: 'rtu',
    handler: ({ send, answer, body }) => send(Buffer.concat([rtuFrame(body), answer])),
    named: /sends back/,
  },
  { name: 'only the echo', framing: 'rtu', handler: ({ send, body }) => send(rtuFrame(body)), named: /own echo/ },
  {
    name: 'a wrong baud rate',
    framing: 'rtu',
    handler: ({ send }) => send(Buffer.of(0x80, 0x1f, 0, 0xf8, 0xe0)),
    named: /none of it/,
  },
  {
    name: 'a second master',
    framing: 'rtu',
    handler: ({ unit, functionCode, count, body, send, answer }) => {
      send(rtuFrame(Buffer.of(unit, functionCode, 35, 40, 0, count)));
      send(rtuFrame(bodyOf({ unit, functionCode, address: 9000, count, body })));
      send(answer, 3);
    },
    named: /another master/,
  },
  {
    name: 'answers that come twice',
    framing: 'rtu',
    handler: ({ send, answer }) => [send(answer), send(answer, 5)],
    named: /repeated frames/,
  },
  { name: 'a host that closes at once', framing: 'mbap', handler: ({ socket }) => socket.end(), named: /closed the connection/ },
];

const good: ReadonlySet<FieldQuality> = new Set(['GOOD', 'UNCERTAIN']);
const said = new Map<string, { reports: LineReport[]; isRead: boolean }>();
const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Lines wait 100 ms for an answer: where this process had no turn for so long, a line that is well was silent. */
const MOST_DELAY_NS = 50e6;
const MOST_ROUNDS = 6;

/** Asks the doctor three times, a little apart, when the line has run for a while. */
const askThreeTimes = async (tools: ModbusTools): Promise<{ reports: LineReport[]; wasHeldUp: boolean }> => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  await passed(5000);
  const reports: LineReport[] = [];
  for (let i = 0; i < 3; i += 1) {
    await passed(430);
    const report = tools.lineReport('line');
    if (report) reports.push(report);
  }
  delay.disable();
  return { reports, wasHeldUp: delay.max > MOST_DELAY_NS };
};

const agree = (reports: readonly LineReport[], named: RegExp): boolean =>
  new Set(reports.map(({ verdict }) => verdict)).size === 1 &&
  reports.every(({ findings }) => findings.some(({ text }) => named.test(text)));

const observe = async ({ name, framing, kind, handler, slaveId = 1, decode, settings, named }: Mistake): Promise<void> => {
  const server = await new OracleServer(framing, handler).start();
  const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
  const meter = device(slaveId);
  const { address = 7, ...rest } = decode ?? {};
  const own = tag(meter.id, address, { periodMs: 100, ...rest });
  const asKind = kind ?? (framing === 'mbap' ? 'tcp' : 'rtuTcp');
  gateway.configure({
    connections: [
      connection({ kind: asKind, host: '127.0.0.1', port: server.port, timeoutMs: 100, quietMs: 5, ...settings } as never),
    ],
    devices: [meter],
    tags: [own],
  });
  gateway.start();
  const tools = new ModbusTools(gateway, systemClock, seeded(2));
  let { reports, wasHeldUp } = await askThreeTimes(tools);
  for (let round = 2; wasHeldUp && !agree(reports, named) && round <= MOST_ROUNDS; round += 1)
    ({ reports, wasHeldUp } = await askThreeTimes(tools));
  said.set(name, { reports, isRead: good.has(gateway.tag(own.id)?.quality ?? 'STALE') });
  await gateway.stop();
  await server.stop();
};

afterAll(() => said.clear());

describe('the doctor of a line', () => {
  it('names the cause of at least nine mistakes in ten, the same each time, and never says nothing to do', async () => {
    await Promise.all(mistakes.map(observe));
    const unnamed: string[] = [];
    for (const { name, named } of mistakes) {
      const { reports = [], isRead = false } = said.get(name) ?? {};
      expect(reports).toHaveLength(3);
      const [first] = reports;
      const words = first?.findings.map(({ text }) => text).join(' ') ?? '';
      if (!reports.every(({ findings }) => findings.some(({ text }) => named.test(text)))) unnamed.push(`${name}: ${words}`);
      if (!isRead) expect({ name, verdict: first?.verdict }).not.toEqual({ name, verdict: 'good' });
      if (!isRead) expect(first?.findings.map(({ next }) => next)).not.toContain('Nothing to do.');
      expect({ name, verdicts: new Set(reports.map(({ verdict }) => verdict)).size }).toEqual({ name, verdicts: 1 });
    }
    expect(unnamed).toEqual([]);
  });
});

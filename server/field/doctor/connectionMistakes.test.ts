import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LineReport } from '../../contract/plant/tools/line.ts';
import { systemClock } from '../../core/clock.ts';
import { ModbusGateway } from '../gateway.ts';
import { connection, device, quietLog, seeded, tag } from '../testing/make.ts';
import { answerIt, bodyOf, exceptionBody, type Handler, OracleServer } from '../testing/oracleServer.ts';
import { ModbusTools } from '../tools.ts';

type Settings = Parameters<typeof connection>[0];
type Place = { settings: Settings; stop: () => Promise<unknown> | unknown };
type Mistake = {
  name: string;
  place: () => Promise<Place>;
  /** The registers that are read, each a block of its own where they lie apart. */
  addresses?: number[];
  type?: 'uint16' | 'float32';
  named: RegExp;
};

/** Longer than a busy machine holds up an answer that is not meant to be late. */
const TIMEOUT_MS = 400;
const TOO_LATE_MS = 560;

/** Says something to everybody who connects or writes, and understands nothing. */
const talker = async (onConnect: string, onData: string): Promise<{ server: Server; port: number }> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (onConnect) socket.write(onConnect);
    socket.on('data', () => onData && socket.write(onData));
  });
  server.on('close', () => {
    for (const socket of sockets) socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, port: (server.address() as { port: number }).port };
};
const talking = async (kind: 'tcp' | 'rtuTcp', onConnect: string, onData: string): Promise<Place> => {
  const { server, port } = await talker(onConnect, onData);
  return { settings: { kind, host: '127.0.0.1', port, timeoutMs: TIMEOUT_MS }, stop: () => server.close() };
};
const served = async (framing: 'mbap' | 'rtu', handler: Handler, more: object = {}): Promise<Place> => {
  const server = await new OracleServer(framing, handler).start();
  const kind = framing === 'mbap' ? 'tcp' : 'rtuTcp';
  return {
    settings: { kind, host: '127.0.0.1', port: server.port, timeoutMs: TIMEOUT_MS, ...more } as Settings,
    stop: () => server.stop(),
  };
};
const nowhere = (settings: Settings) => async (): Promise<Place> => ({ settings, stop: () => {} });
const plainFile = join(tmpdir(), `no-port-${process.pid}`);
writeFileSync(plainFile, '');
afterAll(() => rmSync(plainFile));
const http = 'HTTP/1.1 400 Bad Request\r\nServer: nginx\r\nContent-Length: 0\r\n\r\n';

/** What is wrong before or beside the devices, as on the day a line is commissioned. */
const mistakes: Mistake[] = [
  {
    name: 'a closed port',
    place: async () => {
      const { server, port } = await talker('', '');
      await new Promise((done) => server.close(done));
      return { settings: { kind: 'tcp', host: '127.0.0.1', port }, stop: () => {} };
    },
    named: /not connected.*(refused|ECONNREFUSED)/,
  },
  {
    name: 'a name that nobody has',
    place: nowhere({ kind: 'tcp', host: 'no-such-host.invalid' }),
    named: /not connected.*(not found|ENOTFOUND|EAI_AGAIN|name|resolve)/i,
  },
  {
    name: 'a serial port that is not there',
    place: nowhere({ kind: 'serial', path: '/dev/ttyNOBODY7' }),
    named: /not connected.*cannot open.*No such file/,
  },
  {
    name: 'a path that is no serial port',
    place: nowhere({ kind: 'serial', path: plainFile }),
    named: /no serial port|not a serial port|cannot open/,
  },
  { name: 'a web server', place: () => talking('tcp', '', http), named: /not as Modbus TCP/ },
  { name: 'a web server, set as RTU over TCP', place: () => talking('rtuTcp', '', http), named: /none of it is an answer/ },
  {
    name: 'a login prompt',
    place: () => talking('tcp', 'moxa login: ', 'moxa login: '),
    named: /not as Modbus TCP|violations|closed/,
  },
  { name: 'a secure shell', place: () => talking('rtuTcp', 'SSH-2.0-OpenSSH_9.6\r\n', 'x'), named: /none of it is an answer/ },
  {
    name: 'a timeout that is too short',
    place: () => served('mbap', ({ send, answer }) => send(answer, TOO_LATE_MS)),
    named: /after their timeout of 400 ms/,
  },
  {
    name: 'a timeout that is too short on RTU',
    place: () => served('rtu', ({ send, answer }) => send(answer, TOO_LATE_MS), { quietMs: TOO_LATE_MS - 10 }),
    named: /after their timeout of 400 ms/,
  },
  {
    name: 'a device that gives eight registers at most',
    addresses: [0, 2, 4, 6, 8, 10, 12, 14],
    place: () =>
      served('mbap', (request) =>
        request.count > 8 ? request.send(request.frame(exceptionBody(request.unit, request.functionCode, 3))) : answerIt(request),
      ),
    // it is read in smaller pieces
    named: /works as it should/,
  },
  {
    name: 'one register among others that the device does not have',
    addresses: [0, 1, 2, 3],
    place: () =>
      served('mbap', (request) =>
        request.address <= 2 && request.address + request.count > 2
          ? request.send(request.frame(exceptionBody(request.unit, request.functionCode, 2)))
          : answerIt(request),
      ),
    named: /no register at the address of 2 /,
  },
  {
    name: 'a gateway whose second device is off',
    place: () =>
      served('mbap', (request) =>
        request.unit === 1
          ? answerIt(request)
          : request.send(request.frame(exceptionBody(request.unit, request.functionCode, 11))),
      ),
    named: /unit 2 .*does not \(exception 11\)/,
  },
  {
    name: 'a second device that is silent',
    place: () => served('rtu', (request) => request.unit === 1 && answerIt(request)),
    named: /unit 2/,
  },
  {
    name: 'a second device that shows no number',
    place: () =>
      served('mbap', (request) => {
        const { unit, functionCode, address, count, body } = request;
        const sent = bodyOf({ unit, functionCode, address, count, body });
        if (unit === 2) sent.fill(0xff, 3);
        request.send(request.frame(sent));
      }),
    type: 'float32',
    named: /unit 2 answers, but what it says of .* no possible value/,
  },
];

const passed = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const textsOf = (report: LineReport | undefined): string => report?.findings.map(({ text }) => text).join(' ') ?? '';

/** The last reports of a line: three in a row that name the mistake, or what they said when a minute was over. */
const observe = async ({ place, addresses = [7], type = 'uint16', named }: Mistake): Promise<(LineReport | undefined)[]> => {
  const { settings, stop } = await place();
  const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
  const devices = [device(1), device(2)];
  gateway.configure({
    connections: [connection(settings)],
    devices,
    tags: devices.flatMap(({ id }) => addresses.map((address) => tag(id, address, { periodMs: 100, type }))),
  });
  gateway.start();
  const tools = new ModbusTools(gateway, systemClock, seeded(2));
  await passed(6000);
  let reports: (LineReport | undefined)[] = [];
  const isSettled = (): boolean =>
    reports.length === 3 && reports.every((report) => named.test(textsOf(report)) && report?.verdict === reports[0]?.verdict);
  for (let i = 0; i < 140 && !isSettled(); i += 1) {
    await passed(430);
    reports = [...reports, tools.lineReport('line')].slice(-3);
  }
  await gateway.stop();
  await stop();
  return reports;
};

describe('the doctor of a line that is connected wrongly', () => {
  it('names the cause of at least nine mistakes in ten, the same each time', async () => {
    const all = await Promise.all(mistakes.map(async (one) => ({ ...one, reports: await observe(one) })));
    const unnamed = all.filter(({ reports, named }) => !reports.every((report) => named.test(textsOf(report))));
    const words = unnamed.map(({ name, reports }) => `${name}: ${textsOf(reports[0])}`);
    expect(words).toEqual([]);
    for (const { name, reports } of all)
      expect({ name, verdicts: new Set(reports.map((report) => report?.verdict)).size }).toEqual({ name, verdicts: 1 });
  });
});

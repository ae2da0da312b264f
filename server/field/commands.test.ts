import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import type { FieldDevice } from '../core/field/field.ts';
import { ModbusCommands } from './commands.ts';
import { ModbusGateway } from './gateway.ts';
import { connection, device, quietLog } from './testing/make.ts';
import { answerIt, exceptionBody, type Handler, OracleServer, rtuFrame } from './testing/oracleServer.ts';

const isWrite = (functionCode: number): boolean => [5, 6, 15, 16, 22].includes(functionCode);
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Commands to one unit behind a server that answers as told; `written` are the write requests that reached it. */
const start = async (
  handler: Handler,
  {
    kind = 'tcp' as 'tcp' | 'rtuTcp',
    slaveId = 5,
    readOnly = false,
    echo = 'off' as 'off' | 'strip',
    others = [] as number[],
  } = {},
) => {
  const written: number[] = [];
  const watched: Handler = (request) => {
    if (isWrite(request.functionCode)) written.push(request.functionCode);
    handler(request);
  };
  const server = await new OracleServer(kind === 'tcp' ? 'mbap' : 'rtu', watched).start();
  cleanUps.push(() => server.stop());
  const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, readOnly });
  const shared = { host: '127.0.0.1', port: server.port, connectTimeoutMs: 1000, timeoutMs: 100 };
  const settings = kind === 'tcp' ? { ...shared, kind } : { ...shared, kind, echo, quietMs: 10 };
  const unit = device(slaveId);
  const up = new Promise<void>((done) => gateway.onLineUp(() => done()));
  gateway.configure({ connections: [connection(settings)], devices: [unit, ...others.map((id) => device(id))], tags: [] });
  gateway.start();
  cleanUps.push(() => gateway.stop());
  await up;
  return { commands: new ModbusCommands(gateway), id: unit.id, written };
};

const speed = { kind: 'writeRegister', address: 10, value: 215 } as const;
const ownRegister = { space: 'holding', address: 10, count: 1 } as const;

describe('a write', () => {
  it('to unit 0 never leaves, for it would reach every device of the line', async () => {
    const { commands, id, written } = await start(answerIt, { slaveId: 0 });
    expect(await commands.write(id, speed, 1000)).toEqual({ kind: 'unsent', reason: 'unit 0 is never written' });
    expect(written).toEqual([]);
  });

  it('does not leave while the port is read-only, and does once it is not', async () => {
    const { commands, id, written } = await start(answerIt, { readOnly: true });
    expect(await commands.write(id, speed, 1000)).toMatchObject({ kind: 'unsent' });
    expect(written).toEqual([]);
    commands.setReadOnly(false);
    expect(await commands.write(id, speed, 1000)).toEqual({ kind: 'answered' });
    expect(written).toEqual([6]);
  });

  it.each([
    ['tcp', {}],
    ['rtuTcp', { mayBeAnothers: true }],
  ] as const)('that is refused over %s says whether the refusal bears its number', async (kind, more) => {
    const { commands, id } = await start(({ frame, send }) => send(frame(exceptionBody(5, 6, 4))), { kind });
    const reason = 'Modbus exception 4: device failure';
    expect(await commands.write(id, speed, 1000)).toEqual({ kind: 'refused', exception: 4, reason, ...more });
  });

  it('is held back by what is said as it is about to leave', async () => {
    const { commands, id, written } = await start(answerIt);
    expect(await commands.write(id, speed, 1000, () => 'the tank is full')).toEqual({
      kind: 'unsent',
      reason: 'the tank is full',
    });
    expect(written).toEqual([]);
  });

  it('is not sent after its deadline when a line in doubt has to be probed first', async () => {
    let isDeaf = true;
    const { commands, id, written } = await start((request) => !isDeaf && request.send(request.answer, 60), { kind: 'rtuTcp' });
    expect(await commands.read(id, ownRegister, 1000)).toMatchObject({ kind: 'failed' });
    isDeaf = false;
    expect(await commands.write(id, speed, 50)).toMatchObject({ kind: 'unsent' });
    expect(written).toEqual([]);
  });

  it('over a line in doubt leaves though its first probe came too late, and is read back', async () => {
    let requests = 0;
    const { commands, id, written } = await start(
      ({ send, answer }) => {
        requests += 1;
        // what comes later on this line waits for the first answer
        send(answer, requests === 1 ? 250 : 0);
      },
      { kind: 'rtuTcp' },
    );
    expect(await commands.read(id, ownRegister, 1000)).toMatchObject({ kind: 'failed' });
    expect(await commands.write(id, speed, 5000)).toEqual({ kind: 'answered' });
    expect(written).toEqual([6]);
    expect(await commands.read(id, ownRegister, 1000)).toEqual({ kind: 'answered', words: [10] });
  });

  it('to a unit that stays silent waits for two probes, and never leaves', async () => {
    const probes: number[] = [];
    const { commands, id, written } = await start(({ functionCode }) => void probes.push(functionCode), { kind: 'rtuTcp' });
    expect(await commands.read(id, ownRegister, 1000)).toMatchObject({ kind: 'failed' });
    expect(await commands.write(id, speed, 5000)).toMatchObject({ kind: 'unsent', reason: 'no answer in time' });
    expect(probes).toHaveLength(3);
    expect(written).toEqual([]);
  });

  it('to a unit that is dead holds its line for one probe, so that the next command to another unit is not kept waiting', async () => {
    const asked: string[] = [];
    const { commands, id } = await start(
      (request) => {
        asked.push(`${request.unit} ${isWrite(request.functionCode) ? 'write' : 'read'}`);
        if (request.unit !== 5) answerIt(request);
      },
      { kind: 'rtuTcp', others: [6] },
    );
    const alive = device(6).id;
    for (let times = 0; times < 3; times += 1) {
      expect(await commands.read(alive, ownRegister, 1000)).toMatchObject({ kind: 'answered' });
      expect(await commands.read(id, ownRegister, 1000)).toMatchObject({ kind: 'failed' });
    }
    const before = asked.length;
    const dead = commands.write(id, speed, 5000);
    expect(await commands.write(alive, speed, 5000)).toEqual({ kind: 'answered' });
    expect(await dead).toMatchObject({ kind: 'unsent', reason: 'no answer in time' });
    expect(asked.slice(before)).toEqual(['5 read', '6 write']);
    // while the dead unit is being polled a command waits for that one answer
    const polled = commands.read(id, ownRegister, 1000);
    expect(await commands.write(alive, speed, 5000)).toEqual({ kind: 'answered' });
    expect(await polled).toMatchObject({ kind: 'failed' });
    expect(asked.slice(before + 2)).toEqual(['5 read', '6 write']);
  });

  it.each([
    [2, 'refused'],
    [4, 'refused'],
    [5, 'unknown'],
    [11, 'unknown'],
  ] as const)('that is answered with exception %i is %s', async (code, kind) => {
    const { commands, id } = await start(({ send, frame, unit, functionCode }) =>
      send(frame(exceptionBody(unit, functionCode, code))),
    );
    expect(await commands.write(id, speed, 1000)).toMatchObject({ kind });
  });

  it('that is not answered is unknown, and sent once', async () => {
    const { commands, id, written } = await start(() => undefined);
    expect(await commands.write(id, speed, 1000)).toMatchObject({ kind: 'unknown' });
    expect(written).toEqual([6]);
  });
});

describe('a write that waits for its line', () => {
  const waiting = async () => {
    const written: [unit: number, value: number][] = [];
    const server = await new OracleServer('mbap', (request) => {
      if (isWrite(request.functionCode)) written.push([request.unit, request.count]);
      request.send(request.answer);
    }).start();
    await server.stop();
    const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, readOnly: false });
    cleanUps.push(
      () => server.stop(),
      () => gateway.stop(),
    );
    const lines = ['line', 'other'].map((id) =>
      connection({ kind: 'tcp', host: '127.0.0.1', port: server.port, connectTimeoutMs: 1000, timeoutMs: 1000 }, id),
    );
    const configure = (devices: FieldDevice[]): void => gateway.configure({ connections: lines, devices, tags: [] });
    const unit = device(5);
    configure([unit]);
    gateway.start();
    const commands = new ModbusCommands(gateway);
    return { commands, configure, server, unit, written, result: commands.write(unit.id, speed, 30_000) };
  };

  it('leaves once the line is back', async () => {
    const { server, result, written } = await waiting();
    await server.start();
    expect(await result).toEqual({ kind: 'answered' });
    expect(written).toEqual([[5, 215]]);
  });

  it.each<[string, (unit: FieldDevice) => FieldDevice[]]>([
    ['has another unit id', (unit) => [{ ...unit, slaveId: 6 }]],
    ['is on another line', (unit) => [{ ...unit, connectionId: 'other' }]],
    ['is taken out of service', () => []],
  ])('never leaves where its device %s meanwhile', async (_, changed) => {
    const { commands, configure, server, unit, result, written } = await waiting();
    configure(changed(unit));
    await server.start();
    expect(await result).toEqual({ kind: 'unsent', reason: 'the device was changed meanwhile' });
    configure([unit]);
    expect(await commands.write(unit.id, { ...speed, value: 7 }, 30_000)).toEqual({ kind: 'answered' });
    expect(written).toEqual([[5, 7]]);
  });
});

describe('a dead device on an adapter that echoes', () => {
  const onlyEcho: Handler = ({ send, body }) => send(rtuFrame(body));

  it('leaves a write unknown, for its echo is taken away', async () => {
    const { commands, id } = await start(onlyEcho, { kind: 'rtuTcp', echo: 'strip' });
    expect(await commands.write(id, speed, 1000)).toMatchObject({ kind: 'unknown' });
    expect(await commands.read(id, ownRegister, 1000)).toMatchObject({ kind: 'failed' });
  });

  it('shows no value to confirm a write by, also where the echo was not configured', async () => {
    const { commands, id } = await start(onlyEcho, { kind: 'rtuTcp' });
    // the echo of a write is what its answer would be: only reading tells
    expect(await commands.write(id, speed, 1000)).toEqual({ kind: 'answered' });
    for (const space of ['holding', 'coil', 'input', 'discrete'] as const)
      expect(await commands.read(id, { space, address: 10, count: 1 }, 1000)).toMatchObject({ kind: 'failed' });
  });
});
